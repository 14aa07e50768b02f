// SPDX-License-Identifier: MIT
// The units of the numbers of a text.
#include "apps/throng/input/text_units.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/input/text_comments.hpp"
#include "apps/throng/input/units.hpp"

#include <fmt/format.h>
#include <optional>
#include <utility>

namespace throng::app {

namespace {

constexpr Unit pixel{"px", 1}; // of boxes alone

// A name of a unit and what it is known by.
struct Said {
    std::string name, from;
};

const std::string& unit_beside(const TextLayout& layout, Role role) {
    static const std::string none;
    const std::size_t place = layout.at(role);
    return place < layout.names.size() ? layout.names[place].unit : none;
}

std::optional<Said> unit_of_columns(const TextRows& rows, const TextLayout& layout) {
    std::string name;
    for (const Role role : {Role::X, Role::Y, Role::MinX, Role::MinY}) {
        const std::string& unit = unit_beside(layout, role);
        if (unit.empty()) continue;
        if (!name.empty() && length_named(name) != length_named(unit)) {
            rows.fail(fmt::format("the columns x and y have different units, '{}' and '{}'", shown(name, longest_shown),
                                  shown(unit, longest_shown)));
        }
        name = unit;
    }
    return name.empty() ? std::nullopt : std::optional(Said{name, layout.from});
}

// The strongest comment; of equals the last.
std::optional<Said> unit_of_comments(std::span<const Comment> comments) {
    std::optional<UnitSaid> best;
    std::size_t line = 0;
    for (const Comment& comment : comments) {
        const auto said = unit_in_comment(comment.text);
        if (!said || (best && best->strength > said->strength)) continue;
        best = said;
        line = comment.line;
    }
    return best ? std::optional(Said{best->name, fmt::format("line {}", line)}) : std::nullopt;
}

double seconds_of(const TextRows& rows, const TextLayout& layout) {
    const std::string& name = unit_beside(layout, Role::Time);
    if (name.empty()) return 1;
    const Unit* unit = time_named(name);
    if (!unit) {
        rows.fail(fmt::format("the unit '{}' of the times is not known; there are s, ms, us, ns and min",
                              shown(name, longest_shown)));
    }
    return unit->size;
}

} // namespace

TextUnits units_of(const TextRows& rows, const TextLayout& layout, std::span<const Comment> comments,
                   const ReadOptions& options) {
    std::optional<Said> said;
    if (!options.unit.empty()) said = Said{options.unit, "--unit"};
    if (!said) said = unit_of_columns(rows, layout);
    if (!said) said = unit_of_comments(comments);
    if (!said && layout.has_box()) said = Said{"px", "assumed of boxes"};
    if (!said) said = Said{"m", "assumed: no unit is named"};

    const bool in_pixels = layout.has_box() && (said->name == "px" || said->name == "pixel" || said->name == "pixels");
    const Unit* unit = in_pixels ? &pixel : length_named(said->name);
    if (!unit) {
        throw UsageError(
            fmt::format("{}, {}: the unit '{}' is not known; say with --unit whether it is m, cm, mm, ft or in",
                        rows.name(), said->from, shown(said->name, longest_shown)));
    }
    return {unit->size, seconds_of(rows, layout), std::string(unit->name), std::move(said->from)};
}

} // namespace throng::app
