// SPDX-License-Identifier: MIT
// throng demo from outside: its files, its table, its JSON, and the same crowd on any number of threads.
#include "tests/app/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace throng::app {
namespace {

class Demo : public testing::Test {
protected:
    Spoken run(const std::string& arguments, const std::string& environment = "") const {
        return run_program_in(place_.path(), "demo --agents 800 --ticks 45 " + arguments, environment);
    }
    nlohmann::json summary(const std::string& arguments, const std::string& environment = "") const {
        return nlohmann::json::parse(run("--json " + arguments, environment).out);
    }

    TemporaryDirectory place_;
};

TEST_F(Demo, WritesItsFilesAndSaysWhatToOpen) {
    const Spoken said = run("--check 0.1");

    EXPECT_EQ(said.exit_code, 0) << said.err;
    EXPECT_EQ(said.err, "") << "no progress bar where no terminal is";
    EXPECT_TRUE(said.out.ends_with("\nopen out/demo/replay.html\n")) << said.out;
    for (const char* row : {"agents", "ticks", "update", "query", "steer", "median", "99 %", "agents per second",
                            "neighbours per agent", "memory"}) {
        EXPECT_NE(said.out.find(row), std::string::npos) << row;
    }
    const auto out = place_.path() / "out/demo";
    EXPECT_EQ(std::distance(std::filesystem::directory_iterator(out), {}), 3);
    EXPECT_EQ(content_of(out / "crowd.png").substr(1, 3), "PNG");
    const std::string page = content_of(out / "replay.html");
    EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
    EXPECT_NE(page.find("\"frames\":23,"), std::string::npos) << "the start, and every second tick of 45";
    const auto summary = nlohmann::json::parse(content_of(out / "summary.json"));
    EXPECT_EQ(summary["agents"], 800);
    EXPECT_EQ(summary["ticks"], 45);
    EXPECT_GT(summary["checked"], 800 * 45 / 20);
    EXPECT_GT(summary["neighbors"]["mean_within"], 5);
    EXPECT_LT(summary["overlap"]["deepest"], 0.02);
    EXPECT_GT(summary["obstacles"]["walls"], 0);
}

TEST_F(Demo, PrintsTheSummaryAloneAsJson) {
    const Spoken said = run("--json --out elsewhere");

    EXPECT_EQ(said.exit_code, 0) << said.err;
    EXPECT_EQ(said.out, content_of(place_.path() / "elsewhere/summary.json"));
    EXPECT_TRUE(nlohmann::json::parse(said.out).contains("agents_per_second"));
}

TEST_F(Demo, WalksTheSameOnAnyNumberOfThreadsAndInstructionSet) {
    const std::string hash = summary("--threads 1")["hash"];

    EXPECT_EQ(summary(threads_option(2))["hash"], hash);
    EXPECT_EQ(summary(threads_option(7))["hash"], hash);
    EXPECT_EQ(summary("--threads 1", "THRONG_ISA=baseline")["hash"], hash);
    EXPECT_NE(summary("--threads 1 --seed 2")["hash"], hash);
}

TEST_F(Demo, WalksTheSameOnEveryIndex) {
    const auto in_world = summary("--check 1");
    EXPECT_EQ(in_world["index"], "world");

    for (const char* index : {"row-grid", "loose-grid", "quadtree", "loose-quadtree", "static-tree"}) {
        const auto said = summary(std::string("--check 1 --index ") + index);
        EXPECT_EQ(said["index"], index);
        EXPECT_EQ(said["hash"], in_world["hash"]) << index;
        EXPECT_EQ(said["checked"], in_world["checked"]) << index;
        EXPECT_EQ(said["neighbors"], in_world["neighbors"]) << index;
        EXPECT_GT(said["index_bytes"], 800 * 4) << index;
    }
}

TEST_F(Demo, NamesItsIndexInTheTable) {
    const Spoken said = run("--index loose_quadtree");
    EXPECT_EQ(said.exit_code, 0) << said.err;
    EXPECT_NE(said.out.find("  loose-quadtree\n"), std::string::npos) << said.out;
}

TEST_F(Demo, RunsWithOnePerson) {
    for (const char* index : {"world", "row-grid", "loose-grid", "quadtree", "loose-quadtree", "static-tree"}) {
        const Spoken said =
            run_program_in(place_.path(), std::string("demo --agents 1 --ticks 1 --check 1 --index ") + index);
        EXPECT_EQ(said.exit_code, 0) << index << ": " << said.err;
    }
}

TEST_F(Demo, RefusesAPlaceThatCannotBeWritten) {
    std::ofstream(place_.path() / "taken") << "a file";
    const Spoken said = run("--out taken");

    EXPECT_EQ(said.exit_code, 2);
    EXPECT_EQ(lines_of(said.err), 1);
}

} // namespace
} // namespace throng::app
