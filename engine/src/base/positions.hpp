// SPDX-License-Identifier: MIT
// Where the elements of a structure are, by slot, in a column that knows what was written to it since it was last a
// copy. Versions of a World take turns: the one that the next is made in is mostly one behind the current, and then
// takes over only the lines that changed.
#pragma once

#include "engine/kernels/base/element_columns.hpp"
#include "engine/kernels/base/written_positions.hpp"
#include "engine/src/base/column.hpp"

#include <throng/types.hpp>

namespace throng {

/// Threads  unguarded, but that set() may be called by several at once for different slots.
class Positions {
public:
    explicit Positions(Memory memory = {}) noexcept : of_slots_(memory), written_(memory) { renew(); }
    /// Takes the content alone: for copies of this one, all of it is written.
    Positions& operator=(Positions&& other) noexcept;

    const std::uint32_t* data() const noexcept { return of_slots_.data(); }
    std::size_t size() const noexcept { return of_slots_.size(); }
    std::size_t bytes() const noexcept { return of_slots_.bytes() + written_.bytes(); }
    std::uint32_t operator[](std::size_t slot) const noexcept { return of_slots_[slot]; }

    kernels::WrittenPositions writable() noexcept { return {of_slots_.data(), written_.data()}; }
    void set(Slot slot, std::uint32_t position) noexcept { writable().set(slot, position); }

    /// Room for so many slots; the content stays. False: out of memory.
    [[nodiscard]] bool reserve(std::size_t slots) noexcept;
    /// So many slots, for which there is room, all absent.
    void reset(std::size_t slots) noexcept;
    /// At least so many slots: those that are new are absent. False: out of memory, all as before.
    [[nodiscard]] bool extend(std::size_t slots) noexcept;
    /// As `other` is. False: out of memory, and the content is unspecified until the next time.
    [[nodiscard]] bool assign(const Positions& other) noexcept;
    /// Before it is changed after others may have become copies of it.
    void renew() noexcept;

private:
    static constexpr std::size_t line = kernels::WrittenPositions::line;
    static std::size_t lines_of(std::size_t slots) noexcept { return (slots + line - 1) / line; }
    void take_written(const Positions& other) noexcept;
    void write_from(std::size_t first_slot) noexcept;

    Column<std::uint32_t> of_slots_;
    Column<std::uint8_t> written_; // by line: 1, or 0 where it is as in the column that this one was last a copy of
    // What has the same name is the same. `copy_of_`: 0, it never was a copy.
    std::uint64_t name_ = 0, copy_of_ = 0;
};

/// Whether something by slot, positions or cell keys, has any for this one.
template <class OfSlots> bool has_slot(const OfSlots& of_slots, Slot slot) noexcept {
    return slot < of_slots.size() && of_slots[slot] != kernels::no_position;
}

} // namespace throng
