// SPDX-License-Identifier: MIT
// The text of a trajectory file, line by line.
#include "apps/throng/clip/clip_lines.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace throng::app {

namespace {

constexpr std::string_view blanks = " \t\r";
// Beyond it, larger coordinates (of copies side by side, of nodes of an index) would leave the range of floats.
constexpr float farthest = 1e30f;
constexpr std::size_t longest_shown = 40; // bytes of a field in an error
constexpr std::size_t absent = static_cast<std::size_t>(-1);

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

// True if `text` contains `word` with no letter after it: "in m" is found in "(in m)" and not in "in motion".
bool says(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t after = at + word.size();
        if (after == text.size() || std::isalpha(static_cast<unsigned char>(text[after])) == 0) return true;
    }
    return false;
}

std::errc number_in(std::string_view field, double& value) {
    if (field.starts_with('+')) field.remove_prefix(1);
    const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    return end == field.data() + field.size() ? error : std::errc::invalid_argument;
}

class Reader {
public:
    Reader(std::string_view text, std::string_view name, ClipContent content)
        : rest_(text), name_(name), content_(content) {
        if (rest_.starts_with("\xEF\xBB\xBF")) rest_.remove_prefix(3);
    }

    ClipLines read() {
        while (next_line()) {
            if (line_.empty()) continue;
            if (line_.front() == '#') {
                read_comment();
            } else if (!started_) {
                start();
            } else {
                read_sample();
            }
        }
        return std::move(lines_);
    }

private:
    // The meaning of a column of the file; the value is its position in fields_.
    enum Column : std::size_t { id, frame, x, y, half, columns };
    static constexpr std::array<std::string_view, columns> names{"id", "frame", "x", "y", "half"};

    [[noreturn]] void fail(std::string_view what) const {
        throw UsageError(fmt::format("{}, line {}: {}", name_, number_, what));
    }

    bool next_line() {
        if (rest_.empty()) return false;
        const std::size_t end = rest_.find('\n');
        line_ = trimmed(rest_.substr(0, end));
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        ++number_;
        return true;
    }

    // Only comments before the first position count. Later ones may repeat them (files are put together from parts),
    // but a different unit or rate would leave the rest of the file in doubt.
    void read_comment() {
        const bool is_header = lines_.samples.empty();
        const double unit = says(line_, "x/cm") || says(line_, "in cm") ? 0.01
                            : says(line_, "x/m") || says(line_, "in m") ? 1
                                                                        : 0;
        if (unit > 0 && unit != metres_per_unit_) {
            if (!is_header)
                fail(fmt::format("the unit is {} up to here; it must come before the first position",
                                 unit > 0.5 ? "cm" : "m"));
            metres_per_unit_ = unit;
        }
        constexpr std::string_view key = "framerate:";
        const std::size_t at = line_.find(key);
        if (at == std::string_view::npos) return;
        const std::string_view value = trimmed(line_.substr(at + key.size()));
        double rate = 0;
        std::from_chars(value.data(), value.data() + value.size(), rate);
        if (!(rate > 0) || !std::isfinite(rate)) fail("the frame rate is no positive number");
        if (!is_header && rate != lines_.frames_per_second) fail("the frame rate must come before the first position");
        lines_.frames_per_second = rate;
    }

    // The first line of content decides the format: a comma makes it a header.
    void start() {
        started_ = true;
        comma_separated_ = line_.find(',') != std::string_view::npos;
        field_limit_ = field_count();
        if (!comma_separated_) return read_sample();
        places_.fill(absent);
        std::string_view rest = line_;
        for (std::size_t place = 0; !rest.empty(); ++place) {
            const std::string_view name = next_field(rest);
            const auto column = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
            if (column == columns || (column == half && content_ == ClipContent::Tracks)) continue;
            if (places_[column] != absent) fail(fmt::format("the header names the column {} twice", name));
            places_[column] = place;
        }
        const bool has_place = places_[x] != absent && places_[y] != absent;
        const bool has_track = has_place && places_[id] != absent && places_[frame] != absent;
        if (content_ == ClipContent::Tracks && !has_track) fail("the header must name the columns frame, id, x and y");
        if (!has_place) fail("the header must name the columns x and y");
    }

