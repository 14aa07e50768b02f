// SPDX-License-Identifier: MIT
// What goes through the C interface is what C++ gets: defaults of structs, a world with its history, events, snapshots,
// sets, and every column of an answer. Answers of indexes are those of the contract (support/through_c.hpp).
#include "engine/src/c/input.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/through_c.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace throng::test {
namespace {

using Slots = std::vector<Slot>;

template <class T> bool same_items(std::span<const T> a, const T* b, std::size_t size) {
    return a.size() == size && (size == 0 || std::memcmp(a.data(), b, size * sizeof(T)) == 0);
}

TEST(CInterface, HasTheDefaultsOfCpp) {
    const throng_query_options options = THRONG_QUERY_OPTIONS_INIT, own = to_c(QueryOptions());
    const throng_pair_options pair_options = THRONG_PAIR_OPTIONS_INIT, own_pairs = to_c(PairOptions());
    const throng_query query = THRONG_QUERY_INIT;
    const Query own_query;
    const throng_world_desc world = THRONG_WORLD_DESC_INIT;
    const WorldDesc own_world;
    const throng_index_desc index = THRONG_INDEX_DESC_INIT;

    EXPECT_EQ(std::memcmp(&options, &own, sizeof(own)), 0);
    EXPECT_EQ(std::memcmp(&pair_options, &own_pairs, sizeof(own_pairs)), 0);
    EXPECT_EQ(query.kind, static_cast<std::uint8_t>(own_query.kind));
    for (const float zero : {query.at.x, query.at.y, query.to.x, query.to.y, query.reach, query.cos_half_angle})
        EXPECT_EQ(zero, 0.f);
    EXPECT_EQ(own_query.reach + own_query.cos_half_angle + own_query.at.x + own_query.to.y, 0.f);
    EXPECT_EQ(query.k, own_query.k);
    EXPECT_EQ(query.mask, own_query.mask);
    EXPECT_EQ(query.exclude, own_query.exclude);
    EXPECT_EQ(world.tracked, own_world.tracked);
    EXPECT_EQ(world.tracked_against, own_world.tracked_against);
    EXPECT_EQ(world.track_overlaps != 0, own_world.track_overlaps);
    EXPECT_EQ(index.max_per_leaf, 0u); // each kind has its own
    EXPECT_EQ(index.max_depth, 0u);
    EXPECT_EQ(index.max_half_extent, RowGridDesc().max_half_extent);
}

// The same history in a world behind each interface.
class CWorld : public testing::Test {
protected:
    void SetUp() override {
        throng_world_desc desc = THRONG_WORLD_DESC_INIT;
        desc.track_overlaps = 1;
        ASSERT_EQ(throng_world_create(&desc, &c_).faults, 0u);
        space_ = throng_world_space(c_);
        for (std::uint32_t i = 0; i < 900; ++i) {
            const auto x = static_cast<float>(i % 30), y = static_cast<float>(i / 30);
            const float half = i % 50 == 0 ? 4.f : 0.6f;
            boxes_.push_back({{x - half, y - half}, {x + half, y + half}});
            categories_.push_back(1u << (i % 3));
        }
    }
    void TearDown() override { throng_world_destroy(c_); }

    throng_boxes c_boxes(std::size_t first, std::size_t count) const { return to_c(view(first, count)); }
    BoxView view(std::size_t first, std::size_t count) const { return BoxView(boxes_).slice(first, count); }
    static throng_id* ids(std::vector<Id>& ids) { return reinterpret_cast<throng_id*>(ids.data()); }

