// SPDX-License-Identifier: MIT
// Readings that are suspect, and those that are not.
#include "apps/throng/input/doubts.hpp"
#include "apps/throng/input/formats.hpp"
#include "tests/app/scene.hpp"

#include <gtest/gtest.h>

namespace throng::app {
namespace {

std::vector<std::string> doubts_of(const std::string& text, const ReadOptions& options = {}) {
    return doubts_about(parse_recording(text, "clip", options));
}

TEST(Doubts, AreNoneAboutPeopleWhoWalk) {
    EXPECT_EQ(doubts_of(scene_text([](const Step& s) { return id_first(s); })), std::vector<std::string>());
    EXPECT_EQ(doubts_of("# framerate: 25\n" + scene_text(frame_first)), std::vector<std::string>());
}

TEST(Doubts, AreAboutPeopleOnOneSpot) {
    const auto doubts = doubts_of("# id frame x/cm y/cm\n" + scene_text([](const Step& s) { return id_first(s); }));

    ASSERT_EQ(doubts.size(), 1u);
    EXPECT_EQ(doubts[0], "3 people stand on 0.07 x 0.09 m, which is one spot; are unit and columns right?");
}

TEST(Doubts, AreAboutPeopleFasterThanPeopleRun) {
    const auto doubts = doubts_of("# framerate: 10\n# id frame x y\n1 1 0 0\n1 2 1.2 0\n1 3 3.2 0\n1 4 4.8 0\n");

    ASSERT_EQ(doubts.size(), 1u);
    EXPECT_EQ(doubts[0], "person 1 moves 2.0 m from frame 2 to 3, 20 m/s, faster than people run, and 1 other step are "
                         "too; are unit, frame rate and columns right?");
    EXPECT_EQ(doubts_of("# id frame x y\n1 1 0 0\n1 2 1.2 0\n1 3 3.2 0\n").size(), 0u) << "frames may be seconds apart";
    EXPECT_EQ(doubts_of("# id frame x y\n1 1 0 0\n1 2 20 0\n").size(), 1u);
}

TEST(Doubts, AreAboutTimesInAnotherUnit) {
    const auto in_ms = [](const Step& s) { return fmt::format("{},{},{},{}", 40 * s.frame, s.id, s.x, s.y); };

    EXPECT_EQ(
        doubts_of("time,id,x,y\n" + scene_text(in_ms)),
        (std::vector<std::string>{"there are 0.025 frames per second, by the times, 40 s apart; is the unit of the "
                                  "times right?"}));
    EXPECT_EQ(doubts_of("time/ms,id,x,y\n" + scene_text(in_ms)), std::vector<std::string>());
}

TEST(Doubts, AreAboutTracksThatLookExchangedWithFrames) {
    ReadOptions options;
    options.columns = "id,frame,x,y";

    const auto doubts = doubts_of(scene_text(frame_first), options);

    ASSERT_FALSE(doubts.empty());
    EXPECT_EQ(doubts[0],
              "ids and frames look exchanged: people move 5.6 m from frame to frame, and would move 0.17 m with "
              "the two columns exchanged");
}

TEST(Doubts, AboutExchangedTracksNeedFourSteps) {
    ReadOptions options;
    options.columns = "id,frame,x,y";
    const auto doubts = [&](int people, int frames) {
        std::string text;
        for (int frame = 0; frame < frames; ++frame)
            for (int id = 0; id < people; ++id)
                text += fmt::format("{} {} {:.1f} {}\n", frame, id, 0.2 * frame, 5 * id);
        return doubts_of(text, options).size();
    };

    EXPECT_EQ(doubts(2, 3), 0u) << "three steps, as the columns are read";
    EXPECT_EQ(doubts(2, 4), 1u);
    EXPECT_EQ(doubts(3, 2), 0u) << "three steps with the columns exchanged";
    EXPECT_EQ(doubts(4, 2), 1u);
}

} // namespace
} // namespace throng::app
