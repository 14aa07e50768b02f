// SPDX-License-Identifier: MIT
// The replay: positions survive their packing, the page stands alone and keeps its size, and it says what it shows.
#include "scenes/generator.hpp"
#include "tests/app/replay_recording.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace throng::app {
namespace {

// People on random walks, some of whom come and go.
struct RandomPeople {
    RandomPeople(std::size_t people, float side) : x(people), y(people), id(people), present(people, 1), side_(side) {
        for (std::size_t i = 0; i < people; ++i) {
            x[i] = random_.uniform(0, side);
            y[i] = random_.uniform(0, side);
            id[i] = static_cast<std::uint32_t>(7 * i + 3);
        }
    }
    void step() {
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] = std::min(std::max(x[i] + random_.uniform(-0.1f, 0.1f), 0.0f), side_);
            y[i] = std::min(std::max(y[i] + random_.uniform(-0.1f, 0.1f), 0.0f), side_);
            if (random_.chance(0.1f)) present[i] ^= 1;
        }
    }

    std::vector<float> x, y;
    std::vector<std::uint32_t> id;
    std::vector<std::uint8_t> present;

private:
    scenes::Generator random_{11};
    float side_;
};

TEST(ReplayTrack, PlacesSurviveThePackingWithinHalfAQuantum) {
    for (const float side : {1.0f, 100.0f, 5000.0f}) {
        const Quantiser quantiser = Quantiser::covering({{-side, 3}, {0, 3 + side}});
        scenes::Generator random(5);
        std::vector<Vec2> places;
        for (int i = 0; i < 500; ++i) places.push_back({random.uniform(-side, 0), random.uniform(3, 3 + side)});
        for (int i = 0; i < 500; ++i) places.push_back({-side / 2 + 0.001f * static_cast<float>(i), 3 + side / 2});

        Track track(1, 0, quantiser.packed_x(places[0].x), quantiser.packed_y(places[0].y));
        for (std::size_t i = 1; i < places.size(); ++i)
            track.step_to(quantiser.packed_x(places[i].x), quantiser.packed_y(places[i].y));
        const std::vector<Vec2> back = unpacked(track.bytes(), track.frames(), quantiser);

        ASSERT_EQ(back.size(), places.size());
        const float tolerance = 0.501f * quantiser.quantum + 1e-6f * (side + 3);
        for (std::size_t i = 0; i < back.size(); ++i) {
            EXPECT_NEAR(back[i].x, places[i].x, tolerance) << side;
            EXPECT_NEAR(back[i].y, places[i].y, tolerance) << side;
        }
    }
}

TEST(ReplayTrack, TakesStepsOfEverySize) {
    constexpr std::array<std::uint16_t, 9> places{0, 127, 0, 128, 0, 65535, 65408, 65280, 1};
    const Quantiser whole{{0, 0}, 1};
    Track track(1, 0, places[0], 5);
    for (std::size_t i = 1; i < places.size(); ++i) track.step_to(places[i], 5);

    const std::vector<Vec2> back = unpacked(track.bytes(), track.frames(), whole);

    ASSERT_EQ(back.size(), places.size());
    for (std::size_t i = 0; i < places.size(); ++i) EXPECT_EQ(back[i].x, static_cast<float>(places[i]));
    EXPECT_THROW(unpacked(track.bytes(), track.frames() + 1, whole), std::invalid_argument);
    EXPECT_THROW(unpacked(track.bytes(), track.frames() - 1, whole), std::invalid_argument);
}

TEST(ReplayTrack, Base64IsTheUsualOne) {
    EXPECT_EQ(base64(""), "");
    EXPECT_EQ(base64("f"), "Zg==");
    EXPECT_EQ(base64("fo"), "Zm8=");
    EXPECT_EQ(base64("foo"), "Zm9v");
    EXPECT_EQ(base64("\xff\xfe\xfd"), "//79");
}

TEST(Replay, HoldsEachPersonInEveryFrame) {
    constexpr float side = 40;
    RandomPeople people(300, side);
    Replay replay(spec_of({{0, 0}, {side, side}}));
    Places expected;

    for (std::uint32_t frame = 0; frame < 60; ++frame, people.step()) {
        replay.add_frame(people.x, people.y, people.id, people.present);
        for (std::size_t i = 0; i < people.id.size(); ++i) {
            if (people.present[i]) expected[{frame, people.id[i]}] = {people.x[i], people.y[i]};
        }
    }
    const nlohmann::json recording = recording_in(replay.html());
    const Places held = places_in(recording);

    EXPECT_EQ(recording["frames"], 60);
    EXPECT_EQ(recording["whole"], true);
    ASSERT_EQ(held.size(), expected.size());
    for (const auto& [key, place] : expected) {
        ASSERT_TRUE(held.contains(key));
        EXPECT_NEAR(held.at(key).x, place.x, 0.003f);
        EXPECT_NEAR(held.at(key).y, place.y, 0.003f);
    }
}

