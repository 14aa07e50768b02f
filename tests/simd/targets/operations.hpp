// SPDX-License-Identifier: MIT
// Every operation on lanes as a plain function over plain arrays, so that tests compiled for any CPU can call the ones
// compiled for a certain instruction set. Arrays hold 16 values; masks are words, lane i in bit i.
#pragma once

#include <cstddef>
#include <cstdint>

namespace throng::test {

struct Operations {
    using Word = std::uint32_t;

    template <class T> using Unary = void (*)(const T* a, T* out);
    template <class T> using Binary = void (*)(const T* a, const T* b, T* out);
    template <class T> using Compare = Word (*)(const T* a, const T* b);
    template <class T> using Select = void (*)(Word mask, const T* a, const T* b, T* out);
    template <class T> using Copy = void (*)(const T* from, T* to);
    template <class T> using CopySome = void (*)(const T* from, T* to, int n);
    template <class T> using Pack = Word (*)(T* to, const T* v, Word bits);

    struct Floats {
        Binary<float> add, subtract, multiply, divide, min, max;
        Unary<float> sqrt, abs;
        Binary<float> even_lanes, odd_lanes;
        Compare<float> less, less_equal, greater, greater_equal, equal;
        Select<float> select;
        float (*reduce_min)(const float*);
        float (*reduce_max)(const float*);
        void (*reduce_max_of_four)(const float* four_times_sixteen, float* four);
        void (*to_words)(const float*, Word*);
        void (*as_words)(const float*, Word*);
    } floats;

    struct Words {
        Binary<Word> add, subtract, bit_and, bit_or, min, max;
        Compare<Word> less, greater, equal;
        Select<Word> select, add_where;
        void (*shift_left)(const Word*, unsigned count, Word*);
        void (*shift_right)(const Word*, unsigned count, Word*);
        void (*as_floats)(const Word*, float*);
        Unary<Word> inclusive_scan, broadcast_last;
    } words;

    struct Masks {
        Word (*round_trip)(Word);
        Word (*constant)(Word);
        Word (*bit_and)(Word, Word);
        Word (*bit_or)(Word, Word);
        Word (*andnot)(Word, Word);
        bool (*any)(Word);
        bool (*all)(Word);
        Word (*first[3])(int n); // packets of 1, 2 and 4 elements
        Word (*count)(Word);
        Word (*lowest)(Word);
    } masks;

    template <class T> struct Memory {
        Copy<T> copy;
        CopySome<T> load_first, store_first; // the whole other array is written or read
        void (*broadcast)(T, T*);
        Copy<T> spread[3], repeat[3]; // packets of 1, 2 and 4 elements
        Pack<T> pack_by_bits, pack_by_mask;
        void (*expand)(const T* from, Word bits, T* to);
    };
    Memory<float> float_memory;
    Memory<Word> word_memory;
    void (*stream)(const float* from, float* to);
    void (*gather)(const float* base, std::size_t stride_bytes, const Word* index, float* out);
    void (*gather_words)(const Word* base, const Word* index, bool fast, Word* out);
    void (*gather_packed)(const float* base, const Word* index, float* out); // null: no instruction does it
    void (*gather_columns)(int count, const float* const* columns, const Word* index,
                           float* out);                                     // two to four arrays of 16
    void (*gather_quads)(const float* base, const Word* index, float* out); // four arrays of 16
    Word (*interleave_by_bits)(Word* to, const Word* a, const Word* b, Word bits);
    Word (*interleave_by_mask)(Word* to, const Word* a, const Word* b, Word bits);
    void (*interleave_all)(Word* to, const Word* a, const Word* b);
    Word (*ordered_pairs)(Word* to, Word one, const Word* others, Word bits);
    // Tiles of 4 x 4; room for so many pairs and sixteen more. Returns how many were written, or refused.
    static constexpr Word refused = 0xFFFF'FFFF;
    Word (*tile_pairs)(const Word* elements, const Word* candidates, const std::uint16_t* hits, Word tiles, Word* to,
                       Word room);

    // 16 boxes: four arrays of 16 in a row, min x, min y, max x, max y. 16 points: two. 16 rays: origin, direction,
    // max_t.
    struct Predicates {
        Word (*overlaps)(const float* a, const float* b);
        void (*squared_distance_to_box)(const float* boxes, const float* points, float* out);
        void (*squared_distance_to_center)(const float* centers, const float* points, float* out);
        Word (*enter)(const float* rays, const float* boxes, float* t);
    } predicates;
};

/// Defined in operations_of.hpp, instantiated in one file per instruction set.
template <class A> Operations operations_of();

} // namespace throng::test
