// SPDX-License-Identifier: MIT
// What the columns of a text are: by the user, by the first line or the comments before it, or by its shape.
#pragma once

#include "apps/throng/input/column_names.hpp"
#include "apps/throng/input/recording.hpp"
#include "apps/throng/input/text_rows.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng::app {

struct Comment {
    std::string_view text;
    std::size_t line;
};

struct TextLayout : Layout {
    Separator separator = Separator::Blanks;
    bool is_header = false;      // of the first line: it contains names
    bool has_names = true;       // else the first two columns are a person and a frame, in an order not yet known
    bool has_heights = false;    // columns 4 and 7 are heights and 0
    std::size_t field_limit = 0; // the number of fields of the header or the first position
    std::string from;            // what it is known by

    /// Of rows with a name that the header does not count, as R writes them: every column is one further.
    void skip_row_names();
};

/// The current line of `rows` is the first one that is no comment; `comments` are those before it. Throws UsageError.
TextLayout layout_of_first_line(TextRows& rows, std::span<const Comment> comments, const ReadOptions& options);

/// `frame id x z y vx vz vy`, the obsmat of ETH: the height z and its speed are 0.
bool has_heights(const std::vector<std::string_view>& fields);

} // namespace throng::app
