// SPDX-License-Identifier: MIT
// What comments say of the numbers below them: the unit of the columns, the frame rate.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace throng::app {

/// A unit by its name, known or not. A stronger source prevails over a weaker one.
struct UnitSaid {
    enum Strength { Sentence, Key, Columns };
    std::string name;
    Strength strength = Sentence;
};

/// The unit of the columns: "x/cm", "unit: cm", "all lengths in cm". A comment about heights or a conversion, for
/// example, says nothing of the columns.
std::optional<UnitSaid> unit_in_comment(std::string_view comment);

/// The text of the value after "framerate:", "fps =" and the like.
std::optional<std::string> frame_rate_in_comment(std::string_view comment);

} // namespace throng::app
