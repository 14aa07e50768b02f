// SPDX-License-Identifier: MIT
// Answers: rows of slots, and pairs.
#pragma once

#include <throng/memory.hpp>
#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

#include <throng/names_begin.hpp>

namespace throng {

/// The rows of Hits one after the other, each a span of slots: for (std::span<const Slot> row : hits).
class HitRows {
public:
    using value_type = std::span<const Slot>;
    using difference_type = std::ptrdiff_t;

    constexpr HitRows() noexcept = default;
    constexpr HitRows(const Slot* slots, const std::uint32_t* offset) noexcept : slots_(slots), offset_(offset) {}

    constexpr value_type operator*() const noexcept { return {slots_ + offset_[0], slots_ + offset_[1]}; }
    constexpr HitRows& operator++() noexcept { return ++offset_, *this; }
    constexpr HitRows operator++(int) noexcept { return {slots_, offset_++}; }
    friend constexpr bool operator==(const HitRows& a, const HitRows& b) noexcept { return a.offset_ == b.offset_; }

private:
    const Slot* slots_ = nullptr;
    const std::uint32_t* offset_ = nullptr;
};

/// The answer to a batch of queries: row i lists the slots that answer query i. All rows lie in one array (compressed
/// sparse rows).
///
/// A query replaces the content; after a fault of the whole call the answer is empty. Use the same object again and
/// again: it grows to the largest answer so far and then never allocates. Spans are valid until the next query,
/// reserve() or destruction. A moved-from object is empty, and a query into it returns InvalidArgument.
///
/// Threads  unguarded: one query writes, or any number of readers read. Each of several concurrent queries needs an
///          object of its own.
/// Memory   4 bytes per row and per hit; 4 more per hit with distances, 4 more per row with a limit. A batch that runs
///          in parallel keeps its blocks' hits beside the answer, in columns that grow by doubling. So does a batch of
///          at least 2048 queries in no order of space, which is executed in an order of its own; it keeps about 30
///          bytes per query besides.
class THRONG_API Hits {
public:
    /// An empty answer that grows with `memory`. If even its first block of about 450 bytes is refused, queries into
    /// it return OutOfMemory.
    explicit Hits(Memory memory = {}) noexcept;

    /// An answer inside `fixed`, a buffer of any alignment that outlives the object. It never allocates, and queries
    /// into it run on the calling thread alone.
    ///
    /// The buffer stores up to 480 bytes of the answer's state, 4 bytes x (rows + 1), 4 x rows more with a limit, and 4
    /// bytes per hit plus 128. With distances or a limit it stores 8 bytes per hit plus 256, also for nearest, cast and
    /// along. A row that is cut (limit, nearest) needs room for all its hits before the cut. World::query needs as much
    /// as with a limit. Rows of a World with elements in several structures need room twice if 16 of them hold more
    /// than 1024 hits together (nearest, along, a limit).
    ///
    /// When the buffer is full: OutputTooSmall. Rows [0, Status::first) are complete, and the answer has no other rows;
    /// continue with queries.slice(first, ...). `count` is the number of rows that are missing or belong to faulty
    /// queries, which are empty. A buffer without room for the offsets holds no row.
    explicit Hits(std::span<std::byte> fixed) noexcept;

    Hits(Hits&&) noexcept;
    Hits(const Hits&) = delete;
    Hits& operator=(Hits&&) noexcept;
    Hits& operator=(const Hits&) = delete;
    ~Hits();

    /// How many rows there are: one per query.
    std::size_t size() const noexcept;
    bool empty() const noexcept { return size() == 0; } ///< no rows; rows without hits are rows
    /// How many hits there are in all rows together.
    std::size_t count() const noexcept { return slots().size(); }

    /// The slots of a row, in the order of QueryOptions::order. Beyond the last row: empty.
    std::span<const Slot> operator[](std::size_t row) const noexcept;
    std::span<const Slot> row(std::size_t row) const noexcept { return (*this)[row]; } ///< the same

    /// Each row in turn.
    HitRows begin() const noexcept { return {slots().data(), offsets().data()}; }
    HitRows end() const noexcept { return {slots().data(), offsets().data() + size()}; }

    /// The distances of a row's slots, in the caller's units; for rays t, in lengths of the direction. Empty unless the
    /// query fills them.
    ///
    /// A distance is an IEEE square root, rounded to the nearest float. As a radius it may miss the very element that
    /// it was reported for: predicates::radius_reaching(distance) is the radius that does not. A t is no root, and
    /// reaches its element as max_t.
    std::span<const float> distances(std::size_t row) const noexcept;

