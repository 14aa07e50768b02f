// SPDX-License-Identifier: MIT
// Trajectories as a database of JuPedSim, version 2 or 1. The walkable area is the box of all positions and a metre
// around.
#include "apps/throng/input/sqlite.hpp"
#include "apps/throng/output/exports.hpp"
#include "apps/throng/output/headings.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <stdexcept>
#include <string>
#include <utility>

namespace throng::app {

namespace {

constexpr const char* tables = "CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL,"
                               " pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);"
                               "CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);";
// Version 1 has one walkable area, version 2 one for each frame.
constexpr const char* tables_of_area[] = {
    "CREATE TABLE geometry(wkt TEXT NOT NULL);",
    "CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);"
    "CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);"};
constexpr const char* index = "CREATE INDEX frame_id_idx ON trajectory_data(frame, id)";
constexpr int geometry = 1; // the only one

[[noreturn]] void fail(const Database& database) {
    throw std::runtime_error(fmt::format("cannot write a database: {}", ::sqlite3_errmsg(database.get())));
}

void run(const Database& database, const char* sql) {
    if (::sqlite3_exec(database.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) fail(database);
}

void step(const Database& database, const Statement& insert) {
    if (::sqlite3_step(insert.get()) != SQLITE_DONE) fail(database);
    ::sqlite3_reset(insert.get());
}

void add_metadata(const Database& database, const Statement& insert, const char* key, const std::string& value) {
    ::sqlite3_bind_text(insert.get(), 1, key, -1, SQLITE_STATIC);
    ::sqlite3_bind_text(insert.get(), 2, value.c_str(), -1, SQLITE_TRANSIENT);
    step(database, insert);
}

} // namespace

namespace {

void write_version(int version, const Recording& recording, std::string_view file, const FileSink& sink) {
    const bool has_frames = version == 2;
    const Database database = new_database();
    run(database, "BEGIN");
    run(database, tables);
    run(database, tables_of_area[version - 1]);
    const auto headings = headings_of(recording);
    const Statement add_row = prepared(database, "INSERT INTO trajectory_data VALUES(?, ?, ?, ?, ?, ?)");
    const Statement add_frame = prepared(database, has_frames ? "INSERT INTO frame_data VALUES(?, ?)" : "SELECT 1");
    const Statement add_value = prepared(database, "INSERT INTO metadata VALUES(?, ?)");
    const Statement add_area = prepared(database, has_frames ? "INSERT INTO geometry(wkt, hash) VALUES(?, ?)"
                                                             : "INSERT INTO geometry VALUES(?)");
    double west = recording.samples[0].x, south = recording.samples[0].y, east = west, north = south;
    for (std::size_t i = 0; i < recording.samples.size(); ++i) {
        const Sample& s = recording.samples[i];
        ::sqlite3_bind_int64(add_row.get(), 1, s.frame);
        ::sqlite3_bind_int64(add_row.get(), 2, s.id);
        ::sqlite3_bind_double(add_row.get(), 3, s.x);
        ::sqlite3_bind_double(add_row.get(), 4, s.y);
        ::sqlite3_bind_double(add_row.get(), 5, headings[i][0]);
        ::sqlite3_bind_double(add_row.get(), 6, headings[i][1]);
        step(database, add_row);
        if (has_frames && (i == 0 || recording.samples[i - 1].frame != s.frame)) {
            ::sqlite3_bind_int64(add_frame.get(), 1, s.frame);
            ::sqlite3_bind_int(add_frame.get(), 2, geometry);
            step(database, add_frame);
        }
        west = std::min(west, s.x);
        east = std::max(east, s.x);
        south = std::min(south, s.y);
        north = std::max(north, s.y);
    }
    for (const auto& [key, value] : {std::pair("xmin", west), {"xmax", east}, {"ymin", south}, {"ymax", north}})
        add_metadata(database, add_value, key, fmt::format("{}", value));
    add_metadata(database, add_value, "version", std::to_string(version));
    add_metadata(database, add_value, "fps", fmt::format("{}", recording.frames_per_second));
    const std::string area = fmt::format("POLYGON (({0} {1}, {2} {1}, {2} {3}, {0} {3}, {0} {1}))", west - 1, south - 1,
                                         east + 1, north + 1);
    ::sqlite3_bind_text(add_area.get(), 1, area.c_str(), -1, SQLITE_STATIC);
    if (has_frames) ::sqlite3_bind_int(add_area.get(), 2, geometry);
    step(database, add_area);
    run(database, index);
    run(database, "COMMIT");
    sink(file, bytes_of(database));
}

} // namespace

void write_jupedsim(const Recording& recording, std::string_view file, const FileSink& sink) {
    write_version(2, recording, file, sink);
}

void write_jupedsim_1(const Recording& recording, std::string_view file, const FileSink& sink) {
    write_version(1, recording, file, sink);
}

} // namespace throng::app
