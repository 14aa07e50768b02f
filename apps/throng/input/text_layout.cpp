// SPDX-License-Identifier: MIT
// What the columns of a text are.
#include "apps/throng/input/text_layout.hpp"

#include "apps/throng/cli/shown.hpp"
#include "apps/throng/input/units.hpp"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <initializer_list>
#include <system_error>
#include <utility>

namespace throng::app {

namespace {

using Fields = std::vector<std::string_view>;

constexpr std::size_t most_shown = 8; // names in an error

bool is_zero(std::string_view field) {
    double value = 1;
    return read_number(field, '.', value) && value == 0;
}

// Between blanks, "x (cm)" is one name.
std::vector<ColumnName> names_of(const Fields& fields, Separator separator) {
    std::vector<std::string> words;
    for (const std::string_view field : fields) {
        const bool goes_on =
            separator == Separator::Blanks && !words.empty() && (field.starts_with('(') || field.starts_with('['));
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

std::string list_of(const std::vector<ColumnName>& names) {
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), most_shown); ++i)
        list += fmt::format("{}'{}'", list.empty() ? "" : ", ", shown(names[i].text, longest_shown));
    return list;
}

// Tells what a header lacks: ", but no id and no y".
std::string missing_in(const Layout& layout, ClipContent content) {
    std::vector<std::string_view> missing;
    if (content != ClipContent::Places && !layout.has(Role::Frame) && !layout.has(Role::Time))
        missing.push_back("frame or time");
    if (content != ClipContent::Places && !layout.has(Role::Id)) missing.push_back("id");
    if (!layout.has_place() && !layout.has(Role::X)) missing.push_back("x");
    if (!layout.has_place() && !layout.has(Role::Y)) missing.push_back("y");
    return fmt::format(", but no {}", fmt::join(missing, " and no "));
}

// Tells what helps a user whose columns are of another kind.
std::string_view advice_for(const Layout& layout) {
    constexpr std::string_view usual = "--columns says what they are";
    if (layout.has_place()) return usual;
    const auto has = [&](std::initializer_list<std::string_view> wanted) {
        return std::any_of(layout.names.begin(), layout.names.end(), [&](const ColumnName& name) {
            return std::find(wanted.begin(), wanted.end(), lower(name.text)) != wanted.end();
        });
    };
    if (has({"lon", "lng", "long", "longitude"}) || has({"lat", "latitude"}))
        return "degrees are no lengths: project longitude and latitude to metres, such as those of UTM";
    if (has({"startx", "start_x", "x_start"}) && has({"endx", "end_x", "x_end"}))
        return "a line is one position: give each step's end alone, or name one of both with --columns";
    return usual;
}

void take_header(TextLayout& layout, std::vector<ColumnName> names, const TextRows& rows, ClipContent content) {
    layout.field_limit = names.size();
    const std::string list = list_of(names);
    static_cast<Layout&>(layout) = layout_of(std::move(names));
    if (!layout.fault.empty()) rows.fail("the header " + layout.fault);
    const bool suffices = content == ClipContent::Places ? layout.has_place() : layout.has_track();
    if (!suffices) {
        rows.fail(fmt::format("the header must name the columns {}; it names {}{}; {}",
                              content == ClipContent::Places ? "x and y" : "frame, id, x and y", list,
                              missing_in(layout, content), advice_for(layout)));
    }
    layout.from = fmt::format("line {}", rows.number());
}

bool take_comment(TextLayout& layout, std::span<const Comment> comments, const Fields& fields, ClipContent content) {
    for (auto comment = comments.rbegin(); comment != comments.rend(); ++comment) {
        auto found = layout_in_comment(comment->text, fields.size(), content == ClipContent::Places);
        if (!found) continue;
        static_cast<Layout&>(layout) = std::move(*found);
        layout.from = fmt::format("line {}", comment->line);
        return true;
    }
    return false;
}

void take_shape(TextLayout& layout, const TextRows& rows, const Fields& fields) {
    constexpr std::size_t widest = 64; // no position has as many numbers
    if (fields.size() < 4)
        rows.fail(
            fmt::format("there are {} fields, but id, frame, x and y are four; --columns says which columns there are",
                        fields.size()));
    if (fields.size() > widest)
        rows.fail(fmt::format(
            "there are {} fields, but a line is one position, id frame x y; is the table on its side?", fields.size()));
    layout.has_names = false;
    layout.has_heights = has_heights(fields);
    layout.at(Role::Id) = 0;
    layout.at(Role::Frame) = 1;
    layout.at(Role::X) = 2;
    layout.at(Role::Y) = layout.has_heights ? 4 : 3;
    // With commas in decimals too, decimals and further columns would look alike.
    if (layout.separator == Separator::Comma && fields.size() >= 6 &&
        rows.line().find_first_of(".eE") == std::string_view::npos)
        rows.fail("commas may separate fields or decimals here; --columns says which columns there are");
}

// Finds a column by its name, else by its name without the unit, else by its number.
std::size_t place_of(std::string_view column, const TextLayout& layout, const TextRows& rows) {
    const std::string word = read_column_name(column).word;
    for (std::size_t i = 0; i < layout.names.size(); ++i)
        if (lower(layout.names[i].text) == lower(column)) return i;
    for (std::size_t i = 0; i < layout.names.size(); ++i)
        if (!word.empty() && layout.names[i].word == word) return i;
    std::size_t number = 0;
    const auto [stopped, error] = std::from_chars(column.data(), column.data() + column.size(), number);
    if (error == std::errc() && stopped == column.data() + column.size() && number >= 1 && number <= layout.field_limit)
        return number - 1;
    rows.fail(fmt::format("there is no column '{}'; {}", shown(column, longest_shown),
                          layout.names.empty() ? fmt::format("they have no names: say 1 to {}", layout.field_limit)
                                               : fmt::format("there are {}", list_of(layout.names))));
}

} // namespace

void TextLayout::skip_row_names() {
    for (std::size_t& one : place) one += one == absent ? 0 : 1;
    names.insert(names.begin(), ColumnName());
    ++field_limit;
}

bool has_heights(const std::vector<std::string_view>& fields) {
    return fields.size() == 8 && is_zero(fields[3]) && is_zero(fields[6]);
}

TextLayout layout_of_first_line(TextRows& rows, std::span<const Comment> comments, const ReadOptions& options) {
    TextLayout layout;
    layout.separator = separator_of(rows.line());
    const Fields& fields = rows.fields(layout.separator);
    layout.is_header = std::none_of(fields.begin(), fields.end(), is_number);
    layout.field_limit = fields.size();
    if (!options.columns.empty()) {
        static_cast<Layout&>(layout) = layout_asked(options.columns, options.content == ClipContent::Places);
        layout.from = "--columns";
        if (layout.is_header) layout.names = names_of(fields, layout.separator);
    } else if (layout.is_header) {
        take_header(layout, names_of(fields, layout.separator), rows, options.content);
    } else if (!take_comment(layout, comments, fields, options.content)) {
        take_shape(layout, rows, fields);
    }
    if (!options.value.empty()) layout.at(Role::Value) = place_of(options.value, layout, rows);
    return layout;
}

} // namespace throng::app
