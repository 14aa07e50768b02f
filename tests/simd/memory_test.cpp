// SPDX-License-Identifier: MIT
// Loads, stores, packets and gathers: what they read, what they leave, and that they touch nothing beyond.
#include "tests/simd/targets/each_isa.hpp"
#include "tests/support/guard_page.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <climits>
#include <numeric>

namespace throng::test {
namespace {

template <class T> std::vector<T> numbers(int n) {
    std::vector<T> v(static_cast<std::size_t>(n));
    std::iota(v.begin(), v.end(), T{1});
    return v;
}

template <class T> void expect_whole_copies(const Operations::Memory<T>& run) {
    const std::vector<T> from = numbers<T>(lane_count + 16);
    for (int offset = 0; offset < 16; ++offset) { // no alignment is needed
        std::vector<T> to(lane_count + 32, T{99});

        run.copy(from.data() + offset, to.data() + offset);

        for (int i = 0; i < lane_count + 32; ++i) {
            const bool written = i >= offset && i < offset + lane_count;
            ASSERT_EQ(to[static_cast<std::size_t>(i)], written ? from[static_cast<std::size_t>(i)] : T{99});
        }
    }
}

template <class T> void expect_first_alone(const Operations::Memory<T>& run, const MemoryBeforeGuardPage& memory) {
    for (const int n : {INT_MIN, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}) {
        const int count = std::clamp(n, 0, lane_count);
        const std::vector<T> values = numbers<T>(lane_count);
        T* const edge = memory.last<T>(count);
        std::copy_n(values.begin(), count, edge);
        T loaded[lane_count];

        run.load_first(edge, loaded, n);

        for (int i = 0; i < lane_count; ++i)
            ASSERT_EQ(loaded[i], i < count ? values[static_cast<std::size_t>(i)] : T{0}) << i << " of " << n;

        std::fill_n(edge, count, T{0});
        T* const before = memory.last<T>(count + 4);
        std::fill_n(before, 4, T{77});

        run.store_first(values.data(), edge, n);

        for (int i = 0; i < count; ++i) ASSERT_EQ(edge[i], values[static_cast<std::size_t>(i)]) << i << " of " << n;
        for (int i = 0; i < 4; ++i) ASSERT_EQ(before[i], T{77});
    }
}

template <class T> void expect_more_than_16_is_16(const Operations::Memory<T>& run) {
    const std::vector<T> from = numbers<T>(lane_count + 4);
    for (const int n : {17, 100, INT_MAX}) {
        std::vector<T> loaded(lane_count), stored(lane_count + 4, T{77});

        run.load_first(from.data(), loaded.data(), n);
        run.store_first(from.data(), stored.data(), n);

        EXPECT_TRUE(std::equal(loaded.begin(), loaded.end(), from.begin()));
        EXPECT_TRUE(std::equal(stored.begin(), stored.begin() + lane_count, from.begin()));
        EXPECT_EQ(std::count(stored.begin() + lane_count, stored.end(), T{77}), 4);
    }
}

template <class T> void expect_packets(const Operations::Memory<T>& run, const MemoryBeforeGuardPage& memory) {
    for (int k = 0; k < 3; ++k) {
        const int elements = 1 << k, candidates = lane_count / elements;
        const std::vector<T> values = numbers<T>(lane_count);
        T spread[lane_count], repeated[lane_count];

        T* const few = memory.last<T>(elements);
        std::copy_n(values.begin(), elements, few);
        run.spread[k](few, spread);
        T* const many = memory.last<T>(candidates);
        std::copy_n(values.begin(), candidates, many);
        run.repeat[k](many, repeated);

        for (int lane = 0; lane < lane_count; ++lane) {
            EXPECT_EQ(spread[lane], values[static_cast<std::size_t>(lane / candidates)])
                << elements << " elements, lane " << lane;
            EXPECT_EQ(repeated[lane], values[static_cast<std::size_t>(lane % candidates)])
                << elements << " elements, lane " << lane;
        }
    }
}

class SimdMemory : public EachIsa {
protected:
    MemoryBeforeGuardPage memory;
};

THRONG_TEST_EACH_ISA(SimdMemory);

TEST_P(SimdMemory, LoadsAndStoresNeedNoAlignment) {
    expect_whole_copies(run.float_memory);
    expect_whole_copies(run.word_memory);
}

TEST_P(SimdMemory, TailsTouchNothingBeyondThem) {
    expect_first_alone(run.float_memory, memory);
    expect_first_alone(run.word_memory, memory);
}

TEST_P(SimdMemory, TailsOfMoreThanATileAreATile) {
    expect_more_than_16_is_16(run.float_memory);
    expect_more_than_16_is_16(run.word_memory);
}

TEST_P(SimdMemory, StreamWritesALineAndNothingBeyond) {
    alignas(64) float lines[3 * lane_count];
    std::fill_n(lines, 3 * lane_count, 77.f);
    const std::vector<float> values = numbers<float>(lane_count);

    run.stream(values.data(), lines + lane_count);

    EXPECT_TRUE(std::equal(values.begin(), values.end(), lines + lane_count));
    EXPECT_EQ(std::count(lines, lines + 3 * lane_count, 77.f), 2 * lane_count);
}

TEST_P(SimdMemory, BroadcastFillsEveryLane) {
    float floats[lane_count];
    Word words[lane_count];

    run.float_memory.broadcast(-0.0f, floats);
    run.word_memory.broadcast(0x80000001u, words);

    for (int i = 0; i < lane_count; ++i) {
        EXPECT_EQ(bits_of(floats[i]), bits_of(-0.0f));
        EXPECT_EQ(words[i], 0x80000001u);
    }
}

TEST_P(SimdMemory, PacketsAreElementMajorAndReadNoMore) {
    expect_packets(run.float_memory, memory);
    expect_packets(run.word_memory, memory);
}

TEST_P(SimdMemory, GatherFollowsAnyStride) {
    const std::vector<float> values = numbers<float>(4096);
    for (const std::size_t stride :
         {std::size_t{0}, std::size_t{4}, std::size_t{8}, std::size_t{12}, std::size_t{20}, std::size_t{64}}) {
        Word index[lane_count];
        for (Word i = 0; i < lane_count; ++i) index[i] = i * 37 % 251;
        float out[lane_count];

        run.gather(values.data(), stride, index, out);

        for (int i = 0; i < lane_count; ++i) EXPECT_EQ(out[i], values[index[i] * stride / 4]);
    }
}

TEST_P(SimdMemory, TheGatherInstructionDoesWhatSingleLoadsDo) {
    EXPECT_EQ(run.gather_packed != nullptr, GetParam() == simd::Isa::avx512);
    if (!run.gather_packed) return;
    const std::vector<float> values = numbers<float>(4096);
    Word index[lane_count];
    for (Word i = 0; i < lane_count; ++i) index[i] = i * 1037 % 4091;
    float out[lane_count];

    run.gather_packed(values.data(), index, out);

    for (int i = 0; i < lane_count; ++i) EXPECT_EQ(out[i], values[index[i]]);
}

TEST_P(SimdMemory, WordsAreGatheredByEitherWay) {
    const std::vector<Word> values = numbers<Word>(4096);
    Word index[lane_count];
    for (Word i = 0; i < lane_count; ++i) index[i] = i * 1037 % 4091;
    for (const bool fast : {false, true}) {
        Word out[lane_count];

        run.gather_words(values.data(), index, fast, out);

        for (int i = 0; i < lane_count; ++i) EXPECT_EQ(out[i], values[index[i]]) << fast;
    }
}

TEST_P(SimdMemory, ColumnsAreGatheredAsOneByOne) {
    const std::vector<float> values = numbers<float>(4096);
    const float* const columns[] = {values.data(), values.data() + 1000, values.data() + 500, values.data() + 2000};
    Word index[lane_count];
    for (Word i = 0; i < lane_count; ++i) index[i] = i * 1037 % 2089;
    for (const int count : {2, 3, 4}) {
        float out[4 * lane_count];

        run.gather_columns(count, columns, index, out);

        for (int n = 0; n < count; ++n)
            for (int i = 0; i < lane_count; ++i)
                EXPECT_EQ(out[n * lane_count + i], columns[n][index[i]]) << "column " << n << ", lane " << i;
    }
}

TEST_P(SimdMemory, QuadsAreRowsMadeColumns) {
    const std::vector<float> values = numbers<float>(1 + 4 * 251); // from an address that is no row's
    Word index[lane_count];
    for (Word i = 0; i < lane_count; ++i) index[i] = i * 37 % 251;
    float out[4][lane_count];

    run.gather_quads(values.data() + 1, index, out[0]);

    for (int i = 0; i < lane_count; ++i)
        for (std::size_t k = 0; k < 4; ++k)
            EXPECT_EQ(out[k][i], values[1 + 4 * std::size_t{index[i]} + k]) << "lane " << i << ", " << k;
}

TEST_P(SimdMemory, GatherReachesBeyond31BitsOfIndexAndOffset) {
    const std::size_t size = (std::size_t{1} << 34) + 4096;
    void* const start = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) GTEST_SKIP() << "NOT TESTED: no 16 GB of address space";
    float* const base = static_cast<float*>(start);
    Word index[lane_count];
    for (Word i = 0; i < lane_count; ++i) {
        index[i] = 0xFFFF'FFFFu - i * 0x0FFF'FFFFu;
        base[index[i]] = static_cast<float>(i + 1);
    }
    float out[lane_count];

    run.gather(base, sizeof(float), index, out);
    for (int i = 0; i < lane_count; ++i) EXPECT_EQ(out[i], static_cast<float>(i + 1));

    const float* const columns[] = {base, base};
    float both[2 * lane_count];
    run.gather_columns(2, columns, index, both);
    for (int i = 0; i < 2 * lane_count; ++i) EXPECT_EQ(both[i], static_cast<float>(i % lane_count + 1));

    for (Word& row : index) row /= 4;
    float quads[4 * lane_count];
    run.gather_quads(base, index, quads);
    for (Word i = 0; i < lane_count; ++i) {
        const Word in_row = (0xFFFF'FFFFu - i * 0x0FFF'FFFFu) % 4;
        EXPECT_EQ(quads[in_row * lane_count + i], static_cast<float>(i + 1));
    }
    munmap(start, size);
}

} // namespace
} // namespace throng::test
