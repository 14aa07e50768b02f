// SPDX-License-Identifier: MIT
// The meaning of columns by the names that people give them.
#include "apps/throng/input/column_names.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/input/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <utility>

namespace throng::app {

namespace {

struct Synonyms {
    Role role;
    std::string_view own;   // its name in --columns and in messages
    std::string_view names; // in lower case, without signs that join words
};
constexpr Synonyms known_names[] = {
    {Role::Id, "id",
     " id persid personid pedid pedestrianid pid agentid trackid track tid person ped pedestrian agent personnr"
     " pednr vehicleid subjectid participantid walkerid personno persnr tracknr tracknumber trackno objectid objid "
     "humanid personnumber pedestriannumber agentnr idperson personennr personennummer fussgaenger personne pieton "
     "identifiant "},
    {Role::Frame, "frame",
     " frame fr frames frameid framenumber framenr frameno framenum framecount frameindex videoframe frm timestep tick "
     "step bild bildnr bildnummer einzelbild trame "},
    {Role::Time, "time",
     " time t simtime timestamp times seconds timesec elapsedtime simulationtime zeit zeitpunkt sekunden temps "
     "secondes "},
    {Role::X, "x",
     " x posx xpos positionx xposition xcenter xcentre centerx centrex xest worldx xworld xcoord xcoordinate coordx"
     " locationx xlocation xutm utmx easting east xworld xlocal localx rechtswert ostwert ost"
     " xkoordinate koordinatex abscisse "},
    {Role::Y, "y",
     " y posy ypos positiony yposition ycenter ycentre centery centrey yest worldy yworld ycoord ycoordinate coordy"
     " locationy ylocation yutm utmy northing north yworld ylocal localy hochwert nordwert nord"
     " ykoordinate koordinatey ordonnee "},
    {Role::Half, "half", " half "},
    {Role::MinX, "xmin", " xmin minx x1 bbleft left xtl "},
    {Role::MinY, "ymin", " ymin miny y1 bbtop top ytl "},
    {Role::MaxX, "xmax", " xmax maxx x2 right xbr "},
    {Role::MaxY, "ymax", " ymax maxy y2 bottom ybr "},
    {Role::Width, "width", " bbwidth boxwidth "},
    {Role::Height, "height", " bbheight boxheight "},
    {Role::Lost, "lost", " lost "},
    {Role::Value, "value", ""}}; // no name alone makes a column the chosen one
static_assert(std::size(known_names) == roles);

std::string joined(std::string_view text) {
    std::string result;
    for (const char c : lower(text))
        if (std::string_view(" \t_-.:#'").find(c) == std::string_view::npos) result += c;
    // A column of a data processor: startX-PID1.
    const std::size_t mark = result.rfind("pid");
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    if (mark != std::string::npos && mark > 0 && mark + 3 < result.size() &&
        std::all_of(result.begin() + static_cast<std::ptrdiff_t>(mark) + 3, result.end(), is_digit))
        result.resize(mark);
    return result;
}

Role role_named(std::string_view text) {
    const std::string word = fmt::format(" {} ", joined(text));
    if (word.size() == 2) return Role::None;
    for (const Synonyms& one : known_names)
        if (one.names.find(word) != std::string_view::npos) return one.role;
    return Role::None;
}

// Where y points up, as in engines of games, these name what x and z are on the ground.
constexpr std::string_view z_names = " z posz zpos positionz zposition zcoord zcoordinate ";

bool is_unit(std::string_view text) { return length_named(text) || time_named(text); }

std::string_view without_quotes(std::string_view text) {
    text = trimmed(text);
    if (text.size() >= 2 && (text.front() == '"' || text.front() == '\'') && text.back() == text.front())
        text = trimmed(text.substr(1, text.size() - 2));
    return text;
}

void take_word(std::string_view text, ColumnName& name) {
    name.word = joined(text);
    name.role = role_named(text);
}

// Where a part for the unit begins, and the unit: {"X [cm]", '['} has the unit "cm".
bool take_unit(std::string_view text, ColumnName& name) {
    const std::size_t sign = text.find_first_of("/[(");
    if (sign != std::string_view::npos && sign > 0) {
        take_word(text.substr(0, sign), name);
        const std::string_view rest = text.substr(sign + 1);
        const std::string_view closing = text[sign] == '[' ? "]" : text[sign] == '(' ? ")" : " \t,;])";
        name.unit = std::string(trimmed(rest.substr(0, rest.find_first_of(closing))));
        if (const std::string unit = lower(name.unit); unit.starts_with("in ")) name.unit.erase(0, 3);
        return true;
    }
    for (const std::string_view join : {" in ", "_in_", "_", " ", "-"}) {
        const std::size_t at = lower(text).rfind(join);
        if (at == std::string_view::npos || !is_unit(text.substr(at + join.size()))) continue;
        take_word(text.substr(0, at), name);
        name.unit = std::string(trimmed(text.substr(at + join.size())));
        return true;
    }
    return false;
}

// Words of a comment; "x (cm)" and "x [cm]" are one.
std::vector<std::string> words_of(std::string_view comment, std::string_view signs) {
    std::vector<std::string> words;
    while (!comment.empty()) {
        const std::size_t end = std::min(comment.find_first_of(signs), comment.size());
        const std::string_view word = trimmed(comment.substr(0, end));
        comment.remove_prefix(std::min(end + 1, comment.size()));
        if (word.empty()) continue;
        if (!words.empty() && (word.front() == '(' || word.front() == '[')) {
            words.back() += word;
        } else {
            words.emplace_back(word);
        }
    }
    return words;
}

// A sentence, not a list of names.
bool is_prose(const std::vector<std::string>& words) {
    constexpr std::string_view particles = " and of then the each is are with at an by for in per or to ";
    return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
        return particles.find(fmt::format(" {} ", lower(word))) != std::string_view::npos;
    });
}

