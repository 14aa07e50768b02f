// SPDX-License-Identifier: MIT
// Lines of numbers, with or without names of the columns.
#include "apps/throng/input/text_reader.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/input/column_order.hpp"
#include "apps/throng/input/text_columns.hpp"
#include "apps/throng/input/text_comments.hpp"
#include "apps/throng/input/text_layout.hpp"
#include "apps/throng/input/text_rows.hpp"
#include "apps/throng/input/text_units.hpp"
#include "apps/throng/input/time_steps.hpp"
#include "apps/throng/input/units.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace throng::app {

namespace {

// 9.999999999999998 is 10: arithmetic made it, not a clock.
double without_rounding(double rate) {
    const double thousandths = std::round(rate * 1000) / 1000;
    return std::abs(rate - thousandths) < 1e-9 * rate ? thousandths : rate;
}

class TextReader {
public:
    TextReader(std::string_view text, std::string_view name, const ReadOptions& options)
        : rows_(text, name), name_(name), options_(options) {}

    Recording read() {
        read_lines();
        return finish();
    }

    void read_lines() {
        while (rows_.next()) {
            if (rows_.is_comment()) {
                read_comment();
            } else if (!started_) {
                start();
            } else {
                read_row();
            }
        }
    }

private:
    using Fields = std::vector<std::string_view>;

    // Only comments before the first position count. Later ones may repeat them (files are put together from parts),
    // but a different unit or rate would leave the rest of the file in doubt.
    void read_comment() {
        const std::string_view line = rows_.line();
        const bool is_header = samples_.empty();
        if (is_header) comments_.push_back({line, rows_.number()});
        if (const auto said = is_header || !options_.unit.empty() ? std::nullopt : unit_in_comment(line)) {
            const Unit* unit = length_named(said->name);
            if (unit && unit->size != units_.metres)
                rows_.fail(
                    fmt::format("the unit is {} up to here; it must come before the first position", units_.name));
        }
        const auto text = frame_rate_in_comment(line);
        if (!text || options_.frames_per_second > 0) return;
        double rate = 0;
        if (!read_number(*text, text->find(',') == std::string::npos ? '.' : ',', rate) || !(rate > 0) ||
            !std::isfinite(rate))
            rows_.fail("the frame rate is no positive number");
        if (!is_header && rate != rate_) rows_.fail("the frame rate must come before the first position");
        rate_ = rate;
        if (is_header) result_.reading.rate_from = fmt::format("line {}", rows_.number());
    }

    // The first line that is no comment: names of columns, or a position.
    void start() {
        started_ = true;
        layout_ = layout_of_first_line(rows_, comments_, options_);
        if (!layout_.is_header) read_row();
    }

    void read_row() {
        const Fields* row = &rows_.fields(layout_.separator);
        if (row->size() == 1 && layout_.separator == Separator::Tab) row = &rows_.fields(Separator::Blanks);
        const Fields& fields = *row;
        const bool has_row_name = samples_.empty() && layout_.is_header && fields.size() == layout_.field_limit + 1 &&
                                  layout_.separator != Separator::Comma && rows_.line().starts_with('"');
        if (has_row_name && options_.columns.empty()) layout_.skip_row_names();
        if (fields.size() > layout_.field_limit && options_.columns.empty()) {
            rows_.fail(fmt::format("there are {} fields, but {} {}", fields.size(),
                                   layout_.is_header ? "the header names" : "the first position has",
                                   layout_.field_limit));
        }
        if (samples_.empty()) units_ = units_of(rows_, layout_, comments_, options_);
        if (layout_.has_heights && !has_heights(fields))
            rows_.fail("the heights in columns 4 and 7 are 0 up to here; --columns says which columns there are");
        if (!layout_.has_names) {
            for (std::size_t i = layout_.last() + 1; i < fields.size(); ++i)
                if (!is_number(fields[i]))
                    rows_.fail(i, fmt::format("'{}' is no number", shown(fields[i], longest_shown)));
        }
        if (layout_.has(Role::Lost) && number(fields, Role::Lost) != 0) return;
        add_keys(fields);
        add_place(fields);
    }

    static std::string_view field_at(const Fields& fields, std::size_t place) {
        return place < fields.size() ? fields[place] : std::string_view();
    }

