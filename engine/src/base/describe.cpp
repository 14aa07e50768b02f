// SPDX-License-Identifier: MIT
// A sentence for each fault: what happened, and how to remove it; and one for each reason: which argument broke which
// rule.
#include <throng/types.hpp>

namespace throng {

std::string_view describe(Fault one) noexcept {
    switch (one) {
    case Fault::None: return "The call was carried out completely.";
    case Fault::StaleId:
        return "An id is null or its element no longer exists: use ids that spawn returned and despawn has not ended.";
    case Fault::InvalidBounds:
        return "A coordinate is a NaN or infinite, or a box has a minimum above its maximum: pass finite ones with min "
               "<= max.";
    case Fault::InvalidArgument:
        return "An argument is outside its documented range or does not fit the others: see the documentation of the "
               "function.";
    case Fault::TooLarge:
        return "An element is larger than max_half_extent allows: open the grid with a larger bound, or with 0 for "
               "none.";
    case Fault::OutputTooSmall:
        return "The caller's buffer is full: use the complete rows and query again from Status::first on, or pass a "
               "larger buffer.";
    case Fault::OutOfCapacity:
        return "A batch, set or answer would exceed 2^32 - 1 entries or a limit of the call, an index its tiles or a "
               "World its WorldDesc::capacity: split the batch, narrow the query, keep fewer elements or raise the "
               "limit.";
    case Fault::OutOfMemory:
        return "The Memory in use returned no block and nothing was changed: free memory or allow more, then call "
               "again.";
    case Fault::Busy:
        return "Another thread was changing the object, or using an object that this call would change: call again "
               "when it has returned.";
    case Fault::Cancelled:
        return "The host or the writer stopped before all work was done and nothing was changed: call again, "
               "outside the cancelled group.";
    case Fault::Corrupt:
        return "What was loaded is not what was saved, or an invariant of the object is broken, probably by a stray "
               "write, which a memory checker finds: load other bytes, or rebuild the object.";
    }
    return "There are several kinds of fault: test for each with has() and describe them one at a time.";
}

namespace {

std::string_view sentence_of(Reason reason) noexcept {
    switch (reason) {
    case Reason::None: break;
    case Reason::IndexNotOpen:
        return "The index is not open: call open() first. Until then it reads as empty and takes no change.";
    case Reason::WorldNotOpen:
        return "The world is not open: call open() first. Until then it reads as empty and takes no change.";
    case Reason::SnapshotOfNone:
        return "The snapshot is of no commit and reads as empty: take it from World::snapshot() of an open world.";
    case Reason::SetMovedFrom: return "The set was moved from: assign another one to it first.";
    case Reason::AnswerMovedFrom: return "The answer was moved from: assign another Hits or Pairs to it first.";
    case Reason::AnswerFull:
        return "The fixed buffer of the answer is full: use the complete rows and query again from Status::first on, "
               "or pass a larger buffer.";
    case Reason::Bounds:
        return "Desc::bounds: a number is not finite, or min is above max; they must be finite with min <= max, or "
               "empty to be taken from the content.";
    case Reason::MemoryWithoutAllocate:
        return "Desc::memory: deallocate is given without allocate; give both, or neither.";
    case Reason::MaxHalfExtent:
        return "RowGridDesc::max_half_extent: it is negative, infinite or a NaN; it must be finite and 0 or more.";
    case Reason::CellSize:
        return "RowGridDesc::cell_size: it is negative, infinite or a NaN; it must be finite and 0 or more.";
    case Reason::LooseCell:
        return "LooseGridDesc::loose_cell: it is negative, infinite or a NaN; it must be finite and 0 or more.";
    case Reason::TightCell:
        return "LooseGridDesc::tight_cell: it is negative, infinite or a NaN; it must be finite and 0 or more.";
    case Reason::MaxPerLeaf: return "Desc::max_per_leaf: it is 0; it must be 1 or more.";
    case Reason::MaxDepth: return "Desc::max_depth: it is above 15; it must be 15 or less.";
    case Reason::AgentHalfExtent:
        return "WorldDesc::agent_half_extent: it is negative, infinite or a NaN; it must be finite and 0 or more.";
    case Reason::PropHalfExtent:
        return "WorldDesc::prop_half_extent: it is negative, infinite, a NaN or below agent_half_extent; it must be 0, "
               "or finite and at least agent_half_extent.";
    case Reason::OriginNotFinite:
        return "WorldDesc::origin, rebase: the origin is a NaN or infinite; it must be finite.";
    case Reason::BoxesWithoutData:
        return "boxes: a column has a size but no data; pass a pointer to as many floats, or a size of 0.";
    case Reason::BoxesStride:
        return "boxes: a stride is no multiple of 4; it must be a whole number of floats, in bytes.";
    case Reason::BoxesLengths:
        return "boxes: minima and maxima differ in number; both columns must have the same size.";
    case Reason::HalfExtents:
        return "boxes: half_extent is negative or a NaN, or there is not one half extent for each centre; it must be 0 "
               "or more, or one for each.";
    case Reason::PointsWithoutData:
        return "points: a column has a size but no data; pass a pointer to as many floats, or a size of 0.";
    case Reason::PointsStride:
        return "points: the stride is no multiple of 4; it must be a whole number of floats, in bytes.";
    case Reason::CentersWithoutData:
        return "DiscView::centers: a column has a size but no data; pass a pointer to as many floats, or a size of 0.";
    case Reason::CentersStride:
        return "DiscView::centers: the stride is no multiple of 4; it must be a whole number of floats, in bytes.";
    case Reason::RadiiWithoutData:
        return "DiscView::radii: they have a size but no data, or a stride that is no multiple of 4; pass a pointer to "
               "one float for each centre.";
    case Reason::RadiiLength:
        return "DiscView::radii: there is not one radius for each centre; both must have the same size.";
    case Reason::OriginsWithoutData:
        return "RayView::origins: a column has a size but no data; pass a pointer to as many floats, or a size of 0.";
    case Reason::OriginsStride:
        return "RayView::origins: the stride is no multiple of 4; it must be a whole number of floats, in bytes.";
    case Reason::DirectionsWithoutData:
        return "RayView::directions: a column has a size but no data; pass a pointer to as many floats, or a size of "
               "0.";
    case Reason::DirectionsStride:
        return "RayView::directions: the stride is no multiple of 4; it must be a whole number of floats, in bytes.";
    case Reason::DirectionsLength:
        return "RayView::directions: there is not one direction for each origin; both must have the same size.";
    case Reason::MaxTsWithoutData:
        return "RayView::max_ts: they have a size but no data, or a stride that is no multiple of 4; pass a pointer to "
               "one float for each ray.";
    case Reason::MaxTsLength:
        return "RayView::max_ts: there is not one max_t for each ray; both must have the same size.";
    case Reason::SweptHalfExtent:
        return "RayView::half_extent: it is negative, infinite or a NaN; it must be finite and 0 or more.";
    case Reason::SightViews: return "visible: from or to has a size but no data, or a stride that is no multiple of 4.";
    case Reason::SightLengths: return "visible: from, to and out differ in number; all three must have the same size.";
    case Reason::SightLayers: return "visible: layers has neither one range for all lines nor one for each.";
    case Reason::QueriesWithoutData:
        return "query: the batch has a size but no data; pass a pointer to as many queries, or a size of 0.";
    case Reason::DoublesUnreadable:
        return "A view of doubles: it has a size but no data, a stride that is no multiple of 8, or columns "
               "that differ in number.";
    case Reason::UnknownOrder: return "order: it is none of Order; it must be Stable or BySlot.";
    case Reason::UnknownMeasure: return "QueryOptions::measure: it is none of Measure; it must be Box or Center.";
    case Reason::MaskWithoutWorld:
        return "mask or masks: they are given, but only a World has categories; leave ~0u and empty.";
    case Reason::MasksLength:
        return "QueryOptions::masks: a query has no mask, or a mask is not in memory; it must be empty or have one for "
               "each row, in steps of whole masks.";
    case Reason::LimitsLength:
        return "QueryOptions::limits: a query has no limit, or a limit is not in memory; it must be empty or have one "
               "for each row, in steps of whole limits.";
    case Reason::ExcludeLength:
        return "QueryOptions::exclude: a query has no slot, or a slot is not in memory; it must be empty, one slot for "
               "all or one for each row, in steps of whole slots.";
    case Reason::LayersWithoutWorld:
        return "layers, layers_by_query or across_layers: they are given, but only a World has layers; leave the "
               "defaults.";
    case Reason::LayersByQueryLength:
        return "QueryOptions::layers_by_query: a query has no range, or a range is not in memory; it must be empty or "
               "have one for each row, in steps of whole ranges.";
    case Reason::LayersReversed:
        return "layers: a range has its first layer above its last; it must have first <= last.";
    case Reason::CollidesWithLength:
        return "PairOptions::collides_with: it has fewer entries than slot_count(); it must be empty or have one for "
               "each slot.";
    case Reason::CollidesWithWithoutWorld:
        return "PairOptions::collides_with: it is given, but only a World has categories; leave it empty.";
    case Reason::StaticStaticWithoutWorld:
        return "static_static or only_dynamic: it is set, but only a World has static elements; leave it false.";
    case Reason::CountsLength: return "count: out must have exactly one entry for each query.";
    case Reason::SlotListTooShort:
        return "order, live_slots, ids_of, bounds_of and other reads: out is shorter than the slots to write or to "
               "read.";
    case Reason::OtherKindOfElements:
        return "The index holds points and is given boxes, or holds boxes and is given points: pass what its first "
               "build or insert did.";
    case Reason::UpdateLength:
        return "update: the view must have exactly slot_count() items; use build for another number of elements, or "
               "insert and erase.";
    case Reason::SlotsLength: return "insert, move: slots and boxes differ in number; both must have the same size.";
    case Reason::IdsLength: return "World::move: ids and boxes differ in number; both must have the same size.";
    case Reason::CategoriesLength:
        return "categories: they are fewer than boxes or ids, or not in memory; each box or id must have one, in steps "
               "of whole categories, and spawn also takes none at all.";
    case Reason::LayersLength:
        return "layers: they are fewer than boxes or ids, or not in memory; each box or id must have one, in steps of "
               "whole layers, and spawn also takes none at all.";
    case Reason::UnknownMotion: return "spawn: motion is none of Motion; it must be Static or Dynamic.";
    case Reason::SpawnOutTooShort:
        return "spawn: out has fewer entries than there are boxes; it must have room for an id for each of them.";
    case Reason::MoveAllTooShort:
        return "commit: the view of move_all has fewer than slot_count() boxes; stage a longer one, or discard().";
    case Reason::OverlapsNotTracked:
        return "overlaps_changed: the world does not track overlaps; open it with WorldDesc::track_overlaps.";
    case Reason::SameAnswerTwice: return "overlaps_changed: begun and ended are one object; pass two.";
    case Reason::StagedAtRebase: return "rebase, refit: something is staged; call commit() or discard() first.";
    case Reason::OtherDesc:
        return "restore: the snapshot is of a world with another WorldDesc, or of none; only executor and "
               "origin may differ.";
    case Reason::NoFunction: return "save, load: the function of the writer or reader is null.";
    case Reason::LaterFormat: return "load: the bytes were saved by a later major version; load them with that one.";
    case Reason::OtherTag: return "load: the world was saved with another WorldDesc::tag; open this one with the same.";
    case Reason::Radius:
        return "A radius of a disc is negative or a NaN; it must be 0 or more, +infinity finds everything.";
    case Reason::NeighborRadius:
        return "neighbors, neighbors_of: radius is negative or a NaN; it must be 0 or more, +infinity finds "
               "everything.";
    case Reason::NeighborRadiiLength:
        return "neighbors: radii must have exactly slot_count() entries, also for absent slots.";
    case Reason::PairDistance:
        return "PairOptions::distance is negative or a NaN; it must be 0 or more, +infinity pairs everything.";
    case Reason::MaxDistance:
        return "nearest: max_distance is negative or a NaN; it must be 0 or more, +infinity is no limit.";
    case Reason::MaxT:
        return "cast, along: max_t of a ray is negative or a NaN; it must be 0 or more, +infinity is a ray without "
               "end.";
    case Reason::BoxNotFinite:
        return "A box has a coordinate that is a NaN, infinite or overflows around its centre; all four must be "
               "finite.";
    case Reason::BoxReversed:
        return "A box has its minimum above its maximum; it must have min <= max on both axes (around centres, half "
               "extents of 0 or more).";
    case Reason::BoxTooLarge:
        return "A box is larger than RowGridDesc::max_half_extent allows: open the grid with a larger bound, or with 0 "
               "for none.";
    case Reason::PointNotFinite:
        return "A point, centre or origin has a coordinate that is a NaN or infinite; both must be finite.";
    case Reason::DirectionZero: return "A direction is zero; it must have a length, whichever.";
    case Reason::DirectionNotFinite:
        return "A direction has a coordinate that is a NaN or infinite; both must be finite.";
    case Reason::Range:
        return "Query::cone: the range is negative or a NaN; it must be 0 or more, +infinity has no end.";
    case Reason::Cosine: return "Query::cone: cos_half_angle is a NaN or infinite; it must be finite.";
    case Reason::UnknownKind:
        return "Query::kind is none of QueryKind: make queries with Query::overlap, within, nearest, cast and cone.";
    case Reason::NullId: return "An id is null, as spawn returns it for a faulty box: leave it out.";
    case Reason::DeadId:
        return "An id is of an element that has ended, or whose end is staged, or that this world never issued: leave "
               "it out.";
    case Reason::NoSlot: return "A slot is no_slot, which no element can have; slots are below it.";
    case Reason::SlotAbsent: return "move, erase: a slot has no element; its element was erased or never inserted.";
    case Reason::SlotPresent: return "insert: a slot has an element already: erase it first, or move it.";
    case Reason::SlotRepeated: return "A slot is in the batch more than once; it may come once.";
    case Reason::Unreadable:
        return "A handle or an array is null, an array is misaligned, a struct_size is unknown, or a number is of no "
               "enum.";
    case Reason::MemberOfOtherKind:
        return "throng_index_desc: a member is set that this kind of index does not have; leave it as the "
               "initialiser has it (THRONG_INDEX_DESC_INIT, throng_index_desc_init).";
    case Reason::MaskOfNothing:
        return "No fault, but mask is 0, which shares a bit with no category, so nothing was found: a zeroed struct is "
               "not the default; throng_query_options_init, throng_query_within and the like set it.";
    case Reason::TrackedNothing:
        return "No fault, but tracked or tracked_against is 0, which shares a bit with no category, so no overlap is "
               "listed: a zeroed struct is not the default; throng_world_desc_init sets it.";
    case Reason::OnlyWorlds: return "Only a world or a snapshot has this; the space is that of an index.";
    case Reason::OnlyDynamicIndexes: return "This kind of index does not have this change.";
    case Reason::OnlyStaticTrees: return "Of the indexes only a static tree is saved and loaded; this is another one.";
    }
    return {};
}

} // namespace

std::string_view describe(const Status& status) noexcept {
    const std::string_view sentence = sentence_of(status.reason);
    return sentence.empty() ? describe(status.faults) : sentence;
}

} // namespace throng
