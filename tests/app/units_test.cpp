// SPDX-License-Identifier: MIT
// The unit of the positions: of the columns and of nothing else; and their place.
#include "apps/throng/input/formats.hpp"
#include "tests/app/reading.hpp"
#include "tests/app/scene_clip.hpp"

#include <gtest/gtest.h>

namespace throng::app {
namespace {

Recording recording_in(const std::string& unit, const std::string& text) {
    ReadOptions options;
    options.unit = unit;
    return recording_of(text, options);
}

void expect_scene_in(const std::string& text, const std::string& unit) {
    const Recording recording = recording_of(text);
    SCOPED_TRACE(text.substr(0, text.find('\n')));
    expect_scene(clip_of(recording));
    EXPECT_EQ(recording.reading.unit, unit);
}

TEST(Units, AreThoseOfTheColumnsInAnyCase) {
    for (const char* comment : {"# id frame x/cm y/cm z/cm",
                                "# ID FR X/cm Y/cm Z/cm",
                                "# id frame x[cm] y[cm]",
                                "# id frame x (cm) y (cm)",
                                "# id frame X [CM] Y [CM]",
                                "# unit: cm",
                                "# Units = cm",
                                "# UNIT: Centimetres",
                                "#length unit: centimeter",
                                "# all lengths in cm",
                                "# X,Y,Z: the agents coordinates (in centimetres)",
                                "# id frame x_cm y_cm",
                                "# in cm",
                                "# cm",
                                "# unit cm",
                                "# Units: x, y in cm",
                                "# unit of x and y: cm",
                                "# lengths: cm",
                                "# x: cm, y: cm",
                                "# id frame x (in cm) y (in cm)",
                                "# x (in cm), y (in cm)",
                                "# units: cm, s",
                                "# x and y in cm, height of person in m",
                                "# height in mm, coordinates in cm"}) {
        expect_scene_in(std::string(comment) + "\n" + scene_text(id_first_in_cm), "cm");
    }
    const auto in = [](double unit) { return [unit](const Step& step) { return id_first(step, unit); }; };
    expect_scene_in("# id frame x/mm y/mm\n" + scene_text(in(0.001)), "mm");
    expect_scene_in("# unit: ft\n" + scene_text([](const Step& s) {
                        return fmt::format("{} {} {:.12f} {:.12f}", s.id, s.frame, s.x / 0.3048, s.y / 0.3048);
                    }),
                    "ft");
    expect_scene_in("id,frame,\"x [mm]\",\"y [mm]\"\n" + scene_text([](const Step& s) {
                        return fmt::format("{},{},{},{}", s.id, s.frame, s.x * 1000, s.y * 1000);
                    }),
                    "mm");
}

TEST(Units, OfOtherThingsSayNothingOfTheColumns) {
    for (const char* comment :
         {"# body height in cm", "# z: height in cm", "# height/cm of each person", "# converted from cm",
          "# 1 m = 100 cm", "# divided by 100 to have metres in place of cm", "# radius in cm", "# recorded in motion",
          "# camera at 450 cm", "# accuracy of positions in mm", "# speed unit: m/s", "# people in motion",
          "# height of person in cm, x and y in m", "# height, shoulder width, in cm", "# length, width in cm",
          "# body height [cm]", "# persons per length, 1/x [cm]", "# the max [cm] of all heights"}) {
        expect_scene_in(std::string(comment) + "\n" + scene_text([](const Step& s) { return id_first(s); }), "m");
    }
}

TEST(Units, OfTheColumnsPrevailOverThoseOfSentences) {
    expect_scene_in("# id frame x/cm y/cm\n# all lengths in m\n" + scene_text(id_first_in_cm), "cm");
}

TEST(Units, ThatAreNamedAndNotKnownAreRefused) {
    const std::string text = scene_text([](const Step& s) { return id_first(s); });
    EXPECT_EQ(refusal_of("# unit: furlong\n" + text),
              "clip, line 1: the unit 'furlong' is not known; say with --unit whether it is m, cm, mm, ft or in");
    EXPECT_EQ(refusal_of("# id frame x/px y/px\n" + text),
              "clip, line 1: the unit 'px' is not known; say with --unit whether it is m, cm, mm, ft or in");
    EXPECT_EQ(refusal_of("# id frame x/m y/cm\n" + text),
              "clip, line 2: the columns x and y have different units, 'm' and 'cm'");
}

TEST(Units, OfTheUserPrevail) {
    const Recording recording = recording_in("cm", "# id frame x/px y/px\n" + scene_text(id_first_in_cm));

    expect_scene(clip_of(recording));
    EXPECT_EQ(recording.reading.unit_from, "--unit");
}

TEST(Units, OfTheUserAreMetresCentimetresMillimetresFeetOrInches) {
    for (const auto& [unit, metres] :
         {std::pair{"m", 1.0}, {"cm", 0.01}, {"mm", 0.001}, {"ft", 0.3048}, {"in", 0.0254}}) {
        const auto line = [size = metres](const Step& s) {
            return fmt::format("{} {} {:.12f} {:.12f}", s.id, s.frame, s.x / size, s.y / size);
        };
        SCOPED_TRACE(unit);
        expect_scene(clip_of(recording_in(unit, scene_text(line))));
    }
}

TEST(Units, AreToldWithTheirSource) {
    const Reading named = recording_of("# walk\n# id frame x/cm y/cm\n" + scene_text(id_first_in_cm)).reading;
    EXPECT_EQ(named.unit_from, "line 2");
    const Reading assumed = recording_of(scene_text([](const Step& s) { return id_first(s); })).reading;
    EXPECT_EQ(assumed.unit, "m");
    EXPECT_EQ(assumed.unit_from, "assumed: no unit is named");
}

TEST(Place, FarFromZeroKeepsTheDistancesBetweenPeople) {
    const auto utm = [](const Step& s) {
        return fmt::format("{} {} {:.4f} {:.4f}", s.id, s.frame, s.x + 388096.25, s.y + 5820123.25);
    };

    const Clip clip = clip_of(recording_of(scene_text(utm)));

    ASSERT_EQ(clip.x.size(), 12u);
    EXPECT_EQ(clip.y[1] - clip.y[0], 0.5f);
    EXPECT_EQ(clip.x[3] - clip.x[0], 0.25f);
    EXPECT_EQ(static_cast<double>(clip.x[0]) + clip.origin[0], 388096.25);
    EXPECT_EQ(static_cast<double>(clip.y[0]) + clip.origin[1], 5820123.25);
}

TEST(Place, NearZeroStaysAsItIs) {
    const Clip clip = clip_of(recording_of(scene_text([](const Step& s) { return id_first(s); })));

    EXPECT_EQ(clip.origin, (std::array<double, 2>{0, 0}));
    EXPECT_EQ(clip.x.back(), 7);
}

} // namespace
} // namespace throng::app
