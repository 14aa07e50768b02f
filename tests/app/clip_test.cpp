// SPDX-License-Identifier: MIT
// Trajectory files: both formats, units, and what is wrong where.
#include "apps/throng/cli/errors.hpp"
#include "apps/throng/clip/clip.hpp"
#include "tests/app/temporary_directory.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace throng::app {
namespace {

using Numbers = std::vector<std::int64_t>;
using Indices = std::vector<std::uint32_t>;
using Floats = std::vector<float>;

std::string complaint_about(std::string_view text, ClipContent content = ClipContent::Tracks) {
    try {
        parse_clip(text, "clip", content);
    } catch (const UsageError& e) {
        return e.what();
    }
    return "";
}

TEST(Clip, IsSortedByFrameWhateverTheOrderOfLines) {
    const Clip clip = parse_clip("# id frame x/m y/m z/m\n7 3 1 2 1.7\n7 1 3 4 1.7\n5\t3\t5\t6\t1.7\n", "clip");

    EXPECT_EQ(clip.numbers, (Numbers{1, 3}));
    EXPECT_EQ(clip.begin, (Indices{0, 1, 3}));
    EXPECT_EQ(clip.ids, (Numbers{5, 7}));
    EXPECT_EQ(clip.person, (Indices{1, 0, 1}));
    EXPECT_EQ(clip.x, (Floats{3, 5, 1}));
    EXPECT_EQ(clip.y, (Floats{4, 6, 2}));
    EXPECT_EQ(clip.largest_frame(), 2u);
    EXPECT_EQ(clip.bounds.min.x, 1);
    EXPECT_EQ(clip.bounds.max.y, 6);
}

TEST(Clip, IsInMetresWhateverTheUnitOfTheFile) {
    for (const char* comment : {"# id frame x/cm y/cm z/cm\n", "# all lengths in cm\n", "#x/cm\r\n"}) {
        const Clip clip = parse_clip(std::string(comment) + "1 1 -554.5 250 176\n", "clip");
        EXPECT_EQ(clip.x, Floats{-5.545f}) << comment;
        EXPECT_EQ(clip.y, Floats{2.5f}) << comment;
    }
    for (const char* comment :
         {"", "# id frame x/m y/m z/m\n", "# in m\n", "# people in motion\n", "# in cm\n# in m\n"}) {
        const Clip clip = parse_clip(std::string(comment) + "1 1 -5.5 2.5 1.76\n", "clip");
        EXPECT_EQ(clip.x, Floats{-5.5f}) << comment;
    }
}

TEST(Clip, KnowsItsFrameRate) {
    EXPECT_EQ(parse_clip("# framerate: 16.5 fps\n1 1 0 0\n", "clip").frames_per_second, 16.5);
    EXPECT_EQ(parse_clip("1 1 0 0\n", "clip").frames_per_second, 25);
}

TEST(Clip, KeepsItsUnitAndFrameRateFromTheFirstPositionOn) {
    EXPECT_EQ(complaint_about("1 1 100 0\n# now x/cm\n1 2 100 0\n"),
              "clip, line 2: the unit is m up to here; it must come before the first position");
    EXPECT_EQ(complaint_about("# in cm\n1 1 100 0\n# in m\n1 2 1 0\n"),
              "clip, line 3: the unit is cm up to here; it must come before the first position");
    EXPECT_EQ(complaint_about("1 1 0 0\n# framerate: 10\n"),
              "clip, line 2: the frame rate must come before the first position");

    const std::string part = "# framerate: 10 fps\n# id frame x/cm y/cm\n";
    const Clip joined = parse_clip(part + "1 1 100 0\n" + part + "# a person waves\n1 2 200 0\n", "clip");
    EXPECT_EQ(joined.x, (Floats{1, 2}));
    EXPECT_EQ(joined.frames_per_second, 10);
}

TEST(Clip, TakesCommaSeparatedColumnsByTheirNames) {
    const Clip plain = parse_clip("frame,id,x,y\n1,9,0.5,1.5\n2,9,2.5,3.5\n", "clip");
    EXPECT_EQ(plain.numbers, (Numbers{1, 2}));
    EXPECT_EQ(plain.ids, Numbers{9});
    EXPECT_EQ(plain.x, (Floats{0.5f, 2.5f}));

    const Clip other = parse_clip("\xEF\xBB\xBF"
                                  "y, x, group, id, frame\r\n1.5, 0.5, a, 9, 1\r\n\r\n3.5, 2.5, b, 9, 2\r\n",
                                  "clip");
    EXPECT_EQ(other.numbers, plain.numbers);
    EXPECT_EQ(other.x, plain.x);
    EXPECT_EQ(other.y, plain.y);
}

TEST(Clip, OfPlacesNeedsNoMoreThanXAndY) {
    const Clip bare = parse_clip("x,y\n0.5,1.5\n-2,3\n", "clip", ClipContent::Places);
    EXPECT_EQ(bare.numbers, Numbers{0});
    EXPECT_EQ(bare.ids, (Numbers{2, 3})) << "each person's number is that of the line";
    EXPECT_EQ(bare.x, (Floats{0.5f, -2}));
    EXPECT_TRUE(bare.half_extents.empty());

    const Clip sized = parse_clip("frame,half,y,x\n2,0.25,3,4\n1,0,5,6\n", "clip", ClipContent::Places);
    EXPECT_EQ(sized.numbers, (Numbers{1, 2}));
    EXPECT_EQ(sized.half_extents, (Floats{0, 0.25f}));

    EXPECT_TRUE(parse_clip("frame,id,x,y,half\n1,1,0,0,left\n", "clip").half_extents.empty()) << "tracks have no sizes";
    EXPECT_NE(
        complaint_about("x,depth\n", ClipContent::Places).find("line 1: the header must name the columns x and y"),
        std::string::npos);
    EXPECT_NE(complaint_about("x,y,half\n0,0,-1\n", ClipContent::Places).find("line 2: the half"), std::string::npos);
    EXPECT_NE(complaint_about("x,y,half\n0,0\n", ClipContent::Places).find("line 2, column 3: the half is missing"),
              std::string::npos);
    EXPECT_NE(complaint_about("x,y\n0,0\n").find("frame, id, x and y"), std::string::npos);
}

TEST(Clip, NamesTheLineThatIsWrong) {
    const auto expect_complaint = [](std::string_view text, std::string_view part) {
        const std::string complaint = complaint_about(text);
        EXPECT_NE(complaint.find(part), std::string::npos) << "'" << complaint << "' lacks '" << part << "'";
        EXPECT_EQ(complaint.find('\n'), std::string::npos);
    };
    expect_complaint("1 1 0 0\n1 2 0\n", "clip, line 2, column 4: the y is missing");
    expect_complaint("# one\n\n1 1 zero 0\n", "clip, line 3, column 3: the x 'zero' is no finite number");
    expect_complaint("# id frame x y\n1 1 0 0\n1.5 2 0 0\n", "clip, line 3, column 1: the id '1.5' is no whole number");
    expect_complaint("1 99999999999999999999 0 0\n", "line 1, column 2: the frame");
    expect_complaint("1 1 nan 0\n", "line 1, column 3: the x 'nan'");
    expect_complaint("1 1 0 1e400\n", "line 1, column 4: the y");
    expect_complaint("1 1 0 1e39\n", "line 1, column 4: the y");
    expect_complaint("1 1 0 0\n2 1 0 -3e38\n", "clip, line 2, column 4: the y '-3e38' is farther off than 1e+30 m");
    expect_complaint("1 1 0 0\n2 1 0 0\n1 1 5 5\n", "clip, line 3: person 1 is in frame 1 already, by line 1");
    expect_complaint("frame,id,x\n", "line 1: the header");
    expect_complaint("frame,id,x,y\n1,1,0,0\n1,,0,0\n", "line 3, column 2: the id is missing");
    expect_complaint("frame,id,x,y\n1,1,0\n", "line 2, column 4: the y is missing");
    for (const char* rate : {"none", "0", "-25", "1e400"})
        expect_complaint(fmt::format("# framerate: {}\n", rate), "line 1: the frame rate is no positive number");
    expect_complaint(std::string_view("\x89PNG\x01\0\x02 7\n", 9), "clip: this is a PNG picture, which is not read");
    expect_complaint(std::string(500, 'a'),
                     "line 1: the header must name the columns frame, id, x and y; it names 'aaaa");
}

TEST(Clip, OfCommaSeparatedColumnsHasTheFieldsOfItsHeader) {
    EXPECT_EQ(complaint_about("frame,id,x,y\n1,1,0,5,0,7\n"),
              "clip, line 2: there are 6 fields, but the header names 4");
    EXPECT_EQ(complaint_about("frame,id,x,y\n1,1,0,0\n1,2,0,0,\n"),
              "clip, line 3: there are 5 fields, but the header names 4");
    EXPECT_EQ(complaint_about("# one\nx,frame,id,x,y\n1,1,1,1,1\n"),
              "clip, line 2: the header names the column x twice");
    EXPECT_EQ(complaint_about("frame,id,x,y,frame\n1,1,1,1,1\n"),
              "clip, line 1: the header names the column frame twice");
    EXPECT_EQ(complaint_about("x,y,half,half\n", ClipContent::Places),
              "clip, line 1: the header names the column half twice");

    EXPECT_EQ(complaint_about("frame,id,x,y,note,note\n1,1,0,0,a,b\n1,2,0,0,a\n"), "")
        << "a column that is not asked for is not read";
}

TEST(Clip, OfBlankSeparatedColumnsHasTheFieldsOfItsFirstLine) {
    EXPECT_EQ(complaint_about("1 1 0 0\n1 2 0 5 0 7\n"),
              "clip, line 2: there are 6 fields, but the first position has 4");
    EXPECT_EQ(complaint_about("# one\n1\t1 0  0 1.7\n1 2 0 0 1.7\n1 3 0 0 1.7 0\n"),
              "clip, line 4: there are 6 fields, but the first position has 5");
    EXPECT_EQ(complaint_about("# id frame x y\n1 1 0 0 1.7 3\n1 2 0 0 1.7\n1 3 0 0\n"), "")
        << "what is not read may be missing";
}

TEST(Clip, OfBlankSeparatedColumnsHoldsNumbersAlone) {
    EXPECT_EQ(complaint_about("1 0 1.0 2.0 3.0 garbage\n"), "clip, line 1, column 6: 'garbage' is no number");
    EXPECT_EQ(complaint_about("1 0 1 2 3\n1 1 1 2 3m\n"), "clip, line 2, column 5: '3m' is no number");
    EXPECT_EQ(complaint_about("1 0 1 2 # the first\n"), "clip, line 1, column 5: '#' is no number");
    EXPECT_EQ(complaint_about("1 0 1 2 1.7 a,b\n"),
              "clip, line 1: the header must name the columns frame, id, x and y; it names '1 0 1 2 1.7 a', 'b', but "
              "no frame "
              "or time and no id and no x and no y; --columns says what they are");
    EXPECT_EQ(complaint_about("1 0 1 2 1.7 0\n1 1 1 2 1.7 a,b\n"), "clip, line 2, column 6: 'a,b' is no number");

    for (const char* unread : {"1.76", "-3", "+3", "1e400", "nan", "-inf", "1.7 0 1 4e-3\t7 \r"}) {
        EXPECT_EQ(complaint_about(std::string("1 0 1 2 ") + unread + "\n"), "") << unread;
    }
}

TEST(Clip, WithoutPositionsIsRefused) {
    EXPECT_EQ(complaint_about(""), "clip holds no positions");
    EXPECT_EQ(complaint_about("# nothing\n\n"), "clip holds no positions");
    EXPECT_EQ(complaint_about("frame,id,x,y\n"), "clip holds no positions");
}

TEST(Clip, ThatCannotBeReadIsRefusedByName) {
    const TemporaryDirectory place;

    EXPECT_THROW(read_clip(place.path() / "missing.txt"), UsageError);
    EXPECT_THROW(read_clip(place.path()), UsageError);
    EXPECT_EQ(read_clip(place.add("clip.txt", "1 1 0 0")).frames(), 1u);
}

} // namespace
} // namespace throng::app
