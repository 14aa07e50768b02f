// SPDX-License-Identifier: MIT
// throng run from outside: known answers, brute force, files, and what it says to files it cannot use.
#include "tests/app/program.hpp"
#include "tests/app/scene.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <gtest/gtest.h>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace throng::app {
namespace {

struct Figures {
    std::size_t agents = 0, pairs = 0, most = 0;
    float smallest = INFINITY;
};
using Walk = std::map<int, std::map<int, std::pair<float, float>>>; // frame -> person -> centimetres

// People on crooked paths who come and go, some in gaps; integers only, so that the text says exactly what is meant.
Walk generated_walk(int people, int frames) {
    Walk walk;
    for (int p = 0; p < people; ++p) {
        for (int f = p % 7; f < frames - p % 5; ++f) {
            if ((p * 31 + f * 17) % 23 == 0) continue;
            walk[100 + f][p * 3 + 1] = {static_cast<float>((p * 137 + f * 11) % 900 - 300),
                                        static_cast<float>((p * 71 + f * 7) % 700)};
        }
    }
    return walk;
}

std::string text_of(const Walk& walk) {
    std::ostringstream text;
    text << "# framerate: 10 fps\n# id frame x/cm y/cm z/cm\n";
    for (const auto& [frame, people] : walk) {
        for (const auto& [id, place] : people)
            text << id << ' ' << frame << ' ' << place.first << ' ' << place.second << " 170\n";
    }
    return text.str();
}

Figures brute_force(const std::map<int, std::pair<float, float>>& people, float radius) {
    std::vector<std::pair<float, float>> places;
    for (const auto& [id, cm] : people)
        places.emplace_back(static_cast<float>(cm.first * 0.01), static_cast<float>(cm.second * 0.01));
    Figures figures;
    figures.agents = places.size();
    for (const auto& a : places) {
        std::size_t near = 0;
        for (const auto& b : places) {
            if (&a == &b) continue;
            const float dx = b.first - a.first, dy = b.second - a.second;
            const float squared = dx * dx + dy * dy;
            if (squared > radius * radius) continue;
            ++near;
            figures.smallest = std::min(figures.smallest, std::sqrt(squared));
        }
        figures.pairs += near;
        figures.most = std::max(figures.most, near);
    }
    figures.pairs /= 2;
    return figures;
}

std::string csv_line(int frame, const Figures& f) {
    char text[128];
    const double mean = f.agents == 0 ? 0 : 2.0 * static_cast<double>(f.pairs) / static_cast<double>(f.agents);
    std::snprintf(text, sizeof text, "%d,%zu,%zu,%.4f,%zu,", frame, f.agents, f.pairs, mean, f.most);
    std::string line = text;
    if (std::isfinite(f.smallest)) {
        std::snprintf(text, sizeof text, "%.4f", static_cast<double>(f.smallest));
        line += text;
    }
    return line + "\n";
}

class Run : public testing::Test {
protected:
    Spoken run(const std::string& arguments) const { return run_program_in(place_.path(), "run " + arguments); }
    Spoken run_for_figures(const std::string& arguments) const { return run("--figures-only " + arguments); }
    std::string file(const std::string& name) const { return content_of(place_.path() / name); }

