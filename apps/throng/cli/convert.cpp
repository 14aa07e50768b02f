// SPDX-License-Identifier: MIT
// throng convert: trajectories from one format to another.
#include "apps/throng/cli/convert.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/export_files.hpp"
#include "apps/throng/cli/info.hpp"
#include "apps/throng/cli/reading_report.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/input/formats.hpp"
#include "apps/throng/input/source.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace throng::app {

int run_convert(const ConvertOptions& options) {
    const std::string file = options.out.filename().string();
    const Export& format = options.to.empty() ? export_for(file) : export_named(options.to);
    const std::string stem =
        options.to.empty() ? file.substr(0, file.size() - format.ending.size()) : options.out.stem().string();
    if (stem.empty()) throw UsageError(fmt::format("'{}' names no file", shown(options.out.string())));

    const Recording recording = read_recording(options.file, options.read);
    const ReadingReport reading(recording, clip_of(recording));
    const OutputDirectory directory(options.out.has_parent_path() ? options.out.parent_path() : ".");
    write_export(recording, format, directory, stem);

    reading.warn_of(name_of(options.file), options.quiet);
    const std::string written = directory.path_of(fmt::format("{}{}", stem, format.ending)).string();
    if (options.json) {
        nlohmann::ordered_json document;
        document["program"] = describe_build();
        document["file"] = options.file.string();
        document["reading"] = reading.json();
        document["written"] = {{"format", format.name}, {"file", written}};
        fmt::print("{}\n", shown_json(document));
    } else if (!options.quiet) {
        Table table;
        table.add({"file", options.file.filename().string()});
        for (const auto& [name, value] : reading.rows()) table.add({name, value});
        table.add({"written as", std::string(format.name)});
        table.print();
        fmt::print("open {}\n", shown(written));
    }
    return exit_success;
}

} // namespace throng::app
