// SPDX-License-Identifier: MIT
// The pairs of elements that are within a distance of each other, from the neighbours of each element: for spaces that
// have no kernel of their own for such pairs.
#pragma once

#include "engine/kernels/query/query_kernels.hpp"
#include "engine/src/base/function_ref.hpp"
#include "engine/src/query/plan.hpp"

#include <cstdint>

namespace throng {

/// A kernel of pairs. Its items are those of the batch: slots around which neighbours are searched, each at most once,
/// with one radius.
class NeighborPairs {
public:
    /// Whether the search around `own` lists the pair that it found, if the search around `other` finds it, too.
    using Lists = FunctionRef<bool(Slot own, Slot other)>;

    NeighborPairs(const kernels::IndexView& view, kernels::HitKernel neighbors, const kernels::Batch& batch,
                  Lists lists) noexcept
        : view_(view), neighbors_(neighbors), batch_(batch), lists_(lists) {}

    /// Finds the pairs of items [begin, end). Returns the item at which `sink` was full, or `end`.
    std::uint32_t operator()(std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) const noexcept;

private:
    std::uint32_t find(std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) const noexcept;

    const kernels::IndexView& view_;
    const kernels::HitKernel neighbors_;
    const kernels::Batch& batch_;
    const Lists lists_;
};

} // namespace throng
