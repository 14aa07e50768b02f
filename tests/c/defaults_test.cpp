// SPDX-License-Identifier: MIT
// Structs of C with their defaults, by functions that any language can call, and what is said of structs that were
// zeroed instead.
#include <throng/throng.h>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace {

template <class T> std::array<unsigned char, sizeof(T)> bytes_of(const T& value) {
    std::array<unsigned char, sizeof(T)> bytes;
    std::memcpy(bytes.data(), &value, sizeof(T));
    return bytes;
}

template <class T> bool same_bytes(const T& a, const T& b) { return bytes_of(a) == bytes_of(b); }
// Between its query and its place is padding, which says nothing.
bool same_bytes(const throng_double_query& a, const throng_double_query& b) {
    return same_bytes(a.query, b.query) && same_bytes(a.place, b.place) && same_bytes(a.corner, b.corner);
}

constexpr unsigned char stain = 0xA5;

template <class T, class Init> void expect_filled(Init init, const T& macro) {
    T filled;
    std::memset(&filled, stain, sizeof(T));
    const T before = filled;

    EXPECT_EQ(init(nullptr, sizeof(T)).faults, THRONG_INVALID_ARGUMENT);
    EXPECT_EQ(init(&filled, 4).faults, THRONG_INVALID_ARGUMENT);
    EXPECT_EQ(init(&filled, std::size_t{1} << 20).faults, THRONG_INVALID_ARGUMENT);
    EXPECT_TRUE(same_bytes(filled, before));
    EXPECT_EQ(init(&filled, sizeof(T)).faults, THRONG_OK);
    EXPECT_TRUE(same_bytes(filled, macro));
}

TEST(CDefaults, OfEveryStructAreThoseOfItsMacro) {
    const throng_query_options options = THRONG_QUERY_OPTIONS_INIT;
    const throng_pair_options pairs = THRONG_PAIR_OPTIONS_INIT;
    const throng_index_desc index = THRONG_INDEX_DESC_INIT;
    const throng_world_desc world = THRONG_WORLD_DESC_INIT;
    const throng_query query = THRONG_QUERY_INIT;
    const throng_double_query double_query = THRONG_DOUBLE_QUERY_INIT;
    const throng_layer_range all = THRONG_ALL_LAYERS;

    expect_filled(throng_query_options_init, options);
    expect_filled(throng_pair_options_init, pairs);
    expect_filled(throng_index_desc_init, index);
    expect_filled(throng_world_desc_init, world);
    expect_filled(throng_query_init, query);
    expect_filled(throng_double_query_init, double_query);
    EXPECT_TRUE(same_bytes(throng_all_layers(), all));
}

// What is behind the struct of a caller that was compiled with an earlier header belongs to the caller.
TEST(CDefaults, ReachNoFurtherThanTheCallersVersionOfAStruct) {
    constexpr std::size_t first = offsetof(throng_query_options, layers);
    std::array<std::uint64_t, sizeof(throng_query_options) / 8> room;
    room.fill(~std::uint64_t{0});
    throng_query_options expected = THRONG_QUERY_OPTIONS_INIT;
    expected.struct_size = first;

    ASSERT_EQ(throng_query_options_init(reinterpret_cast<throng_query_options*>(room.data()), first).faults, 0u);

    EXPECT_EQ(std::memcmp(room.data(), &expected, first), 0);
    for (std::size_t i = first / 8; i < room.size(); ++i) EXPECT_EQ(room[i], ~std::uint64_t{0}) << i;
}

TEST(CDefaults, AreZeroInFieldsThatOnlyALaterHeaderKnows) {
    struct Later {
        throng_world_desc known;
        std::uint64_t more[2];
    } later;
    std::memset(&later, stain, sizeof(later));
    throng_world* world = nullptr;

    ASSERT_EQ(throng_world_desc_init(&later.known, sizeof(later)).faults, 0u);

    EXPECT_EQ(later.known.struct_size, sizeof(later));
    EXPECT_EQ(later.more[0] + later.more[1], 0u);
    EXPECT_EQ(throng_world_create(&later.known, &world).faults, 0u);
    throng_world_destroy(world);
}

// Three elements, of which two are near each other; the first has slot 0.
class ZeroedStructs : public testing::Test {
protected:
    void SetUp() override {
        ASSERT_EQ(throng_world_create(nullptr, &world_).faults, 0u);
        spawn(world_);
    }
    void TearDown() override {
        throng_hits_destroy(hits_);
        throng_pairs_destroy(pairs_);
        throng_world_destroy(world_);
    }

