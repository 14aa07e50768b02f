// SPDX-License-Identifier: MIT
// Handles of C: every function of a null handle is refused or reads as nothing, and a handle that is destroyed gives
// back all memory that it took.
#include "support/counting_memory.hpp"

#include <throng/throng.h>

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace {

using throng::support::CountingMemory;

template <class... Handles> struct HandleTypes {
    template <class T>
    static constexpr bool contain = (std::is_same_v<std::remove_cv_t<std::remove_pointer_t<T>>, Handles> || ...);
};
template <class T>
constexpr bool is_handle = std::is_pointer_v<T>&& HandleTypes<throng_space, throng_world, throng_snapshot, throng_index,
                                                              throng_hits, throng_pairs, throng_bitset>::contain<T>;

// An argument of any type that is as it should be.
class AnyArgument {
public:
    AnyArgument() {
        EXPECT_EQ(throng_world_create(nullptr, &world_).faults, 0u);
        EXPECT_EQ(throng_world_spawn(world_, &boxes_, THRONG_DYNAMIC, ids_.data(), 2, nullptr).faults, 0u);
        EXPECT_EQ(throng_world_commit(world_, nullptr).faults, 0u);
        EXPECT_EQ(throng_snapshot_create(world_, &snapshot_).faults, 0u);
        EXPECT_EQ(throng_index_create(nullptr, &index_).faults, 0u);
        EXPECT_EQ(throng_index_build(index_, &boxes_, nullptr).faults, 0u);
        EXPECT_EQ(throng_bitset_create(4, nullptr, &set_).faults, 0u);
    }
    AnyArgument(const AnyArgument&) = delete;
    AnyArgument& operator=(const AnyArgument&) = delete;
    ~AnyArgument() {
        throng_bitset_destroy(set_);
        throng_pairs_destroy(pairs_);
        throng_hits_destroy(hits_);
        throng_index_destroy(index_);
        throng_snapshot_destroy(snapshot_);
        throng_world_destroy(world_);
    }

    operator throng_world*() { return world_; }
    operator throng_snapshot*() { return snapshot_; }
    operator throng_index*() { return index_; }
    operator throng_hits*() { return hits_; }
    operator throng_pairs*() { return pairs_; }
    operator throng_bitset*() { return set_; }
    operator const throng_space*() { return throng_world_space(world_); }
    operator const throng_boxes*() { return &boxes_; }
    operator const throng_points*() { return &points_; }
    operator const throng_discs*() { return &discs_; }
    operator const throng_rays*() { return &rays_; }
    operator const throng_double_boxes*() { return &double_boxes_; }
    operator const throng_double_points*() { return &double_points_; }
    operator const throng_double_discs*() { return &double_discs_; }
    operator const throng_double_rays*() { return &double_rays_; }
    operator const throng_query*() { return &query_; }
    operator const throng_double_query*() { return &double_query_; }
    operator const throng_query_options*() { return nullptr; }
    operator const throng_pair_options*() { return nullptr; }
    operator const throng_executor*() { return nullptr; }
    operator const throng_layer_range*() { return &layers_; }
    operator const throng_writer*() { return &writer_; }
    operator const throng_reader*() { return &reader_; }
    operator throng_visitor*() {
        return [](void*, const throng_node*) { return 1; };
    }
    operator void*() { return this; }
    operator throng_hits_columns*() { return &columns_; }
    operator throng_row_grid_layout*() { return &layout_; }
    operator throng_row*() { return &row_; }
    operator throng_world_stats*() { return &stats_; }
    operator throng_capacity*() { return &capacity_; }
    operator throng_snapshot**() { return &made_; }
    operator throng_id*() { return ids_.data(); }
    operator throng_aabb*() { return corners_.data(); }
    operator std::uint32_t*() { return numbers_.data(); }
    operator std::uint16_t*() { return shorts_.data(); }
    operator std::uint8_t*() { return bytes_.data(); }
    operator const float*() { return radii_.data(); }
    operator size_t*() { return &count_; }
    operator throng_id() { return ids_[0]; }
    operator throng_run() { return {0, 1}; }
    operator throng_double_vec2() { return {1, 2}; }
    operator std::uint32_t() { return 1; }
    operator size_t() { return 2; }
    operator float() { return 1; }

    // Whether a refused call has done nothing to it.
    bool is_untouched() const { return made_ == nullptr && throng_size(throng_world_space(world_)) == 2; }

private:
    std::array<throng_aabb, 2> corners_ = {{{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}}};
    std::array<throng_double_vec2, 2> places_ = {{{0, 0}, {1, 1}}};
    throng_boxes boxes_ = throng_boxes_of(corners_.data(), 2);
    throng_points points_ = boxes_.a;
    throng_discs discs_ = throng_discs_of(&points_, 1);
    throng_rays rays_ = throng_rays_of(&points_, &boxes_.b, 1);
    throng_double_points double_points_ = throng_double_points_of(&places_[0].x, &places_[0].y, 2);
    throng_double_boxes double_boxes_ = throng_double_boxes_around(&double_points_, 1);
    throng_double_discs double_discs_{};
    throng_double_rays double_rays_{};
    throng_query query_ = THRONG_QUERY_INIT;
    throng_double_query double_query_{};
    throng_layer_range layers_ = THRONG_ALL_LAYERS;
    throng_writer writer_{[](void*, const void*, size_t) { return 1; }, nullptr};
    throng_reader reader_{[](void*, void*, size_t) { return 0; }, nullptr};
    std::array<throng_id, 2> ids_{};
    std::array<std::uint32_t, 4> numbers_{0, 1, 0, 1};
    std::array<std::uint16_t, 4> shorts_{};
    std::array<std::uint8_t, 4> bytes_{};
    std::array<float, 2> radii_{1, 1};
    size_t count_ = 0;
    throng_hits_columns columns_{};
    throng_row_grid_layout layout_{};
    throng_row row_{};
    throng_world_stats stats_{};
    throng_capacity capacity_{};
    throng_world* world_ = nullptr;
    throng_snapshot *snapshot_ = nullptr, *made_ = nullptr;
    throng_index* index_ = nullptr;
    throng_hits* hits_ = throng_hits_create(nullptr);
    throng_pairs* pairs_ = throng_pairs_create(nullptr);
    throng_bitset* set_ = nullptr;
};

template <class R> bool is_nothing(const R& got, const R& nothing) {
    using AllBytes = std::array<std::byte, sizeof(R)>;
    return std::bit_cast<AllBytes>(got) == std::bit_cast<AllBytes>(nothing);
}
bool is_nothing(const throng_status& status, const throng_status&) {
    return status.faults == THRONG_INVALID_ARGUMENT && status.count == 0;
}

// Calls it once for each of its handles, which is null, with all else as it should be. `nothing`: what it returns then,
// unless that is a fault or zero.
template <class R, class... P, std::size_t... I, class... Nothing>
void call_with_nulls(const char* name, R (*call)(P...), std::index_sequence<I...>, Nothing... nothing) {
    const auto with_null = [&]<std::size_t null>(std::integral_constant<std::size_t, null>) {
        using Arguments = std::tuple<P...>;
        if constexpr (is_handle<std::tuple_element_t<null, Arguments>>) {
            AnyArgument given;
            Arguments arguments{static_cast<P>(given)...};
            std::get<null>(arguments) = nullptr;
            if constexpr (std::is_void_v<R>)
                std::apply(call, arguments);
            else
                EXPECT_TRUE(is_nothing(std::apply(call, arguments), R{nothing...}))
                    << name << " with a null handle (argument " << null << ") is neither refused nor reads as nothing";
            EXPECT_TRUE(given.is_untouched()) << name;
        }
    };
    (with_null(std::integral_constant<std::size_t, I>()), ...);
}
template <class R, class... P, class... Nothing>
void call_with_nulls(const char* name, R (*call)(P...), Nothing... nothing) {
    call_with_nulls(name, call, std::index_sequence_for<P...>(), nothing...);
}

TEST(CHandles, OfNullAreRefusedOrReadAsNothing) {
#define THRONG_OF(call) call_with_nulls(#call, &call)
    THRONG_OF(throng_hits_destroy);
    THRONG_OF(throng_hits_read);
    THRONG_OF(throng_hits_rows);
    THRONG_OF(throng_hits_count);
    THRONG_OF(throng_hits_row);
    THRONG_OF(throng_hits_row_distances);
    THRONG_OF(throng_hits_found);
    THRONG_OF(throng_hits_rows_of_hits);
    THRONG_OF(throng_hits_candidates);
    THRONG_OF(throng_hits_hash);
    THRONG_OF(throng_hits_reserve);
    THRONG_OF(throng_hits_trim);
    THRONG_OF(throng_pairs_destroy);
    THRONG_OF(throng_pairs_count);
    THRONG_OF(throng_pairs_data);
    THRONG_OF(throng_pairs_ids);
    THRONG_OF(throng_pairs_squared_distances);
    THRONG_OF(throng_pairs_candidates);
    THRONG_OF(throng_pairs_hash);
    THRONG_OF(throng_pairs_reserve);
    THRONG_OF(throng_pairs_trim);
    THRONG_OF(throng_bitset_destroy);
    THRONG_OF(throng_bitset_resize);
    THRONG_OF(throng_bitset_assign);
    THRONG_OF(throng_bitset_size);
    THRONG_OF(throng_bitset_count);
    THRONG_OF(throng_bitset_any);
    THRONG_OF(throng_bitset_test);
    THRONG_OF(throng_bitset_set);
    THRONG_OF(throng_bitset_set_run);
    THRONG_OF(throng_bitset_reset);
    THRONG_OF(throng_bitset_clear);
    THRONG_OF(throng_bitset_set_slots);
    THRONG_OF(throng_bitset_slots);
    THRONG_OF(throng_bitset_unite);
    THRONG_OF(throng_bitset_intersect);
    THRONG_OF(throng_bitset_subtract);
    THRONG_OF(throng_bitset_intersects);
    THRONG_OF(throng_origin);
    THRONG_OF(throng_world_rebase);
    THRONG_OF(throng_world_spawn_doubles);
    THRONG_OF(throng_world_move_doubles);
    THRONG_OF(throng_world_move_all_doubles);
    THRONG_OF(throng_overlap_doubles);
    THRONG_OF(throng_within_doubles);
    THRONG_OF(throng_nearest_doubles);
    THRONG_OF(throng_cast_doubles);
    THRONG_OF(throng_along_doubles);
    THRONG_OF(throng_count_overlap_doubles);
    THRONG_OF(throng_count_within_doubles);
    THRONG_OF(throng_query_batch_doubles);
    THRONG_OF(throng_visible_doubles);
    THRONG_OF(throng_index_destroy);
    THRONG_OF(throng_index_space);
    THRONG_OF(throng_index_build);
    THRONG_OF(throng_index_update);
    THRONG_OF(throng_index_insert);
    THRONG_OF(throng_index_move);
    THRONG_OF(throng_index_erase);
    THRONG_OF(throng_index_refit);
    THRONG_OF(throng_index_clear);
    THRONG_OF(throng_index_cleanup);
    THRONG_OF(throng_index_build_points);
    THRONG_OF(throng_index_update_points);
    THRONG_OF(throng_index_insert_points);
    THRONG_OF(throng_index_move_points);
    THRONG_OF(throng_index_faulty_slots);
    THRONG_OF(throng_index_faulty_points);
    THRONG_OF(throng_index_absent_slots);
    THRONG_OF(throng_index_taken_slots);
    THRONG_OF(throng_row_grid_read);
    THRONG_OF(throng_row_grid_row);
    THRONG_OF(throng_row_grid_order);
    THRONG_OF(throng_overlap);
    THRONG_OF(throng_within);
    THRONG_OF(throng_nearest);
    THRONG_OF(throng_cast);
    THRONG_OF(throng_along);
    THRONG_OF(throng_count_overlap);
    THRONG_OF(throng_count_within);
    THRONG_OF(throng_neighbors);
    THRONG_OF(throng_neighbors_by_radii);
    THRONG_OF(throng_neighbors_of);
    THRONG_OF(throng_overlapping_pairs);
    THRONG_OF(throng_query_batch);
    THRONG_OF(throng_visible);
    THRONG_OF(throng_visible_in_layers);
    THRONG_OF(throng_order);
    THRONG_OF(throng_live_slots);
    THRONG_OF(throng_alive);
    THRONG_OF(throng_id_of);
    THRONG_OF(throng_layer_of);
    THRONG_OF(throng_alive_each);
    THRONG_OF(throng_layers_of);
    THRONG_OF(throng_ids_of);
    THRONG_OF(throng_bounds_of);
    THRONG_OF(throng_bounds);
    THRONG_OF(throng_slot_count);
    THRONG_OF(throng_size);
    THRONG_OF(throng_bytes);
    THRONG_OF(throng_validate);
    THRONG_OF(throng_visit);
    THRONG_OF(throng_world_restore);
    THRONG_OF(throng_world_commit_boxes);
    THRONG_OF(throng_world_save);
    THRONG_OF(throng_snapshot_save);
    THRONG_OF(throng_index_save);
    THRONG_OF(throng_world_load);
    THRONG_OF(throng_index_load);
    THRONG_OF(throng_hash);
    THRONG_OF(throng_category_of);
    THRONG_OF(throng_categories_of);
    THRONG_OF(throng_motions_of);
    THRONG_OF(throng_world_destroy);
    THRONG_OF(throng_world_space);
    THRONG_OF(throng_world_spawn);
    THRONG_OF(throng_world_spawn_in_layers);
    THRONG_OF(throng_world_move);
    THRONG_OF(throng_world_move_all);
    THRONG_OF(throng_world_categorize);
    THRONG_OF(throng_world_set_layers);
    THRONG_OF(throng_world_despawn);
    THRONG_OF(throng_world_faulty_ids);
    THRONG_OF(throng_world_faulty_slots);
    THRONG_OF(throng_world_commit);
    THRONG_OF(throng_world_refit);
    THRONG_OF(throng_world_discard);
    THRONG_OF(throng_world_overlaps_changed);
    THRONG_OF(throng_world_read_stats);
    THRONG_OF(throng_world_high_water);
    THRONG_OF(throng_snapshot_create);
    THRONG_OF(throng_snapshot_destroy);
    THRONG_OF(throng_snapshot_space);
#undef THRONG_OF
    call_with_nulls("throng_route", &throng_route, std::uint32_t{THRONG_NO_ROUTE});
    call_with_nulls("throng_motion_of", &throng_motion_of, std::uint32_t{THRONG_DYNAMIC});
    call_with_nulls("throng_index_kind", &throng_index_kind, std::uint32_t{THRONG_NO_ROUTE});
    call_with_nulls("throng_bitset_next", &throng_bitset_next, THRONG_NO_SLOT);
    call_with_nulls("throng_bitset_next_run", &throng_bitset_next_run, THRONG_NO_SLOT, THRONG_NO_SLOT);
}

TEST(CHandles, OfIndexesGiveBackTheirMemoryWhenTheyAreDestroyed) {
    const throng_aabb corners[] = {{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}};
    const throng_boxes boxes = throng_boxes_of(corners, 2);
    for (std::uint32_t kind = THRONG_ROW_GRID; kind <= THRONG_STATIC_TREE; ++kind) {
        SCOPED_TRACE(kind);
        CountingMemory memory;
        throng_index_desc desc = THRONG_INDEX_DESC_INIT;
        desc.kind = kind;
        desc.memory = {memory.memory().allocate, memory.memory().deallocate, &memory};
        for (int times = 0; times < 2; ++times) {
            throng_index* index = nullptr;
            ASSERT_EQ(throng_index_create(&desc, &index).faults, 0u);
            for (int builds = 0; builds < 2; ++builds) EXPECT_EQ(throng_index_build(index, &boxes, nullptr).faults, 0u);
            EXPECT_GT(memory.live_blocks(), 0u);
            throng_index_destroy(index);
            ASSERT_EQ(memory.live_blocks(), 0u) << "a program that makes indexes again and again runs out of memory";
        }
    }
}

TEST(CHandles, OfWorldsAndAnswersGiveBackTheirMemoryWhenTheyAreDestroyed) {
    const throng_aabb corners[] = {{{0, 0}, {2, 2}}, {{1, 1}, {3, 3}}};
    const throng_boxes boxes = throng_boxes_of(corners, 2);
    CountingMemory memory;
    const throng_memory counted{memory.memory().allocate, memory.memory().deallocate, &memory};
    throng_world_desc desc = THRONG_WORLD_DESC_INIT;
    desc.memory = counted;
    throng_id ids[2];
    throng_world* world = nullptr;
    throng_snapshot* snapshot = nullptr;
    throng_bitset* set = nullptr;
    ASSERT_EQ(throng_world_create(&desc, &world).faults, 0u);
    ASSERT_EQ(throng_world_spawn(world, &boxes, THRONG_DYNAMIC, ids, 2, nullptr).faults, 0u);
    ASSERT_EQ(throng_world_commit(world, nullptr).faults, 0u);
    ASSERT_EQ(throng_snapshot_create(world, &snapshot).faults, 0u);
    ASSERT_EQ(throng_bitset_create(4, &counted, &set).faults, 0u);
    throng_hits* const hits = throng_hits_create(&counted);
    throng_pairs* const pairs = throng_pairs_create(&counted);
    EXPECT_EQ(throng_overlap(throng_snapshot_space(snapshot), &boxes, hits, nullptr, nullptr).faults, 0u);
    EXPECT_EQ(throng_overlapping_pairs(throng_world_space(world), pairs, nullptr, nullptr).faults, 0u);

    std::size_t blocks = memory.live_blocks();
    const auto expect_fewer = [&](const char* without) {
        EXPECT_LT(memory.live_blocks(), blocks) << "the memory of " << without << " is lost";
        blocks = memory.live_blocks();
    };
    throng_bitset_destroy(set), expect_fewer("a set");
    throng_hits_destroy(hits), expect_fewer("hits");
    throng_pairs_destroy(pairs), expect_fewer("pairs");
    throng_world_destroy(world), expect_fewer("a world");
    throng_snapshot_destroy(snapshot), expect_fewer("a snapshot");
    EXPECT_EQ(blocks, 0u);
}

} // namespace
