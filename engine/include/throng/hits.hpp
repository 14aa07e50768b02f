// SPDX-License-Identifier: MIT
// Answers: rows of slots, and pairs.
#pragma once

#include <throng/memory.hpp>
#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

class THRONG_API Hits {                                          // CSR: row i answers query i
public:
    explicit Hits(Memory = {}) noexcept;
    explicit Hits(std::span<std::byte> fixed) noexcept;   // never allocates; full: OutputTooSmall, rows [0, Status::first) complete
    Hits(Hits&&) noexcept;
    Hits& operator=(Hits&&) noexcept;
    ~Hits();
    std::size_t size() const noexcept;                 // rows
    std::span<const Slot> operator[](std::size_t row) const noexcept;
    std::span<const float> distances(std::size_t row) const noexcept;   // empty unless the query fills them
    std::span<const std::uint32_t> offsets() const noexcept;            // size() + 1
    std::span<const Slot> slots() const noexcept;
    std::uint32_t found(std::size_t row) const noexcept;                // matches before `limit` cut the row
    std::uint64_t candidates() const noexcept;         // boxes tested for this answer
    std::uint64_t hash() const noexcept;               // of offsets, slots and distances
    Status reserve(std::size_t rows, std::size_t hits) noexcept;

private:
    friend struct Access;
    struct State;
    State* state_ = nullptr;
};
class THRONG_API Pairs {
public:
    explicit Pairs(Memory = {}) noexcept;
    Pairs(Pairs&&) noexcept;
    Pairs& operator=(Pairs&&) noexcept;
    ~Pairs();
    std::size_t size() const noexcept;
    std::span<const Pair> view() const noexcept;
    std::span<const IdPair> ids() const noexcept;      // filled by World::overlaps_changed
    std::uint64_t candidates() const noexcept;
    std::uint64_t hash() const noexcept;
    Status reserve(std::size_t pairs) noexcept;

private:
    friend struct Access;
    struct State;
    State* state_ = nullptr;
};

} // namespace throng
