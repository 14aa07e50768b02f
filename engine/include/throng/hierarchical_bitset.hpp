// SPDX-License-Identifier: MIT
// A set of slots that skips emptiness 64, 4096, ... members at a time.
#pragma once

#include <throng/memory.hpp>
#include <throng/types.hpp>

#include <cstddef>

#include <throng/names_begin.hpp>

namespace throng {

/// The members first .. last, both included. first == no_slot: no members are left.
struct Run {
    Slot first = no_slot, last = no_slot;
};

/// A set of slots below size(): one bit per slot, above it one bit per non-zero word of 64, and so on up to a single
/// word.
///
/// Empty ranges cost nothing to cross, so that sparse sets of millions intersect in a handful of word operations. The
/// set is also the filter QueryOptions::among.
///
/// Slots at or beyond size() are not members, and functions without a Status ignore them. A moved-from set is empty and
/// stays empty: resize and assign return InvalidArgument until another set is moved in.
///
/// Threads  unguarded: any number of readers at once, or one writer.
/// Memory   size() * 8 / 63 bytes and less than 1 KB, half as much again at most after growing; kept until destruction.
class THRONG_API HierarchicalBitset {
public:
    /// An empty set of slots 0 .. size - 1, `size` at most 2^32 - 1.
    /// Throws std::length_error for a larger size and std::bad_alloc when `memory` gives no block.
    explicit HierarchicalBitset(std::size_t size = 0, Memory memory = {});
    HierarchicalBitset(HierarchicalBitset&&) noexcept;
    HierarchicalBitset(const HierarchicalBitset&) = delete;
    HierarchicalBitset& operator=(HierarchicalBitset&&) noexcept;
    HierarchicalBitset& operator=(const HierarchicalBitset&) = delete;
    ~HierarchicalBitset();

    /// Makes room for slots 0 .. size - 1: new slots are absent, and members beyond the new size are removed.
    /// OutOfCapacity above 2^32 - 1, OutOfMemory: nothing has changed.
    /// Cost O(slots added / 64 + members cut off); within the largest size so far it allocates nothing.
    Status resize(std::size_t size) noexcept;

    /// Becomes equal to `other`, in size and members. OutOfMemory: nothing has changed.
    /// Cost O(other.size() / 64 + members beyond other.size()); within the largest size so far it allocates nothing.
    Status assign(const HierarchicalBitset& other) noexcept;

    /// One above the largest slot that can be a member.
    std::size_t size() const noexcept;

    /// Whether `slot` is a member. Cost O(1).
    bool test(Slot slot) const noexcept;

    /// Makes `slot` a member. Cost O(1): at most six words.
    void set(Slot slot) noexcept;

    /// Makes first .. last members, as far as they are below size(). A run with last < first is empty.
    /// Cost O(length / 64).
    void set_run(Run run) noexcept;

    /// Makes `slot` absent. Cost O(1): at most six words.
    void reset(Slot slot) noexcept;

    /// Makes every slot absent. Cost O(non-empty words + size() / 4096).
    void clear() noexcept;

    /// How many members there are. Cost O(non-empty words).
    std::size_t count() const noexcept;

    /// Whether there is any member. Cost O(1).
    bool any() const noexcept;

    /// The smallest member >= from, or no_slot. Cost O(1): up and down at most six levels.
    Slot next(Slot from) const noexcept;

    /// The longest run of consecutive members that begins at next(from); first == no_slot when there is none.
    ///
    /// To visit all: for (Run r = s.next_run(0); r.first != no_slot; r = s.next_run(r.last + 1)).
    /// Cost O(1 + length / 64).
    Run next_run(Slot from) const noexcept;

    /// Adds the members of `other` that are below size(). Cost O(non-empty words of other).
    void unite(const HierarchicalBitset& other) noexcept;

    /// Keeps only members of `other`; slots at or beyond other.size() are removed. Cost O(non-empty words of this set).
    void intersect(const HierarchicalBitset& other) noexcept;

    /// Removes the members of `other`. Cost O(non-empty words of the sparser set).
    void subtract(const HierarchicalBitset& other) noexcept;

    /// Whether any slot is a member of both. Cost O(non-empty words of the sparser set), less if a common
    /// member is low.
    bool intersects(const HierarchicalBitset& other) const noexcept;

private:
    friend struct Access;
    struct THRONG_LOCAL State;
    State* state_ = nullptr;
};

} // namespace throng

#include <throng/names_end.hpp>
