// SPDX-License-Identifier: MIT
// Lines of numbers, with or without names of the columns.
#include "apps/throng/input/text_reader.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/input/column_names.hpp"
#include "apps/throng/input/column_order.hpp"
#include "apps/throng/input/text_columns.hpp"
#include "apps/throng/input/text_comments.hpp"
#include "apps/throng/input/text_rows.hpp"
#include "apps/throng/input/time_steps.hpp"
#include "apps/throng/input/units.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>
#include <utility>

namespace throng::app {

namespace {

constexpr std::size_t longest_shown = 40;
constexpr std::string_view pixels = "px"; // a unit of boxes alone
constexpr const char* units_asked = "say with --unit whether it is m, cm, mm, ft or in";

struct Comment {
    std::string_view text;
    std::size_t line;
};

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
        while (rows_.next()) {
            if (rows_.is_comment()) {
                read_comment();
            } else if (!started_) {
                start();
            } else {
                read_row();
            }
        }
        return finish();
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
            if (unit && unit->size != metres_)
                rows_.fail(
                    fmt::format("the unit is {} up to here; it must come before the first position", unit_name_));
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
        separator_ = separator_of(rows_.line());
        const Fields& fields = rows_.fields(separator_);
        const bool is_header = std::none_of(fields.begin(), fields.end(), is_number);
        field_limit_ = fields.size();
        from_header_ = is_header;
        if (!options_.columns.empty()) {
            layout_ = layout_asked(options_.columns, options_.content == ClipContent::Places);
            from("--columns");
            if (is_header) layout_.names = names_of(fields);
        } else if (is_header) {
            take_header(names_of(fields));
        } else {
            take_comment_or_shape(fields);
        }
        if (!is_header) read_row();
    }

    void from(std::string source) { result_.reading.columns_from = std::move(source); }

    // Between blanks, "x (cm)" is one name.
    std::vector<ColumnName> names_of(const Fields& fields) {
        std::vector<std::string> words;
        for (const std::string_view field : fields) {
            const bool goes_on =
                separator_ == Separator::Blanks && !words.empty() && (field.starts_with('(') || field.starts_with('['));
            if (goes_on) {
                words.back() += field;
            } else {
                words.emplace_back(field);
            }
        }
        std::vector<ColumnName> names;
        for (const std::string& word : words) names.push_back(read_column_name(word));
        return names;
    }