TEST(Replay, SeesTheWindowAndAMarginOfOneRadius) {
    ReplaySpec spec = spec_of({{0, 0}, {100, 100}});
    spec.window = {{40, 40}, {60, 60}};
    spec.radius = 2;
    Replay replay(spec);

    replay.add_frame(std::vector<float>{50, 38.5f, 37.5f, 59}, std::vector<float>{50, 50, 50, 90},
                     std::vector<std::uint32_t>{0, 1, 2, 3});

    const nlohmann::json recording = recording_in(replay.html());
    const Places held = places_in(recording);
    EXPECT_EQ(held.size(), 2u);
    EXPECT_TRUE(held.contains({0, 0}) && held.contains({0, 1}));
    EXPECT_EQ(recording["shown"], 1);
    EXPECT_EQ(recording["present"], 4);
    EXPECT_EQ(recording["whole"], false);
}

TEST(Replay, ShowsWallsAndVehiclesThatComeIntoTheWindow) {
    ReplaySpec spec = spec_of({{0, 0}, {100, 100}});
    spec.window = {{40, 40}, {60, 60}};
    spec.walls = {{{50, 59}, {51, 70}}, {{10, 10}, {11, 11}}};
    Replay replay(spec);
    for (const float east : {30.0f, 34.5f, 37.25f}) {
        const std::vector<Aabb> vehicles{{{0, 0}, {5, 5}}, {{east, 50}, {east + 6, 52}}};
        replay.add_frame(std::vector<float>{50}, std::vector<float>{50}, std::vector<std::uint32_t>{0}, {}, vehicles);
    }

    const nlohmann::json recording = recording_in(replay.html());
    EXPECT_EQ(recording["walls"], nlohmann::json({{50, 59, 51, 70}}));
    ASSERT_EQ(recording["vehicles"].size(), 1u);
    EXPECT_EQ(recording["vehicles"][0]["size"], nlohmann::json({6, 2}));
    EXPECT_EQ(recording["vehicles"][0]["corners"], nlohmann::json({3000, 5000, 3450, 5000, 3725, 5000}));
}

TEST(Replay, TellsThePageItsNamesAndItsSizes) {
    ReplaySpec spec = spec_of({{0, 0}, {10, 10}});
    spec.one = "sheep";
    spec.many = "flock";
    spec.unit = "px";
    spec.theme = "light";
    spec.radius = 3;
    spec.limit = 7;
    spec.body_radius = 0.5f;

    const nlohmann::json recording = recording_in(Replay(spec).html());

    EXPECT_EQ(recording["person"], "sheep");
    EXPECT_EQ(recording["plural"], "flock");
    EXPECT_EQ(recording["unit"], "px");
    EXPECT_EQ(recording["theme"], "light");
    EXPECT_EQ(recording["radius"], 3);
    EXPECT_EQ(recording["limit"], 7);
    EXPECT_EQ(recording["body"], 0.5);
}

TEST(Replay, StandsAloneAndEscapesItsTexts) {
    ReplaySpec spec = spec_of({{0, 0}, {10, 10}});
    spec.title = "</script><b>&\"\xff";
    spec.subtitle = "<!--<script>";
    Replay replay(spec);
    replay.add_frame(std::vector<float>{5}, std::vector<float>{5}, std::vector<std::uint32_t>{0});

    const std::string html = replay.html();

    for (const char* reference : {"http:", "https:", "src=\"", "@import", "url(", "</script><b>", "<!--<script>",
                                  "@STYLE@", "@SCRIPT@", "@RECORDING@"}) {
        EXPECT_EQ(html.find(reference), std::string::npos) << reference;
    }
    EXPECT_EQ(html.substr(0, 15), "<!DOCTYPE html>");
    EXPECT_NE(html.find("function readRecording"), std::string::npos);
    EXPECT_EQ(recording_in(html)["title"], "</script><b>&\"\ufffd");
    EXPECT_EQ(recording_in(html)["subtitle"], "<!--<script>");
}

