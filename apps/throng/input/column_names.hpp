// SPDX-License-Identifier: MIT
// The meaning of columns by the names that people give them.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace throng::app {

/// Value is what the user chose to see.
enum class Role : std::size_t { Id, Frame, Time, X, Y, Half, MinX, MinY, MaxX, MaxY, Width, Height, Lost, Value, None };
inline constexpr std::size_t roles = static_cast<std::size_t>(Role::None);

std::string_view name_of(Role role);

/// "X [cm]": the role, and the name of the unit that follows in `/cm`, `[cm]`, `(cm)`, `_cm` or ` in cm`.
struct ColumnName {
    std::string text, word; // word: in lower case, without the unit and signs that join words
    Role role = Role::None;
    std::string unit;
};

/// In any case, quoted or not; signs that join words mean nothing: `pos_x`, `PosX`, `pos x`.
ColumnName read_column_name(std::string_view text);

/// The place of each role among the fields of a line.
struct Layout {
    static constexpr std::size_t absent = static_cast<std::size_t>(-1);

    Layout() { place.fill(absent); }
    bool has(Role role) const noexcept { return at(role) != absent; }
    std::size_t at(Role role) const noexcept { return place[static_cast<std::size_t>(role)]; }
    std::size_t& at(Role role) noexcept { return place[static_cast<std::size_t>(role)]; }
    bool has_box() const noexcept;
    bool has_place() const noexcept { return (has(Role::X) && has(Role::Y)) || has_box(); }
    bool has_track() const noexcept { return has_place() && has(Role::Id) && (has(Role::Frame) || has(Role::Time)); }
    std::size_t last() const noexcept; // the last place in use

    std::array<std::size_t, roles> place;
    std::vector<ColumnName> names; // one for each field; empty: the fields have none
    std::string fault;             // a role has two columns: a clause about it
};

Layout layout_of(std::vector<ColumnName> names);

/// The roles in the order of their places: "frame id - x y".
std::string text_of(const Layout& layout);

/// `frame,id,x,y` with `-` for what to skip. Throws UsageError.
Layout layout_asked(std::string_view columns, bool places_suffice);

/// The layout that a comment names, if it names a track, or a place where that is enough, within `fields` fields: all
/// of its words are names, or its words from the first one with a role on are.
std::optional<Layout> layout_in_comment(std::string_view comment, std::size_t fields, bool places_suffice = false);

} // namespace throng::app