    void spawn(throng_world* world) const {
        std::array<throng_id, 3> ids{};
        ASSERT_EQ(throng_world_spawn(world, &boxes_, THRONG_DYNAMIC, ids.data(), 3, nullptr).faults, 0u);
        ASSERT_EQ(throng_world_commit(world, nullptr).faults, 0u);
    }
    const throng_space* space() const { return throng_world_space(world_); }

    static void expect_told(throng_status status, const char* member, const char* remedy) {
        EXPECT_EQ(status.faults, THRONG_OK);
        EXPECT_EQ(status.count, 0u);
        EXPECT_TRUE(throng_applied(status));
        const std::string sentence = throng_describe_status(status);
        EXPECT_NE(sentence.find(member), std::string::npos) << sentence;
        EXPECT_NE(sentence.find(remedy), std::string::npos) << sentence;
    }
    static void expect_untold(throng_status status) {
        EXPECT_EQ(status.faults, THRONG_OK);
        EXPECT_STREQ(throng_describe_status(status), throng_describe(THRONG_OK));
    }
    // The number of elements that one query finds.
    std::size_t found(const throng_query& query) {
        EXPECT_EQ(throng_query_batch(space(), &query, 1, hits_, nullptr, nullptr).faults, 0u);
        return throng_hits_count(hits_);
    }

    std::array<throng_aabb, 3> corners_ = {{{{-.5f, -.5f}, {.5f, .5f}}, {{0, 0}, {2, 1}}, {{5, 5}, {6, 6}}}};
    throng_boxes boxes_ = throng_boxes_of(corners_.data(), 3);
    throng_points points_ = boxes_.a;
    throng_discs discs_ = throng_discs_of(&points_, 1);
    throng_world* world_ = nullptr;
    throng_hits* hits_ = throng_hits_create(nullptr);
    throng_pairs* pairs_ = throng_pairs_create(nullptr);
};

TEST_F(ZeroedStructs, OfOptionsFindNothingAndTheStatusSaysWhy) {
    throng_query_options options{};
    options.struct_size = sizeof(options);
    throng_pair_options pairs{};
    pairs.struct_size = sizeof(pairs);
    std::array<std::uint32_t, 3> counts{};
    const char *mask = "mask is 0", *remedy = "throng_query_options_init";

    expect_told(throng_neighbors(space(), 2, hits_, &options, nullptr), mask, remedy);
    EXPECT_EQ(throng_hits_count(hits_), 0u);
    expect_told(throng_within(space(), &discs_, hits_, &options, nullptr), mask, remedy);
    expect_told(throng_count_overlap(space(), &boxes_, counts.data(), 3, &options, nullptr), mask, remedy);
    expect_told(throng_overlapping_pairs(space(), pairs_, &pairs, nullptr), mask, remedy);

    ASSERT_EQ(throng_query_options_init(&options, sizeof(options)).faults, 0u);
    ASSERT_EQ(throng_pair_options_init(&pairs, sizeof(pairs)).faults, 0u);
    expect_untold(throng_neighbors(space(), 2, hits_, &options, nullptr));
    EXPECT_EQ(throng_hits_count(hits_), 2u);
    expect_untold(throng_overlapping_pairs(space(), pairs_, &pairs, nullptr));
    EXPECT_EQ(throng_pairs_count(pairs_), 1u);
    const std::array<std::uint32_t, 3> masks = {0, ~0u, 0};
    options.mask = 0;
    options.masks = masks.data();
    options.mask_count = masks.size();
    expect_untold(throng_within(space(), &discs_, hits_, &options, nullptr));
}

TEST_F(ZeroedStructs, OfQueriesFindNothingAndTheStatusSaysWhy) {
    std::array<throng_query, 2> zeroed{};
    for (throng_query& query : zeroed) {
        query.kind = THRONG_QUERY_WITHIN;
        query.reach = 9;
    }
    std::array<throng_double_query, 2> zeroed_doubles{};
    for (std::size_t i = 0; i < 2; ++i) zeroed_doubles[i].query = zeroed[i];

    expect_told(throng_query_batch(space(), zeroed.data(), 2, hits_, nullptr, nullptr), "mask is 0",
                "throng_query_within");
    expect_told(throng_query_batch_doubles(space(), zeroed_doubles.data(), 2, hits_, nullptr, nullptr), "mask is 0",
                "throng_query_within");
    expect_untold(throng_query_batch(space(), nullptr, 0, hits_, nullptr, nullptr));

    zeroed[1].mask = ~0u; // a batch in which one query has a mask was made on purpose
    zeroed_doubles[1].query.mask = ~0u;
    expect_untold(throng_query_batch(space(), zeroed.data(), 2, hits_, nullptr, nullptr));
    EXPECT_EQ(throng_hits_count(hits_), 2u) << "of three, for `exclude` is slot 0";
    expect_untold(throng_query_batch_doubles(space(), zeroed_doubles.data(), 2, hits_, nullptr, nullptr));
}

