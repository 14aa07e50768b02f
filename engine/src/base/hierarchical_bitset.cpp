// SPDX-License-Identifier: MIT
// Levels of 64-bit words: one bit per member, above it one bit per non-zero word, and so on up to a single word.
#include "engine/src/base/access.hpp"
#include "engine/src/base/column.hpp"
#include "engine/src/base/item_faults.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <new>
#include <stdexcept>
#include <utility>

namespace throng {
namespace {

constexpr std::size_t max_size = no_slot; // the largest slot is no_slot - 1
constexpr std::size_t max_levels = 6;     // 64^5 < 2^32 <= 64^6
constexpr std::size_t none = SIZE_MAX;
constexpr std::uint64_t full = ~std::uint64_t{0};

constexpr std::size_t words_for(std::size_t bits) noexcept { return bits / 64 + (bits % 64 != 0); }
constexpr std::uint64_t bit(std::size_t index) noexcept { return std::uint64_t{1} << (index % 64); }
constexpr std::uint64_t bits_from(std::size_t index) noexcept { return full << (index % 64); }
constexpr std::uint64_t bits_to(std::size_t index) noexcept { return full >> (63 - index % 64); }
std::size_t lowest(std::uint64_t word) noexcept { return static_cast<std::size_t>(std::countr_zero(word)); }

} // namespace

// Invariant: bit i of level l + 1 is set exactly if word i of level l is not zero, and unused bits are zero. A set of
// size 0 has no levels; any other has as many as needed to reach a single word.
struct HierarchicalBitset::State {
    using Words = Column<std::uint64_t>;

    explicit State(const Memory& given) noexcept
        : memory(given), level{Words(given), Words(given), Words(given), Words(given), Words(given), Words(given)} {}

    Memory memory;
    std::size_t size = 0;
    std::size_t levels = 0;
    std::array<Words, max_levels> level;

    bool reserve(std::size_t bits) noexcept {
        for (std::size_t l = 0; bits > 1 || (l == 0 && bits == 1); ++l) {
            bits = words_for(bits);
            if (!level[l].grow(bits)) return false;
        }
        return true;
    }

    // Within the room of reserve().
    void resize(std::size_t bits) noexcept {
        if (bits < size) erase_from(bits);
        std::size_t l = 0;
        for (std::size_t left = bits; left > 1 || (l == 0 && left == 1); ++l) {
            left = words_for(left);
            const std::size_t before = level[l].size();
            level[l].resize(left);
            for (std::size_t w = before; w < left; ++w) level[l][w] = 0;
            if (l >= levels && l > 0) summarize(l);
        }
        for (std::size_t dropped = l; dropped < levels; ++dropped) level[dropped].resize(0);
        levels = l;
        size = bits;
    }

    // Sets the bits of a new level above an existing one.
    void summarize(std::size_t l) noexcept {
        for (std::size_t w = 0; w < level[l - 1].size(); ++w)
            if (level[l - 1][w] != 0) level[l][w / 64] |= bit(w);
    }

    void erase_from(std::size_t first) noexcept {
        std::size_t w = first / 64;
        if (level[0][w] != 0) put(w, level[0][w] & ~bits_from(first));
        while ((w = next_word(0, w + 1)) != none) put(w, 0);
    }

    // Replaces a word of the lowest level and updates the levels above.
    void put(std::size_t w, std::uint64_t word) noexcept {
        const std::uint64_t before = std::exchange(level[0][w], word);
        if (before == 0 && word != 0) mark(1, w);
        if (before != 0 && word == 0) unmark(1, w);
    }
    void mark(std::size_t l, std::size_t index) noexcept {
        for (; l < levels; ++l, index /= 64)
            if (std::exchange(level[l][index / 64], level[l][index / 64] | bit(index)) != 0) return;
    }
    void unmark(std::size_t l, std::size_t index) noexcept {
        for (; l < levels; ++l, index /= 64)
            if ((level[l][index / 64] &= ~bit(index)) != 0) return;
    }

