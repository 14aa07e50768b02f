// SPDX-License-Identifier: MIT
// Views of the caller's columns, and the sentences that describe what can be wrong with them.
#include <throng/types.hpp>
#include <throng/views.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cstddef>
#include <limits>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

namespace throng {
namespace {

struct Agent {
    int id;
    Vec2 position;
    Vec2 velocity;
};
struct ForeignPoint {
    float x, y;
    int name;
};
struct SpaceVector {
    float x, y, z;
};
struct Body {
    SpaceVector position;
    ForeignPoint goal;
};
struct Actor : Body {
    int role;
};
struct DoublePoint {
    double x, y;
};

static_assert(PlanePoint<Vec2> && PlanePoint<ForeignPoint>);
static_assert(SpacePoint<SpaceVector> && !PlanePoint<SpaceVector> && !SpacePoint<Vec2>);
static_assert(!std::constructible_from<PointView, std::vector<SpaceVector>>, "which plane is meant is not told");
static_assert(!PlanePoint<DoublePoint> && !PlanePoint<float> && !PlanePoint<Aabb>);
static_assert(std::convertible_to<std::vector<ForeignPoint>, PointView> &&
              !std::convertible_to<std::vector<DoublePoint>, PointView>);
static_assert(std::convertible_to<std::vector<Aabb>, BoxView> && std::convertible_to<Aabb, BoxView>);

float at(const float* column, std::size_t stride, std::size_t i) {
    return *reinterpret_cast<const float*>(reinterpret_cast<const char*>(column) + i * stride);
}

std::vector<Vec2> points_of(const PointView& view) {
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < view.size; ++i)
        points.push_back({at(view.x, view.stride, i), at(view.y, view.stride, i)});
    return points;
}

// "(x y)" for each point: readable when it differs.
std::string text(const PointView& view) {
    std::string all;
    for (const Vec2 p : points_of(view)) all += "(" + std::to_string(int(p.x)) + " " + std::to_string(int(p.y)) + ")";
    return all;
}

TEST(PointView, SeesTheChosenPlaneOfPointsOfSpace) {
    const std::vector<SpaceVector> points{{1, 2, 3}, {4, 5, 6}};

    EXPECT_EQ(text(PointView::xy(points)), "(1 2)(4 5)");
    EXPECT_EQ(text(PointView::xz(points)), "(1 3)(4 6)");
    EXPECT_EQ(PointView::xz(std::span(points).first(0)).size, 0u);
}

TEST(PointView, SeesAnyVectorMemberOfAnyRange) {
    const std::vector<Body> bodies{{{1, 2, 3}, {7, 8, 0}}, {{4, 5, 6}, {9, 10, 0}}};
    const std::array<Actor, 1> actors{Actor{bodies[1], 0}};

    EXPECT_EQ(text(PointView::of(bodies, &Body::goal)), "(7 8)(9 10)");
    EXPECT_EQ(text(PointView::xy(bodies, &Body::position)), "(1 2)(4 5)");
    EXPECT_EQ(text(PointView::xz(bodies, &Body::position)), "(1 3)(4 6)");
    EXPECT_EQ(text(PointView::of(actors, &Actor::goal)), "(9 10)");
    EXPECT_EQ(PointView::of(std::vector<Body>(), &Body::goal).size, 0u);
}

TEST(Ids, AreKeysOfMaps) {
    std::set<Id> ordered;
    std::unordered_map<Id, int> hashed;
    std::set<std::size_t> hashes;
    for (Slot slot = 0; slot < 100; ++slot) {
        for (std::uint32_t generation = 1; generation < 4; ++generation) {
            ordered.insert({slot, generation});
            hashed[{slot, generation}] += 1;
            hashes.insert(std::hash<Id>()({slot, generation}));
        }
    }

    EXPECT_EQ(ordered.size(), 300u);
    EXPECT_EQ(hashed.size(), 300u);
    EXPECT_EQ(hashes.size(), 300u) << "reused slots, or neighbouring ones, share a hash";
    EXPECT_EQ(*ordered.begin(), (Id{0, 1}));
    EXPECT_LT((Id{1, 9}), (Id{2, 1}));
}

TEST(PointView, SeesColumnsStructuresAndSinglePoints) {
    const std::array<float, 3> x{1, 2, 3}, y{4, 5, 6};
    const std::vector<ForeignPoint> structs{{1, 4, 0}, {2, 5, 0}, {3, 6, 0}};
    const std::vector<Agent> agents{{0, {9, 9}, {1, 4}}, {0, {9, 9}, {2, 5}}, {0, {9, 9}, {3, 6}}};
    const Vec2 one{7, 8};

    EXPECT_EQ(text(PointView(x.data(), y.data(), 3)), "(1 4)(2 5)(3 6)");
    EXPECT_EQ(text(structs), "(1 4)(2 5)(3 6)");
    EXPECT_EQ(text(PointView::of(std::span<const Agent>(agents), &Agent::velocity)), "(1 4)(2 5)(3 6)");
    EXPECT_EQ(text(one), "(7 8)");
}

TEST(PointView, NothingIsAViewOfNothing) {
    EXPECT_EQ(PointView(std::vector<Vec2>{}).size, 0u);
    EXPECT_EQ(PointView::of(std::span<const Agent>(), &Agent::position).size, 0u);
    EXPECT_EQ(PointView().slice(0, 5).size, 0u);
    EXPECT_EQ(PointView().slice(3, 5).x, nullptr);
}

TEST(PointView, ASliceIsAViewOfPart) {
    const std::vector<ForeignPoint> structs{{0, 0, 9}, {1, 1, 9}, {2, 2, 9}, {3, 3, 9}};
    const PointView all(structs);

    EXPECT_EQ(text(all.slice(1, 2)), "(1 1)(2 2)");
    EXPECT_EQ(text(all.slice(1, 3).slice(1, 1)), "(2 2)");
    EXPECT_EQ(text(all.slice(0, 4)), text(all));
}

TEST(PointView, ASliceEndsWhereTheViewEnds) {
    const std::vector<Vec2> points{{0, 0}, {1, 1}, {2, 2}};
    const PointView all(points);
    constexpr std::size_t endless = std::numeric_limits<std::size_t>::max();

    EXPECT_EQ(text(all.slice(1, endless)), "(1 1)(2 2)");
    EXPECT_EQ(all.slice(3, 1).size, 0u);
    EXPECT_EQ(all.slice(endless, endless).size, 0u);
    EXPECT_EQ(all.slice(1, 0).size, 0u);
}

TEST(PointView, StrideZeroRepeatsOnePointInEverySlice) {
    const Vec2 one{7, 8};
    const PointView five(&one.x, &one.y, 5, 0);

    EXPECT_EQ(text(five.slice(3, 9)), "(7 8)(7 8)");
}

TEST(PointView, ASliceOfNullDataStaysNull) {
    const float y[2] = {0, 0};

    const PointView part = PointView(nullptr, y, 2).slice(1, 1);

    EXPECT_EQ(part.x, nullptr);
    EXPECT_EQ(part.y, y + 1);
    EXPECT_EQ(part.size, 1u);
}

TEST(BoxView, IsKnownAtCompileTime) {
    static constexpr float x[3] = {1, 2, 3}, y[3] = {4, 5, 6};
    constexpr BoxView boxes = BoxView::around(PointView(x, y, 3), 1.f);

    static_assert(boxes.size() == 3 && boxes.around_centers && *boxes.a.x == 1);
}

TEST(BoxView, SeesBoxesByTheirCorners) {
    const std::vector<Aabb> boxes{{{0, 1}, {2, 3}}, {{4, 5}, {6, 7}}, {{8, 9}, {10, 11}}};

    const BoxView all(boxes), one(boxes[1]), part = all.slice(1, 1);

    EXPECT_EQ(text(all.a), "(0 1)(4 5)(8 9)");
    EXPECT_EQ(text(all.b), "(2 3)(6 7)(10 11)");
    EXPECT_EQ(text(one.a) + text(one.b), "(4 5)(6 7)");
    EXPECT_EQ(text(part.a) + text(part.b), "(4 5)(6 7)");
    EXPECT_FALSE(all.around_centers || part.around_centers);
    EXPECT_EQ(BoxView(std::vector<Aabb>{}).size(), 0u);
}

TEST(BoxView, AroundCentersWithOneHalfExtent) {
    const std::vector<Vec2> centers{{1, 2}, {3, 4}, {5, 6}};

    const BoxView all = BoxView::around(centers, 0.5f), part = all.slice(1, 5);

    for (const BoxView& view : {all, part}) {
        EXPECT_TRUE(view.around_centers);
        EXPECT_EQ(view.half_extent, 0.5f);
        EXPECT_EQ(view.b.size, 0u);
    }
    EXPECT_EQ(text(part.a), "(3 4)(5 6)");
}

TEST(BoxView, AroundCentersWithOneHalfExtentEach) {
    const std::vector<Vec2> centers{{1, 2}, {3, 4}, {5, 6}}, halves{{10, 20}, {30, 40}, {50, 60}};
    const std::vector<float> squares{7, 8, 9};

    const BoxView boxes = BoxView::around(centers, PointView(halves)),
                  of_squares = BoxView::around(centers, std::span<const float>(squares));

    EXPECT_EQ(text(boxes.b), "(10 20)(30 40)(50 60)");
    EXPECT_EQ(text(of_squares.b), "(7 7)(8 8)(9 9)");
    EXPECT_EQ(text(of_squares.slice(1, 1).a) + text(of_squares.slice(1, 1).b), "(3 4)(8 8)");
    EXPECT_LT(boxes.half_extent, 0);
    EXPECT_LT(of_squares.half_extent, 0);
    EXPECT_TRUE(boxes.around_centers && of_squares.around_centers);
}

// Calls refuse a view with columns of different lengths; none of these may look like boxes by corners or like a common
// half extent.
TEST(BoxView, ABadCommonHalfExtentLeavesAViewThatCannotBeValid) {
    const std::vector<Vec2> centers{{1, 2}, {3, 4}};
    for (const float bad :
         {-1.f, -0.25f, -std::numeric_limits<float>::infinity(), std::numeric_limits<float>::quiet_NaN()})
        for (const BoxView& view : {BoxView::around(centers, bad), BoxView::around(centers, bad).slice(1, 1)}) {
            EXPECT_TRUE(view.around_centers);
            EXPECT_FALSE(view.half_extent >= 0);
            EXPECT_NE(view.a.size, view.b.size);
        }
}

TEST(BoxView, ACopyIsTheSameView) {
    // Else callers would copy what they have just put together onto the stack, and wait for it.
    static_assert(!std::is_trivially_copyable_v<BoxView>);
    const auto expect_same = [](const BoxView& copy, const BoxView& view) {
        for (const auto& [of_copy, of_view] : {std::pair{copy.a, view.a}, std::pair{copy.b, view.b}}) {
            EXPECT_EQ(of_copy.x, of_view.x);
            EXPECT_EQ(of_copy.y, of_view.y);
            EXPECT_EQ(of_copy.size, of_view.size);
            EXPECT_EQ(of_copy.stride, of_view.stride);
        }
        EXPECT_EQ(copy.half_extent, view.half_extent);
        EXPECT_EQ(copy.around_centers, view.around_centers);
    };
    const std::array<Vec2, 3> centers{Vec2{1, 2}, Vec2{3, 4}, Vec2{5, 6}},
        halves{Vec2{0.5f, 0.25f}, Vec2{1, 2}, Vec2{0, 0}};
    for (const BoxView& view :
         {BoxView(centers, halves), BoxView::around(centers, 0.75f), BoxView::around(centers, PointView(halves))}) {
        const BoxView copied(view);
        expect_same(copied, view);
        BoxView assigned;
        assigned = view;
        expect_same(assigned, view);
    }
}

TEST(DiscView, SlicesItsRadii) {
    const std::vector<Vec2> centers{{1, 2}, {3, 4}, {5, 6}};
    const std::vector<float> radii{7, 8, 9};

    const DiscView common(centers, 2.f), each(centers, std::span<const float>(radii)), one(Disc{{1, 2}, 3});

    EXPECT_EQ(text(common.slice(1, 1).centers), "(3 4)");
    EXPECT_EQ(common.slice(1, 1).radius, 2.f);
    EXPECT_EQ(text(each.slice(1, 9).centers), "(3 4)(5 6)");
    EXPECT_EQ(each.slice(1, 9).radii.size(), 2u);
    EXPECT_EQ(each.slice(1, 9).radii[0], 8.f);
    EXPECT_EQ(one.radius, 3.f);
}

TEST(DiscView, MissingRadiiAreNeverReadAsZero) {
    const std::vector<Vec2> centers{{1, 2}, {3, 4}, {5, 6}};
    const std::vector<float> short_by_one{7, 8};
    const DiscView none(centers, std::span<const float>()), two(centers, std::span<const float>(short_by_one));

    EXPECT_TRUE(none.radii.empty() && none.radius < 0);
    EXPECT_TRUE(two.slice(2, 1).radii.empty() && two.slice(2, 1).radius < 0);
}

TEST(DiscView, AnEmptySliceIsValid) {
    const std::vector<Vec2> centers{{1, 2}};
    const std::vector<float> radii{7};

    const DiscView part = DiscView(centers, std::span<const float>(radii)).slice(1, 1),
                   empty({}, std::span<const float>());

    EXPECT_EQ(part.centers.size, 0u);
    EXPECT_EQ(part.radius, 0.f);
    EXPECT_EQ(empty.radius, 0.f);
}

TEST(RayView, SlicesOriginsDirectionsAndLengths) {
    const std::vector<Vec2> origins{{1, 2}, {3, 4}, {5, 6}}, directions{{0, 1}, {1, 0}, {1, 1}};
    const std::vector<float> lengths{7, 8, 9};
    RayView each(origins, directions, std::span<const float>(lengths));
    each.half_extent = 0.5f;

    const RayView part = each.slice(2, 4), common = RayView(origins, directions, 3.f).slice(1, 1),
                  one(Ray{{1, 2}, {3, 4}, 5});

    EXPECT_EQ(text(part.origins) + text(part.directions), "(5 6)(1 1)");
    ASSERT_EQ(part.max_ts.size(), 1u);
    EXPECT_EQ(part.max_ts[0], 9.f);
    EXPECT_EQ(part.half_extent, 0.5f);
    EXPECT_EQ(text(common.origins) + text(common.directions), "(3 4)(1 0)");
    EXPECT_EQ(common.max_t, 3.f);
    EXPECT_EQ(one.max_t, 5.f);
}

TEST(RayView, MissingLengthsAreNeverReadAsZero) {
    const std::vector<Vec2> points{{1, 2}, {3, 4}};
    const std::vector<float> short_by_one{7};

    const RayView part = RayView(points, points, std::span<const float>(short_by_one)).slice(1, 1);

    EXPECT_TRUE(part.max_ts.empty() && part.max_t < 0);
    EXPECT_EQ(part.slice(1, 1).origins.size, 0u);
}

TEST(RayView, AnEmptySliceIsValid) {
    const std::vector<Vec2> points{{1, 2}};
    const std::vector<float> lengths{7};

    EXPECT_EQ(RayView(points, points, std::span<const float>(lengths)).slice(1, 1).max_t, 0.f);
}

TEST(Describe, EveryFaultHasASentenceOfItsOwn) {
    std::set<std::string_view> sentences{describe(Fault::None)};
    for (unsigned fault = 1; fault <= unsigned(Fault::Corrupt); fault *= 2) {
        const std::string_view sentence = describe(Fault(fault));

        EXPECT_TRUE(sentences.insert(sentence).second) << sentence;
        EXPECT_EQ(sentence.find('.'), sentence.size() - 1) << sentence;
        EXPECT_NE(sentence.find(':'), std::string_view::npos) << "what removes it: " << sentence;
    }
    EXPECT_TRUE(sentences.insert(describe(Fault::Busy | Fault::TooLarge)).second);
}

TEST(Status, TellsDoneFromDoneInPartFromFailed) {
    constexpr Status done, in_part{Fault::InvalidBounds, 3, 1}, failed{Fault::Busy, no_slot, 0};

    static_assert(done && !in_part && !failed);
    static_assert(done.applied() && in_part.applied() && !failed.applied());
    constexpr Status beyond_a_limit{Fault::OutOfCapacity, no_slot, 7};
    static_assert(!beyond_a_limit && !beyond_a_limit.applied());
    EXPECT_TRUE(has(Fault::Busy | Fault::TooLarge, Fault::Busy));
    EXPECT_FALSE(has(Fault::Busy | Fault::TooLarge, Fault::Cancelled));
}

} // namespace
} // namespace throng
