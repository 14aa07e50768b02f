// SPDX-License-Identifier: MIT
// Which argument a fault is about, and the rule that it broke.
#pragma once

#include <cstdint>

#include <throng/names_begin.hpp>

namespace throng {

// Every reason: its name, and the sentence that names the argument and the rule.
// clang-format off
#define THRONG_REASONS(X) \
    /* The object. */ \
    X(IndexNotOpen, "The index is not open: call open() first. Until then it reads as empty and takes no change.") \
    X(WorldNotOpen, "The world is not open: call open() first. Until then it reads as empty and takes no change.") \
    X(SnapshotOfNone, "The snapshot is of no commit and reads as empty: take it from World::snapshot() of an open " \
      "world.") \
    X(NotCommitted, "No fault, but elements were spawned and not committed, and the world has no others: call " \
      "commit(), then query.") \
    X(SetMovedFrom, "The set was moved from: assign another one to it first.") \
    X(AnswerMovedFrom, "The answer was moved from: assign another Hits or Pairs to it first.") \
    X(AnswerFull, "The fixed buffer of the answer is full: use the complete rows and query again from Status::first " \
      "on, or pass a larger buffer.") \
    /* The description of an object. */ \
    X(Bounds, "Desc::bounds: a number is not finite, or min is above max; they must be finite with min <= max, or " \
      "empty to be taken from the content.") \
    X(MemoryWithoutAllocate, "Desc::memory: deallocate is given without allocate; give both, or neither.") \
    X(MaxHalfExtent, "RowGridDesc::max_half_extent: it is negative, infinite or a NaN; it must be finite and 0 or " \
      "more.") \
    X(CellSize, "RowGridDesc::cell_size: it is negative, infinite or a NaN; it must be finite and 0 or more.") \
    X(LooseCell, "LooseGridDesc::loose_cell: it is negative, infinite or a NaN; it must be finite and 0 or more.") \
    X(TightCell, "LooseGridDesc::tight_cell: it is negative, infinite or a NaN; it must be finite and 0 or more.") \
    X(MaxPerLeaf, "Desc::max_per_leaf: it is 0; it must be 1 or more.") \
    X(MaxDepth, "Desc::max_depth: it is above 15; it must be 15 or less.") \
    X(AgentHalfExtent, "WorldDesc::agent_half_extent: it is negative, infinite or a NaN; it must be finite and 0 or " \
      "more.") \
    X(PropHalfExtent, "WorldDesc::prop_half_extent: it is negative, infinite, a NaN or below agent_half_extent; it " \
      "must be 0, or finite and at least agent_half_extent.") \
    X(OriginNotFinite, "WorldDesc::origin, rebase: the origin is a NaN or infinite; it must be finite.") \
    /* Views. */ \
    X(BoxesWithoutData, "boxes: a column has a size but no data; pass a pointer to as many floats, or a size of 0.") \
    X(BoxesStride, "boxes: a stride is no multiple of 4; it must be a whole number of floats, in bytes.") \
    X(BoxesLengths, "boxes: minima and maxima differ in number; both columns must have the same size.") \
    X(HalfExtents, "boxes: half_extent is negative or a NaN, or there is not one half extent for each centre; it " \
      "must be 0 or more, or one for each.") \
    X(PointsWithoutData, "points: a column has a size but no data; pass a pointer to as many floats, or a size of 0.") \
    X(PointsStride, "points: the stride is no multiple of 4; it must be a whole number of floats, in bytes.") \
    X(CentersWithoutData, "DiscView::centers: a column has a size but no data; pass a pointer to as many floats, or " \
      "a size of 0.") \
    X(CentersStride, "DiscView::centers: the stride is no multiple of 4; it must be a whole number of floats, in " \
      "bytes.") \
    X(RadiiWithoutData, "DiscView::radii: they have a size but no data, or a stride that is no multiple of 4; pass a " \
      "pointer to one float for each centre.") \
    X(RadiiLength, "DiscView::radii: there is not one radius for each centre; both must have the same size.") \
    X(OriginsWithoutData, "RayView::origins: a column has a size but no data; pass a pointer to as many floats, or a " \
      "size of 0.") \
    X(OriginsStride, "RayView::origins: the stride is no multiple of 4; it must be a whole number of floats, in " \
      "bytes.") \
    X(DirectionsWithoutData, "RayView::directions: a column has a size but no data; pass a pointer to as many " \
      "floats, or a size of 0.") \
    X(DirectionsStride, "RayView::directions: the stride is no multiple of 4; it must be a whole number of floats, " \
      "in bytes.") \
    X(DirectionsLength, "RayView::directions: there is not one direction for each origin; both must have the same " \
      "size.") \
    X(MaxTsWithoutData, "RayView::max_ts: they have a size but no data, or a stride that is no multiple of 4; pass a " \
      "pointer to one float for each ray.") \
    X(MaxTsLength, "RayView::max_ts: there is not one max_t for each ray; both must have the same size.") \
    X(SweptHalfExtent, "RayView::half_extent: it is negative, infinite or a NaN; it must be finite and 0 or more.") \
    X(SightViews, "visible: from or to has a size but no data, or a stride that is no multiple of 4.") \
    X(SightLengths, "visible: from, to and out differ in number; all three must have the same size.") \
    X(SightLayers, "visible: layers has neither one range for all lines nor one for each.") \
    X(QueriesWithoutData, "query: the batch has a size but no data; pass a pointer to as many queries, or a size of " \
      "0.") \
    X(DoublesUnreadable, "A view of doubles: it has a size but no data, a stride that is no multiple of 8, or " \
      "columns that differ in number.") \
    /* Options, and where answers go. */ \
    X(UnknownOrder, "order: it is none of Order; it must be Stable or BySlot.") \
    X(UnknownMeasure, "QueryOptions::measure: it is none of Measure; it must be Box or Center.") \
    X(MaskWithoutWorld, "mask or masks: they are given, but only a World has categories; leave ~0u and empty.") \
    X(MasksLength, "QueryOptions::masks: a query has no mask, or a mask is not in memory; it must be empty or have " \
      "one for each row, in steps of whole masks.") \
    X(LimitsLength, "QueryOptions::limits: a query has no limit, or a limit is not in memory; it must be empty or " \
      "have one for each row, in steps of whole limits.") \
    X(ExcludeLength, "QueryOptions::exclude: a query has no slot, or a slot is not in memory; it must be empty, one " \
      "slot for all or one for each row, in steps of whole slots.") \
    X(LayersWithoutWorld, "layers, layers_by_query or across_layers: they are given, but only a World has layers; " \
      "leave the defaults.") \
    X(LayersByQueryLength, "QueryOptions::layers_by_query: a query has no range, or a range is not in memory; it " \
      "must be empty or have one for each row, in steps of whole ranges.") \
    X(LayersReversed, "layers: a range has its first layer above its last; it must have first <= last.") \
    X(CollidesWithLength, "PairOptions::collides_with: it has fewer entries than slot_count(); it must be empty or " \
      "have one for each slot.") \
    X(CollidesWithWithoutWorld, "PairOptions::collides_with: it is given, but only a World has categories; leave it " \
      "empty.") \
    X(StaticStaticWithoutWorld, "static_static or only_dynamic: it is set, but only a World has static elements; " \
      "leave it false.") \
    X(CountsLength, "count: out must have exactly one entry for each query.") \
    X(SlotListTooShort, "order, live_slots, ids_of, bounds_of and other reads: out is shorter than the slots to " \
      "write or to read.") \
    /* Changes. */ \
    X(OtherKindOfElements, "The index holds points and is given boxes, or holds boxes and is given points: pass what " \
      "its first build or insert did.") \
    X(UpdateLength, "update: the view must have exactly slot_count() items; use build for another number of " \
      "elements, or insert and erase.") \
    X(SlotsLength, "insert, move: slots and boxes differ in number; both must have the same size.") \
    X(IdsLength, "World::move: ids and boxes differ in number; both must have the same size.") \
    X(CategoriesLength, "categories: they are fewer than boxes or ids, or not in memory; each box or id must have " \
      "one, in steps of whole categories, and spawn also takes none at all.") \
    X(LayersLength, "layers: they are fewer than boxes or ids, or not in memory; each box or id must have one, in " \
      "steps of whole layers, and spawn also takes none at all.") \
    X(UnknownMotion, "spawn: motion is none of Motion; it must be Static or Dynamic.") \
    X(SpawnOutTooShort, "spawn: out has fewer entries than there are boxes; it must have room for an id for each of " \
      "them.") \
    X(MoveAllTooShort, "commit: the view of move_all has fewer than slot_count() boxes; stage a longer one, or " \
      "discard().") \
    X(OverlapsNotTracked, "overlaps_changed: the world does not track overlaps; open it with " \
      "WorldDesc::track_overlaps.") \
    X(SameAnswerTwice, "overlaps_changed: begun and ended are one object; pass two.") \
    X(StagedAtRebase, "rebase, refit: something is staged; call commit() or discard() first.") \
    X(OtherDesc, "restore: the snapshot is of a world with another WorldDesc, or of none; only executor and origin " \
      "may differ.") \
    /* Saved content. */ \
    X(NoFunction, "save, load: the function of the writer or reader is null.") \
    X(LaterFormat, "load: the bytes were saved by a later major version; load them with that one.") \
    X(OtherTag, "load: the world was saved with another WorldDesc::tag; open this one with the same.") \
    /* Numbers: of a whole call, or of an item. */ \
    X(Radius, "A radius of a disc is negative or a NaN; it must be 0 or more, +infinity finds everything.") \
    X(NeighborRadius, "neighbors, neighbors_of: radius is negative or a NaN; it must be 0 or more, +infinity finds " \
      "everything.") \
    X(NeighborRadiiLength, "neighbors: radii must have exactly slot_count() entries, also for absent slots.") \
    X(PairDistance, "PairOptions::distance is negative or a NaN; it must be 0 or more, +infinity pairs everything.") \
    X(MaxDistance, "nearest: max_distance is negative or a NaN; it must be 0 or more, +infinity is no limit.") \
    X(MaxT, "cast, along: max_t of a ray is negative or a NaN; it must be 0 or more, +infinity is a ray without end.") \
    /* Items of a batch. */ \
    X(BoxNotFinite, "A box has a coordinate that is a NaN, infinite or overflows around its centre; all four must be " \
      "finite.") \
    X(BoxReversed, "A box has its minimum above its maximum; it must have min <= max on both axes (around centres, " \
      "half extents of 0 or more).") \
    X(BoxTooLarge, "A box is larger than RowGridDesc::max_half_extent allows: open the grid with a larger bound, or " \
      "with 0 for none.") \
    X(PointNotFinite, "A point, centre or origin has a coordinate that is a NaN or infinite; both must be finite.") \
    X(DirectionZero, "A direction is zero; it must have a length, whichever.") \
    X(DirectionNotFinite, "A direction has a coordinate that is a NaN or infinite; both must be finite.") \
    X(Range, "Query::cone: the range is negative or a NaN; it must be 0 or more, +infinity has no end.") \
    X(Cosine, "Query::cone: cos_half_angle is a NaN or infinite; it must be finite.") \
    X(UnknownKind, "Query::kind is none of QueryKind: make queries with Query::overlap, within, nearest, cast and " \
      "cone.") \
    X(NullId, "An id is null, as spawn returns it for a faulty box: leave it out.") \
    X(DeadId, "An id is of an element that has ended, or whose end is staged, or that this world never issued: leave " \
      "it out.") \
    X(NoSlot, "A slot is no_slot, which no element can have; slots are below it.") \
    X(SlotAbsent, "move, erase: a slot has no element; its element was erased or never inserted.") \
    X(SlotPresent, "insert: a slot has an element already: erase it first, or move it.") \
    X(SlotRepeated, "A slot is in the batch more than once; it may come once.") \
    /* The interface of C. */ \
    X(Unreadable, "A handle or an array is null, an array is misaligned, a struct_size is unknown, a reserved field " \
      "is not 0, a flag is neither 0 nor 1, or a number is of no enum.") \
    X(MemberOfOtherKind, "throng_index_desc: a member is set that this kind of index does not have; leave it as the " \
      "initialiser has it (THRONG_INDEX_DESC_INIT, throng_index_desc_init).") \
    X(MaskOfNothing, "No fault, but mask is 0, which shares a bit with no category, so nothing was found: a zeroed " \
      "struct is not the default; throng_query_options_init, throng_query_within and the like set it.") \
    X(TrackedNothing, "No fault, but tracked or tracked_against is 0, which shares a bit with no category, so no " \
      "overlap is listed: a zeroed struct is not the default; throng_world_desc_init sets it.") \
    X(OnlyWorlds, "Only a world or a snapshot has this; the space is that of an index.") \
    X(OnlyDynamicIndexes, "This kind of index does not have this change.") \
    X(OnlyStaticTrees, "Of the indexes only a static tree is saved and loaded; this is another one.")
// clang-format on

/// What a Fault is about: an argument, an item of a batch or the object itself. describe(Status) returns its sentence.
/// Some come without a fault, where an answer is empty: IndexNotOpen, WorldNotOpen, SnapshotOfNone, NotCommitted,
/// MaskOfNothing and TrackedNothing. The numbers are of no interest and change from version to version.
enum class Reason : std::uint32_t {
    None = 0,     ///< nothing more is known than the Fault
    NoReason = 0, ///< the same, where None is a macro (X11)
#define THRONG_NAME_OF(name, sentence) name,
    THRONG_REASONS(THRONG_NAME_OF)
#undef THRONG_NAME_OF
};

} // namespace throng

#include <throng/names_end.hpp>