TEST_F(ZeroedStructs, OfDescriptionsAreRefusedOrTold) {
    throng_world_desc desc{};
    desc.struct_size = sizeof(desc);
    throng_world* world = nullptr;
    expect_untold(throng_world_create(&desc, &world));
    throng_world_destroy(world);
    desc.track_overlaps = 1;
    expect_told(throng_world_create(&desc, &world), "tracked", "throng_world_desc_init");
    ASSERT_NE(world, nullptr);
    spawn(world);
    throng_pairs* const ended = throng_pairs_create(nullptr);
    expect_told(throng_world_overlaps_changed(world, pairs_, ended, nullptr), "tracked", "throng_world_desc_init");
    EXPECT_EQ(throng_pairs_count(pairs_), 0u);
    throng_world_destroy(world);

    ASSERT_EQ(throng_world_desc_init(&desc, sizeof(desc)).faults, 0u);
    desc.track_overlaps = 1;
    expect_untold(throng_world_create(&desc, &world));
    spawn(world);
    expect_untold(throng_world_overlaps_changed(world, pairs_, ended, nullptr));
    EXPECT_EQ(throng_pairs_count(pairs_), 1u);
    throng_pairs_destroy(ended);
    throng_world_destroy(world);

    throng_index* index = nullptr;
    throng_index_desc zeroed{};
    EXPECT_EQ(throng_index_create(&zeroed, &index).faults, THRONG_INVALID_ARGUMENT);
    zeroed.struct_size = sizeof(zeroed);
    EXPECT_EQ(throng_index_create(&zeroed, &index).faults, THRONG_INVALID_ARGUMENT) << "it has no kind";
    for (std::uint32_t kind = THRONG_ROW_GRID; kind <= THRONG_STATIC_TREE; ++kind) {
        zeroed.kind = kind; // the rest is the default of each kind
        EXPECT_EQ(throng_index_create(&zeroed, &index).faults, 0u) << kind;
        throng_index_destroy(index);
        zeroed.max_per_leaf = zeroed.max_depth = 8; // as the initialiser had them once
        EXPECT_EQ(throng_index_create(&zeroed, &index).faults, 0u) << kind;
        throng_index_destroy(index);
        zeroed.max_per_leaf = zeroed.max_depth = 0;
    }
}

TEST_F(ZeroedStructs, AreReplacedByQueriesThatAreMadeWhole) {
    EXPECT_EQ(found(throng_query_overlap({{-1, -1}, {1, 1}})), 2u);
    EXPECT_EQ(found(throng_query_within({0, 0}, 9)), 3u);
    EXPECT_EQ(found(throng_query_nearest({0, 0}, 2, INFINITY)), 2u);
    EXPECT_EQ(found(throng_query_cast({-9, 0}, {1, 0}, INFINITY)), 1u);
    EXPECT_EQ(throng_hits_row(hits_, 0, nullptr)[0], 0u) << "slot 0 is not left out";
    EXPECT_EQ(found(throng_query_cone({-9, 0}, {1, 0}, 0.99f, INFINITY)), 2u);

    const std::vector<throng_double_query> doubles = {
        throng_double_query_overlap({{-1, -1}, {1, 1}}), throng_double_query_within({0, 0}, 9),
        throng_double_query_nearest({0, 0}, 2, INFINITY), throng_double_query_cast({-9, 0}, {1, 0}, INFINITY),
        throng_double_query_cone({-9, 0}, {1, 0}, 0.99f, INFINITY)};
    ASSERT_EQ(throng_query_batch_doubles(space(), doubles.data(), doubles.size(), hits_, nullptr, nullptr).faults, 0u);
    const std::array<std::size_t, 5> expected = {2, 3, 2, 1, 2};
    for (std::size_t row = 0; row < expected.size(); ++row) {
        std::size_t count = 0;
        throng_hits_row(hits_, row, &count);
        EXPECT_EQ(count, expected[row]) << row;
    }
    const throng_query made = throng_query_overlap({});
    const throng_query initialised = THRONG_QUERY_INIT;
    EXPECT_TRUE(same_bytes(made, initialised)) << "its reserved bytes are zero, too";
}

} // namespace
