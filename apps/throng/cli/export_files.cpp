// SPDX-License-Identifier: MIT
// Exported trajectories as files: of a directory, or where the user said.
#include "apps/throng/cli/export_files.hpp"

#include <functional>
#include <optional>

namespace throng::app {

namespace {

using FileWriter = std::function<void(std::string_view bytes)>;

// `write` takes the file `name`; a series lies in a folder of `directory`.
void write_files(const Recording& recording, const Export& format, const std::filesystem::path& directory,
                 std::string_view name, const FileWriter& write) {
    std::optional<OutputDirectory> inner;
    format.write(recording, name, [&](std::string_view file, std::string_view bytes) {
        if (file == name) return write(bytes);
        const std::filesystem::path path(file);
        if (!inner) inner.emplace(directory / path.parent_path());
        inner->write(path.filename().string(), bytes);
    });
}

} // namespace

void write_export(const Recording& recording, const Export& format, const OutputDirectory& directory,
                  std::string_view name) {
    write_files(recording, format, directory.path(), name,
                [&](std::string_view bytes) { directory.write(name, bytes); });
}

void write_export(const Recording& recording, const Export& format, const std::filesystem::path& file) {
    write_files(recording, format, directory_of(file), file.filename().string(),
                [&](std::string_view bytes) { write_named(file, bytes); });
}

} // namespace throng::app
