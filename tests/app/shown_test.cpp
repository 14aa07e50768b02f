// SPDX-License-Identifier: MIT
// Text from outside is shown as text: nothing of it reaches a terminal as a command.
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace throng::app {
namespace {

TEST(Shown, LeavesTextAsItIs) {
    for (const std::string text : {"", "clip.txt", "a b\\c'\"%", "gr\u00fc\u00dfe", "\u7fa4\u8846", "\U0001F6B6"}) {
        EXPECT_EQ(shown(text), text);
    }
}

TEST(Shown, EscapesWhatATerminalObeys) {
    EXPECT_EQ(shown("\x1b[31mred\a\x7f"), "\\x1b[31mred\\x07\\x7f");
    EXPECT_EQ(shown("one\ntwo\tthree\r"), "one\\ntwo\\tthree\\r");
    EXPECT_EQ(shown(std::string_view("\0", 1)), "\\x00");
    EXPECT_EQ(shown("\u0080\u009b2J\u00a0"), "\\u0080\\u009b2J\u00a0") << "control characters of eight bits";
    EXPECT_EQ(shown("a\u202egpj.exe\u2028\u2069\u200f\u061c"), "a\\u202egpj.exe\\u2028\\u2069\\u200f\\u061c")
        << "what turns text round";
}

TEST(Shown, EscapesBytesThatAreNoUtf8) {
    EXPECT_EQ(shown("\xff\xfe"), "\\xff\\xfe");
    EXPECT_EQ(shown("a\x9b"
                    "b"),
              "a\\x9bb");
    EXPECT_EQ(shown("\xc3"), "\\xc3") << "ends early";
    EXPECT_EQ(shown("\xe2\x82z"), "\\xe2\\x82z");
    EXPECT_EQ(shown("\xc0\x9b"), "\\xc0\\x9b") << "longer than it need be";
    EXPECT_EQ(shown("\xe0\x82\x9b"), "\\xe0\\x82\\x9b");
    EXPECT_EQ(shown("\xed\xa0\x80"), "\\xed\\xa0\\x80") << "half of a pair";
    EXPECT_EQ(shown("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last character";
}

TEST(Shown, StaysAsItIsWhenShownAgain) {
    const std::string once = shown("\x1b\n\xff\u009b\u202e\\");

    EXPECT_EQ(shown(once), once);
}

TEST(Shown, EndsAtTheLengthAskedForAndNotWithinACharacter) {
    EXPECT_EQ(shown("abcdef", 6), "abcdef");
    EXPECT_EQ(shown("abcdef", 5), "abcde...");
    EXPECT_EQ(shown("abcd\u00fcf", 5), "abcd...");
    EXPECT_EQ(shown("\x9b\x9b\x9b\x9b", 2), "\\x9b\\x9b...") << "no character to keep whole";
}

TEST(Shown, IsWhatTablesHold) {
    Table table;
    table.add({"file", "a\x1b[2J\n"});

    EXPECT_EQ(table.text(), "file  a\\x1b[2J\\n\n");
}

} // namespace
} // namespace throng::app
