// SPDX-License-Identifier: MIT
// The units of the numbers of a text.
#pragma once

#include "apps/throng/input/text_layout.hpp"

#include <span>
#include <string>

namespace throng::app {

struct TextUnits {
    double metres = 1, seconds = 1; // of one of the unit
    std::string name = "m", from;   // the unit of length, and what it is known by
};

/// The unit of length is that of the options, of the names of the columns, of comments, or metres; boxes without a unit
/// are in pixels. Throws UsageError for a unit that is named and not known.
TextUnits units_of(const TextRows& rows, const TextLayout& layout, std::span<const Comment> comments,
                   const ReadOptions& options);

} // namespace throng::app
