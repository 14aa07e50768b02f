// SPDX-License-Identifier: MIT
// A clip as columns by slot: all people of a frame, each at the right place and in a slot of its own.
#include "apps/throng/cli/errors.hpp"
#include "apps/throng/crowd/tiled_crowd.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <utility>

namespace throng::app {
namespace {

// Three people in four frames, away from zero; the second leaves before the third comes, so that two seats are enough.
const Clip& small_clip() {
    static const Clip clip = parse_clip("frame,id,x,y\n"
                                        "1,10,3,2\n"
                                        "2,10,4,2\n2,20,12,7\n"
                                        "3,10,5,2\n3,30,11,7\n"
                                        "4,30,10,7\n",
                                        "clip");
    return clip;
}

using Places = std::multiset<std::pair<float, float>>;

Places places_of(const TiledCrowd& crowd, std::size_t copy, Vec2 shift) {
    Places places;
    const Centers all = crowd.centers();
    for (std::size_t slot = copy * crowd.seats(); slot < (copy + 1) * crowd.seats(); ++slot) {
        if (all.present[slot] != 0) places.emplace(all.x[slot] - shift.x, all.y[slot] - shift.y);
    }
    return places;
}

Places places_of(const Clip& clip, std::size_t frame) {
    Places places;
    for (std::uint32_t s = clip.begin[frame]; s < clip.begin[frame + 1]; ++s) places.emplace(clip.x[s], clip.y[s]);
    return places;
}

TEST(Seating, NeedsAsManySeatsAsPeopleAreEverTogether) {
    EXPECT_EQ(Seating(small_clip()).seats, small_clip().largest_frame());
}

TEST(Seating, KeepsEachPersonInOneSeatWhileInSight) {
    const Clip& clip = small_clip();
    const Seating seating(clip);

    std::vector<std::set<std::uint32_t>> seats_of(clip.ids.size());
    for (std::size_t i = 0; i < seating.seat.size(); ++i)
        seats_of[clip.person[seating.sample[i]]].insert(seating.seat[i]);

    for (const auto& seats : seats_of) EXPECT_EQ(seats.size(), 1u);
}

TEST(TiledCrowd, ShowsEveryFrameOfTheClipAndLoops) {
    const Clip& clip = small_clip();
    const Workers workers(1);
    TiledCrowd crowd(clip, 1, 0, 1, workers);

    for (std::size_t tick = 0; tick < 2 * clip.frames() + 1; ++tick) {
        crowd.advance();

        const std::size_t frame = tick % clip.frames();
        EXPECT_EQ(crowd.clip_frame(), frame);
        EXPECT_EQ(places_of(crowd, 0, {0, 0}), places_of(clip, frame));
        EXPECT_EQ(crowd.agents(), clip.begin[frame + 1] - clip.begin[frame]);
    }
}

TEST(TiledCrowd, LaysCopiesSideBySideThatBeganAtTheirOwnTime) {
    const Clip& clip = small_clip();
    const Workers workers(2);
    TiledCrowd crowd(clip, 3, 0.5f, 1, workers);

    std::vector<std::size_t> started;
    for (std::size_t tick = 0; tick < 6; ++tick) {
        crowd.advance();
        std::uint32_t present = 0;
        for (std::size_t copy = 0; copy < crowd.copies(); ++copy) {
            const Vec2 shift{9.5f * static_cast<float>(copy % 3), 5.5f * static_cast<float>(copy / 3)};
            const Places places = places_of(crowd, copy, shift);
            present += static_cast<std::uint32_t>(places.size());
            if (tick == 0) {
                std::size_t frame = 0;
                while (frame < clip.frames() && places_of(clip, frame) != places) ++frame;
                started.push_back(frame);
            }
            EXPECT_EQ(places, places_of(clip, (started[copy] + tick) % clip.frames()))
                << "copy " << copy << ", tick " << tick;
        }
        EXPECT_EQ(crowd.agents(), present);
    }
    EXPECT_GT(std::set<std::size_t>(started.begin(), started.end()).size(), 1u);
}

TEST(TiledCrowd, TellsThePeopleThatLeftAndEntered) {
    const Workers workers(1);
    TiledCrowd crowd(small_clip(), 4, 0.5f, 7, workers);

    std::vector<std::uint8_t> before(crowd.centers().x.size(), 0);
    for (int tick = 0; tick < 9; ++tick) {
        crowd.advance();
        const Centers now = crowd.centers();

        ASSERT_TRUE(std::is_sorted(crowd.left().begin(), crowd.left().end()));
        ASSERT_TRUE(std::is_sorted(crowd.entered().begin(), crowd.entered().end()));
        std::vector<std::uint8_t> after = before;
        for (const Slot slot : crowd.left()) EXPECT_EQ(std::exchange(after[slot], std::uint8_t{0}), 1);
        for (const Slot slot : crowd.entered()) EXPECT_EQ(std::exchange(after[slot], std::uint8_t{1}), 0);
        EXPECT_TRUE(std::equal(after.begin(), after.end(), now.present.begin()));
        for (std::size_t i = 0; i < crowd.entered().size(); ++i) {
            EXPECT_EQ(crowd.entered_points().x[i], now.x[crowd.entered()[i]]);
            EXPECT_EQ(crowd.entered_points().y[i], now.y[crowd.entered()[i]]);
        }
        before.assign(now.present.begin(), now.present.end());
    }
}

TEST(TiledCrowd, KnowsEachPersonAgain) {
    const Clip& clip = small_clip();
    const Workers workers(1);
    TiledCrowd one(clip, 1, 0, 1, workers);
    TiledCrowd many(clip, 3, 0, 1, workers);

    for (std::size_t tick = 0; tick < clip.frames(); ++tick) {
        one.advance();
        many.advance();

        std::multiset<std::int64_t> seen, expected;
        const auto people = one.people();
        for (std::size_t slot = 0; slot < people.size(); ++slot) {
            if (one.centers().present[slot] != 0) seen.insert(people[slot]);
        }
        for (std::uint32_t s = clip.begin[tick]; s < clip.begin[tick + 1]; ++s)
            expected.insert(clip.ids[clip.person[s]]);
        EXPECT_EQ(seen, expected);

        std::set<std::uint32_t> different;
        const auto people_of_many = many.people();
        for (std::size_t slot = 0; slot < people_of_many.size(); ++slot) {
            if (many.centers().present[slot] != 0) different.insert(people_of_many[slot]);
        }
        EXPECT_EQ(different.size(), many.agents());
    }
}

TEST(TiledCrowd, HasAMiddle) {
    const Workers workers(1);
    const TiledCrowd crowd(small_clip(), 5, 1, 1, workers);

    const Aabb one = crowd.middle(1);
    EXPECT_EQ(one.min.x, 3 + 2 * 10.0f);
    EXPECT_EQ(one.max.x, 3 + 2 * 10.0f + 9);
    EXPECT_EQ(crowd.middle(99).max.y, crowd.bounds().max.y);
    EXPECT_EQ(crowd.bounds().max.y, 2 + 4 * 6.0f + 5);
}

TEST(TiledCrowd, StaysInItsBounds) {
    const Workers workers(1);
    TiledCrowd crowd(small_clip(), 3, 0.5f, 1, workers);
    const Aabb bounds = crowd.bounds();

    for (int tick = 0; tick < 5; ++tick) {
        crowd.advance();
        const Centers all = crowd.centers();
        for (std::size_t slot = 0; slot < all.x.size(); ++slot) {
            EXPECT_TRUE(bounds.min.x <= all.x[slot] && all.x[slot] <= bounds.max.x && bounds.min.y <= all.y[slot] &&
                        all.y[slot] <= bounds.max.y);
        }
    }
}

} // namespace
} // namespace throng::app
