// SPDX-License-Identifier: MIT
// Pairs of boxes anywhere in memory, tested four at a time, against the public predicate.
#include "simd/box_pair.hpp"

#include <throng/hits.hpp>
#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <iterator>
#include <random>
#include <vector>

namespace throng::test {
namespace {

using simd::SignedBox;

// Few coordinates, so that edges meet and signs of zero differ.
constexpr float coordinates[] = {0.0f, -0.0f, 1.0f, -1.0f, 0.5f, 2.0f, 1e-45f, -1e-45f, 1e-39f, 3e38f, -3e38f, 7.25f};

struct Boxes {
    explicit Boxes(std::size_t count) {
        const auto any = [&] { return coordinates[random() % std::size(coordinates)]; };
        for (std::size_t i = 0; i < count; ++i) {
            Vec2 a{any(), any()}, b{any(), any()};
            if (a.x > b.x) std::swap(a.x, b.x);
            if (a.y > b.y) std::swap(a.y, b.y);
            plain.push_back({a, b});
            tested.push_back(SignedBox::of(a.x, a.y, b.x, b.y));
        }
    }
    Slot slot() { return static_cast<Slot>(random() % plain.size()); }

    std::mt19937 random{7};
    std::vector<Aabb> plain;
    std::vector<SignedBox> tested;
};

bool same_pair(Pair p, Pair q) { return p.a == q.a && p.b == q.b; }

TEST(PairsOfBoxes, ThatDoNotOverlapAreCopiedInTheirOrder) {
    Boxes boxes(300);
    for (const std::size_t count : {0u, 1u, 2u, 3u, 4u, 5u, 7u, 8u, 63u, 1023u, 1024u, 1025u, 1029u, 5000u}) {
        std::vector<Pair> pairs(count), apart(count), expected;
        for (Pair& pair : pairs) {
            pair = {boxes.slot(), boxes.slot()};
            if (!predicates::overlaps(boxes.plain[pair.a], boxes.plain[pair.b])) expected.push_back(pair);
        }

        apart.resize(simd::copy_apart(pairs.data(), count, boxes.tested.data(), apart.data()));

        EXPECT_TRUE(std::equal(apart.begin(), apart.end(), expected.begin(), expected.end(), same_pair)) << count;
        EXPECT_TRUE(count < 63 || (!expected.empty() && expected.size() < count)) << "both kinds occur";
    }
}

TEST(PairsOfBoxes, OverlapAsThePredicateSays) {
    Boxes boxes(200);
    for (std::size_t a = 0; a < boxes.plain.size(); ++a)
        for (std::size_t b = 0; b < boxes.plain.size(); ++b)
            ASSERT_EQ(simd::overlap(boxes.tested[a], boxes.tested[b]),
                      predicates::overlaps(boxes.plain[a], boxes.plain[b]));
}

TEST(PairsOfBoxes, DoNotOverlapWhereOneIsNothing) {
    Boxes boxes(200);
    boxes.tested.push_back(SignedBox::nothing());
    const Slot nothing = 200;
    std::vector<Pair> pairs(200), apart(200);
    for (Slot slot = 0; slot < 200; ++slot) pairs[slot] = slot % 2 == 0 ? Pair{slot, nothing} : Pair{nothing, slot};
    pairs[199] = {nothing, nothing};

    EXPECT_EQ(simd::copy_apart(pairs.data(), pairs.size(), boxes.tested.data(), apart.data()), pairs.size());

    for (const Pair pair : pairs) EXPECT_FALSE(simd::overlap(boxes.tested[pair.a], boxes.tested[pair.b]));
}

} // namespace
} // namespace throng::test
