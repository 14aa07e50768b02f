// SPDX-License-Identifier: MIT
// Which argument a fault is about, and the rule that it broke.
#pragma once

#include <cstdint>

#include <throng/names_begin.hpp>

namespace throng {

/// What a Fault is about: an argument, an item of a batch or the object itself. describe(Status) returns its sentence,
/// which names the argument and the rule. The numbers are of no interest and change from version to version.
enum class Reason : std::uint32_t {
    None = 0,     ///< nothing more is known than the Fault
    NoReason = 0, ///< the same, where None is a macro (X11)

    // The object.
    IndexNotOpen,    ///< also without a fault: a query of such an index finds nothing
    WorldNotOpen,    ///< likewise
    SnapshotOfNone,  ///< likewise, a snapshot of no commit
    SetMovedFrom,    ///< a HierarchicalBitset
    AnswerMovedFrom, ///< a Hits or a Pairs
    AnswerFull,      ///< a fixed buffer

    // The description of an object.
    Bounds,
    MemoryWithoutAllocate,
    MaxHalfExtent,
    CellSize,
    LooseCell,
    TightCell,
    MaxPerLeaf,
    MaxDepth,
    AgentHalfExtent,
    PropHalfExtent,
    OriginNotFinite,

    // Views.
    BoxesWithoutData,
    BoxesStride,
    BoxesLengths,
    HalfExtents,
    PointsWithoutData,
    PointsStride,
    CentersWithoutData,
    CentersStride,
    RadiiWithoutData,
    RadiiLength,
    OriginsWithoutData,
    OriginsStride,
    DirectionsWithoutData,
    DirectionsStride,
    DirectionsLength,
    MaxTsWithoutData,
    MaxTsLength,
    SweptHalfExtent,
    SightViews,
    SightLengths,
    SightLayers,
    QueriesWithoutData,
    DoublesUnreadable,

    // Options, and where answers go.
    UnknownOrder,
    UnknownMeasure,
    MaskWithoutWorld,
    MasksLength,
    LimitsLength,
    ExcludeLength,
    LayersWithoutWorld,
    LayersByQueryLength,
    LayersReversed,
    CollidesWithLength,
    CollidesWithWithoutWorld,
    StaticStaticWithoutWorld,
    CountsLength,
    SlotListTooShort,

    // Changes.
    OtherKindOfElements,
    UpdateLength,
    SlotsLength,
    IdsLength,
    CategoriesLength,
    LayersLength,
    UnknownMotion,
    SpawnOutTooShort,
    MoveAllTooShort,
    OverlapsNotTracked,
    SameAnswerTwice,
    StagedAtRebase,
    OtherDesc,

    // Saved content.
    NoFunction,
    LaterFormat,
    OtherTag,

    // Numbers: of a whole call, or of an item.
    Radius,
    NeighborRadius,
    NeighborRadiiLength,
    PairDistance,
    MaxDistance,
    MaxT,

    // Items of a batch.
    BoxNotFinite,
    BoxReversed,
    BoxTooLarge,
    PointNotFinite,
    DirectionZero,
    DirectionNotFinite,
    Range,
    Cosine,
    UnknownKind,
    NullId,
    DeadId,
    NoSlot,
    SlotAbsent,
    SlotPresent,
    SlotRepeated,

    // The interface of C.
    Unreadable,
    MemberOfOtherKind,
    MaskOfNothing,  ///< without a fault: an answer to a mask of 0 is empty
    TrackedNothing, ///< likewise, overlaps_changed of a world that tracks a category of 0
    OnlyWorlds,
    OnlyDynamicIndexes,
    OnlyStaticTrees
};

} // namespace throng

#include <throng/names_end.hpp>
