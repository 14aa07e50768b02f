// SPDX-License-Identifier: MIT
// A Status says which argument broke which rule: of a whole call, and of the first faulty item of a batch.
#include "tests/support/compare.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/index_kinds.hpp"

#include <throng/hierarchical_bitset.hpp>
#include <throng/loose_grid.hpp>
#include <throng/loose_quadtree.hpp>
#include <throng/quadtree.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

TEST(Reasons, EachHasASentenceOfItsOwnThatSaysWhatIsRight) {
    std::set<std::string_view> sentences{describe(Fault::InvalidArgument)};
    for (std::uint32_t r = 1; r <= static_cast<std::uint32_t>(Reason::OnlyStaticTrees); ++r) {
        const std::string_view sentence = describe(Status{Fault::InvalidArgument, no_slot, 0, Reason(r)});

        EXPECT_TRUE(sentences.insert(sentence).second) << r << " " << sentence;
        EXPECT_GT(sentence.size(), 30u) << sentence;
        EXPECT_EQ(sentence.back(), '.') << sentence;
        EXPECT_EQ(sentence.data()[sentence.size()], '\0') << "it is printed by C as well";
    }
}

TEST(Reasons, WithoutOneTheFaultIsDescribed) {
    EXPECT_EQ(describe(Status{}), describe(Fault::None));
    EXPECT_EQ(describe(Status{Fault::Busy, no_slot, 0}), describe(Fault::Busy));
    EXPECT_EQ(describe(Status{Fault::InvalidArgument, no_slot, 0, Reason(9999)}), describe(Fault::InvalidArgument));
}

class Reasons : public testing::TestWithParam<IndexKind> {
protected:
    void SetUp() override { ASSERT_TRUE(index->build(boxes)); }

    const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{2, 0}, {3, 1}}, {{4, 0}, {5, 1}}, {{6, 0}, {7, 1}}};
    const std::vector<Vec2> points = {{0, 0}, {2, 0}, {4, 0}, {6, 0}};
    const std::unique_ptr<AnyIndex> index = GetParam().open();
    Hits hits;
    Pairs pairs;
    std::vector<std::uint32_t> counts = std::vector<std::uint32_t>(4);
};

