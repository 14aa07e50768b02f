// SPDX-License-Identifier: MIT
// Output files that appear whole or not at all, and only inside one directory.
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
    return destination.parent_path() /
           fmt::format(".{}.{}.{}.part", destination.filename().string(), ::getpid(), attempt);
}

} // namespace

OutputFile::OutputFile(std::filesystem::path destination) : destination_(std::move(destination)) {
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

} // namespace throng::app
