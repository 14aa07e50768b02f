// SPDX-License-Identifier: MIT
// Texts of ASCII in UTF-16.
#pragma once

#include <string>
#include <string_view>

namespace throng::app {

inline std::string utf16(std::string_view text, bool big) {
    std::string result;
    for (const char c : text) result.append(big ? std::string{'\0', c} : std::string{c, '\0'});
    return result;
}

} // namespace throng::app