    double number(const Fields& fields, Role role) {
        return numbers_.read(rows_, layout_.at(role), field_at(fields, layout_.at(role)), name_of(role));
    }

    double length(const Fields& fields, Role role) {
        const double metres = number(fields, role) * units_.metres;
        if (!(std::abs(metres) <= farthest)) {
            rows_.fail(layout_.at(role),
                       fmt::format("the {} '{}' is farther off than {:g} m", name_of(role),
                                   shown(field_at(fields, layout_.at(role)), longest_shown), farthest));
        }
        return metres;
    }

    void add_keys(const Fields& fields) {
        const auto add = [&](Keys& keys, Role role, bool may_be_time) {
            const std::size_t place = layout_.at(role);
            if (may_be_time) {
                keys.add_any(rows_, place, field_at(fields, place), name_of(role), numbers_);
            } else {
                keys.add_whole(rows_, place, field_at(fields, place), name_of(role), numbers_);
            }
        };
        if (layout_.has(Role::Id)) {
            add(ids_, Role::Id, !layout_.has_names);
        } else {
            ids_.whole.push_back(static_cast<std::int64_t>(rows_.number()));
        }
        if (layout_.has(Role::Frame)) {
            add(frames_, Role::Frame, !layout_.has_names);
        } else if (layout_.has(Role::Time)) {
            frames_.fractions.push_back(number(fields, Role::Time) * units_.seconds);
        } else {
            frames_.whole.push_back(0);
        }
        // The step of the times beside the frames is the frame rate.
        if (layout_.has(Role::Frame) && layout_.has(Role::Time))
            times_.push_back(number(fields, Role::Time) * units_.seconds);
    }

    void add_place(const Fields& fields) {
        Sample sample;
        sample.line = rows_.number();
        if (layout_.has_box()) {
            const double low_x = length(fields, Role::MinX), low_y = length(fields, Role::MinY);
            const bool by_corner = layout_.has(Role::MaxX);
            const double width = by_corner ? length(fields, Role::MaxX) - low_x : length(fields, Role::Width);
            const double height = by_corner ? length(fields, Role::MaxY) - low_y : length(fields, Role::Height);
            if (width < 0 || height < 0) rows_.fail("the box ends before it begins");
            sample.half_x = static_cast<float>(width / 2);
            sample.half_y = static_cast<float>(height / 2);
            sample.x = low_x + width / 2;
            sample.y = low_y + height / 2;
        } else {
            sample.x = length(fields, Role::X);
            sample.y = length(fields, Role::Y);
            if (layout_.has(Role::Half) && options_.content == ClipContent::Places) {
                sample.half_x = sample.half_y = static_cast<float>(length(fields, Role::Half));
                if (sample.half_x < 0) rows_.fail("the half is negative");
            }
        }
        if (layout_.has(Role::Value)) {
            sample.value = static_cast<float>(number(fields, Role::Value));
            if (!std::isfinite(sample.value)) rows_.fail(layout_.at(Role::Value), "the value is too large");
        }
        samples_.push_back(sample);
    }

    Recording finish() {
        Reading& reading = result_.reading;
        reading.format = "text";
        const KeyOrder order = layout_.has_names ? KeyOrder::IdFirst : decided_order();
        if (order == KeyOrder::FrameFirst) {
            std::swap(ids_, frames_);
            std::swap(layout_.at(Role::Id), layout_.at(Role::Frame));
        }
        if (!layout_.has_names) {
            if (frames_.has_fractions()) std::swap(layout_.at(Role::Frame), layout_.at(Role::Time));
            layout_.from = samples_.size() < 2   ? "assumed: no columns are named"
                           : layout_.has_heights ? "the heights of 0"
                                                 : "the data";
        }
        number_frames();
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            samples_[i].id = ids_.whole[i];
            samples_[i].frame = frames_.whole[i];
        }
        reading.columns_from = layout_.from;
        reading.unit = units_.name;
        reading.unit_from = units_.from;
        reading.columns = samples_.empty() ? std::string() : text_of(layout_);
        result_.samples = std::move(samples_);
        complete(result_, name_);
        if (order == KeyOrder::Unclear) refuse_order();
        if (options_.frames_per_second > 0) {
            rate_ = options_.frames_per_second;
            reading.rate_from = "--fps";
        }
        if (rate_ > 0) result_.frames_per_second = rate_;
        return std::move(result_);
    }

