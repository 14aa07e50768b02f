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

/// Throws what read_text throws for the lines that end within this beginning of a text, and UsageError where it holds
/// blanks alone, or ends in a line that is longer than a table has, without a quote. The order of people and frames
/// stays open.
void require_beginning_of_text(std::string_view text, std::string_view name, const ReadOptions& options);

} // namespace throng::app
