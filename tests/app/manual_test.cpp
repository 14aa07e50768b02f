// SPDX-License-Identifier: MIT
// The man page and the completions: they name all that --help names, and the programs they are for understand them.
#include "tests/app/program.hpp"

#include <gtest/gtest.h>
#include <regex>
#include <set>

namespace throng::app {
namespace {

class Manual : public testing::Test {
protected:
    Manual() {
        for (const std::string shell : {"bash", "zsh", "fish"}) place_.add(shell, printed("completion " + shell));
        place_.add("throng.1", printed("man"));
    }

    std::string printed(const std::string& arguments) const {
        const Spoken said = run_program_in(place_.path(), arguments);
        EXPECT_EQ(said.exit_code, 0) << arguments;
        EXPECT_EQ(said.err, "") << arguments;
        return said.out;
    }
    std::string file(const std::string& name) const { return content_of(place_.path() / name); }

    // What a command prints; its exit code is 0.
    std::string output_of(const std::string& command) const {
        const std::string line = "cd " + place_.path().string() + " && (" + command + ") > printed 2>&1";
        EXPECT_EQ(std::system(line.c_str()), 0) << file("printed");
        return file("printed");
    }
    static bool has(const std::string& program) {
        return std::system(("command -v " + program + " >/dev/null 2>&1").c_str()) == 0;
    }

    // What bash offers after these words.
    std::string completed(const std::string& words) const {
        place_.add("ask.bash", "source ./bash\nCOMP_WORDS=(" + words +
                                   ")\nCOMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n_throng\necho \"${COMPREPLY[*]}\"\n");
        return output_of("bash ask.bash");
    }

    TemporaryDirectory place_;
};

TEST_F(Manual, NamesEveryOptionOfEveryCommand) {
    for (const std::string command :
         {"demo", "run", "convert", "draw", "bench", "formats", "info", "completion", "man"}) {
        const std::string help = printed(command + " --help");
        const std::regex option(R"(--[a-z]+(-[a-z]+)*)");
        for (auto found = std::sregex_iterator(help.begin(), help.end(), option); found != std::sregex_iterator();
             ++found) {
            const std::string name = found->str();
            const std::string in_roff = std::regex_replace(name, std::regex("-"), "\\-");
            EXPECT_NE(file("throng.1").find("\\fB" + in_roff), std::string::npos) << command << " " << name;
            EXPECT_NE(file("bash").find(name), std::string::npos) << command << " " << name;
            EXPECT_NE(file("zsh").find(name + "["), std::string::npos) << command << " " << name;
            EXPECT_NE(file("fish").find("-l " + name.substr(2) + " "), std::string::npos) << command << " " << name;
        }
    }
}

TEST_F(Manual, IsAManPage) {
    if (!has("groff")) GTEST_SKIP() << "groff is not installed";

    EXPECT_EQ(output_of("groff -man -ww -z -Tutf8 throng.1"), "");
    EXPECT_NE(output_of("groff -man -Tascii -P-cbou throng.1").find("throng run FILE"), std::string::npos);
}

TEST_F(Manual, CompletesInBash) {
    if (!has("bash")) GTEST_SKIP() << "bash is not installed";
    place_.add("walk one.txt", "");

    EXPECT_EQ(completed("throng dr"), "draw\n");
    EXPECT_EQ(completed("throng run --ra"), "--radius\n");
    EXPECT_EQ(completed("throng run --unit m"), "m mm\n");
    EXPECT_EQ(completed("throng run --index loose-"), "loose-grid loose-quadtree\n");
    EXPECT_EQ(completed("throng convert a.txt b --to u"), "usd\n");
    EXPECT_EQ(completed("throng completion z"), "zsh\n");
    EXPECT_EQ(completed("throng run walk"), "walk one.txt\n");
    EXPECT_EQ(completed("throng run --radius ''"), "\n");
}

TEST_F(Manual, CompletesInFish) {
    const auto line_of = [&](const std::string& option) {
        const std::string text = file("fish");
        const std::size_t at = text.find("run' -l " + option + " ");
        return at == std::string::npos ? "" : text.substr(at, text.find('\n', at) - at);
    };
    EXPECT_TRUE(line_of("unit").ends_with(" -x -a 'm cm mm ft in'")) << line_of("unit");
    EXPECT_TRUE(line_of("radius").ends_with("' -x")) << line_of("radius");
}

TEST_F(Manual, IsUnderstoodByZshAndFish) {
    const bool has_zsh = has("zsh"), has_fish = has("fish");
    EXPECT_EQ(has_zsh ? output_of("zsh -n zsh") : "", "");
    EXPECT_EQ(has_fish ? output_of("fish -n fish") : "", "");
    if (!has_zsh || !has_fish) GTEST_SKIP() << "zsh or fish is not installed";
}

TEST_F(Manual, IsThereForKnownShellsOnly) {
    const Spoken said = run_program_in(place_.path(), "completion cmd");

    EXPECT_EQ(said.exit_code, 2);
    EXPECT_NE(said.err.find("'cmd' is no shell; there are bash, zsh and fish"), std::string::npos) << said.err;
}

} // namespace
} // namespace throng::app