    void take_header(std::vector<ColumnName> names) {
        field_limit_ = names.size();
        std::string list;
        for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 8); ++i)
            list += fmt::format("{}'{}'", list.empty() ? "" : ", ", shown(names[i].text, longest_shown));
        layout_ = layout_of(std::move(names));
        if (!layout_.fault.empty()) rows_.fail("the header " + layout_.fault);
        const bool suffices = options_.content == ClipContent::Places ? layout_.has_place() : layout_.has_track();
        if (!suffices) {
            rows_.fail(fmt::format("the header must name the columns {}; it names {}; --columns says what they are",
                                   options_.content == ClipContent::Places ? "x and y" : "frame, id, x and y", list));
        }
        from(fmt::format("line {}", rows_.number()));
    }

    void take_comment_or_shape(const Fields& fields) {
        for (auto comment = comments_.rbegin(); comment != comments_.rend(); ++comment) {
            auto found = layout_in_comment(comment->text, fields.size());
            if (!found) continue;
            layout_ = std::move(*found);
            from(fmt::format("line {}", comment->line));
            return;
        }
        has_names_ = false;
        layout_.at(Role::Id) = 0;
        layout_.at(Role::Frame) = 1;
        layout_.at(Role::X) = 2;
        layout_.at(Role::Y) = is_obsmat(fields) ? 4 : 3;
        // Commas on both sides of each decimal would not be told from more columns.
        if (separator_ == Separator::Comma && fields.size() >= 6 &&
            rows_.line().find_first_of(".eE") == std::string_view::npos) {
            rows_.fail("commas may separate fields or decimals here; --columns says which columns there are");
        }
    }

    // `frame id x z y vx vz vy`, the obsmat of ETH: the height z and its speed are 0.
    static bool is_obsmat(const Fields& fields) {
        return fields.size() == 8 && is_zero(fields[3]) && is_zero(fields[6]);
    }
    static bool is_zero(std::string_view field) {
        double value = 1;
        return read_number(field, '.', value) && value == 0;
    }
    bool is_obsmat() const { return !has_names_ && layout_.at(Role::Y) == 4; }

    void read_row() {
        const Fields* row = &rows_.fields(separator_);
        if (row->size() == 1 && separator_ == Separator::Tab) row = &rows_.fields(Separator::Blanks);
        const Fields& fields = *row;
        if (fields.size() > field_limit_ && options_.columns.empty()) {
            rows_.fail(fmt::format("there are {} fields, but {} {}", fields.size(),
                                   from_header_ ? "the header names" : "the first position has", field_limit_));
        }
        if (samples_.empty()) resolve_unit();
        if (is_obsmat() && !is_obsmat(fields))
            rows_.fail("the heights in columns 4 and 7 are 0 up to here; --columns says which columns there are");
        if (!has_names_) {
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
        const double metres = number(fields, role) * metres_;
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
            add(ids_, Role::Id, !has_names_);
        } else {
            ids_.whole.push_back(static_cast<std::int64_t>(rows_.number()));
        }
        if (layout_.has(Role::Frame)) {
            add(frames_, Role::Frame, !has_names_);
        } else if (layout_.has(Role::Time)) {
            frames_.fractions.push_back(number(fields, Role::Time) * seconds_);
        } else {
            frames_.whole.push_back(0);
        }
        // The step of the times beside the frames is the frame rate.
        if (layout_.has(Role::Frame) && layout_.has(Role::Time))
            times_.push_back(number(fields, Role::Time) * seconds_);
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
        samples_.push_back(sample);
    }

    // In this order: the option, the names of the columns, comments, metres.
    void resolve_unit() {
        resolve_seconds();
        if (!options_.unit.empty()) return use_unit(options_.unit, "--unit");
        std::string name;
        for (const Role role : {Role::X, Role::Y, Role::MinX, Role::MinY}) {
            const std::size_t place = layout_.at(role);
            if (place >= layout_.names.size() || layout_.names[place].unit.empty()) continue;
            const std::string& unit = layout_.names[place].unit;
            if (!name.empty() && length_named(name) != length_named(unit))
                rows_.fail(fmt::format("the columns x and y have different units, '{}' and '{}'",
                                       shown(name, longest_shown), shown(unit, longest_shown)));
            name = unit;
        }
        if (!name.empty()) return use_unit(name, result_.reading.columns_from);
        std::optional<UnitSaid> best;
        std::size_t line = 0;
        for (const Comment& comment : comments_) {
            const auto said = unit_in_comment(comment.text);
            if (!said || (best && best->strength > said->strength)) continue;
            best = said;
            line = comment.line;
        }
        if (best) return use_unit(best->name, fmt::format("line {}", line));
        if (!layout_.has_box()) return use_unit("m", "assumed: no unit is named");
        use_unit(pixels, "assumed of boxes");
    }

    void resolve_seconds() {
        const std::size_t place = layout_.at(Role::Time);
        if (place >= layout_.names.size() || layout_.names[place].unit.empty()) return;
        const std::string& name = layout_.names[place].unit;
        const Unit* unit = time_named(name);
        if (!unit) {
            rows_.fail(fmt::format("the unit '{}' of the times is not known; there are s, ms, us, ns and min",
                                   shown(name, longest_shown)));
        }
        seconds_ = unit->size;
    }

    void use_unit(std::string_view name, std::string source) {
        constexpr Unit pixel{pixels, 1};
        const bool in_pixels = layout_.has_box() && (name == pixels || name == "pixel" || name == "pixels");
        const Unit* unit = in_pixels ? &pixel : length_named(name);
        if (!unit) {
            throw UsageError(fmt::format("{}, {}: the unit '{}' is not known; {}", name_, source,
                                         shown(name, longest_shown), units_asked));
        }
        metres_ = unit->size;
        unit_name_ = unit->name;
        result_.reading.unit = std::string(unit->name);
        result_.reading.unit_from = std::move(source);
    }

    Recording finish() {
        Reading& reading = result_.reading;
        reading.format = "text";
        const KeyOrder order = has_names_ ? KeyOrder::IdFirst : decided_order();
        if (order == KeyOrder::FrameFirst) {
            std::swap(ids_, frames_);
            std::swap(layout_.at(Role::Id), layout_.at(Role::Frame));
        }
        if (!has_names_) {
            if (frames_.has_fractions()) std::swap(layout_.at(Role::Frame), layout_.at(Role::Time));
            from(samples_.size() < 2 ? "assumed: no columns are named" : is_obsmat() ? "the heights of 0" : "the data");
        }
        number_frames();
        for (std::size_t i = 0; i < samples_.size(); ++i) {
            samples_[i].id = ids_.whole[i];
            samples_[i].frame = frames_.whole[i];
        }
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
        if (!is_obsmat()) return order;
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
    bool from_header_ = false;
    bool has_names_ = true; // the columns do: else ids_ are the first column and frames_ the second one
    Separator separator_ = Separator::Blanks;
    std::size_t field_limit_ = 0; // the number of fields of the header or the first position
    Layout layout_;
    double metres_ = 1;
    double seconds_ = 1;
    double rate_ = 0; // frames per second; 0: not known
    std::string unit_name_ = "m";
    Numbers numbers_;
    Keys ids_, frames_;
    std::vector<double> times_; // beside the frames
    std::vector<Sample> samples_;
    Recording result_;
};

} // namespace

Recording read_text(std::string_view text, std::string_view name, const ReadOptions& options) {
    return TextReader(text, name, options).read();
}

} // namespace throng::app
