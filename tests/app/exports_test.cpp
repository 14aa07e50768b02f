// SPDX-License-Identifier: MIT
// Trajectories in other formats: opened by the programs that those formats belong to, and read again without loss.
#include "tests/app/program.hpp"
#include "tests/app/scene.hpp"
#include "tests/app/usda_grammar.hpp"

#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <regex>

namespace throng::app {
namespace {

class Exports : public testing::Test {
protected:
    Exports() {
        place_.add("clip.txt", "# framerate: 10 fps\n# id frame x/m y/m\n" + scene_text([](const Step& s) {
                                   return fmt::format("{} {} {:.2f} {:.2f}", s.id, s.frame + 5, s.x + 388096.25,
                                                      s.y + 5820123.25);
                               }));
    }

    Spoken throng(const std::string& arguments) const { return run_program_in(place_.path(), arguments); }
    std::string file(const std::string& name) const { return content_of(place_.path() / name); }

    void convert_to(const std::string& name) const {
        const Spoken said = throng("convert clip.txt " + name);
        ASSERT_EQ(said.exit_code, 0) << said.err;
        EXPECT_EQ(said.err, "");
        EXPECT_NE(said.out.find("open ./" + name), std::string::npos) << said.out;
    }

    // What another program prints, without the end of the last line.
    std::string output_of(const std::string& command) const {
        const std::string line = "cd " + place_.path().string() + " && (" + command + ") > printed 2>&1";
        EXPECT_EQ(std::system(line.c_str()), 0) << file("printed");
        std::string text = file("printed");
        while (text.ends_with('\n')) text.pop_back();
        return text;
    }

    static bool can_run(const std::string& command) { return std::system((command + " >/dev/null 2>&1").c_str()) == 0; }

