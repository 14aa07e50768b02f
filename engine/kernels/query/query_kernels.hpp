// SPDX-License-Identifier: MIT
// The query kernels of one instruction set are the same functions for every structure, each over its own view.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "engine/kernels/query/batch.hpp"

#include <cstddef>

namespace throng::kernels {

/// What a batch searches for; its parameters, such as Measure, are in the batch. Neighbors searches around slot i in
/// row i, or around the slots of Batch::around_slots.
enum class SearchKind : std::uint8_t { Overlap, WithinBox, WithinCenter, Neighbors, Cone, Nearest, Cast, Along };
inline constexpr std::size_t search_kinds = static_cast<std::size_t>(SearchKind::Along) + 1;

/// A search collects slots, slots with ranks and filters, or the number of hits.
enum class Collect : std::uint8_t { Slots, Ranked, Count };
inline constexpr std::size_t collect_kinds = static_cast<std::size_t>(Collect::Count) + 1;

struct Search {
    SearchKind kind;
    Collect collect = Collect::Ranked;
};

/// Answers queries [begin, end) of a batch; returns the query at which the sink was full, or `end`.
using HitKernel = std::uint32_t (*)(const IndexView&, const Batch&, std::uint32_t begin, std::uint32_t end, HitSink&);

/// Finds the pairs, of members of `among` if it is given, whose earlier member in memory is in items [begin, end);
/// returns the item at which the sink was full, or `end`.
using PairKernel = std::uint32_t (*)(const IndexView&, std::uint32_t begin, std::uint32_t end, const BitsetView* among,
                                     PairSink&);

/// Finds the pairs of elements whose centres are at most `distance` >= 0 apart; else as a PairKernel.
using DistancePairKernel = std::uint32_t (*)(const IndexView&, float distance, std::uint32_t begin, std::uint32_t end,
                                             const BitsetView* among, PairSink&);

/// Finds the pairs of `count` elements of another structure, at most sixteen, with the elements of this one, of members
/// of `among` if it is given. False: the sink is full, has no taker, and holds none of these pairs.
using CrossPairKernel = bool (*)(const IndexView&, const ElementColumns& elements, std::uint32_t count,
                                 const BitsetView* among, PairSink&);

/// A kernel that nothing asks for is null: counts of neighbours, cones of a structure that no World has, and so on.
struct QueryTable {
    HitKernel search[search_kinds][collect_kinds] = {};
    HitKernel neighbors_in_order[2] = {}; // Slots, Ranked: of elements in the order of memory, each in its slot's row
    PairKernel pairs = nullptr;
    CrossPairKernel cross_pairs = nullptr;

    constexpr HitKernel operator[](Search s) const noexcept {
        return search[static_cast<std::size_t>(s.kind)][static_cast<std::size_t>(s.collect)];
    }
};

/// Returns a table whose searches are kernel_of(kind, collect).
template <class KernelOf> constexpr QueryTable table_of_searches(KernelOf kernel_of) {
    QueryTable table;
    for (std::size_t kind = 0; kind < search_kinds; ++kind)
        for (std::size_t collect = 0; collect < collect_kinds; ++collect)
            table.search[kind][collect] = kernel_of(static_cast<SearchKind>(kind), static_cast<Collect>(collect));
    return table;
}

/// Returns one of three kernels by Collect.
constexpr HitKernel choose(Collect collect, HitKernel slots, HitKernel ranked, HitKernel count) {
    switch (collect) {
    case Collect::Slots: return slots;
    case Collect::Ranked: return ranked;
    case Collect::Count: break;
    }
    return count;
}
constexpr HitKernel if_ranked(HitKernel kernel, Collect collect) { return choose(collect, nullptr, kernel, nullptr); }

} // namespace throng::kernels