std::optional<Layout> layout_in_words(const std::vector<std::string>& words, std::size_t fields, bool places_suffice) {
    std::vector<ColumnName> names;
    for (const std::string& word : words) names.push_back(read_column_name(word));
    const auto first =
        std::find_if(names.begin(), names.end(), [](const ColumnName& name) { return name.role != Role::None; });
    const auto before = static_cast<std::size_t>(first - names.begin());
    if (is_prose({words.begin() + static_cast<std::ptrdiff_t>(before), words.end()})) return std::nullopt;

    // "columns: frame id x y", "each line holds frame id x y": the names come after words of another kind.
    const bool begins_later =
        before > 0 && names.size() != fields && (words[before - 1].back() == ':' || names.size() - before == fields);
    if (before > 0 && names.size() != fields && !begins_later) return std::nullopt;
    Layout layout = layout_of({begins_later ? first : names.begin(), names.end()});
    const bool suffices = places_suffice ? layout.has_place() : layout.has_track();
    if (!layout.fault.empty() || !suffices || layout.last() >= fields) return std::nullopt;
    return layout;
}

} // namespace

std::string_view name_of(Role role) {
    return role == Role::None ? "-" : known_names[static_cast<std::size_t>(role)].own;
}

ColumnName read_column_name(std::string_view text) {
    ColumnName name;
    const std::string_view bare = without_quotes(text);
    name.text = std::string(bare);
    take_word(bare, name);
    if (name.role == Role::None && !take_unit(bare, name)) name.unit.clear();
    return name;
}

bool Layout::has_box() const noexcept {
    return has(Role::MinX) && has(Role::MinY) &&
           ((has(Role::MaxX) && has(Role::MaxY)) || (has(Role::Width) && has(Role::Height)));
}

std::size_t Layout::last() const noexcept {
    std::size_t last = 0;
    for (const std::size_t one : place)
        if (one != absent) last = std::max(last, one);
    return last;
}

Layout layout_of(std::vector<ColumnName> names) {
    Layout layout;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const ColumnName& name = names[i];
        if (name.role == Role::None) continue;
        std::size_t& place = layout.at(name.role);
        if (place != Layout::absent && layout.fault.empty()) {
            const std::string& before = names[place].text;
            layout.fault = lower(before) == lower(name.text)
                               ? fmt::format("names the column {} twice", shown(name.text))
                               : fmt::format("has two columns for the {}, '{}' and '{}'; choose one with --columns",
                                             name_of(name.role), shown(before), shown(name.text));
        }
        if (place == Layout::absent) place = i;
    }
    const auto is_z = [](const ColumnName& name) {
        return !name.word.empty() && z_names.find(fmt::format(" {} ", name.word)) != std::string_view::npos;
    };
    const auto z = std::find_if(names.begin(), names.end(), is_z);
    if (layout.has(Role::X) && !layout.has(Role::Y) && z != names.end())
        layout.at(Role::Y) = static_cast<std::size_t>(z - names.begin());
    layout.names = std::move(names);
    return layout;
}

std::string text_of(const Layout& layout) {
    std::vector<std::string_view> words(layout.last() + 1, "-");
    for (std::size_t r = 0; r < roles; ++r)
        if (layout.place[r] != Layout::absent && Role(r) != Role::Value) words[layout.place[r]] = known_names[r].own;
    std::string text;
    for (const std::string_view word : words) text.append(text.empty() ? "" : " ").append(word);
    return text;
}

Layout layout_asked(std::string_view columns, bool places_suffice) {
    Layout layout;
    std::size_t place = 0;
    for (std::string_view rest = columns;; ++place) {
        const std::size_t end = std::min(rest.find(','), rest.size());
        const std::string_view word = trimmed(rest.substr(0, end));
        if (word != "-") {
            const std::string wanted = lower(word);
            const auto found = std::find_if(std::begin(known_names), std::end(known_names), [&](const Synonyms& s) {
                return s.own == wanted && s.role != Role::Value;
            });
            if (found == std::end(known_names)) {
                throw UsageError(
                    fmt::format("--columns: '{}' is no column; there are id, frame, time, x, y, half, xmin, "
                                "ymin, xmax, ymax, width, height, lost, and - for what to skip",
                                shown(word, 40)));
            }
            if (layout.has(found->role)) throw UsageError(fmt::format("--columns names the {} twice", found->own));
            layout.at(found->role) = place;
        }
        if (end == rest.size()) break;
        rest.remove_prefix(end + 1);
    }
    if (layout.has(Role::Frame) && layout.has(Role::Time))
        throw UsageError("--columns names both a frame and a time; one is enough");
    if (places_suffice ? !layout.has_place() : !layout.has_track())
        throw UsageError(places_suffice ? "--columns must name x and y"
                                        : "--columns must name id, frame or time, x and y");
    return layout;
}

std::optional<Layout> layout_in_comment(std::string_view comment, std::size_t fields, bool places_suffice) {
    while (!comment.empty() && std::string_view("#%/ \t").find(comment.front()) != std::string_view::npos)
        comment.remove_prefix(1);
    for (const std::string_view signs : {",;\t", " \t", " ,;\t"})
        if (auto layout = layout_in_words(words_of(comment, signs), fields, places_suffice)) return layout;
    return std::nullopt;
}

} // namespace throng::app
