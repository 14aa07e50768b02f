// SPDX-License-Identifier: MIT
// throng draw from outside: a picture of each index, what it prints, and its errors for files that it cannot use.
#include "tests/app/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>

namespace throng::app {
namespace {

// The big-endian number at `offset` of a PNG file's header: the width at 16, the height at 20.
std::uint32_t header_number(const std::string& png, std::size_t offset) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < 4; ++i) value = value << 8 | static_cast<unsigned char>(png.at(offset + i));
    return value;
}

class Draw : public testing::Test {
protected:
    Spoken run(const std::string& arguments) const { return run_program_in(place_.path(), "draw " + arguments); }
    nlohmann::json told(const std::string& arguments) const {
        const Spoken said = run("--json " + arguments);
        EXPECT_EQ(said.exit_code, 0) << said.err;
        return nlohmann::json::parse(said.out);
    }

    TemporaryDirectory place_;
};

TEST_F(Draw, DrawsTheDemosCrowdInEveryIndex) {
    std::set<std::string> pictures;
    for (const std::string index : {"world", "row-grid", "loose-grid", "quadtree", "loose-quadtree", "static-tree"}) {
        const auto json = told("--agents 300 --width 400 --spread 3 --index " + index);

        EXPECT_EQ(json["index"], index);
        EXPECT_EQ(json["input"], nullptr);
        EXPECT_EQ(json["elements"], 300);
        EXPECT_EQ(json["levels"].size(), json["depth"].get<std::size_t>() + 1);
        std::uint64_t nodes = 0, leaves = 0, elements = 0;
        for (const auto& level : json["levels"]) {
            nodes += level["nodes"].get<std::uint64_t>();
            leaves += level["leaves"].get<std::uint64_t>();
            elements += level["elements_in_leaves"].get<std::uint64_t>();
        }
        EXPECT_EQ(json["nodes"], nodes);
        EXPECT_EQ(json["leaves"], leaves);
        EXPECT_GT(leaves, 1u) << index;
        EXPECT_GE(elements, 300u) << index;
        EXPECT_GT(json["bytes"], 300 * 4);
        EXPECT_EQ(json["picture"]["file"], "out/draw/" + index + ".png");

        const std::string png = content_of(place_.path() / "out/draw" / (index + ".png"));
        EXPECT_EQ(png.substr(0, 4), "\x89PNG");
        EXPECT_EQ(header_number(png, 16), 400u);
        EXPECT_EQ(header_number(png, 20), json["picture"]["height"].get<std::uint32_t>());
        pictures.insert(png);
    }
    EXPECT_EQ(pictures.size(), 6u) << "each is another picture";
}

TEST_F(Draw, ShowsInATableWhatTheDocumentHas) {
    const auto json = told("--agents 300 --index quadtree");
    const Spoken said = run("--agents 300 --index quadtree");
    EXPECT_EQ(said.exit_code, 0) << said.err;

    const std::string table = std::regex_replace(said.out, std::regex(" +"), " ");
    for (const std::string name : {"elements", "nodes", "leaves"})
        EXPECT_NE(table.find("\n" + name + " " + json[name].dump() + "\n"), std::string::npos)
            << name << " in " << table;
    EXPECT_TRUE(table.starts_with("index quadtree\n")) << table;
    for (const auto& level : json["levels"])
        EXPECT_NE(table.find("\n depth " + level["depth"].dump() + " "), std::string::npos) << table;
}

TEST_F(Draw, TakesAFrameOfAFile) {
    place_.add("clip.csv", "frame,id,x,y\n1,1,0,0\n1,2,1,0\n2,1,0,0\n2,2,1.5,0\n2,4,1.5,2\n7,3,0,0\n");

    const auto fullest = told("--input clip.csv --out a.png");
    EXPECT_EQ(fullest["input"], "clip.csv");
    EXPECT_EQ(fullest["frame"], 2);
    EXPECT_EQ(fullest["elements"], 3);
    EXPECT_EQ(told("--input clip.csv --frame 7 --out pictures/b.png")["elements"], 1);
    EXPECT_EQ(everything_in(place_.path()), (std::set<std::string>{"a.png", "clip.csv", "pictures", "pictures/b.png"}));
}

TEST_F(Draw, TakesPlacesAndSizesAlone) {
    place_.add("places.csv", "x,y,half\n0,0,1\n5,5,0\n9,1,0.5\n");

    const Spoken said = run("--input places.csv --index static-tree --out picture.png");

    EXPECT_EQ(said.exit_code, 0) << said.err;
    EXPECT_NE(said.out.find("static-tree"), std::string::npos);
    EXPECT_TRUE(said.out.ends_with("\nopen picture.png\n")) << said.out;
}

