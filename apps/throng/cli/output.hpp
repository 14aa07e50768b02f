// SPDX-License-Identifier: MIT
// Output files that appear whole or not at all: inside one directory, or where the user said.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string_view>

namespace throng::app {

/// A file being written under a temporary name beside its final one; commit() renames it, destruction without commit
/// removes it. A directory of that name is a UsageError.
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

/// Writes the file that the user named, and no other. "-" is standard output; a link, a pipe or a device is written
/// into. Any other file appears whole or not at all, in a directory that is made when missing. Errors are as for
/// OutputDirectory.
void write_named(const std::filesystem::path& file, std::string_view content);

/// Throws UsageError for the name of a directory, which is no file to write.
void require_no_directory(const std::filesystem::path& file);

/// "-", or another name of what standard output is, as /dev/stdout: nothing else may be printed there.
bool is_stdout(const std::filesystem::path& file);

/// Whether the file, or what it links to, is a plain one or not there yet: not standard output, a pipe or a device.
bool is_plain(const std::filesystem::path& file);

/// The directory of a file that the user named: "." if the name has none.
std::filesystem::path directory_of(const std::filesystem::path& file);

} // namespace throng::app
