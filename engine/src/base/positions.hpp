// SPDX-License-Identifier: MIT
// The positions of a structure's elements by slot, in a column that records which lines were written since it was last
// copied. The versions of a World take turns: the one in which the next commit is made is mostly one commit behind the
// current one, and then copies only the changed lines.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "engine/src/base/column.hpp"

#include <throng/types.hpp>

namespace throng {

/// Threads  unguarded, except that several threads may call set() at once for different slots.
class Positions {
public:
    explicit Positions(Memory memory = {}) noexcept : of_slots_(memory), written_(memory) { begin_edition(); }
    /// Takes only the content: all of it counts as written for copies of this object.
    Positions& operator=(Positions&& other) noexcept;

    const std::uint32_t* data() const noexcept { return of_slots_.data(); }
    std::size_t size() const noexcept { return of_slots_.size(); }
    std::size_t bytes() const noexcept { return of_slots_.bytes() + written_.bytes(); }
    std::uint32_t operator[](std::size_t slot) const noexcept { return of_slots_[slot]; }

    kernels::WrittenPositions writable() noexcept { return {of_slots_.data(), written_.data()}; }
    void set(Slot slot, std::uint32_t position) noexcept { writable().set(slot, position); }

    /// Room for `slots` slots; the content stays. False: out of memory.
    [[nodiscard]] bool reserve(std::size_t slots) noexcept;
    /// Exactly `slots` slots, all absent. There has to be room for them.
    void reset(std::size_t slots) noexcept;
    /// At least `slots` slots: new ones are absent. False: out of memory, and nothing has changed.
    [[nodiscard]] bool extend(std::size_t slots) noexcept;
    /// Becomes equal to `other`. False: out of memory, and the content is unspecified until the next successful call.
    [[nodiscard]] bool assign(const Positions& other) noexcept;
    /// To be called before a change if copies of the current content may exist.
    void begin_edition() noexcept;

private:
    static constexpr std::size_t line = kernels::WrittenPositions::line;
    static std::size_t lines_of(std::size_t slots) noexcept { return (slots + line - 1) / line; }
    void take_written(const Positions& other) noexcept;
    void write_from(std::size_t first_slot) noexcept;

    Column<std::uint32_t> of_slots_;
    Column<std::uint8_t> written_; // by line: 1, or 0 if it equals that of the column of which this was last a copy
    // Objects of the same edition have the same content. `copy_of_`: 0 if this never was a copy.
    std::uint64_t edition_ = 0, copy_of_ = 0;
};

/// Whether a column by slot, of positions or cell keys, has an entry for this slot.
template <class OfSlots> bool has_slot(const OfSlots& of_slots, Slot slot) noexcept {
    return slot < of_slots.size() && of_slots[slot] != kernels::no_position;
}

} // namespace throng
