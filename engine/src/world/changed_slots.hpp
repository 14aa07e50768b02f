// SPDX-License-Identifier: MIT
// The slots that commits have changed since the overlaps were asked for, if they are few.
#pragma once

#include "engine/src/base/column.hpp"
#include "engine/src/world/staging.hpp"

#include <algorithm>
#include <cstddef>
#include <span>

namespace throng {

class ChangedSlots {
public:
    explicit ChangedSlots(Memory memory) noexcept : slots_(memory) {}

    /// A commit has applied these changes. Without memory for them all slots count as changed.
    void note(std::span<const Staged> items) noexcept {
        if (all_) return;
        if (slots_.size() + items.size() > most || !slots_.grow(slots_.size() + items.size())) return note_all();
        for (const Staged& item : items) {
            const bool never_was = item.has(Staged::Spawned) && item.has(Staged::Ended); // its slot may be new
            if (!never_was) slots_.append(item.slot);
        }
    }
    void note_all() noexcept {
        slots_.resize(0);
        all_ = true;
    }
    void clear() noexcept {
        slots_.resize(0);
        all_ = false;
    }

    /// Whether a search around each of them costs less than to find all pairs of `elements`.
    bool are_few(std::size_t elements) const noexcept { return !all_ && slots_.size() <= elements / search_cost; }

    /// Lists the slots in ascending order, each once.
    std::span<const Slot> list() noexcept {
        std::sort(slots_.begin(), slots_.end());
        slots_.resize(static_cast<std::size_t>(std::unique(slots_.begin(), slots_.end()) - slots_.begin()));
        return {slots_.data(), slots_.size()};
    }

    std::size_t bytes() const noexcept { return slots_.bytes(); }

private:
    static constexpr std::size_t most = 4096;
    static constexpr std::size_t search_cost = 80; // the pairs of so many elements take as long as two searches

    Column<Slot> slots_;
    bool all_ = false;
};

} // namespace throng
