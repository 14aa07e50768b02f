// SPDX-License-Identifier: MIT
// Text from outside - names of files, fields, arguments - in a form for messages and tables.
#include "apps/throng/cli/shown.hpp"

#include <algorithm>
#include <cstdint>
#include <fmt/format.h>
#include <iterator>
#include <nlohmann/json.hpp>

namespace throng::app {

namespace {

struct Codes {
    std::uint32_t first, last;
};
// Control characters, separators of lines, and characters that change the direction of text.
constexpr Codes obeyed[] = {{0, 0x1F},        {0x7F, 0x9F},     {0x61C, 0x61C},  {0x200E, 0x200F},
                            {0x2028, 0x202E}, {0x2066, 0x2069}, {0xFEFF, 0xFEFF}};

bool is_obeyed(std::uint32_t code) {
    return std::any_of(std::begin(obeyed), std::end(obeyed),
                       [code](const Codes& c) { return code >= c.first && code <= c.last; });
}

// The character that a text begins with.
struct Character {
    std::size_t bytes = 0; // 0: the text begins with no UTF-8
    std::uint32_t code = 0;
};

Character first_of(std::string_view text) {
    constexpr std::uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000}; // of as many bytes
    const auto byte = [text](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
    const std::uint32_t first = byte(0);
    const std::size_t bytes = first < 0x80   ? 1
                              : first < 0xC0 ? 0
                              : first < 0xE0 ? 2
                              : first < 0xF0 ? 3
                              : first < 0xF8 ? 4
                                             : 0;
    if (bytes == 0 || bytes > text.size()) return {};
    std::uint32_t code = bytes == 1 ? first : first & (0x7Fu >> bytes);
    for (std::size_t i = 1; i < bytes; ++i) {
        if ((byte(i) & 0xC0u) != 0x80) return {};
        code = code << 6 | (byte(i) & 0x3Fu);
    }
    const bool is_half_of_a_pair = code >= 0xD800 && code <= 0xDFFF;
    if (code < least[bytes] || is_half_of_a_pair || code > 0x10FFFF) return {};
    return {bytes, code};
}

std::string escaped(std::uint32_t code) {
    switch (code) {
    case '\n': return "\\n";
    case '\t': return "\\t";
    case '\r': return "\\r";
    default: return code < 0x80 ? fmt::format("\\x{:02x}", code) : fmt::format("\\u{:04x}", code);
    }
}

} // namespace

std::string shown(std::string_view text, std::size_t longest) {
    std::string result;
    for (std::size_t at = 0; at < text.size();) {
        const Character next = first_of(text.substr(at));
        const std::size_t bytes = std::max<std::size_t>(next.bytes, 1);
        if (at + bytes > longest) return result + "...";
        if (next.bytes == 0) {
            result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
        } else if (is_obeyed(next.code)) {
            result += escaped(next.code);
        } else {
            result += text.substr(at, bytes);
        }
        at += bytes;
    }
    return result;
}

std::string shown_json(const nlohmann::ordered_json& document) {
    constexpr bool as_ascii = true;
    return document.dump(2, ' ', as_ascii, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace throng::app
