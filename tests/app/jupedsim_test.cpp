// SPDX-License-Identifier: MIT
// Databases of JuPedSim: each version, and those that are none or damaged.
#include "apps/throng/input/formats.hpp"
#include "apps/throng/input/sqlite.hpp"
#include "apps/throng/output/exports.hpp"
#include "tests/app/reading.hpp"
#include "tests/app/scene_clip.hpp"

#include <gtest/gtest.h>

namespace throng::app {
namespace {

const std::string metadata = "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);";
const std::string trajectory_table =
    "CREATE TABLE trajectory_data(frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL,"
    " pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);";

std::string database(const std::string& sql) {
    const Database made = new_database();
    EXPECT_EQ(::sqlite3_exec(made.get(), sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(made.get());
    return bytes_of(made);
}

std::string rows() {
    return scene_text([](const Step& s) {
        return fmt::format("INSERT INTO trajectory_data VALUES({}, {}, {}, {}, 0, 1);", s.frame, s.id, s.x, s.y);
    });
}

TEST(JuPedSim, IsReadInEveryVersion) {
    for (const std::string version : {"1", "2", "3"}) {
        const std::string values = "INSERT INTO metadata VALUES('version', " + version + "), ('fps', '12.5');";
        const std::string others = version == "1" ? "CREATE TABLE geometry(wkt TEXT NOT NULL);"
                                                  : "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
                                                    "CREATE TABLE frame_data(frame INTEGER, geometry_hash INTEGER);";

        std::string tables = metadata;
        tables.append(values).append(others).append(trajectory_table).append(rows());

        const Recording recording = parse_recording(database(tables), "clip", {});

        expect_scene(clip_of(recording));
        EXPECT_EQ(recording.frames_per_second, 12.5);
        EXPECT_EQ(recording.samples[0].facing_y, 1);
        EXPECT_EQ(recording.reading.format, "jupedsim");
        EXPECT_EQ(recording.reading.columns_from, "version " + version + " of the format");
        EXPECT_EQ(recording.reading.unit, "m");
    }
}

// The first value that a query finds, as text.
std::string value_of(const Database& database, const std::string& sql) {
    const Statement found = prepared(database, sql);
    if (!found || ::sqlite3_step(found.get()) != SQLITE_ROW) return "none";
    return reinterpret_cast<const char*>(::sqlite3_column_text(found.get(), 0));
}

TEST(JuPedSim, IsWrittenWithTheExtentOfThePositionsAndAMetreAroundThem) {
    const Recording recording =
        parse_recording("# id frame x/m y/m\n1 0 3 5\n1 1 2 7.5\n2 0 4 6\n2 1 3 5.5\n", "clip", {});
    for (const auto write : {write_jupedsim, write_jupedsim_1}) {
        std::string bytes;
        write(recording, "clip.sqlite", [&](std::string_view, std::string_view written) { bytes = written; });

        const Database database = opened_database(bytes);
        ASSERT_TRUE(database);
        for (const auto& [key, value] :
             {std::pair("xmin", "2"), std::pair("xmax", "4"), std::pair("ymin", "5"), std::pair("ymax", "7.5")})
            EXPECT_EQ(value_of(database, "SELECT value FROM metadata WHERE key = '" + std::string(key) + "'"), value);
        EXPECT_EQ(value_of(database, "SELECT wkt FROM geometry"), "POLYGON ((1 4, 5 4, 5 8.5, 1 8.5, 1 4))");
    }
}

TEST(JuPedSim, IsReadFromAWriteAheadLog) {
    std::string bytes = database(metadata + "INSERT INTO metadata VALUES('version', 2);" + trajectory_table + rows());
    bytes[18] = bytes[19] = 2;

    expect_scene(clip_of(parse_recording(bytes, "clip", {})));
}

TEST(JuPedSim, ThatIsNoneIsRefused) {
    const std::string version = metadata + "INSERT INTO metadata VALUES('version', 2);";
    EXPECT_EQ(
        refusal_of(database("CREATE TABLE songs(name TEXT);")),
        "clip: this is an SQLite database without a version of JuPedSim in a table metadata; write its trajectories "
        "as CSV under the header frame,id,x,y");
    EXPECT_EQ(refusal_of(database(metadata + "INSERT INTO metadata VALUES('version', 9);" + trajectory_table)),
              "clip: its version of JuPedSim's format is '9'; 1 to 3 are read");
    EXPECT_EQ(refusal_of(database(version)),
              "clip: its database has no table trajectory_data with frame, id, pos_x and pos_y");
    EXPECT_EQ(refusal_of(database(version + trajectory_table)), "clip holds no positions");
    EXPECT_EQ(
        refusal_of(database(version + trajectory_table + "INSERT INTO trajectory_data VALUES(1, 1, 'east', 0, 0, 0);")),
        "clip: row 1 of trajectory_data: the x is no finite number");
    EXPECT_EQ(
        refusal_of(database(version + trajectory_table + "INSERT INTO trajectory_data VALUES(1, 1.5, 0, 0, 0, 0);")),
        "clip: row 1 of trajectory_data: the id is no whole number");
    EXPECT_EQ(refusal_of(database(version + trajectory_table +
                                  "INSERT INTO trajectory_data VALUES(1,1,0,0,0,0),(1,1,2,2,0,0);")),
              "clip, row 2: person 1 is in frame 1 already, by row 1");
    ReadOptions options;
    options.columns = "id,frame,x,y";
    EXPECT_EQ(refusal_of(database(version + trajectory_table + rows()), options),
              "clip: --columns is about text; in this format the columns have their names");
}

// A view would run whatever its text says, for as long as it likes.
TEST(JuPedSim, IsATableAndNoView) {
    const std::string endless =
        "CREATE VIEW trajectory_data AS WITH RECURSIVE n(frame) AS (SELECT 1 UNION ALL SELECT frame"
        " + 1 FROM n) SELECT frame, 1 AS id, 0.0 AS pos_x, 0.0 AS pos_y FROM n;";

    EXPECT_EQ(refusal_of(database(metadata + "INSERT INTO metadata VALUES('version', 2);" + endless)),
              "clip: its database has no table trajectory_data with frame, id, pos_x and pos_y");
}

TEST(JuPedSim, ThatIsDamagedIsRefusedWithASentence) {
    const std::string whole =
        database(metadata + "INSERT INTO metadata VALUES('version', 2);" + trajectory_table + rows());

    for (std::size_t size = 0; size < whole.size(); size += 97)
        EXPECT_NE(refusal_of(whole.substr(0, size)), "") << size;
    std::string hollow = whole;
    std::fill(hollow.begin() + 100, hollow.end(), '\xEE');
    EXPECT_NE(refusal_of(hollow), "");
}

} // namespace
} // namespace throng::app
