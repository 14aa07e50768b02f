// SPDX-License-Identifier: MIT
// Places in doubles through the C interface: a world has the content and the answers of one behind C++; what C++ cannot
// be given is refused, and so is a space without an origin.
#include "tests/support/compare.hpp"
#include "tests/support/utm.hpp"

#include <throng/throng.h>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

namespace throng::test {
namespace {

constexpr std::size_t people = 600;

// One history behind both interfaces.
class CDoubles : public testing::Test {
protected:
    void SetUp() override {
        throng_world_desc desc = THRONG_WORLD_DESC_INIT;
        desc.origin = {utm.x, utm.y};
        ASSERT_EQ(throng_world_create(&desc, &world_).faults, 0u);
        space_ = throng_world_space(world_);
        hits_ = throng_hits_create(nullptr);
        ASSERT_TRUE(cpp_.open({.origin = utm}));
        for (const DoubleVec2 p : utm_crowd(people, 50, 41)) x_.push_back(p.x), y_.push_back(p.y);
        half_.assign(people, 0.25);
    }
    void TearDown() override {
        throng_hits_destroy(hits_);
        throng_world_destroy(world_);
    }

    throng_double_points points(std::size_t begin = 0, std::size_t count = people) const {
        return throng_double_points_of(x_.data() + begin, y_.data() + begin, count);
    }
    DoublePointView view(std::size_t begin = 0, std::size_t count = people) const {
        return {x_.data() + begin, y_.data() + begin, count};
    }

    void live() {
        const throng_double_points all = points(), half = throng_double_points_of(half_.data(), half_.data(), people);
        const throng_double_boxes around = throng_double_boxes_around(&all, 0.5f);
        std::vector<throng_id> ids(people);
        std::vector<Id> own(people);
        const std::vector<std::uint32_t> categories(people, 3);
        const std::vector<std::uint16_t> layers(people, 1);
        EXPECT_EQ(throng_world_spawn_doubles(world_, &around, THRONG_DYNAMIC, ids.data(), people, categories.data(),
                                             layers.data())
                      .faults,
                  0u);
        EXPECT_TRUE(cpp_.spawn(DoubleBoxView::around(view(), 0.5f), Motion::Dynamic, own, categories, layers));
        commit();
        const throng_double_boxes each = throng_double_boxes_around_each(&all, &half);
        EXPECT_EQ(throng_world_move_all_doubles(world_, &each).faults, 0u);
        EXPECT_TRUE(cpp_.move_all(DoubleBoxView::around(view(), std::span<const double>(half_))));
        const throng_double_points first = points(0, 9), last = points(people - 9, 9);
        const throng_double_boxes between = throng_double_boxes_between(&first, &last);
        const DoubleBoxView own_between(view(0, 9), view(people - 9, 9)); // valid or not, by chance
        const throng_status moved = throng_world_move_doubles(world_, ids.data(), 9, &between);
        const Status own_moved = cpp_.move(std::span(own).first(9), own_between);
        EXPECT_EQ(moved.faults, static_cast<std::uint32_t>(own_moved.faults));
        EXPECT_EQ(moved.count, own_moved.count);
        commit();
        EXPECT_EQ(throng_world_rebase(world_, {utm.x + 3.3, utm.y}, nullptr).faults, 0u);
        EXPECT_TRUE(cpp_.rebase({utm.x + 3.3, utm.y}));
    }
    void commit() {
        EXPECT_EQ(throng_world_commit(world_, nullptr).faults, 0u);
        EXPECT_TRUE(cpp_.commit());
    }

    void expect_answer(throng_status got, const Status& expected, const Hits& own) const {
        EXPECT_EQ(got.faults, static_cast<std::uint32_t>(expected.faults));
        EXPECT_EQ(got.first, expected.first);
        EXPECT_EQ(got.count, expected.count);
        EXPECT_EQ(throng_hits_hash(hits_), own.hash());
        EXPECT_GT(own.slots().size(), 0u);
    }

