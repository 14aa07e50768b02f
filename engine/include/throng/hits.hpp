// SPDX-License-Identifier: MIT
// Answers: rows of slots, and pairs.
#pragma once

#include <throng/memory.hpp>
#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng {

/// The answer to a batch of queries: row i lists the slots that answer query i. All rows lie in one array (compressed
/// sparse rows).
///
/// A query replaces what is there; after a fault of the whole call the answer is empty. Use the same object again and
/// again: it grows to the largest answer so far and then never allocates. Spans last until the next query, reserve() or
/// destruction. A moved-from object reads as empty, and a query into it returns InvalidArgument.
///
/// Threads  unguarded: one query writes, or any number of readers read. Queries at the same time each need an object of
///          their own.
/// Memory   4 bytes per row and per hit; 4 more per hit with distances, 4 more per row with a limit. A batch that ran
///          in parallel keeps its blocks' hits beside the answer, in columns that grow by doubling. So does one of 2048
///          queries and more that follow no order of space, and about 30 bytes per query besides: it is asked in an
///          order of its own.
class THRONG_API Hits {
public:
    /// An empty answer that grows with `memory`. Where even its first block of about 450 bytes is refused, queries into
    /// it return OutOfMemory.
    explicit Hits(Memory memory = {}) noexcept;

    /// An answer inside `fixed`, a buffer of any alignment that outlives the object. It never allocates, and queries
    /// into it run on the calling thread alone.
    ///
    /// The buffer holds up to 480 bytes of its own, 4 bytes x (rows + 1), with a limit 4 x rows more, and 4 bytes per
    /// hit plus 128; with distances or a limit 8 and 256, as for nearest, cast and along. A row that is cut (limit,
    /// nearest) needs room for all that it collects before. World::query needs as much as with a limit; and where 16
    /// rows of a World with elements in several structures hold more than 1024 hits together (nearest, along, a limit),
    /// they need room twice.
    ///
    /// When it is full: OutputTooSmall. Rows [0, Status::first) are complete, and there are as many: go on with
    /// queries.slice(first, ...). `count` rows are not answered, or were those of faulty queries, which are empty. A
    /// buffer without room for the offsets holds no row.
    explicit Hits(std::span<std::byte> fixed) noexcept;

    Hits(Hits&&) noexcept;
    Hits(const Hits&) = delete;
    Hits& operator=(Hits&&) noexcept;
    Hits& operator=(const Hits&) = delete;
    ~Hits();

    /// How many rows there are: one per query.
    std::size_t size() const noexcept;

    /// The slots of a row, in the order that QueryOptions::order says. Beyond the last row: empty.
    std::span<const Slot> operator[](std::size_t row) const noexcept;

    /// The distances of a row's slots, in the caller's units; for rays t, in lengths of the direction. Empty unless the
    /// query fills them.
    std::span<const float> distances(std::size_t row) const noexcept;

    /// size() + 1 numbers: row i is slots()[offsets()[i]] .. slots()[offsets()[i + 1] - 1].
    std::span<const std::uint32_t> offsets() const noexcept;

    /// The slots of all rows, one row after the other.
    std::span<const Slot> slots() const noexcept;

    /// How many matched in a row before `limit` cut it; without a limit, the length of the row. Beyond the last row: 0.
    ///
    /// nearest: how many of the k nearest exist within max_distance. along: every box touched.
    std::uint32_t found(std::size_t row) const noexcept;

    /// How many boxes were tested for this answer; a search that widens its reach tests some of them again. The same
    /// number for every instruction set and number of threads.
    std::uint64_t candidates() const noexcept;

    /// A hash of offsets, slots and distances: equal for equal answers, on every machine. FNV-1a (Fowler, Noll, Vo)
    /// over 32-bit words instead of bytes, with a final mix (Steele et al. 2014, SplitMix64). Cost O(rows + hits).
    std::uint64_t hash() const noexcept;

    /// Makes room for `rows` rows with `hits` hits together, and drops the answer. Distances, `found` and the blocks of
    /// a parallel batch still find their size in the first queries.
    ///
    /// A fixed buffer keeps its answer and tells whether it has that room for plain rows: OutputTooSmall if not.
    /// OutOfCapacity from 2^32 - 1 on, OutOfMemory.
    Status reserve(std::size_t rows, std::size_t hits) noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
    State* state_ = nullptr;
};

/// All overlapping pairs of an index, each once, with a < b.
///
/// A call replaces what is there; after a fault the list is empty. It grows to the largest answer so far and then never
/// allocates. Spans last until the next call that fills it, reserve() or destruction. A moved-from object reads as
/// empty, and a call into it returns InvalidArgument.
///
/// Threads  unguarded: one call writes, or any number of readers read.
/// Memory   8 bytes per pair; a parallel call keeps its blocks' pairs beside the list, in columns that grow by
///          doubling.
class THRONG_API Pairs {
public:
    /// An empty list that grows with `memory`. Where even its first block of a few hundred bytes is refused, calls into
    /// it return OutOfMemory.
    explicit Pairs(Memory memory = {}) noexcept;
    Pairs(Pairs&&) noexcept;
    Pairs(const Pairs&) = delete;
    Pairs& operator=(Pairs&&) noexcept;
    Pairs& operator=(const Pairs&) = delete;
    ~Pairs();

    /// How many pairs there are.
    std::size_t size() const noexcept;

    /// The pairs, in the order that PairOptions::order says.
    std::span<const Pair> view() const noexcept;

    /// The pairs by stable handles after World::overlaps_changed, which tells of dead ones too. Empty after every other
    /// call: there World::id_of gives a slot's handle.
    std::span<const IdPair> ids() const noexcept;

    /// How many pairs of boxes were tested. The same number for every instruction set and number of threads.
    std::uint64_t candidates() const noexcept;

    /// A hash of the pairs in their order: equal for equal lists, on every machine. Made as that of Hits. Cost
    /// O(pairs).
    std::uint64_t hash() const noexcept;

    /// Makes room for `pairs` pairs and keeps those that are there. OutOfCapacity from 2^32 - 1 on, OutOfMemory:
    /// nothing has changed.
    Status reserve(std::size_t pairs) noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
    State* state_ = nullptr;
};

} // namespace throng
