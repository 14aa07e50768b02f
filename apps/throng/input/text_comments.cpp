// SPDX-License-Identifier: MIT
// What comments say of the numbers below them: the unit of the columns, the frame rate.
#include "apps/throng/input/text_comments.hpp"

#include "apps/throng/input/column_names.hpp"
#include "apps/throng/input/units.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

namespace throng::app {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

// The words of letters, in lower case: "all lengths (in cm)" has four.
std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    std::string word;
    for (const char c : lower(text) + ' ') {
        if (is_letter(c)) {
            word += c;
        } else if (!word.empty()) {
            words.push_back(std::move(word));
            word.clear();
        }
    }
    return words;
}

template <std::size_t N>
bool has_any(const std::vector<std::string>& words, const std::array<std::string_view, N>& wanted) {
    return std::find_first_of(words.begin(), words.end(), wanted.begin(), wanted.end()) != words.end();
}

// "unit: cm", "length units = centimetres", "units of positions are cm": the word after the sign.
std::optional<UnitSaid> unit_after_key(std::string_view comment) {
    const std::string text = lower(comment);
    const std::size_t sign = text.find_first_of(":=");
    if (sign == std::string::npos) return std::nullopt;
    const std::vector<std::string> key = words_of(std::string_view(text).substr(0, sign));
    constexpr std::array<std::string_view, 2> unit{"unit", "units"};
    constexpr std::array<std::string_view, 8> lengths{"length",   "lengths",    "position",    "positions",
                                                      "distance", "coordinate", "coordinates", "distances"};
    constexpr std::array<std::string_view, 5> others{"time", "speed", "velocity", "angle", "height"};
    if (key.empty() || key.size() > 8 || has_any(key, others)) return std::nullopt;
    const bool is_of_lengths = key.size() <= 2 && has_any(key, lengths);
    if (!has_any(key, unit) && !is_of_lengths) return std::nullopt;
    const std::string_view value = trimmed(std::string_view(text).substr(sign + 1));
    const std::string_view word = value.substr(0, value.find_first_of(" ,;()"));
    if (word.empty() || (!has_any(key, unit) && !length_named(word))) return std::nullopt;
    return UnitSaid{std::string(word), UnitSaid::Key};
}

// "x/cm", "y[cm]", "X (cm)" anywhere.
std::optional<UnitSaid> unit_at_column(std::string_view comment) {
    for (std::size_t at = 0; at < comment.size(); ++at) {
        const char letter = lower(comment.substr(at, 1))[0];
        const bool begins = at == 0 || (!is_letter(lower(comment.substr(at - 1, 1))[0]) && comment[at - 1] != '/');
        if ((letter != 'x' && letter != 'y') || !begins) continue;
        std::string_view rest = trimmed(comment.substr(at + 1));
        if (rest.empty() || std::string_view("/[(:").find(rest.front()) == std::string_view::npos) continue;
        rest = trimmed(rest.substr(1));
        if (lower(rest.substr(0, 3)) == "in ") rest = trimmed(rest.substr(3)); // "x (in cm)"; "x (in)" are inches
        const std::string_view name = trimmed(rest.substr(0, rest.find_first_of(" \t,;])")));
        if (length_named(name)) return UnitSaid{lower(name), UnitSaid::Columns};
    }
    return std::nullopt;
}

// "all lengths in cm", "positions (in metres)"; not "body height in cm", "divided by 100 to have cm in place of m".
std::optional<UnitSaid> unit_in_sentence(std::string_view comment) {
    constexpr std::array<std::string_view, 18> of_columns{
        "x",      "y",       "xy",         "position",  "positions",  "coordinate",   "coordinates",
        "length", "lengths", "distance",   "distances", "trajectory", "trajectories", "values",
        "data",   "units",   "everything", "all"};
    constexpr std::array<std::string_view, 34> of_others{
        "height",     "heights",  "tall",      "size",       "sizes",    "radius",     "radii",
        "body",       "bodies",   "shoulder",  "shoulders",  "width",    "diameter",   "error",
        "errors",     "accuracy", "precision", "camera",     "speed",    "speeds",     "velocity",
        "velocities", "convert",  "converted", "conversion", "multiply", "multiplied", "divide",
        "divided",    "from",     "were",      "was",        "semi",     "axes"};
    if (comment.find('=') != std::string_view::npos) return std::nullopt;
    // The whole comment may be a unit: "in cm", "unit cm", "cm".
    const std::vector<std::string> all = words_of(comment);
    const bool is_unit_alone = !all.empty() && all.size() <= 3 && length_named(all.back()) && all.back() != "in";
    if (is_unit_alone && (all.size() == 1 || all[all.size() - 2] == "in" || all[all.size() - 2].starts_with("unit")) &&
        (all.size() < 3 || all[0].starts_with("unit") || all[0] == "length"))
        return UnitSaid{all.back(), UnitSaid::Sentence};
    // Each clause speaks of its own subject: "height in cm, x and y in m".
    for (std::string_view rest = comment; !rest.empty();) {
        const std::size_t end = std::min(rest.find_first_of(",;"), rest.size());
        const std::vector<std::string> words = words_of(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (has_any(words, of_others)) continue;
        for (std::size_t i = 1; i + 1 < words.size(); ++i) {
            if (words[i] != "in" || !length_named(words[i + 1]) || words[i + 1] == "in") continue;
            if (has_any({words.begin(), words.begin() + static_cast<std::ptrdiff_t>(i)}, of_columns))
                return UnitSaid{words[i + 1], UnitSaid::Sentence};
        }
    }
    return std::nullopt;
}

} // namespace

std::optional<UnitSaid> unit_in_comment(std::string_view comment) {
    if (auto said = unit_at_column(comment)) return said;
    const auto key = unit_after_key(comment);
    if (key && length_named(key->name)) return key;
    // "units: all in cm" is a sentence, too.
    const auto sentence = unit_in_sentence(comment);
    return sentence ? sentence : key;
}

std::optional<std::string> frame_rate_in_comment(std::string_view comment) {
    const std::string text = lower(comment);
    for (const std::string_view key : {"framerate", "frame rate", "frame_rate", "frames per second", "fps"}) {
        const std::size_t at = text.find(key);
        if (at == std::string::npos) continue;
        const std::string_view rest = trimmed(std::string_view(text).substr(at + key.size()));
        if (rest.empty() || (rest.front() != ':' && rest.front() != '=')) continue;
        const std::string_view value = trimmed(rest.substr(1));
        return std::string(value.substr(0, value.find_first_of(" \t,;f")));
    }
    return std::nullopt;
}

} // namespace throng::app