TEST(Replay, KeepsItsSizeByFewerFramesThenBySmallerWindow) {
    constexpr float side = 100;
    ReplaySpec spec = spec_of({{0, 0}, {side, side}});
    spec.frames_per_second = 20;
    spec.max_bytes = 500'000;
    RandomPeople people(5000, side);
    Replay replay(spec);

    for (int frame = 0; frame < 200; ++frame, people.step()) {
        people.x[0] = 50 + 0.01f * static_cast<float>(frame); // the place of one person tells the frame
        people.y[0] = 50;
        people.present[0] = 1;
        replay.add_frame(people.x, people.y, people.id, people.present);
    }
    const std::string html = replay.html();
    const nlohmann::json recording = recording_in(html);

    EXPECT_LE(html.size(), spec.max_bytes);
    EXPECT_GT(html.size(), spec.max_bytes / 4) << "what may be shown is shown";
    EXPECT_EQ(recording["fps"], 10) << "every second frame, not fewer: they are smooth enough";
    EXPECT_EQ(recording["frames"], 100);
    const Places held = places_in(recording);
    for (std::uint32_t frame = 0; frame < 100; ++frame) {
        ASSERT_TRUE(held.contains({frame, people.id[0]})) << frame;
        EXPECT_NEAR(held.at({frame, people.id[0]}).x, 50 + 0.02f * static_cast<float>(frame), 0.003f) << frame;
    }
    EXPECT_LT(replay.window().max.x - replay.window().min.x, side);
    EXPECT_FLOAT_EQ(0.5f * (replay.window().min.x + replay.window().max.x), side / 2);
    EXPECT_EQ(recording["present"], 5000);
    EXPECT_LT(recording["shown"], 5000);
}

