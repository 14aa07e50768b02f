// SPDX-License-Identifier: MIT
#include "engine/src/base/access.hpp"
#include "engine/src/base/hash.hpp"
#include "engine/src/query/pairs_state.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <new>
#include <utility>

namespace throng {

namespace {

std::max_align_t pair_marks[1]; // addresses that no state has

} // namespace

std::size_t Pairs::State::bytes() const noexcept {
    std::size_t total = sizeof(State) + bytes_of(pairs, spare, ids, squared, centers, items, scratch, runs, blocks);
    for (const PairBlock* block : blocks) total += block->pairs.bytes();
    return total;
}

Fault Pairs::State::sort_by_slot(const Executor& executor) noexcept {
    const std::size_t count = pairs.size();
    if (!spare.resize_with_room(count)) return Fault::OutOfMemory;
    const std::size_t slots = sorts_on_one_thread(count, executor) ? countable_slots({pairs.data(), count}) : 0;
    if (slots != 0) {
        // There is room for any slots that so many pairs may have: the next answer needs no more.
        if (!scratch.reserve(2 * most_countable_slots(count))) return Fault::OutOfMemory;
        scratch.resize(2 * slots);
        sort_pairs_by_counting({pairs.data(), count}, {spare.data(), count}, {scratch.data(), 2 * slots});
        return Fault::None;
    }
    const std::size_t counters = pair_counters(count, executor);
    if (counters != 0 && !scratch.resize_discard(counters)) return Fault::OutOfMemory;
    return sort_pairs({pairs.data(), count}, {spare.data(), count}, {scratch.data(), counters}, executor)
               ? Fault::None
               : Fault::Cancelled;
}

void Pairs::State::release_scratch() noexcept {
    release_all(spare, centers, items, scratch);
    for (PairBlock* block : blocks) block->pairs.release();
}

void Pairs::State::release_memory() noexcept {
    release_all(pairs, ids, squared);
    release_scratch();
}

// The fault behind a pointer that is no state.
Pairs::State* const Pairs::State::out_of_memory = reinterpret_cast<State*>(&pair_marks[0]);

Pairs::Pairs(Memory memory) noexcept : state_(State::out_of_memory) {
    if (State* const state = create<State>(memory, memory)) state_ = state;
}

Pairs::Pairs(Pairs&& other) noexcept : state_(std::exchange(other.state_, nullptr)) {}

Pairs& Pairs::operator=(Pairs&& other) noexcept {
    Pairs taken(std::move(other));
    std::swap(state_, taken.state_);
    return *this;
}

Pairs::~Pairs() {
    if (!State::real(state_)) return;
    destroy(state_->blocks.memory(), state_);
}

std::size_t Pairs::size() const noexcept { return State::real(state_) ? state_->pairs.size() : 0; }
std::span<const Pair> Pairs::view() const noexcept {
    if (!State::real(state_)) return {};
    return {state_->pairs.data(), state_->pairs.size()};
}
std::span<const IdPair> Pairs::ids() const noexcept {
    if (!State::real(state_)) return {};
    return {state_->ids.data(), state_->ids.size()};
}
std::span<const float> Pairs::squared_distances() const noexcept {
    if (!State::real(state_)) return {};
    return {state_->squared.data(), state_->squared.size()};
}
std::uint64_t Pairs::candidates() const noexcept { return State::real(state_) ? state_->candidates : 0; }

std::uint64_t Pairs::hash() const noexcept {
    Hash hash;
    hash.add(view());
    return hash.value();
}

Status Pairs::reserve(std::size_t pairs) noexcept {
    if (!State::real(state_)) return State::status(state_);
    if (pairs >= no_slot) return {Fault::OutOfCapacity, no_slot, 0};
    return {state_->pairs.reserve(pairs + kernels::sink_margin) ? Fault::None : Fault::OutOfMemory, no_slot, 0};
}

void Pairs::trim() noexcept {
    if (State::real(state_)) state_->release_scratch();
}

namespace {

constexpr unsigned pair_digit_bits = 10;
constexpr std::uint32_t buckets = 1u << pair_digit_bits;
constexpr std::size_t few_pairs = 24; // pairs that are sorted by comparing alone
constexpr std::size_t pairs_per_block = 16 * 1024, max_pair_blocks = 64;
constexpr std::uint32_t buckets_per_task = 16;

std::uint32_t pair_blocks(std::size_t pairs, const Executor& executor) noexcept {
    if (parallel::is_serial(executor)) return 1;
    return static_cast<std::uint32_t>(std::clamp<std::size_t>(pairs / pairs_per_block, 1, max_pair_blocks));
}

void insert_in_order(Pair* pairs, std::size_t count) noexcept {
    for (std::size_t i = 1; i < count; ++i) {
        const Pair pair = pairs[i];
        std::size_t at = i;
        for (; at > 0 && pair_before(pair, pairs[at - 1]); --at) pairs[at] = pairs[at - 1];
        pairs[at] = pair;
    }
}

Pair pair_of(std::uint64_t key) noexcept { return {static_cast<Slot>(key >> 32), static_cast<Slot>(key)}; }

void order(std::uint64_t& first, std::uint64_t& second) noexcept {
    const std::uint64_t least = std::min(first, second);
    second = std::max(first, second);
    first = least;
}

// Four or eight pairs by a sorting network (Knuth 1998, 5.3.4): no branch, which would depend on slots that are as good
// as random.
template <std::size_t width> void sort_window(Pair* pairs) noexcept {
    static_assert(width == 4 || width == 8);
    std::uint64_t k[width];
    for (std::size_t i = 0; i < width; ++i) k[i] = key_of(pairs[i]);
    for (std::size_t half = 0; half < width; half += 4) {
        order(k[half], k[half + 1]), order(k[half + 2], k[half + 3]), order(k[half], k[half + 2]);
        order(k[half + 1], k[half + 3]), order(k[half + 1], k[half + 2]);
    }
    if constexpr (width == 8) { // merges both halves
        order(k[0], k[4]), order(k[1], k[5]), order(k[2], k[6]), order(k[3], k[7]);
        order(k[2], k[4]), order(k[3], k[5]), order(k[1], k[2]), order(k[3], k[4]), order(k[5], k[6]);
    }
    for (std::size_t i = 0; i < width; ++i) pairs[i] = pair_of(k[i]);
}

void sort_few_or_many(Pair* pairs, std::size_t count) noexcept {
    if (count <= few_pairs)
        insert_in_order(pairs, count);
    else
        std::sort(pairs, pairs + count, pair_before);
}

// Sorts pairs whose first slots differ in the lowest `bits` at most. The result is in `to`; `from` is unspecified then.
void sort_bucket(Pair* from, Pair* to, std::size_t count, unsigned bits) noexcept {
    if (count <= few_pairs || bits == 0) {
        std::copy_n(from, count, to);
        return sort_few_or_many(to, count);
    }
    const unsigned shift = bits > pair_digit_bits ? bits - pair_digit_bits : 0;
    const std::uint32_t keys = 1u << (bits - shift), mask = keys - 1;
    std::array<std::uint32_t, buckets> end; // of each key, once its pairs are in place
    std::fill_n(end.begin(), keys, 0u);
    for (std::size_t i = 0; i < count; ++i) ++end[(from[i].a >> shift) & mask];
    std::uint32_t sum = 0;
    for (std::uint32_t key = 0; key < keys; ++key) sum += std::exchange(end[key], sum);
    for (std::size_t i = 0; i < count; ++i) to[end[(from[i].a >> shift) & mask]++] = from[i];
    for (std::uint32_t key = 0, begin = 0; key < keys; begin = end[key++]) {
        const std::size_t size = end[key] - begin;
        if (shift == 0 && size <= 8 && begin + std::size_t{8} <= count) {
            // Pairs of later keys among them come later as they are.
            size <= 4 ? sort_window<4>(to + begin) : sort_window<8>(to + begin);
        } else if (shift == 0 || size <= few_pairs) {
            sort_few_or_many(to + begin, size);
        } else {
            sort_bucket(to + begin, from + begin, size, shift);
            std::copy_n(from + begin, size, to + begin);
        }
    }
}

// The bits that any first slot needs.
unsigned bits_of(std::span<const Pair> pairs) noexcept {
    Slot all = 0;
    for (const Pair& pair : pairs) all |= pair.a;
    return static_cast<unsigned>(std::bit_width(all));
}

} // namespace

bool sorts_on_one_thread(std::size_t pairs, const Executor& executor) noexcept {
    return pair_blocks(pairs, executor) == 1;
}

std::size_t pair_counters(std::size_t pairs, const Executor& executor) noexcept {
    return pairs <= few_pairs ? 0 : (pair_blocks(pairs, executor) + std::size_t{1}) * buckets + 1;
}

bool sort_pairs(std::span<Pair> pairs, std::span<Pair> spare, std::span<std::uint32_t> counters,
                const Executor& executor) noexcept {
    if (pairs.size() <= few_pairs) {
        insert_in_order(pairs.data(), pairs.size());
        return true;
    }
    const std::uint32_t blocks = pair_blocks(pairs.size(), executor);
    const unsigned bits = bits_of(pairs), shift = bits > pair_digit_bits ? bits - pair_digit_bits : 0;
    const auto block = [&](std::uint32_t b) {
        const std::size_t begin = pairs.size() * b / blocks, end = pairs.size() * (b + std::size_t{1}) / blocks;
        return pairs.subspan(begin, end - begin);
    };
    const auto counts_of = [&](std::uint32_t b) { return counters.subspan(std::size_t{b} * buckets, buckets); };
    const std::span<std::uint32_t> bucket_begin = counters.subspan(std::size_t{blocks} * buckets, buckets + 1);

    bool ran = parallel::for_each_block(executor, blocks, [&](std::uint32_t b) {
        const std::span<std::uint32_t> counts = counts_of(b);
        std::fill(counts.begin(), counts.end(), 0u);
        for (const Pair& pair : block(b)) ++counts[pair.a >> shift];
    });
    if (!ran) return false;
    // A count becomes where its block's pairs of the bucket begin.
    std::uint32_t sum = 0;
    for (std::uint32_t bucket = 0; bucket < buckets; ++bucket) {
        bucket_begin[bucket] = sum;
        for (std::uint32_t b = 0; b < blocks; ++b) sum += std::exchange(counts_of(b)[bucket], sum);
    }
    bucket_begin[buckets] = sum;
    ran = parallel::for_each_block(executor, blocks, [&](std::uint32_t b) {
        const std::span<std::uint32_t> to = counts_of(b);
        for (const Pair& pair : block(b)) spare[to[pair.a >> shift]++] = pair;
    });
    if (!ran) return false;
    return parallel::for_each_block(executor, buckets / buckets_per_task, [&](std::uint32_t task) {
        for (std::uint32_t i = 0; i < buckets_per_task; ++i) {
            const std::uint32_t bucket = task * buckets_per_task + i, begin = bucket_begin[bucket];
            sort_bucket(spare.data() + begin, pairs.data() + begin, bucket_begin[bucket + 1] - begin, shift);
        }
    });
}

void sort_each_once(Column<Pair>& pairs) noexcept {
    std::sort(pairs.begin(), pairs.end(), pair_before);
    const auto same = [](Pair p, Pair q) { return key_of(p) == key_of(q); };
    pairs.resize(static_cast<std::size_t>(std::unique(pairs.begin(), pairs.end(), same) - pairs.begin()));
}

std::size_t countable_slots(std::span<const Pair> pairs) noexcept {
    Slot largest = 0;
    for (const Pair& pair : pairs) largest = std::max(largest, pair.b);
    const bool few = pairs.size() > few_pairs && largest < most_countable_slots(pairs.size());
    return few ? largest + std::size_t{1} : 0;
}

std::size_t most_countable_slots(std::size_t pairs) noexcept {
    constexpr std::size_t most = 1u << 17;
    return std::min(most, 4 * pairs);
}

void sort_pairs_by_counting(std::span<Pair> pairs, std::span<Pair> spare, std::span<std::uint32_t> counters) noexcept {
    const std::size_t slots = counters.size() / 2;
    std::uint32_t *const by_a = counters.data(), *const by_b = by_a + slots;
    std::fill(counters.begin(), counters.end(), 0u);
    for (const Pair& pair : pairs) ++by_a[pair.a], ++by_b[pair.b];
    std::uint32_t sum_a = 0, sum_b = 0;
    for (std::size_t slot = 0; slot < slots; ++slot) {
        sum_a += std::exchange(by_a[slot], sum_a);
        sum_b += std::exchange(by_b[slot], sum_b);
    }
    for (const Pair& pair : pairs) spare[by_b[pair.b]++] = pair;
    for (const Pair& pair : spare) pairs[by_a[pair.a]++] = pair;
}

} // namespace throng
