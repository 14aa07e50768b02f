// SPDX-License-Identifier: MIT
// The content of an input: its bytes, unpacked and in UTF-8 if they are a text, within a limit.
#include "apps/throng/input/source.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/input/unpacker.hpp"
#include "apps/throng/input/utf16.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <unistd.h>
#include <utility>

namespace throng::app {

namespace {

std::string decoded(std::string bytes, std::string_view name, bool goes_on) {
    if (const char* encoding = utf16_of(bytes)) bytes = utf8_of(bytes, encoding, name, goes_on);
    if (bytes.starts_with("\xEF\xBB\xBF")) bytes.erase(0, 3);
    return bytes;
}

// Whole units of UTF-16.
std::string beginning_of(const std::string& bytes) {
    return bytes.substr(0, std::min(bytes.size(), deciding_bytes) / 2 * 2);
}

} // namespace

std::string name_of(const std::filesystem::path& path) { return path == "-" ? "standard input" : shown(path.string()); }

std::uint64_t default_input_limit() {
    constexpr std::uint64_t most = std::uint64_t{16} << 30;
    const long pages = ::sysconf(_SC_PHYS_PAGES), page = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || page <= 0) return most;
    return std::min(most, static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(page) / 4);
}

void refuse_size(std::string_view name, std::uint64_t limit) {
    throw UsageError(fmt::format("{} holds more than {} bytes, the limit of what is read; --input-limit SIZE raises it",
                                 name, limit));
}

std::string content_in(ByteStream& stream, std::string_view name, std::uint64_t limit,
                       const std::function<void(std::string_view)>& require_beginning) {
    Unpacker unpacker(stream, name, limit);
    std::string bytes;
    bool is_decided = false;
    for (std::string_view piece = unpacker.next(); !piece.empty(); piece = unpacker.next()) {
        bytes.append(piece);
        const bool is_too_long = bytes.size() > limit;
        if (!is_decided && (is_too_long || bytes.size() > deciding_bytes)) {
            // A limit would be raised in vain for what is no table.
            require_beginning(decoded(beginning_of(bytes), name, true));
            is_decided = true;
        }
        if (is_too_long) refuse_size(name, limit);
    }
    return decoded(std::move(bytes), name, false);
}

} // namespace throng::app