    /// The distances of all rows, one for each of slots(). Empty unless the query fills them.
    std::span<const float> distances() const noexcept;

    /// size() + 1 numbers: row i is slots()[offsets()[i]] .. slots()[offsets()[i + 1] - 1].
    std::span<const std::uint32_t> offsets() const noexcept;

    /// The slots of all rows, one row after the other.
    std::span<const Slot> slots() const noexcept;
    std::span<const Slot> all_slots() const noexcept { return slots(); } ///< the same, where slots is a macro (Qt)

    /// The number of matches of a row before `limit` cut it; without a limit, the length of the row. Beyond the
    /// last row: 0.
    ///
    /// nearest: how many of the k nearest exist within max_distance. along: every box touched.
    std::uint32_t found(std::size_t row) const noexcept;

    /// The same of all rows, one for each row. Empty where it is the length of each row: no limit could cut one.
    std::span<const std::uint32_t> found() const noexcept;

    /// The number of boxes tested for this answer; a search that widens its reach tests some of them again. The number
    /// is the same for every instruction set and number of threads.
    std::uint64_t candidates() const noexcept;

    /// A hash of offsets, slots and distances: equal for equal answers, on every machine. FNV-1a (Fowler, Noll, Vo)
    /// over 32-bit words instead of bytes, with a final mix (Steele et al. 2014, SplitMix64). Cost O(rows + hits).
    std::uint64_t hash() const noexcept;

    /// Makes room for `rows` rows with `hits` hits together, and drops the answer. Memory for distances, `found` and
    /// the blocks of a parallel batch is still taken by the first queries. OutOfCapacity from 2^32 - 1 on, OutOfMemory.
    ///
    /// A fixed buffer keeps its answer and returns OutputTooSmall if it has no such room for plain rows.
    Status reserve(std::size_t rows, std::size_t hits) noexcept;

    /// Frees the memory beside the answer, which stays. The next large batch takes it again.
    void trim() noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
    State* state_ = nullptr;
};

/// All overlapping pairs of an index, or those within a distance, each once, with a < b.
///
/// A call replaces the content; after a fault the list is empty. It grows to the largest answer so far and then never
/// allocates. Spans are valid until the next call that fills it, reserve() or destruction. A moved-from object is
/// empty, and a call into it returns InvalidArgument.
///
/// Threads  unguarded: one call writes, or any number of readers read.
/// Memory   8 bytes per pair, 12 with squared distances; a parallel call keeps its blocks' pairs beside the list, in
///          columns that grow by doubling.
class THRONG_API Pairs {
public:
    /// An empty list that grows with `memory`. If even its first block of a few hundred bytes is refused, calls into
    /// it return OutOfMemory.
    explicit Pairs(Memory memory = {}) noexcept;
    Pairs(Pairs&&) noexcept;
    Pairs(const Pairs&) = delete;
    Pairs& operator=(Pairs&&) noexcept;
    Pairs& operator=(const Pairs&) = delete;
    ~Pairs();

    /// How many pairs there are.
    std::size_t size() const noexcept;
    bool empty() const noexcept { return size() == 0; }

    /// The pairs, in the order of PairOptions::order.
    std::span<const Pair> view() const noexcept;
    const Pair* begin() const noexcept { return view().data(); } ///< for (const auto [a, b] : pairs)
    const Pair* end() const noexcept { return view().data() + size(); }
    Pair operator[](std::size_t i) const noexcept { return view()[i]; }

    /// The pairs by stable handles after World::overlaps_changed, dead elements included. Empty after every other call;
    /// there World::id_of returns a slot's handle.
    std::span<const IdPair> ids() const noexcept;

    /// The squared distance between the centres of each pair (predicates::squared_distance), if
    /// PairOptions::squared_distances asked for it. Empty after every other call.
    std::span<const float> squared_distances() const noexcept;

    /// The number of pairs of elements tested. It is the same for every instruction set and number of threads.
    std::uint64_t candidates() const noexcept;

    /// A hash of the pairs in their order: equal for equal lists, on every machine. Computed as for
    /// Hits. Cost O(pairs).
    std::uint64_t hash() const noexcept;

    /// Makes room for `pairs` pairs and keeps the present ones. OutOfCapacity from 2^32 - 1 on, OutOfMemory:
    /// nothing has changed.
    Status reserve(std::size_t pairs) noexcept;

    /// Frees the memory beside the answer, which stays. The next large call takes it again.
    void trim() noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
    State* state_ = nullptr;
};

} // namespace throng

#include <throng/names_end.hpp>
