// SPDX-License-Identifier: MIT
// Units of length and time by their names.
#pragma once

#include <string>
#include <string_view>

namespace throng::app {

struct Unit {
    std::string_view name; // its short one
    double size;           // in metres or seconds
};

/// The unit of length of a name in any case, short or in full: "cm", "Centimetres". Null: none.
const Unit* length_named(std::string_view name);

/// The unit of time of a name in any case, short or in full: "ms". Null: none.
const Unit* time_named(std::string_view name);

/// ASCII letters in lower case.
std::string lower(std::string_view text);

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

} // namespace throng::app