    // Dynamic ones, static ones, a move of some, an end of some.
    void live() {
        std::vector<Id> c_ids(800), c_walls(100);
        const throng_boxes dynamic = c_boxes(0, 800), still = c_boxes(800, 100);
        cpp_ids_.resize(800);
        std::vector<Id> walls(100);
        EXPECT_EQ(throng_world_spawn(c_, &dynamic, THRONG_DYNAMIC, ids(c_ids), 800, categories_.data()).faults, 0u);
        EXPECT_EQ(throng_world_spawn(c_, &still, THRONG_STATIC, ids(c_walls), 100, nullptr).faults, 0u);
        EXPECT_TRUE(cpp_.spawn(view(0, 800), Motion::Dynamic, cpp_ids_, std::span(categories_).first(800)));
        EXPECT_TRUE(cpp_.spawn(view(800, 100), Motion::Static, walls));
        EXPECT_EQ(c_ids, cpp_ids_);
        commit();
        const throng_boxes moved = c_boxes(100, 50);
        EXPECT_EQ(throng_world_move(c_, ids(c_ids), 50, &moved).faults, 0u);
        EXPECT_EQ(throng_world_categorize(c_, ids(c_ids) + 60, 20, categories_.data()).faults, 0u);
        EXPECT_EQ(throng_world_despawn(c_, ids(c_ids) + 700, 30).faults, 0u);
        EXPECT_TRUE(cpp_.move(std::span(cpp_ids_).first(50), view(100, 50)));
        EXPECT_TRUE(cpp_.categorize(std::span(cpp_ids_).subspan(60, 20), std::span(categories_).first(20)));
        EXPECT_TRUE(cpp_.despawn(std::span(cpp_ids_).subspan(700, 30)));
        commit();
    }
    void commit() {
        EXPECT_EQ(throng_world_commit(c_, nullptr).faults, 0u);
        EXPECT_TRUE(cpp_.commit());
    }
    std::vector<Query> queries() const {
        std::vector<Query> all;
        for (std::uint32_t i = 0; i < 60; ++i) {
            const Vec2 at{static_cast<float>(i % 7) * 4, static_cast<float>(i % 11) * 3};
            all.push_back(Query::overlap({at, {at.x + 2, at.y + 1}}));
            all.push_back(Query::within({at, 1.5f}));
            all.push_back(Query::nearest(at, 5, 20));
            all.push_back(Query::cast({at, {1, 0.5f}, 9}));
            all.push_back(Query::cone(at, {0, 1}, 0.8f, 5));
            all.back().mask = 3;
        }
        return all;
    }

