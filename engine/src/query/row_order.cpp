// SPDX-License-Identifier: MIT
#include "engine/src/query/row_order.hpp"

#include <algorithm>
#include <utility>

namespace throng {
namespace {

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

} // namespace

// With keys a heap sort: it sorts two columns in place, allocates nothing and has no bad worst case.
void order_by_slot(Slot* slots, float* keys, std::uint32_t count) noexcept {
    if (!keys) return std::sort(slots, slots + count);
    for (std::uint32_t i = count / 2; i-- > 0;) sink(slots, keys, i, count);
    for (std::uint32_t last = count; last-- > 1;) {
        exchange(slots, keys, 0, last);
        sink(slots, keys, 0, last);
    }
}

} // namespace throng
