// SPDX-License-Identifier: MIT
// What C++ cannot even be given: null handles, null and misaligned arrays, structs of another size, numbers of no enum.
// Each is a status with a sentence, and leaves everything as it was.
#include <throng/throng.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

namespace {

class CBadInput : public testing::Test {
protected:
    void SetUp() override {
        throng_world_desc desc = THRONG_WORLD_DESC_INIT;
        desc.track_overlaps = 1;
        ASSERT_EQ(throng_world_create(&desc, &world_).faults, 0u);
        ASSERT_EQ(throng_world_spawn(world_, &boxes_, THRONG_DYNAMIC, ids_.data(), 2, nullptr).faults, 0u);
        ASSERT_EQ(throng_world_commit(world_, nullptr).faults, 0u);
        ASSERT_EQ(throng_index_create(nullptr, &index_).faults, 0u);
        ASSERT_EQ(throng_index_build(index_, &boxes_, nullptr).faults, 0u);
        space_ = throng_world_space(world_);
        hits_ = throng_hits_create(nullptr);
        pairs_ = throng_pairs_create(nullptr);
        ASSERT_NE(hits_, nullptr);
        ASSERT_NE(pairs_, nullptr);
    }
    void TearDown() override {
        throng_pairs_destroy(pairs_);
        throng_hits_destroy(hits_);
        throng_index_destroy(index_);
        throng_world_destroy(world_);
    }

    static void expect_invalid(throng_status status) {
        EXPECT_EQ(status.faults, THRONG_INVALID_ARGUMENT);
        EXPECT_EQ(status.first, THRONG_NO_SLOT);
        EXPECT_EQ(status.count, 0u);
        EXPECT_FALSE(throng_applied(status));
        EXPECT_GT(std::strlen(throng_describe_status(status)), 20u);
        EXPECT_STRNE(throng_describe_status(status), throng_describe(status.faults)) << "it names the argument";
    }
    // A valid answer of a row for each of two queries, which a refused query must drop.
    void fill() {
        ASSERT_EQ(throng_overlap(space_, &boxes_, hits_, nullptr, nullptr).faults, 0u);
        ASSERT_EQ(throng_hits_rows(hits_), 2u);
    }
    template <class T> static const T* misaligned(const T* pointer) {
        return reinterpret_cast<const T*>(reinterpret_cast<const char*>(pointer) + 1);
    }
    template <class T> static T* misaligned(T* pointer) {
        return reinterpret_cast<T*>(reinterpret_cast<char*>(pointer) + 1);
    }

