// SPDX-License-Identifier: MIT
#include "engine/src/query/hits_state.hpp"

#include "engine/src/base/active_kernels.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace throng {
namespace {

// Rows that a radix sort takes: its scratch is on the stack.
constexpr std::uint32_t max_radix = 4096;
constexpr unsigned row_digit_bits = 8;
constexpr std::uint32_t row_digits = 4, digit_values = 1u << row_digit_bits;

// Least significant digit first; a digit that all slots share takes no pass.
void radix_sort(Slot* slots, float* keys, std::uint32_t count) noexcept {
    std::array<std::array<std::uint32_t, digit_values>, row_digits> begins{};
    for (std::uint32_t i = 0; i < count; ++i)
        for (std::uint32_t d = 0; d < row_digits; ++d) ++begins[d][(slots[i] >> (row_digit_bits * d)) % digit_values];
    std::array<Slot, max_radix> spare;
    std::array<float, max_radix> spare_keys;
    Slot *from = slots, *to = spare.data();
    float *keys_from = keys, *keys_to = spare_keys.data();
    for (std::uint32_t d = 0; d < row_digits; ++d) {
        const unsigned shift = row_digit_bits * d;
        std::array<std::uint32_t, digit_values>& begin = begins[d];
        if (begin[(slots[0] >> shift) % digit_values] == count) continue;
        std::uint32_t sum = 0;
        for (std::uint32_t& each : begin) sum += std::exchange(each, sum);
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t place = begin[(from[i] >> shift) % digit_values]++;
            to[place] = from[i];
            if (keys) keys_to[place] = keys_from[i];
        }
        std::swap(from, to);
        std::swap(keys_from, keys_to);
    }
    if (from == slots) return;
    std::copy_n(from, count, slots);
    if (keys) std::copy_n(keys_from, count, keys);
}

void exchange(Slot* slots, float* keys, std::uint32_t i, std::uint32_t j) {
    std::swap(slots[i], slots[j]);
    std::swap(keys[i], keys[j]);
}

void sink(Slot* slots, float* keys, std::uint32_t i, std::uint32_t count) {
    for (std::uint64_t child; (child = 2 * std::uint64_t{i} + 1) < count;) {
        auto larger = static_cast<std::uint32_t>(child);
        if (larger + 1 < count && slots[larger] < slots[larger + 1]) ++larger;
        if (slots[i] >= slots[larger]) return;
        exchange(slots, keys, i, larger);
        i = larger;
    }
}

// It sorts two columns in place, allocates nothing and has no bad worst case.
void heap_sort(Slot* slots, float* keys, std::uint32_t count) noexcept {
    for (std::uint32_t i = count / 2; i-- > 0;) sink(slots, keys, i, count);
    for (std::uint32_t last = count; last-- > 1;) {
        exchange(slots, keys, 0, last);
        sink(slots, keys, 0, last);
    }
}

} // namespace

void order_by_slot(Slot* slots, float* keys, std::uint32_t count) noexcept {
    const kernels::SlotOrderKernel& kernel = active_kernels().slot_order;
    if (count <= 1) return;
    if (count <= kernel.most) return kernel.run(slots, keys, count);
    if (count <= max_radix) return radix_sort(slots, keys, count);
    keys ? heap_sort(slots, keys, count) : std::sort(slots, slots + count);
}

} // namespace throng
