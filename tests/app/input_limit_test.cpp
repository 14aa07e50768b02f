// SPDX-License-Identifier: MIT
// Inputs without an end, and those that unpack to far more than they are: the beginning or the limit refuses them.
#include "apps/throng/input/formats.hpp"
#include "apps/throng/input/source.hpp"
#include "apps/throng/input/sqlite.hpp"
#include "tests/app/gzip.hpp"
#include "tests/app/reading.hpp"
#include "tests/app/repeated_stream.hpp"
#include "tests/app/scene_clip.hpp"
#include "tests/app/utf16_text.hpp"

#include <gtest/gtest.h>
#include <random>

namespace throng::app {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t mebibyte = 1 << 20;

ReadOptions limited_to(std::uint64_t bytes, const std::string& format = "") {
    ReadOptions options;
    options.most_bytes = bytes;
    options.format = format;
    return options;
}

std::string refusal_by(ByteStream& stream, const ReadOptions& options) {
    try {
        read_recording(stream, "clip", options);
    } catch (const UsageError& e) {
        return e.what();
    }
    return "";
}

std::string limit_sentence(std::uint64_t limit) {
    return fmt::format("clip holds more than {} bytes, the limit of what is read; --input-limit SIZE raises it", limit);
}

TEST(InputLimit, WhatFollowsPackedDataIsPaddingOrRefused) {
    const std::string text = "id frame x y\n1 0 1.5 2.5\n", packed = gzipped(text);
    const auto refusal_of = [](const std::string& bytes) {
        MemoryStream stream(bytes);
        return refusal_by(stream, ReadOptions());
    };
    EXPECT_EQ(refusal_of(packed + std::string(100, '\0')), "");
    for (const std::string& rest : {std::string("junk"), "\x1e" + packed.substr(1), std::string("\0\0x", 3)})
        EXPECT_EQ(refusal_of(packed + rest), "clip: what follows its gzip data is none");
}

// By the beginning, whatever the limit.
void expect_refused_at_once(const std::string& piece, std::string_view part, const std::string& beginning = "",
                            const std::string& format = "") {
    for (const std::uint64_t limit : {100'000ULL, 1ULL << 29}) {
        RepeatedStream stream(piece, beginning);
        const std::string refusal = refusal_by(stream, limited_to(limit, format));
        EXPECT_NE(refusal.find(part), std::string::npos) << "'" << refusal << "' lacks '" << part << "'";
        EXPECT_LE(stream.taken(), mebibyte) << part;
    }
}

std::string position_lines(std::size_t lines) {
    std::string text;
    for (std::size_t i = 0; i < lines; ++i) text += fmt::format("{} {} {}.5 {}.25\n", i % 50, i / 50, i % 50, i % 7);
    return text;
}

std::string table(std::size_t lines) { return "id frame x y\n" + position_lines(lines); }

std::string jupedsim_database(std::size_t lines) {
    std::string sql = "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);"
                      "INSERT INTO metadata VALUES('version', 2);"
                      "CREATE TABLE trajectory_data(frame INTEGER, id INTEGER, pos_x REAL, pos_y REAL);";
    for (std::size_t i = 0; i < lines; ++i)
        sql += fmt::format("INSERT INTO trajectory_data VALUES({}, {}, 0.5, {});", i / 50, i % 50, i % 7);
    const Database made = new_database();
    EXPECT_EQ(::sqlite3_exec(made.get(), sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    return bytes_of(made);
}

TEST(Beginning, ThatIsNoTextIsRefusedWhateverFollows) {
    std::string random(mebibyte, '\0');
    std::mt19937 engine(7);
    for (char& c : random) c = static_cast<char>(engine());

    expect_refused_at_once(std::string(1000, '\0'), "a binary file of an unknown kind");
    expect_refused_at_once(random, "a binary file of an unknown kind");
    expect_refused_at_once(std::string(1000, '\0'), "an HDF5 file", "\x89HDF\r\n\x1a\n");
    expect_refused_at_once("1 1 0 0\n", "JSON", "{");
    expect_refused_at_once(std::string(1000, '\0'), "a binary file of an unknown kind", "\xFE\xFF");
    expect_refused_at_once(std::string(1000, '\0'), "this is no SQLite database", "", "jupedsim");
    expect_refused_at_once(std::string(1000, '\0'), "a binary file", "", "video-boxes");
}

TEST(Beginning, ThatIsNoTableIsRefusedWhateverFollows) {
    expect_refused_at_once("y\n", "clip, line 1: the header must name the columns");
    expect_refused_at_once("y\n", "clip, line 2, column 1: the id 'y' is no whole number", "1 1 0 0\n");
    expect_refused_at_once("1 2 x 3\n", "clip, line 1, column 3: the x 'x' is no finite number");
    expect_refused_at_once("a b c d e f g\n", "clip, line 2, column 7: the lost 'g' is no finite number", "",
                           "video-boxes");
}

TEST(Beginning, OfBlanksOrOfOneLineIsNoTable) {
    const auto expect_sentence = [](const std::string& piece, const std::string& beginning, const char* sentence) {
        RepeatedStream stream(piece, beginning);
        EXPECT_EQ(refusal_by(stream, limited_to(mebibyte)), sentence);
        EXPECT_LE(stream.taken(), mebibyte);
    };
    expect_sentence(" \n", "", "clip: it begins with 262144 blanks, as no table does");
    expect_sentence("a", "", "clip: a line is longer than 131072 bytes, as none of a table is");
    expect_sentence("1", "1 1 0 0\n1 2 0 ", "clip: a line is longer than 131072 bytes, as none of a table is");
}

TEST(Beginning, UnpackedFromAPackedStreamDecides) {
    expect_refused_at_once(gzipped(std::string(mebibyte, '\0')), "a binary file of an unknown kind");
    RepeatedStream stream(gzipped(std::string(300, 'y') + "\n"));
    EXPECT_NE(refusal_by(stream, limited_to(mebibyte)).find("clip, line 1: the header must name"), std::string::npos);
    EXPECT_LE(stream.taken(), mebibyte);
}

// What a beginning cuts in two is no fault of it.
TEST(Beginning, MayEndWithinALineAQuoteOrACharacter) {
    for (std::size_t shift = 0; shift < 40; ++shift) {
        const std::string text = "#" + std::string(shift, '-') + "\n" + table(20'000);
        ASSERT_GT(text.size(), deciding_bytes);
        EXPECT_EQ(recording_of(text).samples.size(), 20'000u) << shift;
        if (shift >= 4) continue;
        EXPECT_EQ(recording_of(utf16(text, shift % 2 == 0)).samples.size(), 20'000u) << shift;
    }
    const std::string note(300'000, 'n');
    const std::string quoted = "id,frame,x,y,note\n1,1,0,0,\"a\n" + note + "\nb\"\n1,2,0,0,c\n";
    EXPECT_EQ(recording_of(quoted).samples.size(), 2u);
    EXPECT_EQ(recording_of("id,frame,x,y,note\n1,1,0,0,\"" + note + "\"\n1,2,0,0,c\n").samples.size(), 2u);
    EXPECT_EQ(recording_of("# " + note + note + "\n" + table(50)).samples.size(), 50u);
    // U+1F600 is two units, of which the beginning has the first one alone.
    const std::string smiles = [&] {
        std::string units = utf16("##", false);
        while (units.size() < deciding_bytes + 100) units += "\x3D\xD8\x00\xDE"sv;
        return "\xFF\xFE" + units + utf16("\n" + table(50), false);
    }();
    EXPECT_EQ(recording_of(smiles).samples.size(), 50u);
}

TEST(InputLimit, IsTheSizeThatIsStillRead) {
    for (const std::size_t lines : {3u, 30'000u}) {
        const std::string text = table(lines), wide = "\xFF\xFE" + utf16(text, false),
                          database = jupedsim_database(lines);
        struct Kind {
            std::string bytes;
            std::size_t unpacked;
        };
        for (const Kind& kind :
             {Kind{text, text.size()}, Kind{gzipped(text), text.size()},
              Kind{gzipped(text.substr(0, 9)) + gzipped(text.substr(9)), text.size()}, Kind{wide, wide.size()},
              Kind{database, database.size()}, Kind{gzipped(database), database.size()}}) {
            EXPECT_EQ(recording_of(kind.bytes, limited_to(kind.unpacked)).samples.size(), lines);
            EXPECT_EQ(refusal_of(kind.bytes, limited_to(kind.unpacked - 1)), limit_sentence(kind.unpacked - 1));
        }
    }
}

// The first of these parts ends within a character.
TEST(InputLimit, IsNamedForHalfACharacterToo) {
    const std::string wide = utf16(table(50), false);
    const std::string packed = gzipped(wide.substr(0, 101)) + gzipped(wide.substr(101));

    EXPECT_EQ(recording_of(packed).samples.size(), 50u);
    EXPECT_EQ(refusal_of(packed, limited_to(50)), limit_sentence(50));
}

TEST(InputLimit, EndsWhatUnpacksToFarMoreThanItIs) {
    RepeatedStream rows(gzipped(position_lines(40'000)));
    EXPECT_EQ(refusal_by(rows, limited_to(8 * mebibyte)), limit_sentence(8 * mebibyte));
    EXPECT_LE(rows.taken(), 4 * mebibyte);

    RepeatedStream nothing(gzipped(""));
    EXPECT_EQ(refusal_by(nothing, limited_to(mebibyte)), limit_sentence(mebibyte));
    EXPECT_LE(nothing.taken(), 2 * mebibyte);
}

TEST(InputLimit, EndsTextsAndDatabasesThatGoOn) {
    RepeatedStream text(position_lines(40'000));
    EXPECT_EQ(refusal_by(text, limited_to(mebibyte)), limit_sentence(mebibyte));
    EXPECT_LE(text.taken(), 2 * mebibyte);

    RepeatedStream database(std::string(1000, '\0'), jupedsim_database(3));
    EXPECT_EQ(refusal_by(database, limited_to(mebibyte)), limit_sentence(mebibyte));
    EXPECT_LE(database.taken(), 2 * mebibyte);
}

TEST(InputLimit, LeavesWhatFollowsPackedPartsAlone) {
    RepeatedStream padded(std::string(1000, '\0'), gzipped(table(100)));
    EXPECT_EQ(read_recording(padded, "clip", limited_to(mebibyte)).samples.size(), 100u);
    EXPECT_LE(padded.taken(), mebibyte);
}

TEST(InputLimit, IsSixteenGibibytesAtMostByDefault) {
    EXPECT_GT(default_input_limit(), mebibyte);
    EXPECT_LE(default_input_limit(), std::uint64_t{16} << 30);
}

} // namespace
} // namespace throng::app
