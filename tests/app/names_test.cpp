// SPDX-License-Identifier: MIT
// Names and texts from outside on a terminal: whatever they hold, they are shown and not obeyed.
#include "tests/app/program.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <string_view>

namespace throng::app {
namespace {

// A colour, a line, a control character of eight bits, and a byte that is no UTF-8.
const std::string wild = "w\x1b[31m\n\xc2\x9b\xff";
const std::string tame = "w\\x1b[31m\\n\\u009b\\xff";

bool obeys_nothing(std::string_view text) {
    for (const char c : text) {
        if ((static_cast<unsigned char>(c) < 0x20 && c != '\n') || static_cast<unsigned char>(c) >= 0x7f) return false;
    }
    return true;
}

class Names : public testing::Test {
protected:
    Spoken run(const std::string& arguments, const std::string& environment = "") const {
        return run_program_in(place_.path(), arguments, environment);
    }
    static std::string quoted(const std::string& name) { return "'" + name + "'"; }

    TemporaryDirectory place_;
};

TEST_F(Names, AreShownInMessages) {
    place_.add(wild + ".txt", "1 1 zero 0\n");
    place_.add(wild + ".csv", "x,y\n3e38,0\n");
    place_.add("good.txt", "1 1 0 0\n");
    place_.add("field.txt", "1 1 " + wild.substr(0, 6) + " 0\n");
    place_.add("taken" + wild, "a file");

    const auto expect_shown = [&](const std::string& arguments, const std::string& part,
                                  const std::string& environment = "") {
        const Spoken said = run(arguments, environment);
        EXPECT_EQ(said.exit_code, 2) << arguments;
        EXPECT_EQ(said.out, "") << arguments;
        EXPECT_EQ(lines_of(said.err), 1) << said.err;
        EXPECT_TRUE(obeys_nothing(said.err)) << arguments << ": " << said.err;
        EXPECT_NE(said.err.find(part), std::string::npos) << "'" << said.err << "' lacks '" << part << "'";
    };
    expect_shown("run " + quoted("missing" + wild), "cannot read 'missing" + tame + "'");
    expect_shown("run " + quoted(wild + ".txt"), tame + ".txt, line 1, column 3: the x 'zero'");
    expect_shown("run field.txt", "the x 'w\\x1b[31m' is no finite number");
    expect_shown("draw --input " + quoted(wild + ".csv"), tame + ".csv, line 2");
    place_.add(wild + ".txt", "1 1 0 0\n");
    expect_shown("draw --frame 7 --input " + quoted(wild + ".txt"), tame + ".txt has no frame 7");
    expect_shown("run good.txt --out " + quoted("taken" + wild), "'taken" + tame + "'");
    expect_shown("run good.txt --out " + quoted("taken" + wild + "/deeper"), "taken" + tame + "/deeper");
    expect_shown("draw --out " + quoted(wild), "'" + tame + "' does not end in .png");
    expect_shown("draw --index " + quoted(wild), "'" + tame + "' is no index");
    for (const char* option : {"--agents", "--body", "--frame"}) {
        const std::string input = std::string(option) == "--frame" ? "--input good.txt " : "";
        expect_shown("draw " + input + option + " " + quoted(wild), "'" + tame + "' is no");
    }
    expect_shown("run good.txt --radius " + quoted(wild), "'" + tame + "' is no positive number");
    expect_shown("run good.txt --threads " + quoted(wild), "'" + tame + "' is no whole number");
    expect_shown(quoted(wild), "'" + tame + "' is no command");
    expect_shown("run good.txt " + quoted("--" + wild), "w\\x1b[31m");
    expect_shown("info", "THRONG_ISA is '" + tame + "'", quoted("THRONG_ISA=" + wild));
}

TEST_F(Names, AreShownInTables) {
    place_.add(wild + ".txt", "1 1 0 0\n");

    const Spoken ran = run("run " + quoted(wild + ".txt") + " --out " + quoted(wild));
    const Spoken drew = run("draw --input " + quoted(wild + ".txt") + " --out " + quoted(wild + ".png"));
    const Spoken demo = run("demo --agents 5 --ticks 1 --out " + quoted(wild + "demo"));

    for (const Spoken& said : {ran, drew, demo}) {
        EXPECT_EQ(said.exit_code, 0) << said.err;
        EXPECT_TRUE(obeys_nothing(said.out)) << said.out;
        EXPECT_NE(said.out.find("open " + tame), std::string::npos) << said.out;
    }
    EXPECT_TRUE(std::filesystem::exists(place_.path() / (wild + ".png"))) << "the file has the name itself";
}

TEST_F(Names, AreEscapedInJson) {
    place_.add(wild + ".txt", "1 1 0 0\n");

    for (const std::string command : {"run ", "draw --input "}) {
        const Spoken said = run(command + quoted(wild + ".txt") + " --json");

        EXPECT_EQ(said.exit_code, 0) << said.err;
        EXPECT_TRUE(obeys_nothing(said.out)) << said.out;
        const auto json = nlohmann::json::parse(said.out);
        EXPECT_EQ(json[command == "run " ? "file" : "input"], "w\x1b[31m\n\u009b\ufffd.txt");
    }
}

} // namespace
} // namespace throng::app
