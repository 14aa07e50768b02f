// SPDX-License-Identifier: MIT
// The content of an input: its bytes, unpacked and in UTF-8 if they are a text, within a limit.
#pragma once

#include "apps/throng/input/byte_stream.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

namespace throng::app {

/// How many bytes of a longer input, unpacked, decide whether it can be a table at all.
inline constexpr std::size_t deciding_bytes = std::size_t{1} << 18;

/// The name of an input in messages and titles: "standard input" for "-".
std::string name_of(const std::filesystem::path& path);

/// 16 GiB, or a quarter of this machine's memory if that is less.
std::uint64_t default_input_limit();

/// Throws UsageError: the input has more bytes than the limit.
[[noreturn]] void refuse_size(std::string_view name, std::uint64_t limit);

/// gzip is unpacked, UTF-16 becomes UTF-8, a byte order mark disappears. Anything else stays as it is. Of an input that
/// is longer than deciding_bytes or the limit, `require_beginning` sees the beginning before anything else is taken
/// from the stream, and throws UsageError for what is no table. Throws UsageError for damaged gzip or UTF-16, and as
/// soon as there are more than `limit` bytes, unpacked.
std::string content_in(ByteStream& stream, std::string_view name, std::uint64_t limit,
                       const std::function<void(std::string_view)>& require_beginning);

/// An SQLite database of places on a map.
bool is_geopackage(std::string_view bytes);

/// Throws UsageError for bytes that are no text: "this is an HDF5 file ...".
void require_text(std::string_view bytes, std::string_view name);

} // namespace throng::app