    std::array<throng_aabb, 2> corners_ = {{{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}}};
    throng_boxes boxes_ = throng_boxes_of(corners_.data(), 2);
    throng_points points_ = boxes_.a;
    throng_discs discs_ = throng_discs_of(&points_, 1);
    throng_rays rays_ = throng_rays_of(&points_, &boxes_.b, 1);
    std::array<throng_id, 2> ids_{};
    std::array<std::uint32_t, 4> numbers_{};
    std::array<std::uint8_t, 4> bytes_{};
    throng_world* world_ = nullptr;
    throng_index* index_ = nullptr;
    const throng_space* space_ = nullptr;
    throng_hits* hits_ = nullptr;
    throng_pairs* pairs_ = nullptr;
};

using Ask = std::function<throng_status(const throng_space*, throng_hits*, const throng_query_options*,
                                        const throng_executor*)>;

TEST_F(CBadInput, OfEveryQueryIsRefusedAndLeavesAnEmptyAnswer) {
    throng_query query = THRONG_QUERY_INIT;
    const std::vector<std::pair<const char*, Ask>> queries = {
        {"overlap", [&](auto* s, auto* h, auto* o, auto* e) { return throng_overlap(s, &boxes_, h, o, e); }},
        {"within", [&](auto* s, auto* h, auto* o, auto* e) { return throng_within(s, &discs_, h, o, e); }},
        {"nearest", [&](auto* s, auto* h, auto* o, auto* e) { return throng_nearest(s, &points_, 1, 1, h, o, e); }},
        {"cast", [&](auto* s, auto* h, auto* o, auto* e) { return throng_cast(s, &rays_, h, o, e); }},
        {"along", [&](auto* s, auto* h, auto* o, auto* e) { return throng_along(s, &rays_, h, o, e); }},
        {"neighbors", [&](auto* s, auto* h, auto* o, auto* e) { return throng_neighbors(s, 1, h, o, e); }},
        {"neighbors_of",
         [&](auto* s, auto* h, auto* o, auto* e) { return throng_neighbors_of(s, numbers_.data(), 2, 1, h, o, e); }},
        {"query_batch", [&](auto* s, auto* h, auto* o, auto* e) { return throng_query_batch(s, &query, 1, h, o, e); }},
    };
    throng_query_options good = THRONG_QUERY_OPTIONS_INIT;
    std::vector<throng_query_options> bad(9, good);
    bad[0].struct_size = 0;
    bad[1].struct_size = 68; // less than the first version had
    bad[2].struct_size = 0xFFFFFFFF;
    bad[3].measure = 2;
    bad[4].order = 256;
    bad[5].reserved = 1;
    bad[6].mask_count = 2;
    bad[7].exclude = misaligned(numbers_.data());
    bad[7].exclude_count = 2;
    bad[8].skip_found = 2;

    for (const auto& [name, ask] : queries) {
        SCOPED_TRACE(name);
        fill();
        expect_invalid(ask(nullptr, hits_, nullptr, nullptr));
        EXPECT_EQ(throng_hits_rows(hits_), 0u);
        expect_invalid(ask(space_, nullptr, nullptr, nullptr));
        expect_invalid(ask(space_, hits_, misaligned(&good), nullptr));
        const throng_executor serial = throng_serial();
        expect_invalid(ask(space_, hits_, nullptr, misaligned(&serial)));
        for (const throng_query_options& options : bad) {
            fill();
            expect_invalid(ask(space_, hits_, &options, nullptr));
            EXPECT_EQ(throng_hits_rows(hits_), 0u) << "options " << &options - bad.data();
        }
        EXPECT_EQ(ask(space_, hits_, &good, &serial).faults, 0u);
    }
}

TEST_F(CBadInput, OfViewsIsRefused) {
    fill();
    expect_invalid(throng_overlap(space_, nullptr, hits_, nullptr, nullptr));
    EXPECT_EQ(throng_hits_rows(hits_), 0u);

    throng_boxes boxes = boxes_;
    boxes.a.x = nullptr;
    expect_invalid(throng_overlap(space_, &boxes, hits_, nullptr, nullptr));
    boxes = boxes_;
    boxes.b.y = misaligned(boxes.b.y);
    expect_invalid(throng_overlap(space_, &boxes, hits_, nullptr, nullptr));
    boxes = boxes_;
    boxes.a.stride = 6;
    expect_invalid(throng_overlap(space_, &boxes, hits_, nullptr, nullptr));
    boxes = boxes_;
    boxes.b.size = 1;
    expect_invalid(throng_overlap(space_, &boxes, hits_, nullptr, nullptr));
    boxes = throng_boxes_around(&points_, -1);
    expect_invalid(throng_overlap(space_, &boxes, hits_, nullptr, nullptr));

    expect_invalid(throng_within(space_, nullptr, hits_, nullptr, nullptr));
    throng_discs discs = discs_;
    discs.reserved = 1;
    expect_invalid(throng_within(space_, &discs, hits_, nullptr, nullptr));
    discs = discs_;
    discs.radii = misaligned(&corners_[0].min.x);
    expect_invalid(throng_within(space_, &discs, hits_, nullptr, nullptr));

    expect_invalid(throng_cast(space_, nullptr, hits_, nullptr, nullptr));
    throng_rays rays = rays_;
    rays.max_ts = misaligned(&corners_[0].min.x);
    expect_invalid(throng_along(space_, &rays, hits_, nullptr, nullptr));

    const throng_points bad_x{misaligned(points_.x), points_.y, points_.size, points_.stride},
        bad_y{points_.x, misaligned(points_.y), points_.size, points_.stride};
    for (const throng_points& bad : {bad_x, bad_y}) {
        fill();
        expect_invalid(throng_nearest(space_, &bad, 1, 1, hits_, nullptr, nullptr));
        EXPECT_EQ(throng_hits_rows(hits_), 0u);
        discs = throng_discs_of(&bad, 1);
        expect_invalid(throng_within(space_, &discs, hits_, nullptr, nullptr));
        expect_invalid(throng_count_within(space_, &discs, numbers_.data(), 2, nullptr, nullptr));
        for (const throng_rays& of_bad : {throng_rays_of(&bad, &points_, 1), throng_rays_of(&points_, &bad, 1)}) {
            expect_invalid(throng_cast(space_, &of_bad, hits_, nullptr, nullptr));
            expect_invalid(throng_along(space_, &of_bad, hits_, nullptr, nullptr));
        }
        for (throng_points throng_boxes::*const corner : {&throng_boxes::a, &throng_boxes::b}) {
            boxes = boxes_;
            boxes.*corner = bad;
            expect_invalid(throng_overlap(space_, &boxes, hits_, nullptr, nullptr));
            expect_invalid(throng_count_overlap(space_, &boxes, numbers_.data(), 2, nullptr, nullptr));
            expect_invalid(throng_index_build(index_, &boxes, nullptr));
            expect_invalid(throng_world_move_all(world_, &boxes));
        }
        expect_invalid(throng_visible(space_, &bad, &points_, 1, bytes_.data(), 2, nullptr));
        expect_invalid(throng_visible(space_, &points_, &bad, 1, bytes_.data(), 2, nullptr));
    }

    expect_invalid(throng_nearest(space_, nullptr, 1, 1, hits_, nullptr, nullptr));
    expect_invalid(throng_neighbors_of(space_, nullptr, 1, 1, hits_, nullptr, nullptr));
    expect_invalid(throng_neighbors_of(space_, misaligned(numbers_.data()), 1, 1, hits_, nullptr, nullptr));
    expect_invalid(throng_query_batch(space_, nullptr, 1, hits_, nullptr, nullptr));
}

TEST_F(CBadInput, OfCallsThatFillArraysIsRefused) {
    expect_invalid(throng_count_overlap(nullptr, &boxes_, numbers_.data(), 2, nullptr, nullptr));
    expect_invalid(throng_count_overlap(space_, &boxes_, nullptr, 2, nullptr, nullptr));
    expect_invalid(throng_count_overlap(space_, &boxes_, misaligned(numbers_.data()), 2, nullptr, nullptr));
    expect_invalid(throng_count_overlap(space_, &boxes_, numbers_.data(), 1, nullptr, nullptr));
    expect_invalid(throng_count_within(space_, nullptr, numbers_.data(), 2, nullptr, nullptr));
    expect_invalid(throng_visible(space_, &points_, &points_, 1, nullptr, 2, nullptr));
    expect_invalid(throng_visible(space_, nullptr, &points_, 1, bytes_.data(), 2, nullptr));
    expect_invalid(throng_order(space_, nullptr, 2));
    expect_invalid(throng_live_slots(nullptr, numbers_.data(), 2));
    expect_invalid(throng_alive_each(space_, nullptr, 1, bytes_.data()));
    expect_invalid(throng_ids_of(space_, nullptr, 1, ids_.data()));
    expect_invalid(throng_bounds(space_, numbers_.data(), 2, nullptr));
    expect_invalid(throng_visit(space_, nullptr, nullptr));
    expect_invalid(throng_overlapping_pairs(space_, nullptr, nullptr, nullptr));
    expect_invalid(throng_overlapping_pairs(nullptr, pairs_, nullptr, nullptr));
    throng_pair_options options = THRONG_PAIR_OPTIONS_INIT;
    options.struct_size = 1;
    expect_invalid(throng_overlapping_pairs(space_, pairs_, &options, nullptr));
    std::array<throng_pair_options, 6> bad;
    bad.fill(THRONG_PAIR_OPTIONS_INIT);
    bad[0].by_distance = 2;
    bad[1].by_distance = 1, bad[1].distance = -1;
    bad[2].by_distance = 1, bad[2].distance = std::nanf("");
    bad[3].squared_distances = 2;
    bad[4].reserved_too = 1;
    bad[5].by_distance = 1, bad[5].distance = -INFINITY;
    for (const throng_pair_options& one : bad) {
        SCOPED_TRACE(&one - bad.data());
        expect_invalid(throng_overlapping_pairs(space_, pairs_, &one, nullptr));
    }
    EXPECT_EQ(throng_pairs_squared_distances(pairs_), nullptr);
    for (const throng_space* const space : {space_, throng_index_space(index_)}) {
        numbers_[1] = 77;
        EXPECT_EQ(throng_order(space, numbers_.data(), 1).faults, THRONG_OUTPUT_TOO_SMALL);
        EXPECT_EQ(numbers_[1], 77u);
    }
}

TEST_F(CBadInput, OfWorldsIsRefusedAndStagesNothing) {
    expect_invalid(throng_world_create(nullptr, nullptr));
    throng_world_desc desc = THRONG_WORLD_DESC_INIT;
    desc.struct_size = 4;
    throng_world* other = world_;
    expect_invalid(throng_world_create(&desc, &other));
    EXPECT_EQ(other, nullptr);
    desc = THRONG_WORLD_DESC_INIT;
    desc.reserved_too = 1;
    expect_invalid(throng_world_create(&desc, &other));
    desc = THRONG_WORLD_DESC_INIT;
    desc.bounds.min.x = NAN;
    EXPECT_EQ(throng_world_create(&desc, &other).faults, THRONG_INVALID_BOUNDS);

    expect_invalid(throng_world_spawn(nullptr, &boxes_, THRONG_DYNAMIC, ids_.data(), 2, nullptr));
    expect_invalid(throng_world_spawn(world_, nullptr, THRONG_DYNAMIC, ids_.data(), 2, nullptr));
    expect_invalid(throng_world_spawn(world_, &boxes_, 2, ids_.data(), 2, nullptr));
    expect_invalid(throng_world_spawn(world_, &boxes_, 256, ids_.data(), 2, nullptr));
    expect_invalid(throng_world_spawn(world_, &boxes_, THRONG_STATIC, nullptr, 2, nullptr));
    expect_invalid(throng_world_spawn(world_, &boxes_, THRONG_STATIC, ids_.data(), 2, misaligned(numbers_.data())));
    expect_invalid(throng_world_move(world_, nullptr, 2, &boxes_));
    expect_invalid(throng_world_move(world_, ids_.data(), 1, &boxes_));
    expect_invalid(throng_world_move_all(world_, nullptr));
    expect_invalid(throng_world_categorize(world_, ids_.data(), 2, nullptr));
    expect_invalid(throng_world_despawn(nullptr, ids_.data(), 2));
    expect_invalid(throng_world_commit(nullptr, nullptr));
    expect_invalid(throng_world_overlaps_changed(world_, pairs_, nullptr, nullptr));
    expect_invalid(throng_world_overlaps_changed(world_, pairs_, pairs_, nullptr));
    expect_invalid(throng_snapshot_create(world_, nullptr));
    throng_snapshot* snapshot = nullptr;
    expect_invalid(throng_snapshot_create(nullptr, &snapshot));

    ASSERT_EQ(throng_world_commit(world_, nullptr).faults, 0u);
    EXPECT_EQ(throng_size(space_), 2u);
}

TEST_F(CBadInput, OfIndexesIsRefusedAndChangesNothing) {
    expect_invalid(throng_index_create(nullptr, nullptr));
    throng_index* other = index_;
    throng_index_desc desc = THRONG_INDEX_DESC_INIT;
    desc.kind = 0;
    expect_invalid(throng_index_create(&desc, &other));
    EXPECT_EQ(other, nullptr);
    for (std::uint32_t kind = THRONG_ROW_GRID; kind <= THRONG_STATIC_TREE; ++kind) {
        SCOPED_TRACE(kind);
        desc = THRONG_INDEX_DESC_INIT;
        desc.kind = kind;
        const bool tree = kind == THRONG_QUADTREE || kind == THRONG_LOOSE_QUADTREE;
        desc.cell_size = tree ? 1.f : 0.f;
        desc.max_per_leaf = tree ? 8 : 4;
        expect_invalid(throng_index_create(&desc, &other)); // a field of another kind
    }

    expect_invalid(throng_index_build(nullptr, &boxes_, nullptr));
    expect_invalid(throng_index_build(index_, nullptr, nullptr));
    expect_invalid(throng_index_insert(index_, nullptr, 2, &boxes_, nullptr));
    expect_invalid(throng_index_move(index_, misaligned(numbers_.data()), 2, &boxes_, nullptr));
    expect_invalid(throng_index_erase(index_, nullptr, 1, nullptr));
    expect_invalid(throng_index_cleanup(index_));                          // of quadtrees alone
    expect_invalid(throng_index_update_points(index_, &points_, nullptr)); // the grid is one of boxes
    expect_invalid(throng_query_batch(throng_index_space(index_), nullptr, 0, hits_, nullptr, nullptr)); // of worlds
    EXPECT_EQ(throng_size(throng_index_space(index_)), 2u);

    desc = THRONG_INDEX_DESC_INIT;
    desc.kind = THRONG_STATIC_TREE;
    ASSERT_EQ(throng_index_create(&desc, &other).faults, 0u);
    expect_invalid(throng_index_update(other, &boxes_, nullptr));
    expect_invalid(throng_index_build_points(other, &points_, nullptr));
    throng_index_destroy(other);
}

TEST_F(CBadInput, OfExecutorsIsRefusedByCallsThatChange) {
    const throng_executor serial = throng_serial();
    const throng_executor* const odd = misaligned(&serial);
    const std::size_t size = throng_size(throng_index_space(index_));
    expect_invalid(throng_world_commit(world_, odd));
    expect_invalid(throng_world_commit_boxes(world_, &boxes_, odd));
    expect_invalid(throng_world_refit(world_, odd));
    expect_invalid(throng_world_rebase(world_, {1, 1}, odd));
    throng_pairs* const ended = throng_pairs_create(nullptr);
    expect_invalid(throng_world_overlaps_changed(world_, pairs_, ended, odd));
    throng_pairs_destroy(ended);
    expect_invalid(throng_index_build(index_, &boxes_, odd));
    expect_invalid(throng_index_update(index_, &boxes_, odd));
    expect_invalid(throng_index_insert(index_, numbers_.data(), 1, &boxes_, odd));
    expect_invalid(throng_index_move(index_, numbers_.data(), 1, &boxes_, odd));
    expect_invalid(throng_index_erase(index_, numbers_.data(), 1, odd));
    expect_invalid(throng_index_refit(index_, odd));
    expect_invalid(throng_index_build_points(index_, &points_, odd));
    EXPECT_EQ(throng_size(throng_index_space(index_)), size);
    EXPECT_EQ(throng_origin(space_).x, 0);
}

TEST_F(CBadInput, OfReadsReadsAsNothing) {
    throng_hits_columns columns;
    throng_hits_read(nullptr, &columns);
    EXPECT_EQ(columns.offset_count, 1u);
    EXPECT_EQ(columns.offsets[0], 0u);
    EXPECT_EQ(columns.slot_count, 0u);
    throng_hits_read(hits_, nullptr);

    EXPECT_EQ(throng_world_space(nullptr), nullptr);
    EXPECT_EQ(throng_snapshot_space(nullptr), nullptr);
    EXPECT_EQ(throng_index_space(nullptr), nullptr);
    EXPECT_EQ(throng_index_kind(nullptr), static_cast<std::uint32_t>(THRONG_NO_ROUTE));
    EXPECT_EQ(throng_size(nullptr) + throng_slot_count(nullptr) + throng_bytes(nullptr), 0u);
    EXPECT_EQ(throng_hits_rows(nullptr) + throng_hits_count(nullptr) + throng_pairs_count(nullptr), 0u);
    EXPECT_EQ(throng_hits_row(hits_, 7, nullptr), nullptr);
    EXPECT_EQ(throng_pairs_data(nullptr), nullptr);
    EXPECT_EQ(throng_alive(nullptr, ids_[0]), 0);
    EXPECT_EQ(throng_alive(throng_index_space(index_), ids_[0]), 0);
    EXPECT_EQ(throng_route(space_, throng_id{}), static_cast<std::uint32_t>(THRONG_NO_ROUTE));
    EXPECT_EQ(throng_bounds_of(nullptr, 0).max.x, 0.f);
    expect_invalid(throng_validate(nullptr));
    throng_world_discard(nullptr);
    throng_world_destroy(nullptr);
    throng_snapshot_destroy(nullptr);
    throng_index_destroy(nullptr);
    throng_hits_destroy(nullptr);
    throng_pairs_destroy(nullptr);
    throng_bitset_destroy(nullptr);
    throng_bitset_set(nullptr, 1);
    EXPECT_EQ(throng_bitset_next(nullptr, 0), THRONG_NO_SLOT);
    throng_bitset* set = nullptr;
    EXPECT_EQ(throng_bitset_create(std::size_t{1} << 33, nullptr, &set).faults, THRONG_OUT_OF_CAPACITY);
    expect_invalid(throng_bitset_create(1, nullptr, nullptr));
}

// Only a row grid has rows.
TEST_F(CBadInput, OfTheLayoutOfARowGridReadsAsNothing) {
    throng_row_grid_layout layout;
    throng_row row;
    std::size_t count = 0;
    throng_row_grid_read(index_, &layout);
    ASSERT_GT(layout.rows, 0u);
    throng_row_grid_row(index_, 0, &row);
    ASSERT_GT(row.size, 0u);
    ASSERT_NE(throng_row_grid_order(index_, &count), nullptr);
    ASSERT_EQ(count, 2u);
    throng_row_grid_read(index_, nullptr);
    throng_row_grid_row(index_, 0, nullptr);
    EXPECT_NE(throng_row_grid_order(index_, nullptr), nullptr);
    throng_row_grid_row(index_, layout.rows, &row);
    EXPECT_EQ(row.size, 0u) << "there is none";

    const auto expect_nothing = [&](const throng_index* index) {
        std::memset(&layout, 0xAB, sizeof layout);
        std::memset(&row, 0xAB, sizeof row);
        count = 7;
        throng_row_grid_read(index, &layout);
        throng_row_grid_row(index, 0, &row);
        EXPECT_EQ(throng_row_grid_order(index, &count), nullptr);
        EXPECT_EQ(count, 0u);
        EXPECT_EQ(layout.rows, 0u);
        EXPECT_EQ(layout.cell_size, 0.f);
        EXPECT_EQ(row.size, 0u);
        EXPECT_EQ(row.slots, nullptr);
    };
    expect_nothing(nullptr);
    for (std::uint32_t kind = THRONG_LOOSE_GRID; kind <= THRONG_STATIC_TREE; ++kind) {
        SCOPED_TRACE(kind);
        throng_index_desc desc = THRONG_INDEX_DESC_INIT;
        desc.kind = kind;
        throng_index* other = nullptr;
        ASSERT_EQ(throng_index_create(&desc, &other).faults, 0u);
        EXPECT_EQ(throng_index_build(other, &boxes_, nullptr).faults, 0u);
        expect_nothing(other);
        throng_index_destroy(other);
    }
}

TEST_F(CBadInput, OfAKindIsNoOtherKind) {
    EXPECT_EQ(throng_index_kind(index_), static_cast<std::uint32_t>(THRONG_ROW_GRID)) << "of no description";
    for (std::uint32_t kind = THRONG_ROW_GRID; kind <= THRONG_STATIC_TREE; ++kind) {
        throng_index_desc desc = THRONG_INDEX_DESC_INIT;
        desc.kind = kind;
        throng_index* other = nullptr;
        ASSERT_EQ(throng_index_create(&desc, &other).faults, 0u);
        EXPECT_EQ(throng_index_kind(other), kind);
        throng_index_destroy(other);
    }
}

// A caller that was compiled with the first version has no layers: what lies behind its struct is not read.
TEST_F(CBadInput, IsNoStructOfAnEarlierVersion) {
    throng_query_options options = THRONG_QUERY_OPTIONS_INIT;
    options.struct_size = offsetof(throng_query_options, layers);
    options.layers = {7, 7};
    options.across_layers = 1;
    options.layers_by_query_count = 5;

    EXPECT_EQ(throng_overlap(space_, &boxes_, hits_, &options, nullptr).faults, 0u);
    EXPECT_EQ(throng_hits_count(hits_), 4u);
}

// Any number that is not 0 would do in C; one above 1 is rather garbage, or a value that was meant for another field.
TEST_F(CBadInput, OfFlagsIsEveryNumberAboveOne) {
    const auto expect_a_flag = [](std::uint32_t& flag, const std::function<throng_status()>& call) {
        for (const std::uint32_t number : {2u, 7u, 256u, 0xFFFFFFFFu}) {
            flag = number;
            const throng_status status = call();
            expect_invalid(status);
            EXPECT_NE(std::strstr(throng_describe_status(status), "a flag is neither 0 nor 1"), nullptr);
        }
        for (const std::uint32_t number : {1u, 0u}) {
            flag = number;
            EXPECT_EQ(call().faults, 0u) << number;
        }
    };
    using Query = throng_query_options;
    for (std::uint32_t Query::*const flag :
         {&Query::distances, &Query::across_layers, &Query::only_dynamic, &Query::skip_found}) {
        Query options = THRONG_QUERY_OPTIONS_INIT;
        expect_a_flag(options.*flag, [&] { return throng_neighbors(space_, 9, hits_, &options, nullptr); });
    }
    using Pair = throng_pair_options;
    for (std::uint32_t Pair::*const flag :
         {&Pair::static_static, &Pair::across_layers, &Pair::by_distance, &Pair::squared_distances}) {
        Pair options = THRONG_PAIR_OPTIONS_INIT;
        expect_a_flag(options.*flag, [&] { return throng_overlapping_pairs(space_, pairs_, &options, nullptr); });
    }
    using World = throng_world_desc;
    for (std::uint32_t World::*const flag : {&World::track_overlaps, &World::track_across_layers}) {
        World desc = THRONG_WORLD_DESC_INIT;
        expect_a_flag(desc.*flag, [&] {
            throng_world* made = nullptr;
            const throng_status status = throng_world_create(&desc, &made);
            throng_world_destroy(made);
            return status;
        });
    }
    expect_a_flag(boxes_.around_centers, [&] { return throng_overlap(space_, &boxes_, hits_, nullptr, nullptr); });
    const std::array<double, 2> at = {1, 2};
    const throng_double_points points = throng_double_points_of(at.data(), at.data(), 2);
    throng_double_boxes boxes = throng_double_boxes_between(&points, &points);
    expect_a_flag(boxes.around_centers,
                  [&] { return throng_overlap_doubles(space_, &boxes, hits_, nullptr, nullptr); });
}

// A later version of a struct has more fields, whose zero is the default.
TEST_F(CBadInput, IsNoStructOfALaterVersionWithoutNewRequests) {
    struct Later {
        throng_query_options known = THRONG_QUERY_OPTIONS_INIT;
        std::uint32_t more[2] = {0, 0};
    } later;
    later.known.struct_size = sizeof(later);

    EXPECT_EQ(throng_neighbors(space_, 9, hits_, &later.known, nullptr).faults, 0u);
    later.more[1] = 1;
    expect_invalid(throng_neighbors(space_, 9, hits_, &later.known, nullptr));
}

} // namespace
