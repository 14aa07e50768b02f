// SPDX-License-Identifier: MIT
// Text from outside - names of files, fields, arguments - as a message or a table may show it.
#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>

namespace throng::app {

/// Characters that a terminal obeys or that turn text round, and bytes that are no UTF-8, are escaped: \n, \x1b,
/// \u202e.
/// What is escaped already stays as it is. Of more than `longest` bytes those that follow are left out: "abc...".
std::string shown(std::string_view text, std::size_t longest = std::string_view::npos);

/// The document by printable ASCII alone, which readers of JSON undo. Bytes that are no UTF-8 become U+FFFD.
std::string shown_json(const nlohmann::ordered_json& document);

} // namespace throng::app
