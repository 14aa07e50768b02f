// SPDX-License-Identifier: MIT
// Texts in UTF-16.
#pragma once

#include <string>
#include <string_view>

namespace throng::app {

/// The encoding of UTF-16 that the text begins with, by its mark or its zero bytes: "UTF-16LE" or "UTF-16BE". Null:
/// none.
const char* utf16_of(std::string_view text);

/// The text of that encoding in UTF-8. A text that `goes_on` may end within a character, which is left out then. Throws
/// UsageError for what is none.
std::string utf8_of(std::string& text, const char* encoding, std::string_view name, bool goes_on);

} // namespace throng::app
