// SPDX-License-Identifier: MIT
// The program from outside: help, version, information, and what it says to a wrong command line.
#include "tests/app/program.hpp"

#include <throng/version.hpp>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace throng::app {
namespace {

class CommandLine : public testing::Test {
protected:
    Spoken run(const std::string& arguments, const std::string& environment = "") const {
        return run_program_in(place_.path(), arguments, environment);
    }

    void expect_refused(const std::string& arguments, std::string_view part,
                        const std::string& environment = "") const {
        const Spoken said = run(arguments, environment);
        EXPECT_EQ(said.exit_code, 2) << arguments;
        EXPECT_EQ(said.out, "") << arguments;
        EXPECT_EQ(lines_of(said.err), 1) << arguments << ": " << said.err;
        EXPECT_NE(said.err.find(part), std::string::npos)
            << arguments << ": '" << said.err << "' lacks '" << part << "'";
        EXPECT_TRUE(everything_in(place_.path()).empty()) << arguments;
    }

    TemporaryDirectory place_;
};

TEST_F(CommandLine, HelpsEverywhere) {
    for (const char* command : {"", "demo ", "run ", "convert ", "draw ", "bench ", "formats ", "info "}) {
        const Spoken said = run(std::string(command) + "--help");
        EXPECT_EQ(said.exit_code, 0) << command;
        EXPECT_NE(said.out.find("--json"), std::string::npos) << command;
        EXPECT_NE(said.out.find("--version"), std::string::npos) << command;
        EXPECT_EQ(said.err, "") << command;
    }
    for (const char* option : {"--agents", "--ticks", "--seed", "--index", "--threads", "--check", "--out"}) {
        EXPECT_NE(run("demo --help").out.find(option), std::string::npos) << option;
    }
    for (const char* option : {"FILE", "--radius", "--tile", "--index", "--threads", "--out"}) {
        EXPECT_NE(run("run --help").out.find(option), std::string::npos) << option;
    }
}

TEST_F(CommandLine, ListsTheFormatsThatItReadsAndWrites) {
    const Spoken said = run("formats");
    const auto json = nlohmann::json::parse(run("formats --json").out);

    EXPECT_EQ(said.exit_code, 0);
    for (const char* name : {"jupedsim", "video-boxes", "text"})
        EXPECT_NE(said.out.find(name), std::string::npos) << name;
    EXPECT_EQ(json["read"].size(), 3u);
    EXPECT_EQ(json["write"][0]["name"], "csv");
    EXPECT_EQ(lines_of(said.out), static_cast<std::ptrdiff_t>(json["read"].size() + json["write"].size()));
}

TEST_F(CommandLine, TellsItsVersionEverywhere) {
    const std::string version = "throng " + std::to_string(version_major) + "." + std::to_string(version_minor) + "." +
                                std::to_string(version_patch) + "\n";

    for (const char* command : {"", "demo ", "run ", "convert ", "draw ", "bench ", "formats ", "info "}) {
        const Spoken said = run(std::string(command) + "--version");
        EXPECT_EQ(said.exit_code, 0) << command;
        EXPECT_EQ(said.out, version) << command;
    }
}

TEST_F(CommandLine, RefusesWhatMakesNoSenseInOneSentence) {
    expect_refused("", "demo, run, convert, draw, bench, formats, info, completion or man");
    expect_refused("dance", "dance");
    expect_refused("info --loud", "--loud");
    expect_refused("demo --agents many", "--agents");
    expect_refused("demo --agents 0", "--agents");
    expect_refused("demo --agents -5", "--agents");
    expect_refused("demo --ticks 0", "--ticks");
    expect_refused("demo --ticks", "--ticks");
    expect_refused("demo --check 1.5", "--check");
    expect_refused("demo --check nan", "--check");
    expect_refused("demo --check 0x1", "'0x1' is no number from 0 to 1");
    expect_refused("demo --threads 100000", "--threads");
    expect_refused("demo --seed -1", "--seed");
    expect_refused("bench --agents 99999999999999999999", "--agents");
    expect_refused("run", "FILE");
    expect_refused("run clip.txt --radius 0", "--radius");
    expect_refused("run clip.txt --radius -1", "--radius");
    expect_refused("run clip.txt --radius nan", "--radius");
    expect_refused("run clip.txt --radius inf", "--radius");
    expect_refused("run clip.txt --tile 0", "--tile");
    expect_refused("run clip.txt --columns id,x", "--columns");
    expect_refused("run clip.txt --unit furlong", "--unit");
    expect_refused("run clip.txt --fps 0", "--fps");
    expect_refused("run clip.txt --format paper", "--format");
    expect_refused("run clip.txt --out ''", "--out");
    for (const char* size : {"0", "-1", "''", "010", "0x10", "1.5G", "G", "8Q", "many", "99999999999999999999",
                             "16777216T", "99999999999999999999K"})
        expect_refused(std::string("run clip.txt --input-limit ") + size, "--input-limit");
    expect_refused("convert clip.txt clip.csv --input-limit 8Q", "'8Q' is no size");
    expect_refused("draw --input clip.txt --input-limit 8Q", "'8Q' is no size");
    expect_refused("draw --width 10", "--width");
    expect_refused("draw --body -1", "--body");
    expect_refused("draw --spread 0.5", "--spread");
    expect_refused("draw --out picture.jpg", "picture.jpg");
    expect_refused("draw --frame 3", "--input");
    expect_refused("draw --input ''", "--input");
    expect_refused("draw --input clip.txt --frame 1.5", "--frame");
    expect_refused("draw --input clip.txt --agents 5", "--agents");
}

TEST_F(CommandLine, KnowsAnEndOfTicks) {
    expect_refused("demo --ticks 4294967295", "'4294967295' is no whole number from 1 to 1000000000");
    expect_refused("demo --ticks 1000000001", "--ticks");
}

TEST_F(CommandLine, PromisesNoMoreThreadsThanTheBuildCanHave) {
    for (const char* threads : {" --threads 2", " --threads 8"}) {
        if (has_onetbb()) {
            EXPECT_EQ(run(std::string("demo --agents 5 --ticks 1") + threads).exit_code, 0);
            continue;
        }
        for (const char* command : {"demo", "run clip.txt", "bench"})
            expect_refused(std::string(command) + threads, "without oneTBB");
    }
    EXPECT_EQ(run("demo --agents 5 --ticks 1 --threads 1").exit_code, 0);
    EXPECT_EQ(run("demo --agents 5 --ticks 1 --threads 0").exit_code, 0);
}

TEST_F(CommandLine, NamesEveryIndexWhereOneIsUnknown) {
    const char* all = "world, row-grid, loose-grid, quadtree, loose-quadtree and static-tree";
    for (const char* command : {"demo", "run clip.txt", "draw"}) {
        expect_refused(std::string(command) + " --index kd-tree", "'kd-tree' is no index");
        expect_refused(std::string(command) + " --index ''", all);
        expect_refused(std::string(command) + " --index Quadtree", all);
    }
}

TEST_F(CommandLine, RefusesAnInstructionSetThatCannotRun) {
    expect_refused("info", "THRONG_ISA", "THRONG_ISA=avx1024");
    expect_refused("demo", "THRONG_ISA", "THRONG_ISA=AVX2");
    expect_refused("bench", "THRONG_ISA", "THRONG_ISA=z80");
}

TEST_F(CommandLine, RunsOnTheInstructionSetAskedFor) {
    const auto available = nlohmann::json::parse(run("info --json").out)["isa"]["available"];
    ASSERT_FALSE(available.empty());

    for (const auto& isa : available) {
        const Spoken said = run("info --json", "THRONG_ISA=" + isa.get<std::string>());
        EXPECT_EQ(said.exit_code, 0);
        EXPECT_EQ(nlohmann::json::parse(said.out)["isa"]["active"], isa);
    }
}

TEST_F(CommandLine, MeasuresTheInstructionSetAskedForAlone) {
    const std::string isa = nlohmann::json::parse(run("info --json").out)["isa"]["available"][0];

    const Spoken said = run("bench --json --agents 200", "THRONG_ISA=" + isa);

    ASSERT_EQ(said.exit_code, 0) << said.err;
    const auto results = nlohmann::json::parse(said.out)["results"];
    ASSERT_EQ(results.size(), 2u);
    EXPECT_EQ(results[0]["name"], isa);
    EXPECT_EQ(results[1]["name"], "brute force");
}

TEST_F(CommandLine, InformsAboutTheBuildAndTheMachine) {
    const Spoken table = run("info");
    const auto json = nlohmann::json::parse(run("info --json").out);

    EXPECT_EQ(table.exit_code, 0);
    EXPECT_EQ(table.err, "");
    for (const char* subject : {"throng", "instruction set", "available", "threads", "oneTBB", "xsimd"}) {
        EXPECT_NE(table.out.find(subject), std::string::npos) << subject;
    }
    EXPECT_GE(json["threads"].get<int>(), 1);
    EXPECT_NE(json["xsimd"].get<std::string>(), "");
    EXPECT_TRUE(json.contains("onetbb"));
    EXPECT_TRUE(json.contains("version"));
}

TEST_F(CommandLine, ComplainsWhenStdoutIsFull) {
    if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
    place_.add("clip.txt", "1 1 0 0\n");
    for (const char* arguments : {"--version", "--help", "demo --version", "bench --help", "info", "info --json",
                                  "run clip.txt", "run clip.txt --json", "draw --agents 5", "draw --agents 5 --json",
                                  "demo --agents 5 --ticks 1", "demo --agents 5 --ticks 1 --json"}) {
        const Spoken said = run(std::string(arguments) + " >/dev/full");
        EXPECT_EQ(said.exit_code, 1) << arguments;
        EXPECT_EQ(said.err, "throng: cannot write to stdout\n") << arguments;
    }
}

} // namespace
} // namespace throng::app
