// SPDX-License-Identifier: MIT
// Lines of numbers, with or without names of the columns.
#pragma once

#include "apps/throng/input/recording.hpp"

#include <string_view>

namespace throng::app {

/// Reads lines of fields that blanks, tabs, commas or semicolons separate. Each of columns, unit and frame rate is what
/// the options name, else what the file says: names in a header or in the last comment that names columns before the
/// first position; units beside these names or in comments; a frame rate in a comment, or the step of a column of
/// times. Columns without names are a person and a frame, in the order that the data decide, then x and y.
/// Throws UsageError, with line and column where there are such.
Recording read_text(std::string_view text, std::string_view name, const ReadOptions& options);

} // namespace throng::app