TEST_F(Draw, ColoursPeopleByAColumn) {
    place_.add("named.csv", "frame,id,x,y,v (m/s)\n1,1,0,0,0.5\n1,2,9,9,2.5\n");
    place_.add("bare.txt", "1 1 0 0 0.5\n2 1 9 9 2.5\n1 2 0 1 1\n2 2 9 8 2\n");
    const auto picture = [&](const std::string& arguments) {
        EXPECT_EQ(told(arguments + " --width 300 --out picture.png")["levels"].size(), 3u);
        return content_of(place_.path() / "picture.png");
    };

    const std::string plain = picture("--input named.csv");
    EXPECT_NE(picture("--input named.csv --colour v"), plain);
    EXPECT_NE(picture("--input named.csv --colour x"), picture("--input named.csv --colour v")) << "other numbers";
    EXPECT_EQ(told("--input named.csv --colour V")["colour"], "V");
    for (const char* number : {"1", "5"})
        EXPECT_EQ(run(std::string("--input bare.txt --out bare.png --colour ") + number).exit_code, 0) << number;
    EXPECT_NE(run("--input bare.txt --colour 0").err.find("there is no column '0'"), std::string::npos);

    const Spoken unknown = run("--input named.csv --colour speed"), beyond = run("--input bare.txt --colour 6");
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_NE(unknown.err.find("there is no column 'speed'; there are 'frame', 'id', 'x', 'y', 'v (m/s)'"),
              std::string::npos)
        << unknown.err;
    EXPECT_NE(beyond.err.find("there is no column '6'; they have no names: say 1 to 5"), std::string::npos)
        << beyond.err;
    place_.add("units.csv", "frame,id,x,y,gap_cm,gap_m\n1,1,0,0,1,2\n1,2,9,9,4,3\n");
    EXPECT_NE(picture("--input units.csv --colour gap_cm"), picture("--input units.csv --colour gap_m"));
    place_.add("large.csv", "frame,id,x,y,v\n1,1,0,0,1e300\n");
    EXPECT_NE(run("--input large.csv --colour v").err.find("the value is too large"), std::string::npos);
    EXPECT_EQ(run("--input named.csv --columns frame,id,x,y,value").exit_code, 2) << "--colour chooses it";
    place_.add("words.csv", "frame,id,x,y,mood\n1,1,0,0,calm\n");
    EXPECT_NE(run("--input words.csv --colour mood").err.find("the value 'calm' is no finite number"),
              std::string::npos);
    EXPECT_EQ(run("--colour v").exit_code, 2) << "the demo's crowd has no columns";
}

TEST_F(Draw, TellsOfAColumnThatHasOneValueAlone) {
    place_.add("even.csv", "frame,id,x,y,speed\n1,1,0,0,1.2\n1,2,9,9,1.2\n");
    place_.add("later.csv", "frame,id,x,y,speed\n1,1,0,0,1\n1,2,9,9,2\n2,1,0,0,3\n2,2,9,9,3\n");
    const auto warnings = [&](const std::string& arguments) {
        const Spoken said = run(arguments + " --width 300 --out picture.png");
        EXPECT_EQ(said.exit_code, 0) << arguments;
        EXPECT_TRUE(content_of(place_.path() / "picture.png").starts_with("\x89PNG")) << "it draws all the same";
        std::filesystem::remove(place_.path() / "picture.png");
        return said.err;
    };

    EXPECT_EQ(warnings("--input even.csv --colour speed"),
              "throng: warning: column 'speed' is 1.2 in every row: nothing to colour by\n");
    EXPECT_EQ(warnings("--input even.csv --colour speed --quiet"), "");
    EXPECT_EQ(warnings("--input even.csv --colour x"), "");
    EXPECT_EQ(warnings("--input later.csv --frame 1 --colour speed"), "");
    EXPECT_EQ(warnings("--input later.csv --frame 2 --colour speed"),
              "throng: warning: column 'speed' is 3 in every row of frame 2: nothing to colour by\n");
}

TEST_F(Draw, HasAxesAndAThemeAsAsked) {
    place_.add("walk.csv", "frame,id,x/cm,y/cm\n1,1,0,0\n1,2,900,900\n");
    const auto picture = [&](const std::string& arguments) {
        const Spoken said = run(arguments + " --width 400 --out picture.png");
        EXPECT_EQ(said.exit_code, 0) << said.err;
        return content_of(place_.path() / "picture.png");
    };

    const std::string plain = picture("--input walk.csv");
    EXPECT_NE(picture("--input walk.csv --no-axes"), plain);
    EXPECT_NE(picture("--input walk.csv --unit m"), picture("--input walk.csv --unit m --no-axes"));
    EXPECT_EQ(picture("--agents 50"), picture("--agents 50 --no-axes")) << "the demo's crowd is in no file";
    EXPECT_EQ(picture("--input walk.csv --theme dark"), plain);
    EXPECT_NE(picture("--input walk.csv --theme light"), plain);
    const Spoken unknown = run("--theme pink");
    EXPECT_EQ(unknown.exit_code, 2);
    EXPECT_NE(unknown.err.find("'pink' is no theme; there are dark and light"), std::string::npos) << unknown.err;
    EXPECT_NE(run("--input walk.csv --zoom 20,20,30,30").err.find("within -0.2,-0.2,9.2,9.2 (in metres)"),
              std::string::npos);
}