    // The smallest set bit of a level that is not below `from`: up while words are empty, then down to the
    // first set bit.
    std::size_t next_bit(const std::size_t start, std::size_t from) const noexcept {
        for (std::size_t l = start; l < levels && from / 64 < level[l].size(); ++l) {
            const std::uint64_t word = level[l][from / 64] & bits_from(from);
            if (word == 0) {
                from = from / 64 + 1;
                continue;
            }
            std::size_t found = from / 64 * 64 + lowest(word);
            while (l > start) {
                --l;
                found = found * 64 + lowest(level[l][found]);
            }
            return found;
        }
        return none;
    }
    // The smallest non-zero word of a level that is not below `from`.
    std::size_t next_word(std::size_t l, std::size_t from) const noexcept {
        if (l + 1 < levels) return next_bit(l + 1, from);
        return from == 0 && l < levels && level[l][0] != 0 ? 0 : none;
    }
    // The smallest bit not below `from` that is not set, which ends a run. Full words are passed 64 members at a time.
    std::size_t next_gap(std::size_t from) const noexcept {
        std::uint64_t gaps = ~level[0][from / 64] & bits_from(from);
        std::size_t w = from / 64;
        while (gaps == 0 && ++w < level[0].size()) gaps = ~level[0][w];
        return gaps == 0 ? size : w * 64 + lowest(gaps);
    }
};

namespace {

// Calls f(64 * group + i) for each bit i of `bits`. True as soon as f returns true.
template <class F> bool each_bit(std::uint64_t bits, std::size_t group, F&& f) {
    for (; bits != 0; bits &= bits - 1)
        if (f(group * 64 + lowest(bits))) return true;
    return false;
}

// Calls f(w) for each non-zero word of the lowest level, which f may change. True as soon as f returns true.
template <class State, class F> bool each_word(const State& set, F&& f) {
    if (set.levels < 2) return set.next_word(0, 0) != none && f(std::size_t{0});
    for (std::size_t group = set.next_word(1, 0); group != none; group = set.next_word(1, group + 1))
        if (each_bit(set.level[1][group], group, f)) return true;
    return false;
}

// The same for words that are non-zero in both sets. Each set skips to the next word of the other, so the sparser one
// decides the cost.
template <class State, class F> bool each_common_word(const State& a, const State& b, F&& f) {
    const std::size_t levels = std::min(a.levels, b.levels);
    if (levels == 0) return false;
    if (levels == 1) return a.level[0][0] != 0 && b.level[0][0] != 0 && f(std::size_t{0});
    std::size_t group = a.next_word(1, 0);
    while (group != none) {
        const std::size_t other = b.next_word(1, group);
        if (other == group && each_bit(a.level[1][group] & b.level[1][group], group, f)) return true;
        if (other == none) return false;
        group = a.next_word(1, other == group ? group + 1 : other);
    }
    return false;
}

} // namespace

HierarchicalBitset::HierarchicalBitset(std::size_t size, Memory memory) {
    if (size > max_size)
        throw std::length_error(
            "throng::HierarchicalBitset: a set has at most 2^32 - 1 members; choose a smaller size.");
    state_ = create<State>(memory, memory);
    if (!state_) throw std::bad_alloc();
    if (resize(size)) return;
    HierarchicalBitset given_back(std::move(*this));
    throw std::bad_alloc();
}

HierarchicalBitset::HierarchicalBitset(HierarchicalBitset&& other) noexcept
    : state_(std::exchange(other.state_, nullptr)) {}

HierarchicalBitset& HierarchicalBitset::operator=(HierarchicalBitset&& other) noexcept {
    HierarchicalBitset taken(std::move(other));
    std::swap(state_, taken.state_);
    return *this;
}

HierarchicalBitset::~HierarchicalBitset() {
    if (state_) destroy(state_->memory, state_);
}

Status HierarchicalBitset::resize(std::size_t size) noexcept {
    if (!state_) return refused(Reason::SetMovedFrom);
    if (size > max_size) return status_of(Fault::OutOfCapacity, {});
    if (!state_->reserve(size)) return status_of(Fault::OutOfMemory, {});
    state_->resize(size);
    return {};
}

Status HierarchicalBitset::assign(const HierarchicalBitset& other) noexcept {
    if (!state_) return refused(Reason::SetMovedFrom);
    if (state_ == other.state_) return {};
    if (!state_->reserve(other.size())) return status_of(Fault::OutOfMemory, {});
    state_->resize(other.size());
    for (std::size_t l = 0; l < state_->levels; ++l)
        std::copy(other.state_->level[l].begin(), other.state_->level[l].end(), state_->level[l].begin());
    return {};
}

std::size_t HierarchicalBitset::size() const noexcept { return state_ ? state_->size : 0; }

bool HierarchicalBitset::test(Slot slot) const noexcept {
    return slot < size() && (state_->level[0][slot / 64] & bit(slot)) != 0;
}

void HierarchicalBitset::set(Slot slot) noexcept {
    if (slot < size()) state_->mark(0, slot);
}

void HierarchicalBitset::reset(Slot slot) noexcept {
    if (test(slot)) state_->unmark(0, slot);
}

void HierarchicalBitset::set_run(Run run) noexcept {
    if (run.first >= size() || run.first > run.last) return;
    std::size_t first = run.first, last = std::min<std::size_t>(run.last, size() - 1);
    for (std::size_t l = 0; l < state_->levels; ++l, first /= 64, last /= 64) {
        std::uint64_t* const words = state_->level[l].data();
        const std::size_t head = first / 64, tail = last / 64;
        if (head == tail) {
            words[head] |= bits_from(first) & bits_to(last);
            continue;
        }
        words[head] |= bits_from(first);
        std::fill(words + head + 1, words + tail, full);
        words[tail] |= bits_to(last);
    }
}

void HierarchicalBitset::clear() noexcept {
    if (!state_) return;
    each_word(*state_, [&](std::size_t w) {
        state_->level[0][w] = 0;
        return false;
    });
    for (std::size_t l = 1; l < state_->levels; ++l)
        std::fill(state_->level[l].begin(), state_->level[l].end(), std::uint64_t{0});
}

std::size_t HierarchicalBitset::count() const noexcept {
    std::size_t members = 0;
    if (!state_) return members;
    each_word(*state_, [&](std::size_t w) {
        members += static_cast<std::size_t>(std::popcount(state_->level[0][w]));
        return false;
    });
    return members;
}

bool HierarchicalBitset::any() const noexcept { return size() != 0 && state_->level[state_->levels - 1][0] != 0; }

Slot HierarchicalBitset::next(Slot from) const noexcept {
    return state_ ? static_cast<Slot>(state_->next_bit(0, from)) : no_slot;
}

Run HierarchicalBitset::next_run(Slot from) const noexcept {
    const Slot first = next(from);
    if (first == no_slot) return {};
    return {first, static_cast<Slot>(state_->next_gap(first) - 1)};
}

void HierarchicalBitset::unite(const HierarchicalBitset& other) noexcept {
    if (size() == 0 || other.size() == 0) return;
    const std::size_t words = state_->level[0].size();
    each_word(*other.state_, [&](std::size_t w) {
        if (w >= words) return true;
        const std::uint64_t inside = w + 1 == words ? bits_to(size() - 1) : full;
        state_->put(w, state_->level[0][w] | (other.state_->level[0][w] & inside));
        return false;
    });
}

void HierarchicalBitset::intersect(const HierarchicalBitset& other) noexcept {
    if (other.size() == 0) return clear();
    if (size() == 0) return;
    const State::Words& kept = other.state_->level[0];
    each_word(*state_, [&](std::size_t w) {
        state_->put(w, w < kept.size() ? state_->level[0][w] & kept[w] : 0);
        return false;
    });
}

void HierarchicalBitset::subtract(const HierarchicalBitset& other) noexcept {
    if (size() == 0 || other.size() == 0) return;
    each_common_word(*state_, *other.state_, [&](std::size_t w) {
        state_->put(w, state_->level[0][w] & ~other.state_->level[0][w]);
        return false;
    });
}

bool HierarchicalBitset::intersects(const HierarchicalBitset& other) const noexcept {
    if (size() == 0 || other.size() == 0) return false;
    return each_common_word(*state_, *other.state_,
                            [&](std::size_t w) { return (state_->level[0][w] & other.state_->level[0][w]) != 0; });
}

kernels::BitsetView Access::view(const HierarchicalBitset& set) noexcept {
    if (set.size() == 0) return {};
    return {set.state_->level[0].data(), static_cast<std::uint32_t>(set.size())};
}

} // namespace throng
