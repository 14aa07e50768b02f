// SPDX-License-Identifier: MIT
// Bytes one after another, as a file, a pipe or the memory gives them.
#pragma once

#include <cstddef>
#include <cstdio>
#include <filesystem>
#include <string>
#include <string_view>

namespace throng::app {

class ByteStream {
public:
    ByteStream() = default;
    ByteStream(const ByteStream&) = delete;
    ByteStream& operator=(const ByteStream&) = delete;
    virtual ~ByteStream() = default;

    /// Takes the next bytes, and no more than `size`. Fewer are the last ones.
    virtual std::size_t read(char* into, std::size_t size) = 0;
};

/// A file, a pipe or a device; standard input for "-".
class FileStream final : public ByteStream {
public:
    /// Throws UsageError.
    explicit FileStream(const std::filesystem::path& path);
    ~FileStream() override;

    /// Throws UsageError.
    std::size_t read(char* into, std::size_t size) override;

private:
    std::string name_; // in errors
    std::FILE* file_;
};

/// The bytes are borrowed.
class MemoryStream final : public ByteStream {
public:
    explicit MemoryStream(std::string_view bytes) : rest_(bytes) {}

    std::size_t read(char* into, std::size_t size) override;

private:
    std::string_view rest_;
};

} // namespace throng::app
