// SPDX-License-Identifier: MIT
// Text from outside - names of files, fields, arguments - in a form for messages and tables.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace throng::app {

/// How many bytes of a field of a file a message shows.
inline constexpr std::size_t longest_shown = 40;

/// Characters that control a terminal or change the direction of text, and bytes that are no UTF-8, are escaped: \n,
/// \x1b, \u202e. Escaped text stays as it is. Bytes after the first `longest` ones are left out: "abc...".
std::string shown(std::string_view text, std::size_t longest = std::string_view::npos);

/// The document by printable ASCII alone, which readers of JSON undo. Bytes that are no UTF-8 become U+FFFD.
std::string shown_json(const nlohmann::ordered_json& document);

} // namespace throng::app