    TemporaryDirectory place_;
};

TEST_F(Exports, AreReadAgainWithoutLoss) {
    const auto figures_of = [&](const std::string& name) {
        const Spoken said = throng("run " + name + " --radius 1 --json");
        EXPECT_EQ(said.exit_code, 0) << said.err;
        EXPECT_EQ(said.err, "");
        const auto reading = nlohmann::json::parse(said.out)["reading"];
        return file("out/run/per_frame.csv") + reading["origin"].dump() + reading["extent"].dump() +
               reading["frame_rate"]["value"].dump();
    };
    const std::string expected = figures_of("clip.txt");
    EXPECT_NE(expected.find("5,3,1,0.6667,1,0.5000\n"), std::string::npos) << expected;
    for (const std::string name : {"again.csv", "again.sqlite"}) {
        convert_to(name);
        EXPECT_EQ(figures_of(name), expected) << name;
    }
    EXPECT_EQ(throng("convert clip.txt again.sqlite --to jupedsim-1").exit_code, 0);
    EXPECT_EQ(figures_of("again.sqlite"), expected) << "version 1";
    EXPECT_EQ(throng("convert again.sqlite twice.csv").exit_code, 0);
    EXPECT_EQ(file("twice.csv"), file("again.csv"));
}

TEST_F(Exports, AreKnownByTheirContentWhateverTheirName) {
    convert_to("walk.sqlite");
    std::filesystem::rename(place_.path() / "walk.sqlite", place_.path() / "walk.csv");

    const Spoken said = throng("run walk.csv --radius 1 --json");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    EXPECT_EQ(nlohmann::json::parse(said.out)["reading"]["format"], "jupedsim");
    EXPECT_EQ(
        throng("run walk.csv --format text").err,
        "throng: walk.csv: this is an SQLite database, which is not read; write its columns as CSV under the header "
        "frame,id,x,y\n");
}

TEST_F(Exports, AsCsvHaveAHeaderAndALineForEachPosition) {
    convert_to("walk.csv");

    const std::string text = file("walk.csv");
    EXPECT_EQ(text.substr(0, text.find('\n')), "frame,time,id,x,y,facing_x,facing_y");
    EXPECT_NE(text.find("\n6,0.6,1,388096.5,5820123.25,1,0\n"), std::string::npos) << text;
    EXPECT_EQ(lines_of(text), 13);
}

TEST_F(Exports, AsSqliteAreOpenedBySqlite) {
    convert_to("walk.sqlite");
    if (!can_run("sqlite3 --version")) GTEST_SKIP() << "sqlite3 is not installed";

    const auto asked = [&](const std::string& sql) { return output_of("sqlite3 walk.sqlite \"" + sql + "\""); };
    EXPECT_EQ(asked("PRAGMA integrity_check"), "ok");
    EXPECT_EQ(asked("SELECT count(*), min(frame), max(frame), count(DISTINCT id) FROM trajectory_data"), "12|5|8|3");
    EXPECT_EQ(asked("SELECT pos_x, pos_y, ori_x, ori_y FROM trajectory_data WHERE id = 2 AND frame = 6"),
              "388096.5|5820123.75|1.0|0.0");
    EXPECT_EQ(asked("SELECT value FROM metadata WHERE key IN ('fps', 'version') ORDER BY key"), "10\n2");
    EXPECT_EQ(asked("SELECT count(*) FROM frame_data JOIN geometry ON hash = geometry_hash"), "4");
    const std::string area = asked("SELECT wkt FROM geometry");
    EXPECT_EQ(area.rfind("POLYGON ((388095.25 5820122.25, ", 0), 0u) << area;

    EXPECT_EQ(throng("convert clip.txt walk.sqlite --to jupedsim-1").exit_code, 0);
    EXPECT_EQ(asked("PRAGMA integrity_check"), "ok");
    EXPECT_EQ(asked("SELECT value FROM metadata WHERE key = 'version'"), "1");
    EXPECT_EQ(asked("SELECT wkt FROM geometry"), area);
    EXPECT_EQ(asked("SELECT count(*) FROM sqlite_schema WHERE name = 'frame_data'"), "0");
}

TEST_F(Exports, AsVtkAreOpenedByVtk) {
    convert_to("walk.pvd");

    EXPECT_NE(file("walk.pvd").find("<DataSet timestep=\"0.6\" part=\"0\" file=\"walk/6.vtp\"/>"), std::string::npos);
    if (!can_run("/usr/bin/python3 -c 'import vtkmodules.vtkIOXML'")) GTEST_SKIP() << "python3-vtk9 is not installed";
    place_.add("read.py", "from vtkmodules.vtkIOXML import vtkXMLPolyDataReader\n"
                          "r = vtkXMLPolyDataReader()\n"
                          "r.SetFileName('walk/6.vtp')\n"
                          "r.Update()\n"
                          "d = r.GetOutput()\n"
                          "ids = d.GetPointData().GetArray('ids')\n"
                          "way = d.GetPointData().GetArray('orientations')\n"
                          "print(d.GetNumberOfPoints(), d.GetNumberOfVerts(), r.GetErrorCode())\n"
                          "for i in range(3): print(ids.GetValue(i), d.GetPoint(i), way.GetTuple3(i))\n");
    EXPECT_EQ(output_of("/usr/bin/python3 read.py"), "3 3 0\n"
                                                     "1 (388096.5, 5820123.25, 0.0) (1.0, 0.0, 0.0)\n"
                                                     "2 (388096.5, 5820123.75, 0.0) (1.0, 0.0, 0.0)\n"
                                                     "3 (388103.25, 5820132.25, 0.0) (1.0, 0.0, 0.0)");
}

// The samples of an attribute of the USD file: frame -> items.
std::map<int, std::string> samples_of(const std::string& text, const std::string& attribute) {
    std::map<int, std::string> samples;
    std::size_t at = text.find(attribute + ".timeSamples = {\n");
    if (at == std::string::npos) return samples;
    std::istringstream lines(text.substr(text.find('\n', at) + 1));
    const std::regex form(R"( +(-?\d+): \[(.*)\],)");
    std::smatch match;
    for (std::string line; std::getline(lines, line) && std::regex_match(line, match, form);)
        samples[std::stoi(match[1])] = match[2];
    return samples;
}

TEST_F(Exports, AsVtkNameFilesWithSignsOfXmlInTheirNames) {
    ASSERT_EQ(throng("convert clip.txt 'a\"<&.pvd'").exit_code, 0);

    EXPECT_NE(file("a\"<&.pvd").find("file=\"a&quot;&lt;&amp;/6.vtp\"/>"), std::string::npos) << file("a\"<&.pvd");
    EXPECT_NE(file("a\"<&/6.vtp"), "");
}

TEST_F(Exports, AsUsdHaveTheGrammarOfUsdAndAnEntryForEachPersonInEachColumn) {
    convert_to("walk.usda");

    const std::string text = file("walk.usda");
    const std::size_t fault = UsdaGrammar::first_fault(text);
    EXPECT_EQ(fault, std::string_view::npos) << text.substr(std::min(fault, text.size()), 80);
    EXPECT_NE(text.find("timeCodesPerSecond = 10\n"), std::string::npos);
    EXPECT_NE(text.find("double3 xformOp:translate = (388096, 5820123, 0)\n"), std::string::npos);
    const auto ids = samples_of(text, "int64[] ids"), places = samples_of(text, "point3f[] positions"),
               ways = samples_of(text, "quath[] orientations"), kinds = samples_of(text, "int[] protoIndices");
    EXPECT_EQ(ids, (std::map<int, std::string>{{5, "1, 2, 3"}, {6, "1, 2, 3"}, {7, "1, 2, 3"}, {8, "1, 2, 3"}}));
    EXPECT_EQ(kinds.at(5), "0, 0, 0");
    EXPECT_EQ(places.at(6), "(0.5, 0.25, 0), (0.5, 0.75, 0), (7.25, 9.25, 0)");
    EXPECT_EQ(ways.at(8), "(1.0000, 0, 0, 0.0000), (1.0000, 0, 0, 0.0000), (1.0000, 0, 0, 0.0000)");
}

TEST_F(Exports, AreWrittenBesideTheFilesOfRun) {
    const Spoken said = throng("run --export csv,jupedsim,vtk,usd clip.txt");

    ASSERT_EQ(said.exit_code, 0) << said.err;
    for (const char* name : {"trajectories.csv", "trajectories.sqlite", "trajectories.pvd", "trajectories.usda",
                             "trajectories/8.vtp", "replay.html"})
        EXPECT_FALSE(file(std::string("out/run/") + name).empty()) << name;
}

TEST_F(Exports, AreWrittenWhereTheUserSaysWhateverTheEnding) {
    convert_to("walk.csv");
    convert_to("walk.pvd");
    const std::string text = file("walk.csv"), frame = file("walk/6.vtp");
    for (const std::string name : {"walk.xyz", "path", "a.tar.gz", ".csv", "WALK.CSV", "new/deep/walk.pvd"}) {
        const Spoken said = throng("convert clip.txt " + name + " --to csv");
        EXPECT_EQ(said.exit_code, 0) << said.err;
        EXPECT_NE(said.out.find(name + "\n"), std::string::npos) << said.out;
        EXPECT_EQ(file(name), text) << name;
    }
    EXPECT_EQ(throng("convert clip.txt --out named.csv").exit_code, 0);
    EXPECT_EQ(file("named.csv"), text);
    for (const auto& [name, first] :
         {std::pair<std::string, std::string>{"series.xyz", "series/6.vtp"}, {"series", "series_frames/6.vtp"}}) {
        std::filesystem::remove_all(place_.path() / "series");
        EXPECT_EQ(throng("convert clip.txt " + name + " --to vtk").exit_code, 0);
        EXPECT_NE(file(name).find("file=\"" + first + "\""), std::string::npos) << file(name);
        EXPECT_EQ(file(first), frame);
    }
    EXPECT_EQ(throng("convert clip.txt walk.csv --to usd").exit_code, 0);
    EXPECT_TRUE(file("walk.csv").starts_with("#usda")) << "--to takes precedence of the ending";
}

TEST_F(Exports, AreWrittenToStdoutAndThroughLinksAndDevices) {
    convert_to("walk.csv");
    const std::string text = file("walk.csv");
    for (const char* out : {"-", "/dev/stdout", "--out -"}) {
        const Spoken said = throng(std::string("convert clip.txt --to csv ") + out);
        EXPECT_EQ(said.exit_code, 0) << said.err;
        EXPECT_EQ(said.out, text) << out << ": the file alone";
    }
    EXPECT_TRUE(throng("convert clip.txt - --to jupedsim").out.starts_with("SQLite format 3"));
    EXPECT_EQ(throng("run - --figures-only --quiet < walk.csv").exit_code, 0);
    EXPECT_TRUE(throng("draw --input clip.txt --out -").out.starts_with("\x89PNG"));

    place_.add("target.csv", "old and longer than the new, " + text);
    std::filesystem::create_symlink("target.csv", place_.path() / "link.csv");
    EXPECT_EQ(throng("convert clip.txt link.csv").exit_code, 0);
    EXPECT_EQ(file("target.csv"), text);
    EXPECT_TRUE(std::filesystem::is_symlink(place_.path() / "link.csv"));
    ASSERT_EQ(std::system(("mkfifo " + (place_.path() / "pipe").string()).c_str()), 0);
    EXPECT_EQ(throng("convert clip.txt pipe --to csv --quiet & cat pipe > received; wait").exit_code, 0);
    EXPECT_EQ(file("received"), text);
    EXPECT_TRUE(std::filesystem::is_fifo(place_.path() / "pipe"));
    if (std::filesystem::exists("/dev/full")) {
        const Spoken full = throng("convert clip.txt /dev/full --to csv");
        EXPECT_EQ(full.exit_code, 1);
        EXPECT_EQ(full.err, "throng: cannot write to '/dev/full': No space left on device\n");
    }
}

TEST_F(Exports, AreNotWrittenWhereTheyCannotBe) {
    std::filesystem::create_directories(place_.path() / "dir.csv");
    std::filesystem::create_directories(place_.path() / "dir.png");
    const auto before = everything_in(place_.path());
    for (const auto& [arguments, part] :
         {std::pair<std::string, std::string>{"convert clip.txt dir.csv",
                                              "'dir.csv' is a directory; name a file in it"},
          {"convert clip.txt dir.csv/ --to csv", "'dir.csv/' is a directory"},
          {"convert clip.txt . --to csv", "'.' is a directory"},
          {"convert clip.txt /proc/walk.csv", "cannot write into the directory '/proc'"},
          {"convert clip.txt clip.txt/walk.csv", "clip.txt"},
          {"convert clip.txt", "OUT is missing"},
          {"convert clip.txt -", "add --to NAME"},
          {"convert clip.txt - --to csv --json", "leave --json out"},
          {"convert clip.txt - --to vtk", "vtk is a series of files, which '-' cannot hold"},
          {"convert clip.txt /dev/null --to vtk", "vtk is a series of files"},
          {"convert clip.txt a.csv --out b.csv", "excludes"},
          {"draw --input clip.txt --out - --json", "leave --json out"},
          {"draw --input clip.txt --out dir.png", "'dir.png' is a directory"}}) {
        const Spoken said = throng(arguments);
        EXPECT_EQ(said.exit_code, 2) << arguments;
        EXPECT_EQ(said.out, "") << arguments;
        EXPECT_EQ(lines_of(said.err), 1) << said.err;
        EXPECT_NE(said.err.find(part), std::string::npos) << said.err;
    }
    EXPECT_EQ(everything_in(place_.path()), before);
}

TEST_F(Exports, HaveAnEndingThatIsKnown) {
    for (const auto& [arguments, part] :
         {std::pair<std::string, std::string>{
              "clip.txt walk.xyz",
              "the ending of 'walk.xyz' names no format to write; there are .csv, .sqlite, .pvd and .usda"},
          {"clip.txt .csv", "'.csv' names no file"},
          {"clip.txt walk.xyz --to paper", "'paper' is no format to write"},
          {"missing.txt walk.csv", "cannot read 'missing.txt'"}}) {
        const Spoken said = throng("convert " + arguments);
        EXPECT_EQ(said.exit_code, 2) << arguments;
        EXPECT_EQ(lines_of(said.err), 1) << said.err;
        EXPECT_NE(said.err.find(part), std::string::npos) << said.err;
    }
    EXPECT_EQ(everything_in(place_.path()), std::set<std::string>{"clip.txt"});
}

} // namespace
} // namespace throng::app
