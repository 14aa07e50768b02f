// SPDX-License-Identifier: MIT
// Texts in UTF-16.
#include "apps/throng/input/utf16.hpp"

#include "apps/throng/cli/errors.hpp"

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <fmt/format.h>
#include <iconv.h>

namespace throng::app {

const char* utf16_of(std::string_view text) {
    using namespace std::string_view_literals;
    if (text.starts_with("\xFF\xFE\0\0"sv)) return nullptr; // UTF-32
    if (text.starts_with("\xFF\xFE")) return "UTF-16LE";
    if (text.starts_with("\xFE\xFF")) return "UTF-16BE";
    constexpr std::size_t seen = 8;
    if (text.size() < seen || text.size() % 2 != 0) return nullptr;
    bool little = true, big = true;
    for (std::size_t i = 0; i < seen; i += 2) {
        little = little && text[i] != 0 && text[i + 1] == 0;
        big = big && text[i] == 0 && text[i + 1] != 0;
    }
    return little ? "UTF-16LE" : big ? "UTF-16BE" : nullptr;
}

std::string utf8_of(std::string& text, const char* encoding, std::string_view name, bool goes_on) {
    const iconv_t converter = ::iconv_open("UTF-8", encoding);
    if (reinterpret_cast<std::intptr_t>(converter) == -1)
        throw UsageError(fmt::format("{}: {} is not read here", name, encoding));
    struct Close {
        iconv_t converter;
        ~Close() { ::iconv_close(converter); }
    } const close{converter};

    std::string result, piece(1 << 16, '\0');
    char* in = text.data();
    std::size_t left = text.size();
    while (left > 0) {
        char* out = piece.data();
        std::size_t room = piece.size();
        const bool is_failed = ::iconv(converter, &in, &left, &out, &room) == static_cast<std::size_t>(-1);
        const int error = is_failed ? errno : 0;
        result.append(piece, 0, piece.size() - room);
        if (error == EINVAL && goes_on) break;
        if (error != 0 && error != E2BIG)
            throw UsageError(fmt::format("{}: byte {} is no {}", name, text.size() - left + 1, encoding));
    }
    return result;
}

} // namespace throng::app