    throng_world* world_ = nullptr;
    const throng_space* space_ = nullptr;
    throng_hits* hits_ = nullptr;
    World cpp_;
    std::vector<double> x_, y_, half_;
};

TEST_F(CDoubles, AnswerAsCppDoes) {
    live();
    const throng_double_points at = points();
    const throng_double_boxes boxes = throng_double_boxes_around(&at, 1.f);
    const std::vector<float> reaches(people, 2.f);
    const Vec2 direction{1, 0.5f};
    const PointView directions(&direction.x, &direction.y, people, 0);
    const throng_double_discs discs{at, reaches.data(), 0, 0};
    throng_double_rays rays{at, {&direction.x, &direction.y, people, 0}, nullptr, 5, 0.25f};
    DoubleRayView own_rays(view(), directions, 5.f);
    own_rays.half_extent = 0.25f;
    Hits own;

    EXPECT_EQ(throng_origin(space_).x, utm.x + 3.3);
    for (Slot slot = 0; slot < people; ++slot) {
        const throng_aabb box = throng_bounds_of(space_, slot);
        EXPECT_TRUE(same_box(cpp_.bounds_of(slot), {{box.min.x, box.min.y}, {box.max.x, box.max.y}}));
    }
    throng_status status = throng_overlap_doubles(space_, &boxes, hits_, nullptr, nullptr);
    expect_answer(status, cpp_.overlap(DoubleBoxView::around(view(), 1.f), own), own);
    status = throng_within_doubles(space_, &discs, hits_, nullptr, nullptr);
    expect_answer(status, cpp_.within(DoubleDiscView(view(), reaches), own), own);
    status = throng_nearest_doubles(space_, &at, 3, 9, hits_, nullptr, nullptr);
    expect_answer(status, cpp_.nearest(view(), 3, 9, own), own);
    status = throng_cast_doubles(space_, &rays, hits_, nullptr, nullptr);
    expect_answer(status, cpp_.cast(own_rays, own), own);
    rays.max_ts = reaches.data();
    own_rays.max_t = -1, own_rays.max_ts = reaches;
    status = throng_along_doubles(space_, &rays, hits_, nullptr, nullptr);
    expect_answer(status, cpp_.along(own_rays, own), own);
    std::vector<throng_double_query> mixed;
    std::vector<DoubleQuery> own_mixed;
    for (std::size_t i = 0; i < people; ++i) {
        throng_double_query query = THRONG_DOUBLE_QUERY_INIT;
        query.query.kind = i % 2 == 0 ? THRONG_QUERY_WITHIN : THRONG_QUERY_OVERLAP;
        query.query.reach = i % 2 == 0 ? 2.f : 0.f;
        query.place = {x_[i], y_[i]};
        query.corner = {x_[i] + 1, y_[i] + 1};
        mixed.push_back(query);
        own_mixed.push_back(i % 2 == 0 ? DoubleQuery::within({x_[i], y_[i]}, 2.f)
                                       : DoubleQuery::overlap({{x_[i], y_[i]}, {x_[i] + 1, y_[i] + 1}}));
    }
    status = throng_query_batch_doubles(space_, mixed.data(), people, hits_, nullptr, nullptr);
    expect_answer(status, cpp_.query(own_mixed, own), own);

    std::vector<std::uint32_t> counts(people), own_counts(people);
    EXPECT_EQ(throng_count_overlap_doubles(space_, &boxes, counts.data(), people, nullptr, nullptr).faults, 0u);
    EXPECT_TRUE(cpp_.count(DoubleBoxView::around(view(), 1.f), own_counts));
    EXPECT_EQ(counts, own_counts);
    EXPECT_EQ(throng_count_within_doubles(space_, &discs, counts.data(), people, nullptr, nullptr).faults, 0u);
    EXPECT_TRUE(cpp_.count(DoubleDiscView(view(), reaches), own_counts));
    EXPECT_EQ(counts, own_counts);
    const throng_double_points to = points(10, people - 10), from = points(0, people - 10);
    std::vector<std::uint8_t> seen(people - 10), own_seen(people - 10);
    EXPECT_EQ(throng_visible_doubles(space_, &from, &to, 1, nullptr, 0, seen.data(), seen.size(), nullptr).faults, 0u);
    EXPECT_TRUE(cpp_.visible(view(0, people - 10), view(10, people - 10), 1, own_seen));
    EXPECT_EQ(seen, own_seen);
    const throng_layer_range ground = {0, 0};
    EXPECT_EQ(throng_visible_doubles(space_, &from, &to, 1, &ground, 1, seen.data(), seen.size(), nullptr).faults, 0u);
    EXPECT_EQ(std::count(seen.begin(), seen.end(), 1), static_cast<std::ptrdiff_t>(seen.size()));
    EXPECT_NE(seen, own_seen);
}

TEST_F(CDoubles, WhatCppCannotBeGivenIsRefused) {
    live();
    std::array<std::byte, sizeof(double) * 8> bytes{};
    const auto* const misaligned = reinterpret_cast<const double*>(bytes.data() + 4);
    const throng_double_points all = points(), bad{misaligned, misaligned, 2, 8}, bad_x{misaligned, y_.data(), 2, 8},
                               bad_y{x_.data(), misaligned, 2, 8}, null_data{nullptr, nullptr, 2, 8},
                               odd{x_.data(), y_.data(), 2, 12};
    const auto refused = [](throng_status status) { return status.faults == THRONG_INVALID_ARGUMENT; };
    const Vec2 direction{1, 0.5f};
    std::array<throng_id, people> ids{};
    std::array<std::uint32_t, people> counts{};
    std::array<std::uint8_t, people> seen{};

    const throng_double_points two = points(0, 2);
    for (const throng_double_points& points : {bad, bad_x, bad_y, null_data, odd}) {
        const throng_double_boxes boxes = throng_double_boxes_around(&points, 1.f);
        const throng_double_discs discs{points, nullptr, 1, 0};
        EXPECT_TRUE(refused(throng_world_spawn_doubles(world_, &boxes, 0, ids.data(), 2, nullptr, nullptr)));
        EXPECT_TRUE(refused(throng_world_move_doubles(world_, ids.data(), 2, &boxes)));
        EXPECT_TRUE(refused(throng_world_move_all_doubles(world_, &boxes)));
        EXPECT_TRUE(refused(throng_overlap_doubles(space_, &boxes, hits_, nullptr, nullptr)));
        EXPECT_TRUE(refused(throng_within_doubles(space_, &discs, hits_, nullptr, nullptr)));
        EXPECT_TRUE(refused(throng_nearest_doubles(space_, &points, 1, 1, hits_, nullptr, nullptr)));
        EXPECT_TRUE(refused(throng_count_overlap_doubles(space_, &boxes, counts.data(), 2, nullptr, nullptr)));
        EXPECT_TRUE(refused(throng_visible_doubles(space_, &points, &two, 1, nullptr, 0, seen.data(), 2, nullptr)));
        EXPECT_TRUE(refused(throng_visible_doubles(space_, &two, &points, 1, nullptr, 0, seen.data(), 2, nullptr)));
        const throng_double_boxes to = throng_double_boxes_between(&two, &points);
        EXPECT_TRUE(refused(throng_overlap_doubles(space_, &to, hits_, nullptr, nullptr)));
        const throng_double_rays rays{points, {&direction.x, &direction.y, 2, 0}, nullptr, 5, 0};
        EXPECT_TRUE(refused(throng_cast_doubles(space_, &rays, hits_, nullptr, nullptr)));
        EXPECT_TRUE(refused(throng_along_doubles(space_, &rays, hits_, nullptr, nullptr)));
    }
    const auto* const misaligned_float = reinterpret_cast<const float*>(bytes.data() + 2);
    const throng_double_discs bad_radii{two, misaligned_float, 0, 0};
    EXPECT_TRUE(refused(throng_within_doubles(space_, &bad_radii, hits_, nullptr, nullptr)));
    for (const throng_double_rays& rays :
         {throng_double_rays{two, {misaligned_float, &direction.y, 2, 0}, nullptr, 5, 0},
          throng_double_rays{two, {&direction.x, misaligned_float, 2, 0}, nullptr, 5, 0},
          throng_double_rays{two, {&direction.x, &direction.y, 2, 0}, misaligned_float, 0, 0}}) {
        EXPECT_TRUE(refused(throng_cast_doubles(space_, &rays, hits_, nullptr, nullptr)));
        EXPECT_TRUE(refused(throng_along_doubles(space_, &rays, hits_, nullptr, nullptr)));
    }
    const throng_double_boxes boxes = throng_double_boxes_around(&all, 1.f);
    EXPECT_TRUE(refused(throng_world_spawn_doubles(nullptr, &boxes, 0, ids.data(), people, nullptr, nullptr)));
    EXPECT_TRUE(refused(throng_world_spawn_doubles(world_, nullptr, 0, ids.data(), people, nullptr, nullptr)));
    EXPECT_TRUE(refused(throng_world_spawn_doubles(world_, &boxes, 2, ids.data(), people, nullptr, nullptr)));
    EXPECT_TRUE(refused(throng_world_spawn_doubles(world_, &boxes, 0, nullptr, people, nullptr, nullptr)));
    EXPECT_TRUE(refused(throng_world_rebase(nullptr, {0, 0}, nullptr)));
    EXPECT_TRUE(refused(throng_world_rebase(world_, {std::nan(""), 0}, nullptr)));
    EXPECT_TRUE(refused(throng_overlap_doubles(nullptr, &boxes, hits_, nullptr, nullptr)));
    EXPECT_TRUE(refused(throng_overlap_doubles(space_, &boxes, nullptr, nullptr, nullptr)));
    EXPECT_TRUE(refused(throng_query_batch_doubles(space_, nullptr, 2, hits_, nullptr, nullptr)));
    EXPECT_EQ(throng_origin(nullptr).x, 0);
    throng_world_desc desc = THRONG_WORLD_DESC_INIT;
    desc.origin.y = std::numeric_limits<double>::infinity();
    throng_world* none = nullptr;
    EXPECT_TRUE(refused(throng_world_create(&desc, &none)));
    desc.struct_size = 104; // of before there was an origin: it is not read
    EXPECT_EQ(throng_world_create(&desc, &none).faults, 0u);
    EXPECT_EQ(throng_origin(throng_world_space(none)).y, 0);
    throng_world_destroy(none);
}

TEST_F(CDoubles, AnIndexHasNoOrigin) {
    throng_index* index = nullptr;
    throng_index_desc desc = THRONG_INDEX_DESC_INIT;
    ASSERT_EQ(throng_index_create(&desc, &index).faults, 0u);
    const throng_space* const space = throng_index_space(index);
    const throng_double_points at = points();
    const throng_double_boxes boxes = throng_double_boxes_around(&at, 1.f);
    std::vector<std::uint32_t> counts(people);
    std::vector<std::uint8_t> seen(people);

    EXPECT_EQ(throng_origin(space).x, 0);
    EXPECT_EQ(throng_origin(space).y, 0);
    EXPECT_EQ(throng_nearest_doubles(space, &at, 1, 1, hits_, nullptr, nullptr).faults, THRONG_INVALID_ARGUMENT);
    EXPECT_EQ(throng_overlap_doubles(space, &boxes, hits_, nullptr, nullptr).faults, THRONG_INVALID_ARGUMENT);
    EXPECT_EQ(throng_count_overlap_doubles(space, &boxes, counts.data(), people, nullptr, nullptr).faults,
              THRONG_INVALID_ARGUMENT);
    EXPECT_EQ(throng_visible_doubles(space, &at, &at, 1, nullptr, 0, seen.data(), people, nullptr).faults,
              THRONG_INVALID_ARGUMENT);
    throng_index_destroy(index);
}

} // namespace
} // namespace throng::test