INSTANTIATE_TEST_SUITE_P(Each, Reasons, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(Reasons, OfViews) {
    const PointView none(nullptr, nullptr, 4), odd(&points[0].x, &points[0].y, 4, 7), all(points);
    const std::vector<float> three = {1, 2, 3};
    const auto within = [&](DiscView discs) { return index->within(discs, hits); };
    const auto cast = [&](RayView rays) { return index->cast(rays, hits); };
    RayView swept(all, all, 1);
    swept.half_extent = -1;

    EXPECT_TRUE(says(index->overlap(BoxView(none, none), hits), Reason::BoxesWithoutData));
    EXPECT_TRUE(says(index->overlap(BoxView(odd, odd), hits), Reason::BoxesStride));
    EXPECT_TRUE(says(index->overlap(BoxView(all, all.slice(0, 3)), hits), Reason::BoxesLengths));
    EXPECT_TRUE(says(index->overlap(BoxView::around(all, -1), hits), Reason::HalfExtents));
    EXPECT_TRUE(says(index->overlap(BoxView::around(all, nan), hits), Reason::HalfExtents));
    EXPECT_TRUE(says(index->overlap(BoxView::around(all, three), hits), Reason::HalfExtents));
    EXPECT_TRUE(says(index->build(BoxView(none, none)), Reason::BoxesWithoutData));
    EXPECT_TRUE(says(index->nearest(none, 1, 1, hits), Reason::PointsWithoutData));
    EXPECT_TRUE(says(index->nearest(odd, 1, 1, hits), Reason::PointsStride));
    EXPECT_TRUE(says(within({none, 1}), Reason::CentersWithoutData));
    EXPECT_TRUE(says(within({odd, 1}), Reason::CentersStride));
    EXPECT_TRUE(says(within({all, three}), Reason::RadiiLength));
    EXPECT_TRUE(says(cast({none, all, 1}), Reason::OriginsWithoutData));
    EXPECT_TRUE(says(cast({odd, all, 1}), Reason::OriginsStride));
    EXPECT_TRUE(says(cast({all, none, 1}), Reason::DirectionsWithoutData));
    EXPECT_TRUE(says(cast({all, odd, 1}), Reason::DirectionsStride));
    EXPECT_TRUE(says(cast({all, all.slice(1, 2), 1}), Reason::DirectionsLength));
    EXPECT_TRUE(says(cast({all, all, three}), Reason::MaxTsLength));
    EXPECT_TRUE(says(cast(swept), Reason::SweptHalfExtent));
}

TEST_P(Reasons, OfNumbersForAll) {
    EXPECT_TRUE(says(index->within({points, -1}, hits), Reason::Radius));
    EXPECT_TRUE(says(index->count(DiscView(points, nan), counts), Reason::Radius));
    EXPECT_TRUE(says(index->neighbors(nan, hits), Reason::NeighborRadius));
    Pairs near;
    EXPECT_TRUE(says(index->pairs(near, {.distance = nan}), Reason::PairDistance));
    EXPECT_TRUE(says(index->pairs(near, {.distance = -1}), Reason::PairDistance));
    EXPECT_TRUE(says(index->neighbors_of(std::vector<Slot>{1}, -1, hits), Reason::NeighborRadius));
    EXPECT_TRUE(says(index->nearest(points, 1, -1, hits), Reason::MaxDistance));
    EXPECT_TRUE(says(index->cast({points, points, -1}, hits), Reason::MaxT));
    EXPECT_TRUE(says(index->along({points, points, nan}, hits), Reason::MaxT));
}

TEST_P(Reasons, OfOptions) {
    const std::vector<std::uint32_t> three(3);
    const std::vector<LayerRange> ranges(4);
    const auto ask = [&](const QueryOptions& options) { return index->overlap(boxes, hits, options); };
    const auto pair = [&](const PairOptions& options) { return index->pairs(pairs, options); };

    EXPECT_TRUE(says(ask({.mask = 1}), Reason::MaskWithoutWorld));
    EXPECT_TRUE(says(ask({.exclude = three}), Reason::ExcludeLength));
    EXPECT_TRUE(says(ask({.measure = Measure(7)}), Reason::UnknownMeasure));
    EXPECT_TRUE(says(ask({.order = Order(7)}), Reason::UnknownOrder));
    EXPECT_TRUE(says(ask({.layers = LayerRange::only(1)}), Reason::LayersWithoutWorld));
    EXPECT_TRUE(says(ask({.layers_by_query = ranges}), Reason::LayersWithoutWorld));
    EXPECT_TRUE(says(ask({.only_dynamic = true}), Reason::StaticStaticWithoutWorld));
    EXPECT_TRUE(says(pair({.order = Order(7)}), Reason::UnknownOrder));
    EXPECT_TRUE(says(pair({.mask = 1}), Reason::MaskWithoutWorld));
    EXPECT_TRUE(says(pair({.collides_with = three}), Reason::CollidesWithWithoutWorld));
    EXPECT_TRUE(says(pair({.static_static = true}), Reason::StaticStaticWithoutWorld));
    EXPECT_TRUE(says(pair({.across_layers = true}), Reason::LayersWithoutWorld));
    EXPECT_TRUE(says(index->count(BoxView(boxes), std::span(counts).first(3)), Reason::CountsLength));
}

TEST_P(Reasons, OfTheFirstFaultyItem) {
    const std::vector<Aabb> reversed = {boxes[0], {{1, 0}, {0, 1}}, {{nan, 0}, {1, 1}}};
    const std::vector<Vec2> bad_points = {{0, 0}, {0, infinity}}, still = {{1, 0}, {0, 0}}, wild = {{1, 0}, {0, nan}};
    const std::vector<float> bad_lengths = {1, nan};
    const PointView two = PointView(points).slice(0, 2);

    EXPECT_TRUE(says(index->overlap(reversed, hits), Reason::BoxReversed));
    EXPECT_TRUE(says(index->count(BoxView(reversed).slice(2, 1), std::span(counts).first(1)), Reason::BoxNotFinite));
    EXPECT_TRUE(says(index->build(reversed), Reason::BoxReversed));
    EXPECT_TRUE(says(index->within({bad_points, 1}, hits), Reason::PointNotFinite));
    EXPECT_TRUE(says(index->within({two, bad_lengths}, hits), Reason::Radius));
    EXPECT_TRUE(says(index->nearest(bad_points, 1, 1, hits), Reason::PointNotFinite));
    EXPECT_TRUE(says(index->cast({two, still, 1}, hits), Reason::DirectionZero));
    EXPECT_TRUE(says(index->along({two, wild, 1}, hits), Reason::DirectionNotFinite));
    EXPECT_TRUE(says(index->along({two, two.slice(1, 2), 1}, hits), Reason::DirectionsLength));
    EXPECT_TRUE(says(index->cast({two, PointView(&points[1].x, &points[1].y, 2, 0), bad_lengths}, hits), Reason::MaxT));
}

TEST_P(Reasons, OfAnAnswerThatIsFullOrMovedFrom) {
    alignas(8) std::array<std::byte, 8> nothing{};
    Hits tiny(nothing), from;
    Pairs pairs_from;
    const Hits to(std::move(from));
    const Pairs pairs_to(std::move(pairs_from));

    EXPECT_TRUE(says(index->overlap(boxes, tiny), Reason::AnswerFull));
    EXPECT_TRUE(says(index->overlap(boxes, from), Reason::AnswerMovedFrom));
    EXPECT_TRUE(says(from.reserve(1, 1), Reason::AnswerMovedFrom));
    EXPECT_TRUE(says(index->pairs(pairs_from), Reason::AnswerMovedFrom));
}

TEST_P(Reasons, AnIndexThatIsNotOpenSaysSo) {
    const std::unique_ptr<AnyIndex> closed = GetParam().closed();

    const Ray ray{{0, 0}, {1, 0}, 1};
    EXPECT_TRUE(says(closed->build(boxes), Reason::IndexNotOpen));
    for (const Status& asked :
         {closed->overlap(boxes, hits), closed->within({points, 1}, hits), closed->nearest(points, 1, 1, hits),
          closed->cast(ray, hits), closed->along(ray, hits), closed->neighbors(1, hits),
          closed->neighbors_of(std::vector<Slot>{0}, 1, hits), closed->pairs(pairs),
          closed->count(BoxView(boxes), counts), closed->count(DiscView(points, 1), counts)}) {
        EXPECT_TRUE(asked) << "it reads as empty";
        EXPECT_TRUE(says(asked, Reason::IndexNotOpen));
    }
    Pairs gone;
    const Pairs to(std::move(gone));
    EXPECT_TRUE(says(closed->pairs(gone), Reason::AnswerMovedFrom));
    EXPECT_TRUE(says(index->overlap(boxes, hits), Reason::None)) << "and an open one says nothing";
}

class ReasonsOfChanges : public Reasons {};
INSTANTIATE_TEST_SUITE_P(Each, ReasonsOfChanges, testing::ValuesIn(index_kinds), testing::PrintToStringParamName());

TEST_P(ReasonsOfChanges, OfLengthsAndSlots) {
    using Slots = std::vector<Slot>;
    const std::vector<Aabb> one = {{{0, 5}, {1, 6}}}, two = {one[0], one[0]}, bad = {{{nan, 0}, {1, 1}}};

    EXPECT_TRUE(says(index->update(one), Reason::UpdateLength));
    EXPECT_TRUE(says(index->insert(Slots{7, 8}, one), Reason::SlotsLength));
    EXPECT_TRUE(says(index->move(Slots{}, one), Reason::SlotsLength));
    EXPECT_TRUE(says(index->insert(Slots{no_slot}, one), Reason::NoSlot));
    EXPECT_TRUE(says(index->insert(Slots{2}, one), Reason::SlotPresent));
    EXPECT_TRUE(says(index->insert(Slots{9, 9}, two), Reason::SlotRepeated));
    EXPECT_TRUE(says(index->insert(Slots{7}, bad), Reason::BoxNotFinite));
    EXPECT_TRUE(says(index->move(Slots{7}, one), Reason::SlotAbsent));
    EXPECT_TRUE(says(index->move(Slots{1, 1}, two), Reason::SlotRepeated));
    EXPECT_TRUE(says(index->move(Slots{1}, bad), Reason::BoxNotFinite));
    EXPECT_TRUE(says(index->erase(Slots{7}), Reason::SlotAbsent));
    EXPECT_TRUE(says(index->erase(Slots{9, 9}), Reason::SlotRepeated));
    EXPECT_TRUE(says(index->erase(Slots{no_slot}), Reason::NoSlot));
    const std::unique_ptr<AnyIndex> closed = GetParam().closed();
    for (const Status& changed : {closed->update(one), closed->insert(Slots{1}, one), closed->move(Slots{1}, one),
                                  closed->erase(Slots{1}), closed->refit(), closed->clear()})
        EXPECT_TRUE(says(changed, Reason::IndexNotOpen));
}

TEST(ReasonsOfRowGrid, AreItsBoundAndItsKind) {
    RowGrid grid(RowGridDesc{.max_half_extent = 1});
    const std::vector<Aabb> large = {{{0, 0}, {1, 1}}, {{0, 0}, {9, 1}}};
    EXPECT_TRUE(says(grid.build(large), Reason::BoxTooLarge));
    EXPECT_TRUE(says(grid.update(std::vector<Vec2>(2)), Reason::OtherKindOfElements));
    RowGrid points(RowGridDesc{.max_half_extent = 1e38f});
    EXPECT_TRUE(says(points.build(std::vector<Vec2>{{0, 0}, {3.4e38f, 0}}), Reason::BoxNotFinite)) << "it overflows";
    EXPECT_TRUE(says(points.build(std::vector<Vec2>{{0, nan}}), Reason::PointNotFinite));
}

TEST(ReasonsOfDescriptions, NameTheMember) {
    const Memory half{nullptr, [](void*, void*, std::size_t, std::size_t) {}, nullptr};
    EXPECT_TRUE(says(RowGrid().open({.bounds = {{1, 0}, {0, 0}}}), Reason::Bounds));
    EXPECT_TRUE(says(RowGrid().open({.memory = half}), Reason::MemoryWithoutAllocate));
    EXPECT_TRUE(says(RowGrid().open({.max_half_extent = -1}), Reason::MaxHalfExtent));
    EXPECT_TRUE(says(RowGrid().open({.cell_size = nan}), Reason::CellSize));
    EXPECT_TRUE(says(LooseGrid().open({.loose_cell = -1}), Reason::LooseCell));
    EXPECT_TRUE(says(LooseGrid().open({.tight_cell = infinity}), Reason::TightCell));
    EXPECT_TRUE(says(Quadtree().open({.max_per_leaf = 0}), Reason::MaxPerLeaf));
    EXPECT_TRUE(says(LooseQuadtree().open({.max_depth = 16}), Reason::MaxDepth));
    HierarchicalBitset set(4);
    const HierarchicalBitset to(std::move(set));
    EXPECT_TRUE(says(set.resize(3), Reason::SetMovedFrom)); // NOLINT(bugprone-use-after-move): it says so
}

} // namespace
} // namespace throng::test