TEST_F(Draw, ShowsWhatAWorldStoresWhere) {
    const auto even = told("--agents 2000 --index world --width 300");
    EXPECT_EQ(even["stored"]["row-grid"], 2000);
    const auto of_all_sizes = told("--agents 2000 --index world --spread 500 --width 300");
    EXPECT_GT(of_all_sizes["stored"]["loose-quadtree"], 10);
    EXPECT_EQ(told("--agents 300 --index row-grid --width 300")["stored"], nullptr);
    const Spoken table = run("--agents 2000 --index world --width 300");
    EXPECT_NE(table.out.find("in its row-grid"), std::string::npos) << table.out;
}

TEST_F(Draw, ShowsAPart) {
    place_.add("far.csv", "frame,id,x,y\n1,1,500000,500000\n1,2,500004,500000\n1,3,500000,500008\n");
    const auto picture = [&](const std::string& zoom) {
        EXPECT_EQ(told("--input far.csv --width 300 --out picture.png" + zoom)["elements"], 3);
        return content_of(place_.path() / "picture.png");
    };

    const std::string whole = picture(""), part = picture(" --zoom 500003,499999,500005,500001");
    EXPECT_NE(part, whole);
    EXPECT_LT(header_number(part, 20), header_number(whole, 20)) << "the part is as wide as high, the whole higher";
    EXPECT_NE(part, picture(" --zoom 500001,499999,500003,500001")) << "no person is there";
    EXPECT_NE(run("--input far.csv --zoom 0,0,9,9").err.find("no person is there; people are within 500000,500000"),
              std::string::npos)
        << run("--input far.csv --zoom 0,0,9,9").err;
    for (const std::string zoom : {"1,1,1,2", "1,2,0,3", "1,2,3", "0,0,nan,1", "0,0,inf,1"})
        EXPECT_EQ(run("--input far.csv --zoom " + zoom).exit_code, 2) << zoom;
}

TEST_F(Draw, DrawsTheBoxesOfAVideoAsTheyAre) {
    place_.add("video.txt", "1 0 0 400 100 1 0 0 0 \"Cart\"\n2 300 50 500 90 1 0 0 0 \"Biker\"\n");

    const auto json = told("--input video.txt --index static-tree");

    EXPECT_EQ(json["elements"], 2);
    EXPECT_LT(2 * json["picture"]["height"].get<int>(), json["picture"]["width"].get<int>()) << "as low as the boxes";
}

// Each fills the picture: painted one by one, they would take minutes.
TEST_F(Draw, DrawsACrowdOnOneSpotInEveryIndex) {
    std::string text = "# id frame x y\n";
    for (int person = 0; person < 30'000; ++person) text += std::to_string(person) + " 1 3 4\n";
    place_.add("spot.txt", text);

    for (const std::string index : {"world", "row-grid", "loose-grid", "quadtree", "loose-quadtree", "static-tree"}) {
        const auto json = told("--input spot.txt --width 400 --index " + index);

        EXPECT_EQ(json["elements"], 30'000) << index;
    }
}

TEST_F(Draw, TellsWhatIsWrongWithAFileAndWritesNothing) {
    place_.add("clip.txt", "# id frame x y\n1 3 0 0\n2 3 1 1\n1 5 1 1\n");
    place_.add("half.csv", "x,y,half\n0,0,-1\n");
    place_.add("far.txt", "1 1 0 0\n2 1 3e38 0\n");
    place_.add("taken", "a file");
    const auto files = everything_in(place_.path());

    const auto expect_refused = [&](const std::string& arguments, const std::string& part) {
        const Spoken said = run(arguments);
        EXPECT_EQ(said.exit_code, 2) << arguments;
        EXPECT_EQ(said.out, "") << arguments;
        EXPECT_EQ(lines_of(said.err), 1) << said.err;
        EXPECT_NE(said.err.find(part), std::string::npos) << said.err;
        EXPECT_EQ(everything_in(place_.path()), files);
    };
    expect_refused("--input missing.txt", "cannot read 'missing.txt'");
    expect_refused("--input clip.txt --frame 4", "clip.txt has no frame 4; it has 2 frames, from 3 to 5");
    expect_refused("--input half.csv", "half.csv, line 2");
    expect_refused("--input far.txt", "far.txt, line 2, column 3: the x '3e38' is farther off than");
    expect_refused("--out taken/picture.png", "taken");
}

} // namespace
} // namespace throng::app
