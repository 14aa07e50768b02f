// SPDX-License-Identifier: MIT
// Output files that appear whole or not at all: inside one directory, or where the user said.
#include "apps/throng/cli/output.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fmt/format.h>
#include <string>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace throng::app {

namespace {

// O_EXCL never follows a link and never opens what is there, so a temporary cannot be made to point outside the
// directory.
std::FILE* create_exclusively(const std::filesystem::path& path) {
    const int descriptor = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor < 0) return nullptr;
    std::FILE* file = ::fdopen(descriptor, "wb");
    if (!file) ::close(descriptor);
    return file;
}

std::filesystem::path temporary_beside(const std::filesystem::path& destination, unsigned attempt) {
    // It leaves out the name of the file, which may be as long as names can be.
    return destination.parent_path() / fmt::format(".throng.{}.{}.part", ::getpid(), attempt);
}

void write_into(std::FILE* stream, std::string_view content, const std::string& name) {
    const bool is_written =
        std::fwrite(content.data(), 1, content.size(), stream) == content.size() && std::fflush(stream) == 0;
    if (!is_written) throw std::runtime_error(fmt::format("cannot write to {}: {}", name, std::strerror(errno)));
}

} // namespace

OutputFile::OutputFile(std::filesystem::path destination) : destination_(std::move(destination)) {
    require_no_directory(destination_);
    for (unsigned attempt = 0; !file_; ++attempt) {
        temporary_ = temporary_beside(destination_, attempt);
        file_ = create_exclusively(temporary_);
        if (!file_ && errno != EEXIST) {
            throw UsageError(fmt::format("cannot write into the directory '{}': {}",
                                         shown(destination_.parent_path().string()), std::strerror(errno)));
        }
    }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : destination_(std::move(other.destination_)), temporary_(std::move(other.temporary_)),
      file_(std::exchange(other.file_, nullptr)) {}

OutputFile::~OutputFile() {
    if (!file_) return;
    std::fclose(file_);
    ::unlink(temporary_.c_str());
}

void OutputFile::append(std::string_view bytes) {
    if (std::fwrite(bytes.data(), 1, bytes.size(), file_) != bytes.size()) fail("write");
}

void OutputFile::commit() {
    if (std::fflush(file_) != 0 || ::fsync(::fileno(file_)) != 0) fail("write");
    if (::rename(temporary_.c_str(), destination_.c_str()) != 0) fail("replace");
    std::fclose(std::exchange(file_, nullptr));
}

void OutputFile::fail(const char* doing) const {
    throw std::runtime_error(
        fmt::format("cannot {} '{}': {}", doing, shown(destination_.string()), std::strerror(errno)));
}

OutputDirectory::OutputDirectory(std::filesystem::path directory) : directory_(std::move(directory)) {
    if (directory_.empty()) throw UsageError("the output directory has no name");
    std::error_code error;
    std::filesystem::create_directories(directory_, error);
    if (error)
        throw UsageError(
            fmt::format("cannot create the directory '{}': {}", shown(directory_.string()), error.message()));
    if (!std::filesystem::is_directory(directory_, error))
        throw UsageError(fmt::format("'{}' is not a directory", shown(directory_.string())));
    if (::access(directory_.c_str(), W_OK | X_OK) != 0) {
        throw UsageError(
            fmt::format("cannot write into the directory '{}': {}", shown(directory_.string()), std::strerror(errno)));
    }
}

void OutputDirectory::write(std::string_view name, std::string_view content) const {
    OutputFile file = open(name);
    file.append(content);
    file.commit();
}

OutputFile OutputDirectory::open(std::string_view name) const { return OutputFile(path_of(name)); }

std::filesystem::path OutputDirectory::path_of(std::string_view name) const {
    const std::filesystem::path file(name);
    if (name.empty() || file.filename() != file || name == "." || name == "..") {
        throw std::invalid_argument(fmt::format("'{}' is no plain file name", shown(name)));
    }
    return directory_ / file;
}

void write_named(const std::filesystem::path& file, std::string_view content) {
    if (is_stdout(file)) return write_into(stdout, content, "stdout");
    require_no_directory(file);
    std::error_code none;
    if (is_plain(file) && !std::filesystem::is_symlink(file, none))
        return OutputDirectory(directory_of(file)).write(file.filename().string(), content);
    const std::string name = fmt::format("'{}'", shown(file.string()));
    std::FILE* const stream = std::fopen(file.c_str(), "wb");
    if (!stream) throw UsageError(fmt::format("cannot write to {}: {}", name, std::strerror(errno)));
    struct Close {
        std::FILE* stream;
        ~Close() { std::fclose(stream); }
    } const close{stream};
    write_into(stream, content, name);
}

void require_no_directory(const std::filesystem::path& file) {
    std::error_code none;
    if (!file.has_filename() || std::filesystem::is_directory(file, none))
        throw UsageError(fmt::format("'{}' is a directory; name a file in it", shown(file.string())));
}

bool is_stdout(const std::filesystem::path& file) {
    if (file == "-") return true;
    struct stat named {
    }, opened{};
    return ::stat(file.c_str(), &named) == 0 && ::fstat(STDOUT_FILENO, &opened) == 0 && named.st_dev == opened.st_dev &&
           named.st_ino == opened.st_ino;
}

bool is_plain(const std::filesystem::path& file) {
    std::error_code none;
    const auto status = std::filesystem::status(file, none);
    return !is_stdout(file) && (!std::filesystem::exists(status) || std::filesystem::is_regular_file(status));
}

std::filesystem::path directory_of(const std::filesystem::path& file) {
    return file.has_parent_path() ? file.parent_path() : ".";
}

} // namespace throng::app