    World cpp_{[] {
        WorldDesc desc;
        desc.track_overlaps = true;
        return desc;
    }()};
    throng_world* c_ = nullptr;
    const throng_space* space_ = nullptr;
    std::vector<Aabb> boxes_;
    std::vector<std::uint32_t> categories_;
    std::vector<Id> cpp_ids_;
};

TEST_F(CWorld, AnswersMixedBatchesAsCppDoesInEveryColumn) {
    live();
    const std::vector<Query> batch = queries();
    Hits expected;
    throng_hits* const got = throng_hits_create(nullptr);
    QueryOptions options{.limit = 3, .measure = Measure::Center, .distances = true};
    const throng_query_options c_options = to_c(options);

    ASSERT_TRUE(cpp_.query(batch, expected, options));
    ASSERT_EQ(throng_query_batch(space_, reinterpret_cast<const throng_query*>(batch.data()), batch.size(), got,
                                 &c_options, nullptr)
                  .faults,
              0u);

    throng_hits_columns columns;
    throng_hits_read(got, &columns);
    EXPECT_TRUE(same_items(expected.offsets(), columns.offsets, columns.offset_count));
    EXPECT_TRUE(same_items(expected.slots(), columns.slots, columns.slot_count));
    EXPECT_TRUE(same_items(expected.distances(), columns.distances, columns.distance_count));
    ASSERT_EQ(columns.found_count, batch.size());
    std::vector<std::uint32_t> rows(columns.slot_count);
    ASSERT_EQ(throng_hits_rows_of_hits(got, rows.data(), rows.size()).faults, 0u);
    for (std::size_t row = 0; row < batch.size(); ++row) {
        ASSERT_EQ(columns.found[row], expected.found(row));
        ASSERT_EQ(throng_hits_found(got, row), expected.found(row));
        std::size_t count = 0, distances = 0;
        const Slot* const slots = throng_hits_row(got, row, &count);
        ASSERT_TRUE(same_items(expected[row], slots, count));
        const float* const distance = throng_hits_row_distances(got, row, &distances);
        ASSERT_TRUE(same_items(expected.distances(row), distance, distances));
        for (std::uint32_t i = columns.offsets[row]; i < columns.offsets[row + 1]; ++i) ASSERT_EQ(rows[i], row);
    }
    EXPECT_EQ(throng_hits_hash(got), expected.hash());
    EXPECT_EQ(throng_hits_candidates(got), expected.candidates());
    throng_hits_destroy(got);
}

TEST_F(CWorld, ReadsAsCppDoes) {
    live();
    const throng_boxes all = c_boxes(0, 900);
    EXPECT_EQ(throng_world_move_all(c_, &all).faults, 0u);
    EXPECT_TRUE(cpp_.move_all(BoxView(boxes_)));
    commit();

    const std::size_t size = cpp_.size(), slots = cpp_.slot_count();
    ASSERT_EQ(throng_size(space_), size);
    ASSERT_EQ(throng_slot_count(space_), slots);
    std::vector<Slot> order(size), c_order(size), live_slots(size), c_live(size), every(slots);
    ASSERT_TRUE(cpp_.order(order));
    ASSERT_TRUE(cpp_.live_slots(live_slots));
    ASSERT_EQ(throng_order(space_, c_order.data(), size).faults, 0u);
    ASSERT_EQ(throng_live_slots(space_, c_live.data(), size).faults, 0u);
    EXPECT_EQ(order, c_order);
    EXPECT_EQ(live_slots, c_live);
    std::vector<Id> got(slots);
    std::vector<throng_aabb> bounds(slots);
    std::vector<std::uint8_t> alive(slots);
    for (std::size_t i = 0; i < slots; ++i) every[i] = static_cast<Slot>(i);
    ASSERT_EQ(throng_ids_of(space_, every.data(), slots, ids(got)).faults, 0u);
    ASSERT_EQ(throng_bounds(space_, every.data(), slots, bounds.data()).faults, 0u);
    ASSERT_EQ(throng_alive_each(space_, ids(got), slots, alive.data()).faults, 0u);
    for (Slot slot = 0; slot < slots; ++slot) {
        const Id id = cpp_.id_of(slot);
        const throng_id one = throng_id_of(space_, slot);
        const Aabb box = cpp_.bounds_of(slot);
        ASSERT_EQ(got[slot], id);
        ASSERT_EQ((Id{one.slot, one.generation}), id);
        ASSERT_EQ(alive[slot] != 0, cpp_.alive(id));
        ASSERT_EQ(throng_alive(space_, one) != 0, cpp_.alive(id));
        ASSERT_EQ(throng_route(space_, one), static_cast<std::uint32_t>(cpp_.route(id)));
        ASSERT_TRUE(same_box(c::to_cpp(bounds[slot]), box));
    }

    throng_world_stats stats;
    throng_world_read_stats(c_, &stats);
    EXPECT_EQ(stats.row_grid, cpp_.stats().row_grid);
    EXPECT_EQ(stats.loose_grid, 0u);
    EXPECT_EQ(stats.loose_quadtree, cpp_.stats().loose_quadtree);
    EXPECT_EQ(stats.static_tree, cpp_.stats().static_tree);
    EXPECT_EQ(stats.bytes, throng_bytes(space_));
    throng_capacity most;
    throng_world_high_water(c_, &most);
    EXPECT_EQ(most.elements, cpp_.high_water().elements);
    EXPECT_EQ(throng_validate(space_).faults, 0u);
    std::size_t nodes = 0, c_nodes = 0;
    cpp_.visit([&](const Node&) { return ++nodes, true; });
    ASSERT_EQ(throng_visit(
                  space_, [](void* n, const throng_node*) { return ++*static_cast<std::size_t*>(n), 1; }, &c_nodes)
                  .faults,
              0u);
    EXPECT_EQ(nodes, c_nodes);
}

TEST_F(CWorld, SeesAsCppDoes) {
    live();
    std::vector<Vec2> from, to;
    for (const Aabb& box : boxes_) from.push_back(box.min), to.push_back({15, 15});
    std::vector<std::uint8_t> expected(900), got(900);
    const throng_points starts = to_c(PointView(from)), ends = to_c(PointView(to));

    ASSERT_TRUE(cpp_.visible(from, to, 4, expected));
    ASSERT_EQ(throng_visible(space_, &starts, &ends, 4, got.data(), 900, nullptr).faults, 0u);

    EXPECT_EQ(expected, got);
}

TEST_F(CWorld, TellsEventsAsCppDoes) {
    live();
    Pairs begun, ended;
    throng_pairs *c_begun = throng_pairs_create(nullptr), *c_ended = throng_pairs_create(nullptr);
    const auto expect_same = [](const Pairs& expected, const throng_pairs* got) {
        const auto* const pairs = reinterpret_cast<const Pair*>(throng_pairs_data(got));
        const auto* const of = reinterpret_cast<const IdPair*>(throng_pairs_ids(got));
        EXPECT_TRUE(same_items(expected.view(), pairs, throng_pairs_count(got)));
        EXPECT_TRUE(same_items(expected.ids(), of, throng_pairs_count(got)));
        EXPECT_EQ(throng_pairs_hash(got), expected.hash());
        EXPECT_EQ(throng_pairs_candidates(got), expected.candidates());
    };

    ASSERT_TRUE(cpp_.overlaps_changed(begun, ended));
    ASSERT_EQ(throng_world_overlaps_changed(c_, c_begun, c_ended, nullptr).faults, 0u);
    EXPECT_GT(begun.size(), 100u);
    expect_same(begun, c_begun);
    EXPECT_EQ(throng_world_despawn(c_, ids(cpp_ids_) + 200, 100).faults, 0u);
    EXPECT_TRUE(cpp_.despawn(std::span(cpp_ids_).subspan(200, 100)));
    commit();
    ASSERT_TRUE(cpp_.overlaps_changed(begun, ended));
    ASSERT_EQ(throng_world_overlaps_changed(c_, c_begun, c_ended, nullptr).faults, 0u);
    EXPECT_GT(ended.size(), 10u);
    expect_same(begun, c_begun);
    expect_same(ended, c_ended);

    throng_pairs_destroy(c_begun);
    throng_pairs_destroy(c_ended);
}

TEST_F(CWorld, HasTheLayersOfCpp) {
    live();
    std::vector<std::uint16_t> layers(300);
    for (std::size_t i = 0; i < layers.size(); ++i) layers[i] = static_cast<std::uint16_t>(i % 3);
    std::vector<Id> got(100), expected(100);
    const throng_boxes more = c_boxes(0, 100);
    EXPECT_EQ(throng_world_set_layers(c_, ids(cpp_ids_) + 300, 300, layers.data()).faults, 0u);
    EXPECT_TRUE(cpp_.set_layers(std::span(cpp_ids_).subspan(300, 300), layers));
    EXPECT_EQ(throng_world_spawn_in_layers(c_, &more, THRONG_DYNAMIC, ids(got), 100, nullptr, layers.data()).faults,
              0u);
    EXPECT_TRUE(cpp_.spawn(view(0, 100), Motion::Dynamic, expected, {}, std::span(layers).first(100)));
    commit();

    std::vector<Slot> every(cpp_.slot_count());
    std::vector<std::uint16_t> told(every.size());
    for (std::size_t i = 0; i < every.size(); ++i) every[i] = static_cast<Slot>(i);
    ASSERT_EQ(throng_layers_of(space_, every.data(), every.size(), told.data()).faults, 0u);
    for (const Slot slot : every) {
        ASSERT_EQ(told[slot], cpp_.layer_of(slot));
        ASSERT_EQ(throng_layer_of(space_, slot), cpp_.layer_of(slot));
    }

    const std::vector<LayerRange> ranges(every.size(), LayerRange{1, 1});
    const std::vector<QueryOptions> choices = {
        {}, {.layers = {1, 2}}, {.across_layers = true}, {.layers_by_query = ranges}, {.only_dynamic = true}};
    throng_hits* const hits = throng_hits_create(nullptr);
    for (const QueryOptions& options : choices) {
        const throng_query_options c_options = to_c(options);
        Hits answer;
        ASSERT_TRUE(cpp_.neighbors(2, answer, options));
        ASSERT_EQ(throng_neighbors(space_, 2, hits, &c_options, nullptr).faults, 0u);
        EXPECT_EQ(throng_hits_hash(hits), answer.hash());
        EXPECT_GT(answer.slots().size(), 0u);
    }
    throng_hits_destroy(hits);
    throng_pairs* const pairs = throng_pairs_create(nullptr);
    for (const PairOptions& options : {PairOptions{.layers = {1, 1}}, PairOptions{.across_layers = true}}) {
        const throng_pair_options c_options = to_c(options);
        Pairs answer;
        ASSERT_TRUE(cpp_.pairs(answer, options));
        ASSERT_EQ(throng_overlapping_pairs(space_, pairs, &c_options, nullptr).faults, 0u);
        EXPECT_EQ(throng_pairs_hash(pairs), answer.hash());
    }
    throng_pairs_destroy(pairs);

    const Vec2 from{-9, 10}, to{40, 10};
    const throng_points start = to_c(PointView(from)), end = to_c(PointView(to));
    for (const std::uint16_t layer : {std::uint16_t{1}, std::uint16_t{7}}) {
        const LayerRange one{layer, layer};
        const throng_layer_range range = {layer, layer};
        std::uint8_t seen = 9, c_seen = 9;
        ASSERT_TRUE(cpp_.visible(from, to, ~0u, std::span(&one, 1), std::span(&seen, 1)));
        ASSERT_EQ(throng_visible_in_layers(space_, &start, &end, ~0u, &range, 1, &c_seen, 1, nullptr).faults, 0u);
        EXPECT_EQ(seen, c_seen);
        EXPECT_EQ(c_seen != 0, layer == 7);
    }
}

TEST_F(CWorld, ForgetsWhatIsStagedWhenItIsTold) {
    live();
    EXPECT_EQ(throng_world_despawn(c_, ids(cpp_ids_), 100).faults, 0u);

    throng_world_discard(c_);
    commit();

    EXPECT_EQ(throng_size(space_), cpp_.size());
}

TEST_F(CWorld, HasSnapshotsThatOutliveIt) {
    live();
    throng_snapshot* snapshot = nullptr;
    ASSERT_EQ(throng_snapshot_create(c_, &snapshot).faults, 0u);
    throng_hits* const hits = throng_hits_create(nullptr);
    ASSERT_EQ(throng_neighbors(space_, 2, hits, nullptr, nullptr).faults, 0u);
    const std::uint64_t before = throng_hits_hash(hits);
    const throng_space* const space = throng_snapshot_space(snapshot);

    EXPECT_EQ(throng_world_despawn(c_, ids(cpp_ids_), 100).faults, 0u);
    commit();
    throng_world_destroy(c_);
    c_ = nullptr;

    ASSERT_EQ(throng_neighbors(space, 2, hits, nullptr, nullptr).faults, 0u);
    EXPECT_EQ(throng_hits_hash(hits), before);
    EXPECT_EQ(throng_size(space), 870u);
    throng_hits_destroy(hits);
    throng_snapshot_destroy(snapshot);
}

TEST(CInterface, HasSetsLikeThoseOfCpp) {
    HierarchicalBitset expected(5000), other(5000);
    throng_bitset *got = nullptr, *c_other = nullptr;
    ASSERT_EQ(throng_bitset_create(5000, nullptr, &got).faults, 0u);
    ASSERT_EQ(throng_bitset_create(0, nullptr, &c_other).faults, 0u);
    ASSERT_EQ(throng_bitset_resize(c_other, 5000).faults, 0u);
    std::vector<Slot> some;
    for (Slot slot = 0; slot < 5000; slot += 7) some.push_back(slot), expected.set(slot);
    ASSERT_EQ(throng_bitset_set_slots(got, some.data(), some.size()).faults, 0u);
    expected.set_run({100, 300}), throng_bitset_set_run(got, {100, 300});
    expected.reset(105), throng_bitset_reset(got, 105);
    other.set_run({250, 4000}), throng_bitset_set_run(c_other, {250, 4000});

    const auto agree = [&] {
        std::vector<Slot> members(throng_bitset_count(got));
        EXPECT_EQ(throng_bitset_slots(got, members.data(), members.size()).faults, 0u);
        std::vector<Slot> wanted;
        for (Slot s = expected.next(0); s != no_slot; s = expected.next(s + 1)) wanted.push_back(s);
        return members == wanted && throng_bitset_size(got) == expected.size() &&
               (throng_bitset_any(got) != 0) == expected.any() && throng_bitset_test(got, 107) == expected.test(107);
    };
    EXPECT_TRUE(agree());
    EXPECT_EQ(throng_bitset_next(got, 301), expected.next(301));
    EXPECT_EQ(throng_bitset_next_run(got, 90).last, expected.next_run(90).last);
    EXPECT_EQ(throng_bitset_intersects(got, c_other) != 0, expected.intersects(other));
    expected.intersect(other), throng_bitset_intersect(got, c_other);
    EXPECT_TRUE(agree());
    expected.unite(other), throng_bitset_unite(got, c_other);
    EXPECT_TRUE(agree());
    throng_bitset_clear(c_other), other.clear();
    throng_bitset_set(c_other, 777), other.set(777);
    expected.subtract(other), throng_bitset_subtract(got, c_other);
    EXPECT_TRUE(agree());
    ASSERT_EQ(throng_bitset_assign(got, c_other).faults, 0u);
    ASSERT_TRUE(expected.assign(other));
    EXPECT_TRUE(agree());
    throng_bitset_destroy(got);
    throng_bitset_destroy(c_other);
}

TEST(CInterface, AnswersInABufferOfTheCallers) {
    std::vector<std::uint64_t> buffer(120); // room for the state and few hits
    throng_hits* const hits = throng_hits_create_in(buffer.data(), buffer.size() * sizeof(buffer[0]));
    throng_index* index = nullptr;
    ASSERT_EQ(throng_index_create(nullptr, &index).faults, 0u);
    const std::vector<Aabb> boxes(20, {{0, 0}, {1, 1}});
    const throng_boxes view = to_c(BoxView(boxes));
    ASSERT_EQ(throng_index_build(index, &view, nullptr).faults, 0u);

    const throng_status full = throng_overlap(throng_index_space(index), &view, hits, nullptr, nullptr);

    EXPECT_EQ(full.faults, THRONG_OUTPUT_TOO_SMALL);
    EXPECT_GT(full.first, 0u);
    EXPECT_EQ(throng_hits_rows(hits), full.first);
    EXPECT_EQ(throng_hits_count(hits), full.first * 20u);
    throng_index_destroy(index);
    throng_hits_destroy(hits);
}

TEST(CInterface, ListsTheFaultyPositionsThatCppLists) {
    const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{1, 0}, {0, 1}}, {{0, 0}, {9, 1}}, {{NAN, 0}, {1, 1}}};
    const std::vector<Vec2> points = {{0, 0}, {0, NAN}, {INFINITY, 0}, {3, 3}};
    const std::vector<float> lengths = {1, 1, -1, NAN};
    const std::vector<Query> queries = {Query::within({{0, 0}, 1}), Query::within({{0, 0}, -1}), Query::cast({})};
    const throng_boxes c_boxes = to_c(BoxView(boxes));
    const throng_points c_points = to_c(PointView(points));
    const throng_discs discs = to_c(DiscView(points, lengths));
    const throng_rays rays = to_c(RayView(points, points, lengths));
    std::vector<Slot> at(4);
    const auto listed = [&](std::size_t count) { return Slots(at.begin(), at.begin() + std::ptrdiff_t(count)); };

    EXPECT_EQ(listed(throng_faulty_boxes(&c_boxes, 0, at.data(), 4)), (Slots{1, 3}));
    EXPECT_EQ(listed(throng_faulty_boxes(&c_boxes, 1, at.data(), 4)), (Slots{1, 2, 3}));
    EXPECT_EQ(listed(throng_faulty_points(&c_points, 0, at.data(), 4)), (Slots{1, 2}));
    EXPECT_EQ(listed(throng_faulty_discs(&discs, at.data(), 4)), (Slots{1, 2, 3}));
    EXPECT_EQ(listed(throng_faulty_rays(&rays, at.data(), 4)), (Slots{0, 1, 2, 3}));
    EXPECT_EQ(listed(throng_faulty_queries(reinterpret_cast<const throng_query*>(queries.data()), 3, at.data(), 4)),
              (Slots{1, 2}));
    EXPECT_EQ(throng_faulty_boxes(nullptr, 0, at.data(), 4) + throng_faulty_boxes(&c_boxes, 0, nullptr, 4), 0u);

    throng_world* world = nullptr;
    ASSERT_EQ(throng_world_create(nullptr, &world).faults, 0u);
    throng_id ids[4];
    const throng_status born = throng_world_spawn(world, &c_boxes, THRONG_DYNAMIC, ids, 4, nullptr);
    EXPECT_EQ(born.count, 2u);
    EXPECT_STREQ(throng_describe_status(born), describe(Status{Fault::None, 0, 0, Reason::BoxReversed}).data());
    ASSERT_EQ(throng_world_commit(world, nullptr).faults, 0u);
    EXPECT_EQ(listed(throng_world_faulty_ids(world, ids, 4, nullptr, at.data(), 4)), (Slots{1, 3}));
    ids[1] = ids[0];
    EXPECT_EQ(listed(throng_world_faulty_ids(world, ids, 4, &c_boxes, at.data(), 4)), (Slots{1, 3}));
    EXPECT_EQ(listed(throng_world_faulty_slots(world, &c_boxes, at.data(), 4)), Slots{1});
    EXPECT_EQ(throng_world_faulty_ids(nullptr, ids, 4, nullptr, at.data(), 4), 0u);
    throng_world_destroy(world);

    throng_index* index = nullptr;
    ASSERT_EQ(throng_index_create(nullptr, &index).faults, 0u);
    ASSERT_TRUE(throng_applied(throng_index_build(index, &c_boxes, nullptr)));
    const std::vector<Aabb> next = {boxes[3], boxes[3], boxes[0], boxes[3]}; // slots 0 and 2 have an element
    const throng_boxes c_next = to_c(BoxView(next));
    EXPECT_EQ(listed(throng_index_faulty_slots(index, &c_next, at.data(), 4)), Slots{0});
    EXPECT_EQ(listed(throng_index_faulty_points(index, &c_points, at.data(), 4)), Slots{2});
    const Slots named = {0, 1, 2, 2, 9};
    at.resize(5);
    EXPECT_EQ(listed(throng_index_absent_slots(index, named.data(), 5, at.data(), 5)), (Slots{1, 3, 4}));
    EXPECT_EQ(listed(throng_index_taken_slots(index, named.data(), 5, at.data(), 5)), (Slots{0, 2, 3}));
    EXPECT_EQ(throng_index_absent_slots(nullptr, named.data(), 5, at.data(), 5), 0u);
    throng_index_destroy(index);
}

