// SPDX-License-Identifier: MIT
// The columns of a text: by names, by the data, by the user, or refused.
#include "apps/throng/input/formats.hpp"
#include "tests/app/reading.hpp"
#include "tests/app/scene_clip.hpp"

#include <gtest/gtest.h>

namespace throng::app {
namespace {

Clip clip_in(const std::string& text, const ReadOptions& options = {}) { return clip_of(recording_of(text, options)); }

TEST(Columns, WithoutNamesAreInTheOrderInWhichPeopleWalkOn) {
    for (const auto& steps : {steps_by_person(), steps_by_frame()}) {
        expect_scene(clip_in(scene_text([](const Step& s) { return id_first(s); }, steps)));
        expect_scene(clip_in(scene_text(frame_first, steps)));
        const auto every_tenth = [](const Step& s) {
            return fmt::format("{}\t{}\t{}\t{}", 10 * s.frame, s.id, s.x, s.y);
        };
        expect_scene(clip_in(scene_text(every_tenth, steps)), 10);
    }
}

TEST(Columns, WithoutNamesTellWhatTheyWentBy) {
    const Reading reading = recording_of(scene_text(frame_first)).reading;

    EXPECT_EQ(reading.columns, "frame id x y");
    EXPECT_EQ(reading.columns_from, "the data");
}

TEST(Columns, WithoutNamesAreDecidedByFramesThatDoNotDecrease) {
    // People stay where they are: only the order of the lines differs. In frame 5 person 8 comes before person 2.
    const std::string lines = "5 8 0 0\n5 2 3 0\n6 2 3 0\n6 8 0 0\n";

    const Recording recording = recording_of(lines);

    EXPECT_EQ(recording.reading.columns, "frame id x y");
    EXPECT_EQ(clip_of(recording).ids, (std::vector<std::int64_t>{2, 8}));
}

// Sorted as text is, frame 10 comes before frame 2: the frames of people decrease, their ids in a frame ascend.
TEST(Columns, WithoutNamesAreRefusedWhereLinesAndStepsContradictEachOther) {
    std::string text;
    for (const int frame : {1, 10, 11, 2, 3})
        for (const int id : {1, 2, 3}) text += fmt::format("{} {} {} {}\n", frame, id, 0.4 * frame, 2 * id);

    EXPECT_NE(refusal_of(text).find("nothing says whether"), std::string::npos) << refusal_of(text);
}

TEST(Columns, ThatNothingDecidesAreRefusedWithBothReadings) {
    const std::string one_person_or_one_frame = "1 1 0 0\n1 2 1 0\n1 3 2 0\n";

    EXPECT_EQ(
        refusal_of(one_person_or_one_frame),
        "clip: nothing says whether its lines are 'id frame x y' (1 person in 3 frames) or 'frame id x y' (3 people "
        "in 1 frame); say --columns id,frame,x,y or --columns frame,id,x,y");
    EXPECT_NE(refusal_of("1 1 0 0\n2 1 1 0\n1 2 2 0\n2 2 3 0\n"), "") << "the steps are as long either way";
    EXPECT_EQ(refusal_of("0.5 0.25 1 2\n"),
              "clip: neither of its first two columns contains whole numbers, so that "
              "nothing says which one contains people; --columns says which columns there are");
}

TEST(Columns, AreThoseOfTheLastCommentThatNamesThem) {
    for (const char* comment :
         {"# frame id x/m y/m", "#Frame ID X Y", "# FRAME, ID, X, Y", "#frame;id;x;y", "# columns: frame id x y",
          "# id frame x y\n# then:\n# frame id x y\n# recorded in spring", "# FR PersID X[m] Y[m]",
          "# \"Frame\" \"TrackId\" \"posX\" \"posY\"", "# frame pedestrianId x (m) y (m)",
          "# each line holds frame id x y", "#frame\tped_id\tpos_x\tpos_y", "% frame id x y", "// frame id x y"}) {
        expect_scene(clip_in(std::string(comment) + "\n" + scene_text(frame_first)));
    }
    const Reading reading = recording_of("# walk\n# frame id x/m y/m\n" + scene_text(frame_first)).reading;
    EXPECT_EQ(reading.columns, "frame id x y");
    EXPECT_EQ(reading.columns_from, "line 2");
}

TEST(Columns, OfACommentMayBeMoreThanTheFields) {
    expect_scene(clip_in("# ID FR X/cm Y/cm Z/cm\n" + scene_text(id_first_in_cm)));
}

// The comments and columns of JuPedSim's text: A and B are names, too.
TEST(Columns, OfACommentMayBeSingleLetters) {
    const Recording recording =
        recording_of("#framerate: 16.00\n#ID: the agent ID\n#FR: the current frame\n#X,Y,Z: the agents coordinates (in "
                     "metres)\n#A, B: semi-axes of the ellipse\n\n#ID\tFR\tX\tY\tZ\tA\tB\tANGLE\tCOLOR\n" +
                     scene_text([](const Step& s) {
                         return fmt::format("{}\t{}\t{}\t{}\t0.00\t0.18\t0.25\t-90.00\t0", s.id, s.frame, s.x, s.y);
                     }));

    expect_scene(clip_of(recording));
    EXPECT_EQ(recording.reading.columns_from, "line 7");
    EXPECT_EQ(recording.frames_per_second, 16);
}

TEST(Columns, AreNotNamedByASentence) {
    for (const char* comment : {"# the time and id of a person come before x and y", "# x, y: position of the person",
                                "# id: person, frame: number, x, y: place"}) {
        expect_scene(clip_in(std::string(comment) + "\n" + scene_text(frame_first)));
    }
}

TEST(Columns, AreThoseOfTheHeaderInAnyCaseQuotedOrNot) {
    const auto line = [](const Step& s) { return fmt::format("{},{},{},{}", s.id, s.frame, s.x, s.y); };
    for (const char* header :
         {"ID,Frame,x,y", "\"ID\",\"Frame\",\"X\",\"Y\"", "TrackId,frame_id,X,Y", "pedID,Frame,posX,posY",
          "person_id,frameNumber,x_est,y_est", "trackId,frame,xCenter,yCenter", "'id', 'fr', 'pos x', 'pos y'"}) {
        expect_scene(clip_in(std::string(header) + "\n" + scene_text(line)));
    }
    for (const char* header : {"PersID Frame X Y Z", "PersID Frame X (m) Y [m] Z (m)"}) {
        SCOPED_TRACE(header);
        expect_scene(
            clip_in(std::string(header) + "\n" + scene_text([](const Step& s) { return id_first(s) + " 1.8"; })));
    }
}

TEST(Columns, AfterNamesOfRowsAreOneFurtherThanTheHeaderSays) {
    int row = 0;
    expect_scene(clip_in("\"id\" \"frame\" \"x\" \"y\"\n" + scene_text([&](const Step& s) {
                             return fmt::format("\"{}\" {} {} {} {}", ++row, s.id, s.frame, s.x, s.y);
                         })));
    EXPECT_EQ(refusal_of("id frame x y\n1 1 1 0 0\n"), "clip, line 2: there are 5 fields, but the header names 4");
}

TEST(Columns, BetweenThoseThatAreReadAreSkippedByName) {
    const auto with_type = [](const Step& s) {
        return fmt::format("{},pedestrian,{},1.8,{},\"a, \"\"b\"\"\",{}", s.id, s.frame, s.x, s.y);
    };
    expect_scene(clip_in("id,type,frame,z,x,note,y\n" + scene_text(with_type)));

    const auto blanks = [](const Step& s) { return fmt::format("{} ped {} {} {}", s.frame, s.id, s.x, s.y); };
    expect_scene(clip_in("# frame type id x y\n" + scene_text(blanks)));
}

TEST(Columns, OfAHeaderThatNamesTooLittleOrTooMuchAreRefused) {
    EXPECT_EQ(
        refusal_of("time,lon,lat\n0,1,2\n"),
        "clip, line 1: the header must name the columns frame, id, x and y; it names 'time', 'lon', 'lat', but no "
        "id and no x and no y; degrees are no lengths: project longitude and latitude to metres, such as those of "
        "UTM");
    EXPECT_EQ(
        refusal_of("frame,id,startX,startY,endX,endY\n0,1,0,0,1,1\n"),
        "clip, line 1: the header must name the columns frame, id, x and y; it names 'frame', 'id', 'startX', "
        "'startY', 'endX', 'endY', but no x and no y; a line is one position: give each step's end alone, or name "
        "one of both with --columns");
    EXPECT_EQ(
        refusal_of("frame,x,y\n0,0,0\n"),
        "clip, line 1: the header must name the columns frame, id, x and y; it names 'frame', 'x', 'y', but no id; "
        "--columns says what they are");
    for (const auto& [there, missing] : {std::pair("x", "y"), std::pair("y", "x")})
        EXPECT_EQ(refusal_of("frame,id," + std::string(there) + "\n0,1,0\n"),
                  "clip, line 1: the header must name the columns frame, id, x and y; it names 'frame', 'id', '" +
                      std::string(there) + "', but no " + missing + "; --columns says what they are");
    EXPECT_EQ(refusal_of("id,trackId,frame,x,y\n1,1,1,0,0\n"),
              "clip, line 1: the header has two columns for the id, 'id' and 'trackId'; choose one with --columns");
}

TEST(Columns, OfAHeaderThatHasAPlaceAreNotAdvisedAboutOthers) {
    EXPECT_EQ(refusal_of("frame,x,y,lat,lon\n0,0,0,1,2\n"),
              "clip, line 1: the header must name the columns frame, id, x and y; it names 'frame', 'x', 'y', 'lat', "
              "'lon', but no id; --columns says what they are");
    const auto with_image = [](const Step& s) { return fmt::format("{},a.png,{},{},{}", s.frame, s.id, s.x, s.y); };
    expect_scene(clip_in("frame,image,id,x,y\n" + scene_text(with_image)));
}

TEST(Columns, HaveNamesOfOtherLanguagesAndOfMaps) {
    const auto commas = [](const Step& s) { return fmt::format("{},{},{},{}", s.frame, s.id, s.x, s.y); };
    for (const char* header :
         {"Bild,Personennummer,Rechtswert,Hochwert", "trame,personne,abscisse,nord", "frame,id,Ost,Nord",
          "trame,pieton,abscisse,ordonnee", "frame,id,east,north", "frame,id,X,Z", "frame,id,x [m],z [m]",
          "frame,id,posX,posZ", "frame,id,pos_x [m],pos_z [m]", "frame,id,position_x_m,position_z_m"}) {
        SCOPED_TRACE(header);
        expect_scene(clip_in(std::string(header) + "\n" + scene_text(commas)));
    }
    const Clip up = clip_in("frame,id,x,y,z\n0,1,2,3,9\n1,1,2,3,9\n");
    EXPECT_EQ(up.y.back(), 3) << "z is the height where there is a y";
}

TEST(Columns, OfPlacesAreThoseThatNumpyWritesInAComment) {
    const Clip places = parse_clip("# y,x\n1.5 2.5\n3 4\n", "clip", ClipContent::Places);
    EXPECT_EQ(places.x, (std::vector<float>{2.5f, 4}));
}

TEST(Columns, OfTheUserPrevail) {
    ReadOptions options;
    options.columns = "frame,id,x,y";
    expect_scene(clip_in("# id frame x y\n" + scene_text(frame_first), options));
    expect_scene(clip_in("id frame x y\n" + scene_text(frame_first), options));

    options.columns = "id,time,x,y";
    expect_scene(clip_in("# frame id x y\n" + scene_text([](const Step& s) { return id_first(s); }), options));

    options.columns = "y,-,x,id,-,frame";
    const auto odd = [](const Step& s) { return fmt::format("{};a;{};{};b;{};c", s.y, s.x, s.id, s.frame); };
    expect_scene(clip_in(scene_text(odd), options));
    EXPECT_EQ(recording_of(scene_text(odd), options).reading.columns_from, "--columns");
}

TEST(Columns, OfTheUserMustSuffice) {
    const auto refusal = [](std::string columns) {
        ReadOptions options;
        options.columns = std::move(columns);
        return refusal_of("1 1 0 0\n", options);
    };
    EXPECT_EQ(refusal("id,x,y"), "--columns must name id, frame or time, x and y");
    EXPECT_EQ(refusal("id,frame,x,x"), "--columns names the x twice");
    EXPECT_EQ(refusal("id,frame,time,x,y"), "--columns names both a frame and a time; one is enough");
    EXPECT_NE(refusal("id,frame,x,z").find("'z' is no column"), std::string::npos);
    EXPECT_NE(refusal("").find(""), std::string::npos);
}

TEST(Columns, OfFramesAndIdsMayHaveWholeNumbersWithPoints) {
    const auto line = [](const Step& s) {
        return fmt::format("{}.0\t{:.1f}\t{}\t{}", 10 * s.frame + 780, double(s.id), s.x, s.y);
    };

    const Clip clip = clip_in(scene_text(line));

    EXPECT_EQ(clip.numbers, (std::vector<std::int64_t>{780, 790, 800, 810}));
    EXPECT_EQ(clip.ids, (std::vector<std::int64_t>{1, 2, 3}));
    EXPECT_EQ(refusal_of("# id frame x y\n1 780.5 0 0\n"),
              "clip, line 2, column 2: the frame '780.5' is no whole number");
}

TEST(Columns, OfTimesBecomeFramesByTheirStep) {
    const auto line = [](const Step& s) { return fmt::format("{:.2f},{},{},{}", 0.04 * s.frame, s.id, s.x, s.y); };

    const Recording recording = recording_of("time,pedID,posX,posY\n" + scene_text(line));

    expect_scene(clip_of(recording));
    EXPECT_NEAR(recording.frames_per_second, 25, 1e-9);
    EXPECT_EQ(recording.reading.rate_from, "the times, 0.04 s apart");
    EXPECT_EQ(recording.reading.columns, "time id x y");
    expect_scene(clip_in(scene_text(line))); // without names
    const auto in_ms = [](const Step& s) { return fmt::format("{} {} {} {}", s.id, 40 * s.frame, s.x, s.y); };
    const Recording by_ms = recording_of("pedestrianId simTime[ms] x y\n" + scene_text(in_ms));
    expect_scene(clip_of(by_ms));
    EXPECT_NEAR(by_ms.frames_per_second, 25, 1e-9);
}

TEST(Columns, OfTimesHaveNoRateOfRoundingErrors) {
    std::string text = "time,id,x,y\n";
    for (int frame = 0; frame < 30; ++frame) text += fmt::format("{:.2f},1,{},0\n", 0.04 * frame, 0.1 * frame);

    EXPECT_EQ(recording_of(text).frames_per_second, 25) << "25.000000000000004 is 1 over the mean of the steps";
}

TEST(Columns, OfTimesMayCountFromLongAgo) {
    const auto line = [](const Step& s) {
        return fmt::format("{:.3f},{},{:.0f},{:.0f},1700", 1351038000 + 0.04 * s.frame, s.id, 1000 * s.x, 1000 * s.y);
    };

    const Recording recording = recording_of(
        "time [s](unixtime + milliseconds/1000),person id,position x [mm],position y [mm],position z (height) [mm]\n" +
        scene_text(line, steps_by_frame()));

    expect_scene(clip_of(recording));
    EXPECT_NEAR(recording.frames_per_second, 25, 1e-3);
    EXPECT_EQ(recording.reading.unit, "mm");
}

TEST(Columns, OfRoundedTimesDoNotDrift) {
    std::string text = "time,id,x,y\n";
    for (int frame = 0; frame <= 3000; ++frame) text += fmt::format("{:.3f},1,{},0\n", frame / 30.0, frame * 0.01);

    const Recording recording = recording_of(text);

    EXPECT_EQ(recording.samples.back().frame, 3000);
    EXPECT_NEAR(recording.frames_per_second, 30, 1e-3);
}

TEST(Columns, OfTimesWithoutACommonStepAreRefused) {
    EXPECT_EQ(
        refusal_of("time,id,x,y\n0,1,0,0\n0.4,1,1,0\n0.57,2,0,0\n0.8,1,2,0\n1.33,2,1,0\n"),
        "clip: its times have no common step, so that people are never seen at one time; resample them, or give the "
        "frames in a column of their own");
}

TEST(Columns, OfOnePositionAreAPersonAndAFrameWhicheverIsWhole) {
    EXPECT_EQ(recording_of("0.5 3 1 2\n").samples[0].id, 3);
    EXPECT_EQ(recording_of("3 0.5 1 2\n").samples[0].id, 3);
    EXPECT_EQ(recording_of("3 5 1 2\n").samples[0].id, 3);
}

TEST(Columns, OfTheObsmatHaveTheirHeightSkipped) {
    const auto line = [](const Step& s) {
        return fmt::format("{:e} {:e} {:e} 0.0 {:e} 0.1 0.0 0.2", double(s.frame), double(s.id), s.x, s.y);
    };

    expect_scene(clip_in(scene_text(line)));
}

} // namespace
} // namespace throng::app