    KeyOrder decided_order() {
        if (ids_.has_fractions() && frames_.has_fractions()) {
            throw UsageError(fmt::format("{}: neither of its first two columns contains whole numbers, so that nothing "
                                         "says which one contains people; --columns says which columns there are",
                                         name_));
        }
        if (ids_.has_fractions()) return KeyOrder::FrameFirst;
        if (frames_.has_fractions() || samples_.size() < 2) return KeyOrder::IdFirst;
        std::vector<double> x, y;
        for (const Sample& sample : samples_) {
            x.push_back(sample.x);
            y.push_back(sample.y);
        }
        const KeyOrder order = order_of({ids_.whole, frames_.whole, x, y});
        if (!layout_.has_heights) return order;
        return order == KeyOrder::Unclear ? KeyOrder::FrameFirst : order;
    }

    // Times become frames, and their step the frame rate.
    void number_frames() {
        const bool by_time = frames_.has_fractions();
        if (!by_time && times_.empty()) return;
        if (!by_time) {
            const double frames = frame_span();
            const auto [first, last] = std::minmax_element(times_.begin(), times_.end());
            if (rate_ > 0 || !(frames > 0) || !(*last > *first)) return;
            rate_ = without_rounding(frames / (*last - *first));
            result_.reading.rate_from = "the times beside the frames";
            return;
        }
        const auto steps = frames_of_times(frames_.fractions);
        if (!steps) {
            throw UsageError(
                fmt::format("{}: its times have no common step, so that people are never seen at one time; "
                            "resample them, or give the frames in a column of their own",
                            name_));
        }
        frames_.whole = steps->frames;
        if (!(steps->step > 0)) return;
        rate_ = without_rounding(1 / steps->step);
        result_.reading.rate_from = fmt::format("the times, {:.6g} s apart", steps->step);
    }

    double frame_span() const {
        if (frames_.whole.empty()) return 0;
        const auto [first, last] = std::minmax_element(frames_.whole.begin(), frames_.whole.end());
        return static_cast<double>(*last) - static_cast<double>(*first);
    }

    [[noreturn]] void refuse_order() const {
        std::set<std::int64_t> first, second;
        for (const Sample& sample : result_.samples) {
            first.insert(sample.id);
            second.insert(sample.frame);
        }
        const auto seen = [](std::size_t people, std::size_t frames) {
            return fmt::format("{} in {}", counted(people, "person", "people"), counted(frames, "frame"));
        };
        throw UsageError(
            fmt::format("{}: nothing says whether its lines are 'id frame x y' ({}) or 'frame id x y' ({}); "
                        "say --columns id,frame,x,y or --columns frame,id,x,y",
                        name_, seen(first.size(), second.size()), seen(second.size(), first.size())));
    }

    TextRows rows_;
    std::string_view name_;
    const ReadOptions& options_;
    std::vector<Comment> comments_; // before the first position
    bool started_ = false;
    TextLayout layout_; // without names, ids_ are the first column and frames_ the second one
    TextUnits units_;
    double rate_ = 0; // frames per second; 0: not known
    Numbers numbers_;
    Keys ids_, frames_;
    std::vector<double> times_; // beside the frames
    std::vector<Sample> samples_;
    Recording result_;
};

} // namespace

void require_beginning_of_text(std::string_view text, std::string_view name, const ReadOptions& options) {
    constexpr std::size_t longest = 1 << 17; // a line, or the blanks before the first one
    if (text.size() >= longest && text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        throw UsageError(fmt::format("{}: it begins with {} blanks, as no table does", name, text.size()));
    const std::string_view lines = text.substr(0, text.find_last_of("\r\n") + 1);
    try {
        TextReader(lines, name, options).read_lines();
    } catch (const OpenQuote&) {
        return; // What follows may close it.
    }
    TextRows unfinished(text.substr(lines.size()), name);
    const bool may_be_long =
        !unfinished.next() || unfinished.is_comment() || unfinished.line().find('"') != std::string_view::npos;
    if (!may_be_long && unfinished.line().size() >= longest)
        throw UsageError(fmt::format("{}: a line is longer than {} bytes, as none of a table is", name, longest));
}

Recording read_text(std::string_view text, std::string_view name, const ReadOptions& options) {
    return TextReader(text, name, options).read();
}

} // namespace throng::app
