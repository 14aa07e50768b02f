// SPDX-License-Identifier: MIT
// The table of operations of one instruction set; instantiated by the files beside it.
#pragma once

#include "simd/lane_predicates.hpp"
#include "simd/tile_pairs.hpp"
#include "tests/simd/targets/operations.hpp"

#include <algorithm>

namespace throng::test {

using Word = std::uint32_t;

template <class A> Operations::Floats float_operations() {
    using namespace simd;
    using In = const float*;
    return {
        .add = [](In a, In b, float* out) { store(out, load<A>(a) + load<A>(b)); },
        .subtract = [](In a, In b, float* out) { store(out, load<A>(a) - load<A>(b)); },
        .multiply = [](In a, In b, float* out) { store(out, load<A>(a) * load<A>(b)); },
        .divide = [](In a, In b, float* out) { store(out, load<A>(a) / load<A>(b)); },
        .min = [](In a, In b, float* out) { store(out, min(load<A>(a), load<A>(b))); },
        .max = [](In a, In b, float* out) { store(out, max(load<A>(a), load<A>(b))); },
        .sqrt = [](In a, float* out) { store(out, sqrt(load<A>(a))); },
        .abs = [](In a, float* out) { store(out, abs(load<A>(a))); },
        .even_lanes = [](In a, In b, float* out) { store(out, even_lanes(load<A>(a), load<A>(b))); },
        .odd_lanes = [](In a, In b, float* out) { store(out, odd_lanes(load<A>(a), load<A>(b))); },
        .less = [](In a, In b) { return bits(load<A>(a) < load<A>(b)); },
        .less_equal = [](In a, In b) { return bits(load<A>(a) <= load<A>(b)); },
        .greater = [](In a, In b) { return bits(load<A>(a) > load<A>(b)); },
        .greater_equal = [](In a, In b) { return bits(load<A>(a) >= load<A>(b)); },
        .equal = [](In a, In b) { return bits(load<A>(a) == load<A>(b)); },
        .select = [](Word mask, In a, In b,
                     float* out) { store(out, select(from_bits<A>(mask), load<A>(a), load<A>(b))); },
        .reduce_min = [](In a) { return reduce_min(load<A>(a)); },
        .reduce_max = [](In a) { return reduce_max(load<A>(a)); },
        .reduce_max_of_four =
            [](In a, float* out) {
                reduce_max_of_four<A>({load<A>(a), load<A>(a + 16), load<A>(a + 32), load<A>(a + 48)}, out);
            },
        .to_words = [](In a, Word* out) { store(out, to_words(load<A>(a))); },
        .as_words = [](In a, Word* out) { store(out, as_words(load<A>(a))); },
    };
}

template <class A> Operations::Words word_operations() {
    using namespace simd;
    using In = const Word*;
    return {
        .add = [](In a, In b, Word* out) { store(out, load<A>(a) + load<A>(b)); },
        .subtract = [](In a, In b, Word* out) { store(out, load<A>(a) - load<A>(b)); },
        .bit_and = [](In a, In b, Word* out) { store(out, load<A>(a) & load<A>(b)); },
        .bit_or = [](In a, In b, Word* out) { store(out, load<A>(a) | load<A>(b)); },
        .min = [](In a, In b, Word* out) { store(out, min(load<A>(a), load<A>(b))); },
        .max = [](In a, In b, Word* out) { store(out, max(load<A>(a), load<A>(b))); },
        .less = [](In a, In b) { return bits(load<A>(a) < load<A>(b)); },
        .greater = [](In a, In b) { return bits(load<A>(a) > load<A>(b)); },
        .equal = [](In a, In b) { return bits(load<A>(a) == load<A>(b)); },
        .select = [](Word mask, In a, In b,
                     Word* out) { store(out, select(from_bits<A>(mask), load<A>(a), load<A>(b))); },
        .add_where = [](Word mask, In a, In b,
                        Word* out) { store(out, add_where(from_bits<A>(mask), load<A>(a), load<A>(b))); },
        .shift_left = [](In a, unsigned count, Word* out) { store(out, load<A>(a) << count); },
        .shift_right = [](In a, unsigned count, Word* out) { store(out, load<A>(a) >> count); },
        .as_floats = [](In a, float* out) { store(out, as_floats(load<A>(a))); },
        .inclusive_scan = [](In a, Word* out) { store(out, inclusive_scan<A>(load<A>(a))); },
        .broadcast_last = [](In a, Word* out) { store(out, broadcast_last<A>(load<A>(a))); },
    };
}

template <class A> Operations::Masks mask_operations() {
    using namespace simd;
    return {
        .round_trip = [](Word a) { return bits(from_bits<A>(a)); },
        .constant = [](Word a) { return bits(constant_mask<A>(a)); },
        .bit_and = [](Word a, Word b) { return bits(from_bits<A>(a) & from_bits<A>(b)); },
        .bit_or = [](Word a, Word b) { return bits(from_bits<A>(a) | from_bits<A>(b)); },
        .andnot = [](Word a, Word b) { return bits(andnot(from_bits<A>(a), from_bits<A>(b))); },
        .any = [](Word a) { return any(from_bits<A>(a)); },
        .all = [](Word a) { return all(from_bits<A>(a)); },
        .first = {[](int n) { return bits(first<A>(n)); }, [](int n) { return bits(first<A, 2>(n)); },
                  [](int n) { return bits(first<A, 4>(n)); }},
        .count = [](Word a) { return count<A>(a); },
        .lowest = [](Word a) { return lowest<A>(a); },
    };
}

template <class A, class T> Operations::Memory<T> memory_operations() {
    using namespace simd;
    using In = const T*;
    return {
        .copy = [](In from, T* to) { store(to, load<A>(from)); },
        .load_first = [](In from, T* to, int n) { store(to, load_first<A>(from, n)); },
        .store_first = [](In from, T* to, int n) { store_first(to, load<A>(from), n); },
        .broadcast = [](T value, T* to) { store(to, broadcast<A>(value)); },
        .spread = {[](In from, T* to) { store(to, spread<A, 1>(from)); },
                   [](In from, T* to) { store(to, spread<A, 2>(from)); },
                   [](In from, T* to) { store(to, spread<A, 4>(from)); }},
        .repeat = {[](In from, T* to) { store(to, repeat<A, 1>(from)); },
                   [](In from, T* to) { store(to, repeat<A, 2>(from)); },
                   [](In from, T* to) { store(to, repeat<A, 4>(from)); }},
        .pack_by_bits = [](T* to, In v, Word bits) { return pack_store(to, load<A>(v), bits); },
        .pack_by_mask = [](T* to, In v, Word bits) { return pack_store(to, load<A>(v), from_bits<A>(bits)); },
        .expand = [](In from, Word bits, T* to) { store(to, expand<A>(from, bits)); },
    };
}

template <class A> simd::Boxes<A> load_boxes(const float* from) {
    return {simd::load<A>(from), simd::load<A>(from + 16), simd::load<A>(from + 32), simd::load<A>(from + 48)};
}

template <class A> simd::Points<A> load_points(const float* from) {
    return {simd::load<A>(from), simd::load<A>(from + 16)};
}

template <class A> Operations::Predicates predicate_operations() {
    using namespace simd;
    using In = const float*;
    return {
        .overlaps = [](In a, In b) { return bits(overlaps(load_boxes<A>(a), load_boxes<A>(b))); },
        .squared_distance_to_box =
            [](In boxes, In points, float* out) {
                store(out, squared_distance_to_box(load_boxes<A>(boxes), load_points<A>(points)));
            },
        .squared_distance_to_center =
            [](In centers, In points, float* out) {
                store(out, squared_distance_to_center(load_points<A>(centers), load_points<A>(points)));
            },
        .enter =
            [](In rays, In boxes, float* t) {
                const Rays<A> ray = {load_points<A>(rays), load_points<A>(rays + 32), load<A>(rays + 64)};
                const Entries<A> entries = enter(ray, load_boxes<A>(boxes));
                store(t, entries.t);
                return bits(entries.hit);
            },
    };
}

template <class A> Operations operations_of() {
    using namespace simd;
    return {
        .floats = float_operations<A>(),
        .words = word_operations<A>(),
        .masks = mask_operations<A>(),
        .float_memory = memory_operations<A, float>(),
        .word_memory = memory_operations<A, Word>(),
        .stream =
            [](const float* from, float* to) {
                stream(to, load<A>(from));
                streamed();
            },
        .gather = [](const float* base, std::size_t stride, const Word* index,
                     float* out) { store(out, gather<A>(base, stride, index)); },
        .gather_words = [](const Word* base, const Word* index, bool fast,
                           Word* out) { store(out, gather_words<A>(base, index, fast)); },
        .gather_packed =
            [] {
                void (*gather)(const float*, const Word*, float*) = nullptr;
                if constexpr (has_gather<A>)
                    gather = [](const float* base, const Word* index, float* out) {
                        store(out, gather_packed<A>(base, index));
                    };
                return gather;
            }(),
        .gather_columns =
            [](int count, const float* const* columns, const Word* index, float* out) {
                const auto of = [&](const auto&... column) THRONG_FLAT {
                    constexpr int n = sizeof...(column);
                    Floats<A> lanes[n];
                    gather_columns<A>({column...}, index, lanes);
                    for (int k = 0; k < n; ++k) store(out + k * lane_count, lanes[k]);
                };
                if (count == 2) of(columns[0], columns[1]);
                if (count == 3) of(columns[0], columns[1], columns[2]);
                if (count == 4) of(columns[0], columns[1], columns[2], columns[3]);
            },
        .gather_quads =
            [](const float* base, const Word* index, float* out) {
                Floats<A> columns[4];
                gather_quads<A>(base, index, columns);
                for (int k = 0; k < 4; ++k) store(out + k * lane_count, columns[k]);
            },
        .interleave_by_bits = [](Word* to, const Word* a, const Word* b,
                                 Word bits) { return interleave_store(to, load<A>(a), load<A>(b), bits); },
        .interleave_by_mask =
            [](Word* to, const Word* a, const Word* b, Word bits) {
                return interleave_store(to, load<A>(a), load<A>(b), from_bits<A>(bits));
            },
        .interleave_all = [](Word* to, const Word* a,
                             const Word* b) { interleave_store<A>(to, load<A>(a), load<A>(b)); },
        .ordered_pairs = [](Word* to, Word one, const Word* others,
                            Word bits) { return ordered_pairs_store<A>(to, one, load<A>(others), bits); },
        .tile_pairs =
            [](const Word* elements, const Word* candidates, const std::uint16_t* hits, Word tiles, Word* to,
               Word room) {
                TileList<A> list;
                std::copy(elements, elements + 4 * tiles, list.elements);
                std::copy(candidates, candidates + 4 * tiles, list.candidates);
                std::copy(hits, hits + tiles, list.hits);
                PairRoom at{to, to + 2 * room};
                return tile_pairs_store(list, tiles, 64, at) ? static_cast<Word>(at.to - to) / 2 : Operations::refused;
            },
        .predicates = predicate_operations<A>(),
    };
}

} // namespace throng::test
