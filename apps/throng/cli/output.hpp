// SPDX-License-Identifier: MIT
// Output files that appear whole or not at all, and only inside one directory.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace throng::app {

/// A file being written under a temporary name beside its final one; commit() renames it, destruction without commit
/// removes it.
class OutputFile {
public:
    OutputFile(std::filesystem::path destination);
    OutputFile(OutputFile&& other) noexcept;
    OutputFile(const OutputFile&) = delete;
    OutputFile& operator=(const OutputFile&) = delete;
    OutputFile& operator=(OutputFile&&) = delete;
    ~OutputFile();

    void append(std::string_view bytes);
    void commit();

private:
    [[noreturn]] void fail(const char* doing) const;

    std::filesystem::path destination_;
    std::filesystem::path temporary_;
    std::FILE* file_ = nullptr;
};

/// The directory named by --out, created with its parents when missing.
///
/// A name is a plain file name: one that would leave the directory is std::invalid_argument. A directory that cannot be
/// created or written to is a UsageError; a write that fails half-way (a full disk) is std::runtime_error and leaves no
/// file.
class OutputDirectory {
public:
    explicit OutputDirectory(std::filesystem::path directory);

    void write(std::string_view name, std::string_view content) const;
    OutputFile open(std::string_view name) const;
    std::filesystem::path path_of(std::string_view name) const;
    const std::filesystem::path& path() const noexcept { return directory_; }

private:
    std::filesystem::path directory_;
};

} // namespace throng::app
