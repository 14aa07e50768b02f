// SPDX-License-Identifier: MIT
// Trajectories of JuPedSim in SQLite.
#include "apps/throng/input/jupedsim_reader.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/input/source.hpp"
#include "apps/throng/input/sqlite.hpp"
#include "apps/throng/input/text_columns.hpp"
#include "apps/throng/input/units.hpp"

#include <cmath>
#include <fmt/format.h>

namespace throng::app {

namespace {

bool is_sqlite(std::string_view bytes) { return bytes.starts_with(std::string_view("SQLite format 3\0", 16)); }

class JuPedSimReader {
public:
    JuPedSimReader(std::string_view bytes, std::string_view name, const ReadOptions& options)
        : name_(name), options_(options), database_(opened_database(bytes)),
          most_rows_(bytes.size() / fewest_bytes_of_a_row) {}

    Recording read() {
        if (!options_.columns.empty()) fail("--columns is about text; in this format the columns have their names");
        if (!database_) fail("this is no whole SQLite database");
        require_version();
        read_rate();
        read_rows();
        complete(recording_, name_, "row");
        return std::move(recording_);
    }

private:
    // A row of six columns has a header of them, frame and id.
    static constexpr std::size_t fewest_bytes_of_a_row = 8;

    [[noreturn]] void fail(std::string_view what) const { throw UsageError(fmt::format("{}: {}", name_, what)); }

    std::string metadata(const char* key) const {
        const Statement find = prepared(database_, "SELECT value FROM metadata WHERE key = ?");
        if (!find) return {};
        ::sqlite3_bind_text(find.get(), 1, key, -1, SQLITE_STATIC);
        if (::sqlite3_step(find.get()) != SQLITE_ROW) return {};
        const auto* text = reinterpret_cast<const char*>(::sqlite3_column_text(find.get(), 0));
        return text ? std::string(text, static_cast<std::size_t>(::sqlite3_column_bytes(find.get(), 0)))
                    : std::string();
    }

    void require_version() {
        const std::string version = metadata("version");
        if (version.empty()) {
            fail("this is an SQLite database without a version of JuPedSim in a table metadata; write its trajectories "
                 "as "
                 "CSV under the header frame,id,x,y");
        }
        if (version != "1" && version != "2" && version != "3")
            fail(fmt::format("its version of JuPedSim's format is '{}'; 1 to 3 are read", shown(version, 40)));
        recording_.reading.columns_from = fmt::format("version {} of the format", version);
    }

    void read_rate() {
        double rate = 0;
        const std::string text = metadata("fps");
        if (options_.frames_per_second > 0) {
            recording_.frames_per_second = options_.frames_per_second;
            recording_.reading.rate_from = "--fps";
        } else if (!text.empty()) {
            if (!read_number(text, '.', rate) || !(rate > 0) || !std::isfinite(rate))
                fail("the frame rate (fps in the table metadata) is no positive number");
            recording_.frames_per_second = rate;
            recording_.reading.rate_from = "fps in the table metadata";
        }
        const Unit* unit = length_named(options_.unit.empty() ? "m" : options_.unit);
        metres_ = unit->size;
        recording_.reading.unit = std::string(unit->name);
        recording_.reading.unit_from = options_.unit.empty() ? "the format" : "--unit";
    }

    void read_rows() {
        recording_.reading.columns = "frame id x y";
        const bool is_table = [&] {
            const Statement find = prepared(
                database_,
                "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'trajectory_data' AND rootpage > 0");
            return find && ::sqlite3_step(find.get()) == SQLITE_ROW;
        }();
        Statement rows;
        const bool has_facing = [&] {
            rows = prepared(database_, "SELECT frame, id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data");
            return rows != nullptr;
        }();
        if (!has_facing) rows = prepared(database_, "SELECT frame, id, pos_x, pos_y FROM trajectory_data");
        if (!is_table || !rows) fail("its database has no table trajectory_data with frame, id, pos_x and pos_y");
        int state = SQLITE_DONE;
        for (std::size_t row = 1; (state = ::sqlite3_step(rows.get())) == SQLITE_ROW; ++row) {
            // Damaged pages can lead in circles.
            if (row > most_rows_) fail("its database is damaged");
            Sample sample;
            sample.line = row;
            sample.frame = whole(rows, 0, "frame", row);
            sample.id = whole(rows, 1, "id", row);
            sample.x = place(rows, 2, "x", row);
            sample.y = place(rows, 3, "y", row);
            if (has_facing) {
                sample.facing_x = static_cast<float>(::sqlite3_column_double(rows.get(), 4));
                sample.facing_y = static_cast<float>(::sqlite3_column_double(rows.get(), 5));
            }
            recording_.samples.push_back(sample);
        }
        if (state == SQLITE_NOMEM) throw std::bad_alloc();
        if (state != SQLITE_DONE) fail("its database is damaged");
    }

    std::int64_t whole(const Statement& rows, int column, const char* what, std::size_t row) const {
        if (::sqlite3_column_type(rows.get(), column) == SQLITE_INTEGER)
            return ::sqlite3_column_int64(rows.get(), column);
        const double value = ::sqlite3_column_double(rows.get(), column);
        const bool is_number = ::sqlite3_column_type(rows.get(), column) == SQLITE_FLOAT;
        if (!is_number || !(std::abs(value) < 0x1p53) || value != std::floor(value))
            fail(fmt::format("row {} of trajectory_data: the {} is no whole number", row, what));
        return static_cast<std::int64_t>(value);
    }

    double place(const Statement& rows, int column, const char* what, std::size_t row) const {
        const int type = ::sqlite3_column_type(rows.get(), column);
        const double value = ::sqlite3_column_double(rows.get(), column) * metres_;
        if ((type != SQLITE_FLOAT && type != SQLITE_INTEGER) || !std::isfinite(value))
            fail(fmt::format("row {} of trajectory_data: the {} is no finite number", row, what));
        if (std::abs(value) > farthest)
            fail(fmt::format("row {} of trajectory_data: the {} is farther off than {:g} m", row, what, farthest));
        return value;
    }

    std::string_view name_;
    const ReadOptions& options_;
    Database database_;
    std::size_t most_rows_;
    double metres_ = 1;
    Recording recording_;
};

} // namespace

bool is_database_of_people(std::string_view bytes) { return is_sqlite(bytes) && !is_geopackage(bytes); }

void require_beginning_of_jupedsim(std::string_view bytes, std::string_view name, const ReadOptions&) {
    if (!is_sqlite(bytes)) throw UsageError(fmt::format("{}: this is no SQLite database", name));
}

Recording read_jupedsim(std::string_view bytes, std::string_view name, const ReadOptions& options) {
    return JuPedSimReader(bytes, name, options).read();
}

} // namespace throng::app
