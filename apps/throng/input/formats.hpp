// SPDX-License-Identifier: MIT
// The formats of recorded trajectories that can be read, each behind one interface.
#pragma once

#include "apps/throng/input/byte_stream.hpp"
#include "apps/throng/input/recording.hpp"

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace throng::app {

struct Format {
    std::string_view name;    // for --format
    std::string_view content; // what such a file contains, in a line
    bool (*recognises)(std::string_view bytes);
    // Throws UsageError for a beginning that none of its files has, whatever follows.
    void (*require_beginning)(std::string_view bytes, std::string_view name, const ReadOptions& options);
    Recording (*read)(std::string_view bytes, std::string_view name, const ReadOptions& options);
};

/// Of the readable formats; the first one that recognises a content reads it, and the last one recognises any text.
std::span<const Format> formats();

/// All names, as a list in a sentence.
std::string format_names();

/// The format of that name. Throws UsageError with all names.
const Format& format_named(std::string_view name);

/// Reads a file, or standard input for "-". Throws UsageError for what cannot be read, by its beginning where that
/// decides, and for more bytes than the options allow.
Recording read_recording(const std::filesystem::path& path, const ReadOptions& options);

/// The same from a stream or from bytes; `name` is their name in errors.
Recording read_recording(ByteStream& stream, std::string_view name, const ReadOptions& options);
Recording parse_recording(std::string_view bytes, std::string_view name, const ReadOptions& options);

} // namespace throng::app
