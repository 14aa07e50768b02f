// SPDX-License-Identifier: MIT
// The bytes of an input, unpacked and in UTF-8 if they are a text.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace throng::app {

/// The bytes of a file; of standard input for "-". Throws UsageError.
std::string bytes_of(const std::filesystem::path& path);

/// The name of an input in messages and titles: "standard input" for "-".
std::string name_of(const std::filesystem::path& path);

/// gzip is unpacked, UTF-16 becomes UTF-8, a byte order mark disappears. Anything else stays as it is. Throws
/// UsageError for damaged gzip or UTF-16, and for more than `most` bytes.
std::string unpacked(std::string bytes, std::string_view name, std::size_t most = std::size_t{8} << 30);

/// Throws UsageError for bytes that are no text: "this is an HDF5 file ...".
void require_text(std::string_view bytes, std::string_view name);

} // namespace throng::app
