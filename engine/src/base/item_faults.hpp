// SPDX-License-Identifier: MIT
// Collects the faulty items of a batch.
#pragma once

#include "engine/kernels/base/box_source.hpp"

#include "simd/float_environment.hpp"

#include <throng/types.hpp>

#include <algorithm>
#include <cstddef>
#include <span>

namespace throng {

/// `from` counts items from item `begin` on.
inline void merge(kernels::ItemFaults& into, const kernels::ItemFaults& from, std::uint32_t begin = 0) noexcept {
    into.faults |= from.faults;
    if (from.first != no_slot) into.first = std::min(into.first, begin + from.first);
    into.count += from.count;
}

inline void note_fault(kernels::ItemFaults& into, Fault fault, std::size_t item) noexcept {
    merge(into, {static_cast<std::uint32_t>(fault), static_cast<std::uint32_t>(item), 1});
}

/// The Status of a call that is refused as a whole.
constexpr Status refused(Reason reason, Fault fault = Fault::InvalidArgument) noexcept {
    return {fault, no_slot, 0, reason};
}

/// Adds to a Status with faulty items the reason of the first: explain(position).
template <class Explain> Status explained(Status status, Explain&& explain) noexcept {
    if (status.count != 0 && status.first != no_slot && status.reason == Reason::None) [[unlikely]] {
        const simd::FloatEnvironment environment;
        status.reason = explain(status.first);
    }
    return status;
}

/// The Status of a batch call: `whole` if the call failed, else the faults of its items.
inline Status status_of(Fault whole, const kernels::ItemFaults& items) noexcept {
    if (whole != Fault::None) return {whole, no_slot, 0};
    return {static_cast<Fault>(items.faults), items.first, items.count};
}

/// Writes the positions below `size` for which is_faulty(position) to `out`, as far as it has room; returns how many
/// there are.
template <class IsFaulty>
std::size_t list_faulty(std::size_t size, std::span<Slot> out, IsFaulty&& is_faulty) noexcept {
    const simd::FloatEnvironment environment;
    std::size_t count = 0;
    for (std::size_t i = 0; i < std::min<std::size_t>(size, no_slot); ++i) {
        if (!is_faulty(i)) continue;
        if (count < out.size()) out[count] = static_cast<Slot>(i);
        ++count;
    }
    return count;
}

} // namespace throng