TEST(CInterface, KnowsItsVersionAndInstructionSets) {
    EXPECT_EQ(throng_version(), std::uint32_t{THRONG_VERSION});
    EXPECT_EQ(throng_active_isa(), active_isa());
    std::size_t count = 0;
    while (throng_available_isa(count)) ++count;
    EXPECT_EQ(count, available_isas().size());
    EXPECT_STREQ(throng_describe(THRONG_BUSY), std::string(describe(Fault::Busy)).c_str());
}

TEST(CInterface, LaysOutARowGridAsCppDoes) {
    const std::vector<Aabb> boxes = {{{0, 0}, {1, 1}}, {{5, 5}, {6, 6}}, {{5, 0}, {6, 1}}};
    RowGrid grid(RowGridDesc{.cell_size = 2});
    throng_index_desc desc = THRONG_INDEX_DESC_INIT;
    desc.cell_size = 2;
    throng_index* index = nullptr;
    ASSERT_EQ(throng_index_create(&desc, &index).faults, 0u);
    const throng_boxes view = to_c(BoxView(boxes));
    ASSERT_TRUE(grid.build(boxes));
    ASSERT_EQ(throng_index_build(index, &view, nullptr).faults, 0u);

    throng_row_grid_layout layout;
    throng_row_grid_read(index, &layout);
    EXPECT_EQ(layout.rows, grid.view().rows);
    EXPECT_EQ(layout.origin.y, grid.view().origin.y);
    EXPECT_EQ(layout.cell_size, 2.f);
    for (std::uint32_t i = 0; i <= layout.rows; ++i) {
        throng_row row;
        throng_row_grid_row(index, i, &row);
        const RowView expected = grid.row(i);
        ASSERT_EQ(row.size, expected.size);
        ASSERT_EQ(row.cells, expected.cells);
        for (std::uint32_t k = 0; k < row.size; ++k) ASSERT_EQ(row.slots[k], expected.slots[k]);
    }
    std::size_t count = 0;
    EXPECT_NE(throng_row_grid_order(index, &count), nullptr);
    EXPECT_EQ(count, 3u);
    throng_index_destroy(index);
}

} // namespace
} // namespace throng::test
