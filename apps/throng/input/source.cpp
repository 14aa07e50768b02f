// SPDX-License-Identifier: MIT
// The bytes of an input, unpacked and in UTF-8 if they are a text.
#include "apps/throng/input/source.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fmt/format.h>
#include <iconv.h>
#include <limits>
#include <zlib.h>

namespace throng::app {

namespace {

[[noreturn]] void refuse_size(std::string_view name, std::size_t most) {
    throw UsageError(fmt::format("{} holds more than {} bytes", name, most));
}

std::string gunzipped(std::string_view packed, std::string_view name, std::size_t most) {
    z_stream stream{};
    constexpr int gzip_alone = 16 + MAX_WBITS;
    if (::inflateInit2(&stream, gzip_alone) != Z_OK) throw std::bad_alloc();
    struct End {
        z_stream& stream;
        ~End() { ::inflateEnd(&stream); }
    } const end{stream};

    std::string text, piece(1 << 18, '\0');
    int state = Z_OK;
    for (std::string_view rest = packed; !rest.empty();) {
        const auto size = static_cast<uInt>(std::min<std::size_t>(rest.size(), std::numeric_limits<uInt>::max()));
        // zlib does not write through the pointer.
        stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest.data()));
        stream.avail_in = size;
        stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        stream.avail_out = static_cast<uInt>(piece.size());
        state = ::inflate(&stream, Z_NO_FLUSH);
        const std::size_t made = piece.size() - stream.avail_out, taken = size - stream.avail_in;
        const bool is_stuck = made == 0 && taken == 0;
        if ((state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR) || (is_stuck && state != Z_STREAM_END))
            throw UsageError(fmt::format("{}: its gzip data are damaged", name));
        if (text.size() + made > most) refuse_size(name, most);
        text.append(piece, 0, made);
        rest.remove_prefix(taken);
        // A file may consist of several packed parts; what follows the last one is padding.
        if (state == Z_STREAM_END) {
            if (!rest.starts_with("\x1f\x8b")) return text;
            ::inflateReset(&stream);
        }
    }
    if (state != Z_STREAM_END) throw UsageError(fmt::format("{}: its gzip data end too early", name));
    return text;
}

// The encoding of UTF-16 that the text begins with, by its mark or its zero bytes. Null: none.
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

std::string utf8_of(std::string& text, const char* encoding, std::string_view name) {
    const iconv_t converter = ::iconv_open("UTF-8", encoding);
    if (converter == reinterpret_cast<iconv_t>(-1))
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
        const std::size_t done = ::iconv(converter, &in, &left, &out, &room);
        if (done == static_cast<std::size_t>(-1) && errno != E2BIG)
            throw UsageError(fmt::format("{}: byte {} is no {}", name, text.size() - left + 1, encoding));
        result.append(piece, 0, piece.size() - room);
    }
    return result;
}

} // namespace

std::string bytes_of(const std::filesystem::path& path) {
    const bool is_input = path == "-";
    const std::string name = is_input ? name_of(path) : fmt::format("'{}'", shown(path.string()));
    std::FILE* file = is_input ? stdin : std::fopen(path.c_str(), "rb");
    if (!file) throw UsageError(fmt::format("cannot read {}: {}", name, std::strerror(errno)));
    std::string text;
    char piece[1 << 16];
    std::size_t size = 0;
    while ((size = std::fread(piece, 1, sizeof piece, file)) > 0) text.append(piece, size);
    const int error = std::ferror(file) ? errno : 0;
    if (!is_input) std::fclose(file);
    if (error != 0) throw UsageError(fmt::format("cannot read {}: {}", name, std::strerror(error)));
    return text;
}

std::string name_of(const std::filesystem::path& path) { return path == "-" ? "standard input" : shown(path.string()); }

std::string unpacked(std::string bytes, std::string_view name, std::size_t most) {
    if (bytes.size() > most) refuse_size(name, most);
    if (bytes.starts_with("\x1f\x8b")) bytes = gunzipped(bytes, name, most);
    if (const char* encoding = utf16_of(bytes)) bytes = utf8_of(bytes, encoding, name);
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
    return bytes;
}

} // namespace throng::app
