// SPDX-License-Identifier: MIT
// Units of length and time by their names.
#include "apps/throng/input/units.hpp"

#include <algorithm>
#include <iterator>

namespace throng::app {

namespace {

struct Named {
    std::string_view called;
    Unit unit;
};

constexpr Unit metre{"m", 1}, decimetre{"dm", 0.1}, centimetre{"cm", 0.01}, millimetre{"mm", 0.001},
    kilometre{"km", 1000}, foot{"ft", 0.3048}, inch{"in", 0.0254};
constexpr Named lengths[] = {{"m", metre},
                             {"metre", metre},
                             {"metres", metre},
                             {"meter", metre},
                             {"meters", metre},
                             {"dm", decimetre},
                             {"decimetre", decimetre},
                             {"decimetres", decimetre},
                             {"cm", centimetre},
                             {"centimetre", centimetre},
                             {"centimetres", centimetre},
                             {"centimeter", centimetre},
                             {"mm", millimetre},
                             {"millimetre", millimetre},
                             {"millimetres", millimetre},
                             {"millimeter", millimetre},
                             {"ft", foot},
                             {"foot", foot},
                             {"feet", foot},
                             {"in", inch},
                             {"inch", inch},
                             {"inches", inch},
                             {"km", kilometre},
                             {"kilometre", kilometre},
                             {"kilometres", kilometre},
                             {"kilometer", kilometre},
                             {"kilometers", kilometre},
                             {"decimeter", decimetre},
                             {"decimeters", decimetre},
                             {"centimeters", centimetre},
                             {"millimeters", millimetre}};

constexpr Unit second{"s", 1}, millisecond{"ms", 1e-3}, microsecond{"us", 1e-6}, nanosecond{"ns", 1e-9},
    minute{"min", 60};
constexpr Named times[] = {{"s", second},
                           {"sec", second},
                           {"secs", second},
                           {"second", second},
                           {"seconds", second},
                           {"ms", millisecond},
                           {"msec", millisecond},
                           {"millisecond", millisecond},
                           {"milliseconds", millisecond},
                           {"us", microsecond},
                           {"microseconds", microsecond},
                           {"ns", nanosecond},
                           {"nanoseconds", nanosecond},
                           {"min", minute},
                           {"minutes", minute}};

template <std::size_t N> const Unit* named_in(const Named (&units)[N], std::string_view name) {
    const std::string wanted = lower(trimmed(name));
    const auto found =
        std::find_if(std::begin(units), std::end(units), [&](const Named& one) { return one.called == wanted; });
    return found == std::end(units) ? nullptr : &found->unit;
}

} // namespace

const Unit* length_named(std::string_view name) { return named_in(lengths, name); }
const Unit* time_named(std::string_view name) { return named_in(times, name); }

std::string lower(std::string_view text) {
    std::string result(text);
    for (char& c : result) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return result;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

} // namespace throng::app
