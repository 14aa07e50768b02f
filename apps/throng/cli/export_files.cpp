// SPDX-License-Identifier: MIT
// Exported trajectories as files of a directory.
#include "apps/throng/cli/export_files.hpp"

#include <filesystem>
#include <optional>

namespace throng::app {

void write_export(const Recording& recording, const Export& format, const OutputDirectory& directory,
                  std::string_view stem) {
    std::optional<OutputDirectory> inner;
    format.write(recording, stem, [&](std::string_view name, std::string_view bytes) {
        const std::filesystem::path path(name);
        if (!path.has_parent_path()) return directory.write(name, bytes);
        if (!inner) inner.emplace(directory.path_of(path.parent_path().string()));
        inner->write(path.filename().string(), bytes);
    });
}

} // namespace throng::app