    TemporaryDirectory place_;
};

const char* const header = "frame,agents,neighbor_pairs,mean_neighbors,max_neighbors,smallest_distance\n";
const char* const three_frames = "frame,id,x,y\n"
                                 "1,1,0,0\n1,2,1,0\n1,3,5,5\n"
                                 "2,1,0,0\n2,2,1.5,0\n2,4,1.5,2\n"
                                 "3,3,0,0\n";

TEST_F(Run, AnswersASmallFileAsOneCountsByHand) {
    place_.add("clip.csv", three_frames);

    const Spoken said = run("clip.csv --check 1");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    EXPECT_EQ(said.err, "");
    EXPECT_EQ(file("out/run/per_frame.csv"),
              std::string(header) + "1,3,1,0.6667,1,1.0000\n2,3,2,1.3333,2,1.5000\n3,1,0,0.0000,0,\n");
}

// The lines of the table that no clock decides, each as its name and value with one blank between.
TEST_F(Run, ShowsATableOfWhatItHasFound) {
    place_.add("clip.csv", three_frames);

    const Spoken said = run_for_figures("clip.csv --check 1 --tile 2 --radius 1.5 --threads 1");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    const std::string table = std::regex_replace(said.out, std::regex(" +"), " ");
    for (const char* line :
         {"file clip.csv\n", "\nformat text\n", "\nextent, m 5 x 5\n", "\npeople, positions in all 4, 7\n",
          "\ncopies 2 x 2\n", "\nframes 3\n", "\nindex row-grid\n", "\nthreads, instruction set 1, "})
        EXPECT_NE(table.find(line), std::string::npos) << line << "in " << table;
    EXPECT_TRUE(std::regex_search(table, std::regex("\nneighbours within 1.5 m, mean / most [0-9.]+ / [0-9]+\n"
                                                    "smallest distance, m [0-9.]+\n")))
        << table;
}

TEST_F(Run, AgreesWithBruteForceOnPeopleWhoComeAndGo) {
    const Walk walk = generated_walk(120, 40);
    place_.add("clip.txt", text_of(walk));

    for (const float radius : {0.5f, 2.0f, 50.0f}) {
        std::string expected = header;
        for (const auto& [frame, people] : walk) expected += csv_line(frame, brute_force(people, radius));

        const Spoken said = run_for_figures("clip.txt --check 1 --radius " + std::to_string(radius));

        ASSERT_EQ(said.exit_code, 0) << said.err;
        EXPECT_EQ(file("out/run/per_frame.csv"), expected) << "radius " << radius;
    }
}

TEST_F(Run, SaysTheSameOnAnyNumberOfThreads) {
    place_.add("clip.txt", text_of(generated_walk(60, 30)));

    ASSERT_EQ(run_for_figures("clip.txt --tile 6 --threads 1 --out one").exit_code, 0);
    ASSERT_EQ(run_for_figures("clip.txt --tile 6 --out three" + threads_option(3)).exit_code, 0);

    EXPECT_EQ(file("one/per_frame.csv"), file("three/per_frame.csv"));
}

TEST_F(Run, SaysTheSameOnEveryIndex) {
    place_.add("clip.txt", text_of(generated_walk(60, 20)));
    ASSERT_EQ(run_for_figures("clip.txt --tile 2 --threads 1 --out row-grid").exit_code, 0);

    for (const std::string index : {"world", "loose-grid", "quadtree", "loose-quadtree", "static-tree"}) {
        std::string arguments = "clip.txt --tile 2 --threads 1 --check 1 --json";
        arguments.append(" --index ").append(index).append(" --out ").append(index);
        const Spoken said = run_for_figures(arguments);

        ASSERT_EQ(said.exit_code, 0) << index << ": " << said.err;
        EXPECT_EQ(nlohmann::json::parse(said.out)["index"], index);
        EXPECT_EQ(file(index + "/per_frame.csv"), file("row-grid/per_frame.csv")) << index;
    }
}

TEST_F(Run, TilesHoldAllTheirPeople) {
    place_.add("clip.txt", text_of(generated_walk(60, 30)));

    const Spoken said = run_for_figures("clip.txt --tile 5 --check 1 --json");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    const auto summary = nlohmann::json::parse(said.out);
    EXPECT_EQ(summary["tile"], 5);
    EXPECT_EQ(summary["frames"], 30);
    EXPECT_GT(summary["agents"]["most"].get<int>(), 25 * 30);
    EXPECT_GE(summary["checked"].get<int>(), summary["agents"]["most"].get<int>());
}

TEST_F(Run, WritesItsFilesIntoTheDirectoryAndNowhereElse) {
    place_.add("clip.csv", three_frames);

    const Spoken said = run("clip.csv --out results/first");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    const std::set<std::string> expected{"clip.csv",
                                         "results",
                                         "results/first",
                                         "results/first/density.png",
                                         "results/first/per_frame.csv",
                                         "results/first/replay.html",
                                         "results/first/summary.json"};
    EXPECT_EQ(everything_in(place_.path()), expected);
    EXPECT_EQ(file("results/first/density.png").substr(0, 4), "\x89PNG");
    EXPECT_NE(file("results/first/replay.html").find("</html>"), std::string::npos);
    EXPECT_EQ(nlohmann::json::parse(file("results/first/summary.json"))["frames"], 3);
}

TEST_F(Run, WritesPictureAndReplayInTheThemeAskedFor) {
    place_.add("clip.csv", three_frames);
    std::set<std::string> pictures;
    for (const std::string how : {"", "--theme light", "--no-axes", "--no-axes --theme light"}) {
        ASSERT_EQ(run("clip.csv " + how).exit_code, 0) << how;
        pictures.insert(file("out/run/density.png"));
        const std::string theme = how.ends_with("light") ? "\"theme\":\"light\"" : "\"theme\":\"\"";
        EXPECT_NE(file("out/run/replay.html").find(theme), std::string::npos) << how;
    }
    EXPECT_EQ(pictures.size(), 4u);
    EXPECT_EQ(run("clip.csv --theme white").exit_code, 2);
}

TEST_F(Run, WritesFiguresAloneIfAsked) {
    place_.add("clip.csv", three_frames);
    ASSERT_EQ(run("clip.csv --out whole").exit_code, 0);

    const Spoken said = run("clip.csv --out figures --figures-only");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    const std::set<std::string> expected{"figures", "figures/per_frame.csv", "figures/summary.json"};
    std::set<std::string> written = everything_in(place_.path());
    std::erase_if(written, [](const std::string& name) { return !name.starts_with("figures"); });
    EXPECT_EQ(written, expected);
    EXPECT_EQ(file("figures/per_frame.csv"), file("whole/per_frame.csv"));
    EXPECT_NE(said.out.find("open figures/per_frame.csv\n"), std::string::npos) << said.out;
}

TEST_F(Run, ListsWhatItTellsOfEachPersonAndMeeting) {
    place_.add("clip.csv", "frame,id,x,y\n"
                           "1,7,10,0\n1,3,11,0\n1,5,15,5\n"
                           "2,7,10,0\n2,3,10.5,0\n2,9,10.5,2\n"
                           "5,3,10,0\n"
                           "6,3,10,0\n6,7,10,1.5\n");

    const Spoken said = run_for_figures("clip.csv --people a/people.csv --pairs pairs.csv --density cells.csv");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    EXPECT_EQ(file("a/people.csv"), "frame,id,x,y,neighbors,nearest_distance,density\n"
                                    "1,3,11.0000,0.0000,1,1.0000,0.1592\n1,5,15.0000,5.0000,0,,0.0796\n"
                                    "1,7,10.0000,0.0000,1,1.0000,0.1592\n"
                                    "2,3,10.5000,0.0000,2,0.5000,0.2387\n2,7,10.0000,0.0000,1,0.5000,0.1592\n"
                                    "2,9,10.5000,2.0000,1,2.0000,0.1592\n"
                                    "5,3,10.0000,0.0000,0,,0.0796\n"
                                    "6,3,10.0000,0.0000,1,1.5000,0.1592\n6,7,10.0000,1.5000,1,1.5000,0.1592\n");
    EXPECT_EQ(file("pairs.csv"), "id,other,begin,end,frames,least_distance,at_frame\n"
                                 "3,7,1,2,2,0.5000,2\n3,9,2,2,1,2.0000,2\n3,7,6,6,1,1.5000,6\n");
    std::istringstream cells(file("cells.csv"));
    std::string line;
    double people = 0, side = 0;
    const double places[][2] = {{10, 0}, {11, 0}, {15, 5}, {10.5, 0}, {10.5, 2}, {10, 1.5}};
    while (std::getline(cells, line)) {
        if (line.starts_with("#")) side = std::stod(line.substr(line.find("cells of ") + 9));
        double x = 0, y = 0, density = 0;
        if (std::sscanf(line.c_str(), "%lf,%lf,%lf", &x, &y, &density) != 3) continue;
        people += density * side * side;
        const auto is_in_cell = [&](const double(&at)[2]) {
            return std::abs(at[0] - x) <= side / 2 + 1e-3 && std::abs(at[1] - y) <= side / 2 + 1e-3;
        };
        EXPECT_TRUE(std::any_of(std::begin(places), std::end(places), is_in_cell)) << line;
    }
    EXPECT_NEAR(people, 9. / 4, 9. / 4 * 0.001);
    EXPECT_EQ(run("clip.csv --people p.csv --tile 2").exit_code, 2);
    EXPECT_EQ(run("clip.csv --people -").exit_code, 2);
    EXPECT_EQ(run("clip.csv --out b --pairs a").exit_code, 2) << "a is a directory";
    EXPECT_FALSE(everything_in(place_.path()).contains("b")) << "that is told before anything is written";
}

TEST_F(Run, ReplaysFramesByTheirOwnNumbers) {
    place_.add("clip.txt", "# id frame x y\n1 10 0 0\n1 15 1 0\n1 40 2 0\n");

    ASSERT_EQ(run("clip.txt").exit_code, 0);
    EXPECT_NE(file("out/run/replay.html").find("\"numbers\":[10,15,40]"), std::string::npos);
    ASSERT_EQ(run("clip.txt --tile 2").exit_code, 0);
    EXPECT_EQ(file("out/run/replay.html").find("\"numbers\":"), std::string::npos)
        << "copies that began at random have none in common";
}

TEST_F(Run, PrintsOneJsonDocumentAlone) {
    place_.add("clip.csv", three_frames);

    const Spoken said = run_for_figures("clip.csv --json");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    EXPECT_EQ(nlohmann::json::parse(said.out), nlohmann::json::parse(file("out/run/summary.json")));
}

TEST_F(Run, StopsAfterTheFramesAskedFor) {
    place_.add("clip.csv", three_frames);

    ASSERT_EQ(run_for_figures("clip.csv --frames 2").exit_code, 0);

    EXPECT_EQ(lines_of(file("out/run/per_frame.csv")), 3);
}

TEST_F(Run, TellsWhatIsWrongWithAFileAndWritesNothing) {
    place_.add("words.txt", "1 1 0 0\n1 2 three 0\n");
    place_.add("twice.csv", "frame,id,x,y\n1,1,0,0\n1,1,1,1\n");
    place_.add("trailing.txt", "1 0 1.0 2.0 3.0 0\n1 1 1.0 2.0 3.0 garbage\n");
    place_.add("empty.txt", "");
    place_.add("far.txt", "1 1 -3e38 0\n2 1 3e38 0\n");
    const auto files = everything_in(place_.path());

    const auto expect_refused = [&](const std::string& name, const std::string& part) {
        const Spoken said = run(name);
        EXPECT_EQ(said.exit_code, 2) << name;
        EXPECT_EQ(said.out, "") << name;
        EXPECT_EQ(lines_of(said.err), 1) << said.err;
        EXPECT_NE(said.err.find(part), std::string::npos) << said.err;
        EXPECT_EQ(everything_in(place_.path()), files);
    };
    expect_refused("words.txt", "words.txt, line 2");
    expect_refused("twice.csv", "twice.csv, line 3");
    expect_refused("trailing.txt", "trailing.txt, line 2, column 6: 'garbage' is no number");
    expect_refused("empty.txt", "empty.txt holds no positions");
    expect_refused("far.txt", "far.txt, line 1, column 3: the x '-3e38' is farther off than");
    expect_refused("far.txt --tile 3", "far.txt, line 1");
    expect_refused("missing.txt", "cannot read 'missing.txt'");
    expect_refused(".", "cannot read '.'");
}

TEST_F(Run, TellsWhatItReadAndWhatItWentBy) {
    place_.add("clip.txt", "# framerate: 10 fps\n# ID FR X/cm Y/cm\n" +
                               scene_text([](const Step& s) { return id_first(s, 0.01); }));

    const Spoken said = run_for_figures("clip.txt --radius 1");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    EXPECT_EQ(said.err, "");
    for (const char* part : {"id frame x y (line 2)", "cm (line 2)", "10 (line 1)", "7 x 9", "3, 12"})
        EXPECT_NE(said.out.find(part), std::string::npos) << part << " in\n" << said.out;
    const auto summary = nlohmann::json::parse(file("out/run/summary.json"));
    const nlohmann::json expected{{"format", "text"},
                                  {"columns", {{"order", "id frame x y"}, {"from", "line 2"}}},
                                  {"unit", {{"name", "cm"}, {"from", "line 2"}}},
                                  {"frame_rate", {{"value", 10.0}, {"from", "line 1"}}},
                                  {"extent", {7.0, 9.0}},
                                  {"origin", {0.0, 0.0}},
                                  {"people", 3},
                                  {"frames", 4},
                                  {"positions", 12},
                                  {"warnings", nlohmann::json::array()}};
    EXPECT_EQ(summary["reading"], expected);
    EXPECT_EQ(summary["smallest_distance"], 0.5);
}

TEST_F(Run, TellsTheOriginOfPlacesFarFromZero) {
    place_.add("utm.txt", scene_text([](const Step& s) {
                   return fmt::format("{} {} {:.2f} {:.2f}", s.id, s.frame, s.x + 388096.25, s.y + 5820123.25);
               }));

    const Spoken said = run_for_figures("utm.txt --radius 1 --json");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    const auto summary = nlohmann::json::parse(said.out);
    EXPECT_EQ(summary["reading"]["origin"], (nlohmann::json{388099.0, 5820127.0}));
    EXPECT_EQ(summary["smallest_distance"], 0.5);
    EXPECT_EQ(summary["neighbors"]["most"], 1);
}

TEST_F(Run, WarnsOfAReadingThatIsSuspect) {
    place_.add("mm.txt", "# id frame x y\n" + scene_text([](const Step& s) { return id_first(s, 0.001); }));

    const Spoken said = run_for_figures("mm.txt");

    EXPECT_EQ(said.exit_code, 0);
    EXPECT_EQ(lines_of(said.err), 2) << said.err;
    EXPECT_NE(said.err.find("throng: warning: mm.txt: person 1 moves 250.0 m"), std::string::npos) << said.err;
    EXPECT_NE(said.err.find("throng: warning: mm.txt: no person ever comes within 2 m of another; are unit"),
              std::string::npos)
        << said.err;
    EXPECT_EQ(nlohmann::json::parse(file("out/run/summary.json"))["reading"]["warnings"].size(), 2u);
    const Spoken right = run_for_figures("mm.txt --unit mm --out right");
    EXPECT_EQ(right.err, "");
    EXPECT_EQ(nlohmann::json::parse(file("right/summary.json"))["smallest_distance"], 0.5);
}

TEST_F(Run, DoesAsTheUserSaysOfColumnsAndFrameRate) {
    place_.add("one.txt", "1 1 0 0\n1 2 1 0\n1 3 2 0\n");
    EXPECT_EQ(run_for_figures("one.txt").exit_code, 2);

    const Spoken said = run_for_figures("one.txt --columns frame,id,x,y --fps 5 --json");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    const auto reading = nlohmann::json::parse(said.out)["reading"];
    EXPECT_EQ(reading["people"], 3);
    EXPECT_EQ(reading["frame_rate"]["value"], 5);
    EXPECT_EQ(reading["frame_rate"]["from"], "--fps");
}

// Two boxes 4 px apart by their centres, a third far off; in frame 11 the second one is out of sight.
TEST_F(Run, TakesBoxesOfVideosAsBoxesInEveryIndex) {
    std::string text;
    for (int frame = 10; frame < 13; ++frame) {
        text += fmt::format("1 {} 20 {} 30 {} 0 0 0 \"Biker\"\n", frame, frame + 4, frame);
        text += fmt::format("2 {} 20 {} 30 {} {} 0 0 \"Biker\"\n", frame + 4, frame + 8, frame, frame == 11 ? 1 : 0);
        text += fmt::format("3 900 600 911 625 {} 0 0 0 \"Cart\"\n", frame);
    }
    place_.add("video.txt", text);

    for (const std::string index : {"row-grid", "world", "loose-grid", "quadtree", "loose-quadtree", "static-tree"}) {
        const Spoken said = run_for_figures("video.txt --radius 5 --check 1 --json --index " + index);

        ASSERT_EQ(said.exit_code, 0) << index << ": " << said.err;
        EXPECT_EQ(said.err, "");
        EXPECT_EQ(nlohmann::json::parse(said.out)["reading"]["unit"]["name"], "px");
        EXPECT_EQ(file("out/run/per_frame.csv"),
                  std::string(header) + "10,3,1,0.6667,1,4.0000\n11,2,0,0.0000,0,\n12,3,1,0.6667,1,4.0000\n")
            << index;
    }
}

TEST_F(Run, ReadsStandardInput) {
    place_.add("clip.csv", three_frames);

    const Spoken said = run_for_figures("- --json < clip.csv");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    EXPECT_EQ(nlohmann::json::parse(said.out)["frames"], 3);
    EXPECT_EQ(run_for_figures("- < /dev/null").err, "throng: standard input holds no positions\n");
}

TEST_F(Run, IsQuietIfAsked) {
    place_.add("mm.txt", "# id frame x y\n" + scene_text([](const Step& s) { return id_first(s, 0.001); }));

    const Spoken said = run_for_figures("mm.txt --quiet");

    EXPECT_EQ(said.exit_code, 0);
    EXPECT_EQ(said.out + said.err, "");
    EXPECT_EQ(lines_of(file("out/run/per_frame.csv")), 5);
    EXPECT_EQ(run_for_figures("missing.txt --quiet").err,
              "throng: cannot read 'missing.txt': No such file or directory\n");
}

TEST_F(Run, RefusesADirectoryItCannotWriteInto) {
    place_.add("clip.csv", three_frames);
    place_.add("taken", "a file");

    for (const char* out : {"taken", "taken/deeper", "/proc/throng"}) {
        const Spoken said = run(std::string("clip.csv --out ") + out);
        EXPECT_EQ(said.exit_code, 2) << out;
        EXPECT_EQ(lines_of(said.err), 1) << said.err;
        EXPECT_NE(said.err.find(out), std::string::npos) << said.err;
    }
    EXPECT_EQ(file("taken"), "a file");
}

} // namespace
} // namespace throng::app
