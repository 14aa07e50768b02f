// SPDX-License-Identifier: MIT
// Bytes one after another, as a file, a pipe or the memory gives them.
#include "apps/throng/input/byte_stream.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/input/source.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>

namespace throng::app {

namespace {

[[noreturn]] void refuse_file(std::string_view name, int error) {
    throw UsageError(fmt::format("cannot read {}: {}", name, std::strerror(error)));
}

} // namespace

FileStream::FileStream(const std::filesystem::path& path)
    : name_(path == "-" ? name_of(path) : fmt::format("'{}'", shown(path.string()))),
      file_(path == "-" ? stdin : std::fopen(path.c_str(), "rb")) {
    if (!file_) refuse_file(name_, errno);
}

FileStream::~FileStream() {
    if (file_ != stdin) std::fclose(file_);
}

std::size_t FileStream::read(char* into, std::size_t size) {
    const std::size_t count = std::fread(into, 1, size, file_);
    if (std::ferror(file_) != 0) refuse_file(name_, errno);
    return count;
}

std::size_t MemoryStream::read(char* into, std::size_t size) {
    const std::size_t count = rest_.copy(into, size);
    rest_.remove_prefix(count);
    return count;
}

} // namespace throng::app