TEST(Replay, KeepsItsSizeInTheLongRun) {
    ReplaySpec spec = spec_of({{0, 0}, {10, 10}});
    spec.max_bytes = 150'000;
    RandomPeople people(10, 10);
    Replay replay(spec);

    for (int frame = 0; frame < 20'000; ++frame, people.step())
        replay.add_frame(people.x, people.y, people.id, people.present);
    const std::string html = replay.html();
    const nlohmann::json recording = recording_in(html);

    EXPECT_LE(html.size(), spec.max_bytes);
    EXPECT_EQ(recording["whole"], true) << "ten people are few enough to stay";
    const double seconds = recording["frames"].get<double>() / recording["fps"].get<double>();
    EXPECT_NEAR(seconds, 800, 8) << "the whole time is there";
}

// All people stand on one spot, in the middle of the world or away from it.
Replay crowd_on_one_spot(std::size_t people, int frames, std::size_t max_bytes, float radius, Vec2 spot) {
    ReplaySpec spec = spec_of({{0, 0}, {100, 100}});
    spec.max_bytes = max_bytes;
    spec.radius = radius;
    Replay replay(spec);
    std::vector<std::uint32_t> id(people);
    for (std::size_t i = 0; i < people; ++i) id[i] = static_cast<std::uint32_t>(i);
    const std::vector<float> x(people, spot.x), y(people, spot.y);
    for (int frame = 0; frame < frames; ++frame) replay.add_frame(x, y, id);
    return replay;
}

TEST(Replay, OfACrowdOnOneSpotKeepsItsSizeByFewerFrames) {
    for (const float radius : {2.0f, 1e6f}) {
        Replay replay = crowd_on_one_spot(2000, 200, 300'000, radius, {50, 50});

        const std::string html = replay.html();
        const nlohmann::json recording = recording_in(html);

        EXPECT_LE(html.size(), 300'000u);
        EXPECT_EQ(recording["shown"], 2000);
        EXPECT_GT(recording["frames"], 1);
    }
}

TEST(Replay, ThatCannotKeepItsSizeIsOneFrameOfTheSmallestWindow) {
    for (const std::size_t max_bytes : {std::size_t{0}, std::size_t{1000}, std::size_t{60'000}}) {
        Replay replay = crowd_on_one_spot(3000, 50, max_bytes, 2, {50, 50});

        const std::string html = replay.html();
        const nlohmann::json recording = recording_in(html);

        EXPECT_GT(html.size(), max_bytes);
        EXPECT_EQ(recording["frames"], 1);
        EXPECT_EQ(recording["shown"], 3000) << "a smaller window would leave no person out";
    }
}

TEST(Replay, FarFromTheOriginEndsItsShrinking) {
    ReplaySpec spec = spec_of({{1e7f, 1e7f}, {1e7f + 64, 1e7f + 64}});
    spec.max_bytes = 1000;
    spec.radius = 0.01f; // less than floats tell apart there
    Replay replay(spec);
    const std::vector<float> x{1e7f + 32, 1e7f + 32, 1e7f + 33, 1e7f + 33},
        y{1e7f + 32, 1e7f + 33, 1e7f + 32, 1e7f + 33};

    replay.add_frame(x, y, std::vector<std::uint32_t>{0, 1, 2, 3});

    EXPECT_EQ(recording_in(replay.html())["frames"], 1);
}

TEST(Replay, ALeapIsSomebodyElse) {
    Replay replay(spec_of({{0, 0}, {100, 100}}));
    const std::vector<std::uint32_t> id{4};
    for (const float x : {1.0f, 1.1f, 90.0f, 90.1f}) replay.add_frame(std::vector<float>{x}, std::vector<float>{5}, id);

    EXPECT_EQ(from_base64(recording_in(replay.html())["tracks"]).size(), 2u * 12u);
}

TEST(Replay, OfOneSpotShowsTheGroundAround) {
    Replay replay(spec_of({{-7, 1e6f}, {-7, 1e6f}}));
    replay.add_frame(std::vector<float>{-7}, std::vector<float>{1e6f}, std::vector<std::uint32_t>{4});

    const nlohmann::json recording = recording_in(replay.html());
    const auto window = recording["window"].get<std::vector<float>>();
    EXPECT_EQ(window[0], -7.5f);
    EXPECT_EQ(window[2], -6.5f);
    EXPECT_GE(window[3] - window[1], 1);
    EXPECT_EQ(recording["world"], recording["window"]);
    EXPECT_EQ(recording["whole"], true);
    EXPECT_EQ(recording["shown"], 1);
    EXPECT_NEAR(places_in(recording)[std::make_pair(0u, 4u)].x, -7, 0.01f);
}

TEST(Replay, WithoutPeopleIsAPageToo) {
    Replay empty(spec_of({{0, 0}, {10, 10}}));
    EXPECT_EQ(recording_in(empty.html())["frames"], 0);
    empty.add_frame({}, {}, {});
    EXPECT_EQ(recording_in(empty.html())["shown"], 0);
}

TEST(Replay, ShowsFramesAtTheTimeOfTheirNumbers) {
    Replay replay(spec_of({{0, 0}, {100, 100}}));
    const std::vector<std::uint32_t> id{4};
    const auto add = [&](float x, std::int64_t number) {
        replay.add_frame(std::vector<float>{x}, std::vector<float>{5}, id, {}, {}, number);
    };
    add(1, -3);
    add(2, 7);
    add(14, 57); // two seconds later
    add(26, 58);

    const nlohmann::json recording = recording_in(replay.html());
    EXPECT_EQ(recording["numbers"], nlohmann::json({-3, 7, 57, 58}));
    EXPECT_EQ(recording["rate"], 25);
    EXPECT_EQ(from_base64(recording["tracks"]).size(), 2u * 12u)
        << "12 m are a walk in two seconds and a leap in one frame";
}

TEST(Replay, KeepsTheNumbersOfTheFramesItKeeps) {
    ReplaySpec spec = spec_of({{0, 0}, {10, 10}});
    spec.max_bytes = 150'000;
    RandomPeople people(10, 10);
    Replay replay(spec);
    for (int frame = 0; frame < 20'000; ++frame, people.step())
        replay.add_frame(people.x, people.y, people.id, people.present, {}, 100 + 3 * frame);

    const std::string html = replay.html();
    const nlohmann::json recording = recording_in(html);

    EXPECT_LE(html.size(), spec.max_bytes);
    const auto numbers = recording["numbers"].get<std::vector<std::int64_t>>();
    ASSERT_EQ(numbers.size(), recording["frames"]);
    ASSERT_GT(numbers.size(), 1u);
    const auto stride = numbers[1] - numbers[0];
    EXPECT_GT(stride, 3);
    for (std::size_t f = 0; f < numbers.size(); ++f) EXPECT_EQ(numbers[f], 100 + static_cast<std::int64_t>(f) * stride);
    EXPECT_NEAR(recording["fps"].get<double>() * static_cast<double>(stride), 75, 1e-9);
}

TEST(ReplayWindow, HoldsAsManyPeopleAsAskedFor) {
    const RandomPeople people(2000, 100);
    const Aabb world{{0, 0}, {100, 100}};

    const Aabb window = window_holding(people.x, people.y, {50, 50}, 1.5f, 400, world);

    std::size_t inside = 0;
    for (std::size_t i = 0; i < people.x.size(); ++i) {
        inside += people.x[i] >= window.min.x && people.x[i] <= window.max.x && people.y[i] >= window.min.y &&
                  people.y[i] <= window.max.y;
    }
    EXPECT_EQ(inside, 400u);
    EXPECT_NEAR(window.max.x - window.min.x, 1.5f * (window.max.y - window.min.y), 1e-3f);
    EXPECT_EQ(window_holding(people.x, people.y, {50, 50}, 1.5f, 2000, world).max.x, 100);
}

} // namespace
} // namespace throng::app