    void read_sample() {
        // A decimal comma, for example: the fields are not those of the columns.
        if (const std::size_t count = field_count(); count > field_limit_)
            fail(fmt::format("there are {} fields, but {} {}", count,
                             comma_separated_ ? "the header names" : "the first position has", field_limit_));
        std::array<std::string_view, columns> fields{};
        std::string_view rest = line_;
        for (std::size_t place = 0; !rest.empty(); ++place) {
            const std::string_view field = next_field(rest);
            for (std::size_t c = 0; c < columns; ++c) {
                if (places_[c] == place) fields[c] = field;
            }
            if (!comma_separated_ && place > places_[y]) require_number(field, place + 1);
        }
        Sample sample{};
        sample.id = places_[id] == absent ? static_cast<std::int64_t>(number_) : whole(fields[id], "id");
        sample.frame = places_[frame] == absent ? 0 : whole(fields[frame], "frame");
        sample.x = coordinate(fields[x], "x");
        sample.y = coordinate(fields[y], "y");
        sample.half_extent = places_[half] == absent ? -1 : coordinate(fields[half], "half");
        if (places_[half] != absent && sample.half_extent < 0) fail("the half is negative");
        sample.line = number_;
        lines_.samples.push_back(sample);
    }

    std::string_view next_field(std::string_view& rest) const {
        const std::size_t end = comma_separated_ ? rest.find(',') : rest.find_first_of(blanks);
        const std::string_view field = trimmed(rest.substr(0, end));
        rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
        if (!comma_separated_) rest = trimmed(rest);
        return field;
    }

    // A comma at the end of a line has an empty field after it.
    std::size_t field_count() const {
        if (comma_separated_) return static_cast<std::size_t>(std::count(line_.begin(), line_.end(), ',')) + 1;
        std::size_t count = 0;
        for (std::string_view rest = line_; !rest.empty(); next_field(rest)) ++count;
        return count;
    }

    // Without a header, the ignored columns contain numbers too: text would be a malformed line.
    void require_number(std::string_view field, std::size_t place) const {
        double value = 0;
        const std::errc error = number_in(field, value);
        if (error == std::errc() || error == std::errc::result_out_of_range) return;
        fail(fmt::format("field {}, '{}', is no number", place, shown(field, longest_shown)));
    }

    std::int64_t whole(std::string_view field, const char* column) const {
        std::int64_t value = 0;
        const auto [end, error] = std::from_chars(field.data(), field.data() + field.size(), value);
        if (field.empty()) fail(fmt::format("the {} is missing", column));
        if (error != std::errc() || end != field.data() + field.size())
            fail(fmt::format("the {} '{}' is no whole number", column, shown(field, longest_shown)));
        return value;
    }

    float coordinate(std::string_view field, const char* column) const {
        double value = 0;
        if (field.empty()) fail(fmt::format("the {} is missing", column));
        const std::errc error = number_in(field, value);
        const auto metres = static_cast<float>(value * metres_per_unit_);
        if (error != std::errc() || !std::isfinite(metres)) {
            fail(fmt::format("the {} '{}' is no finite number", column, shown(field, longest_shown)));
        }
        if (std::abs(metres) > farthest)
            fail(fmt::format("the {} '{}' is farther off than {:g} m", column, shown(field, longest_shown), farthest));
        return metres;
    }

    std::string_view rest_;
    std::string_view name_;
    ClipContent content_;
    std::string_view line_;
    std::size_t number_ = 0;
    bool started_ = false;
    bool comma_separated_ = false;
    std::size_t field_limit_ = 0; // the number of fields of the header or the first position
    double metres_per_unit_ = 1;
    std::array<std::size_t, columns> places_{0, 1, 2, 3, absent};
    ClipLines lines_;
};

} // namespace

ClipLines read_lines(std::string_view text, std::string_view name, ClipContent content) {
    return Reader(text, name, content).read();
}

} // namespace throng::app
