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

namespace {

// What is to be written where. Nothing is read before it is known to make sense.
const Export& format_for(const ConvertOptions& options) {
    const std::filesystem::path& out = options.out;
    if (out.empty()) throw UsageError("OUT is missing: name a file to write, or - for standard output");
    if (is_stdout(out) && options.json) throw UsageError("stdout is the file to write: leave --json out");
    if (out == "-" && options.to.empty()) throw UsageError("the name - tells no format: add --to NAME");
    require_no_directory(out);
    const std::string file = out.filename().string();
    const Export& format = options.to.empty() ? export_for(file) : export_named(options.to);
    if (options.to.empty() && file.size() == format.ending.size())
        throw UsageError(fmt::format("'{}' names no file", shown(out.string())));
    if (format.is_series && !is_plain(out)) {
        throw UsageError(fmt::format("{} is a series of files, which '{}' cannot hold: name a plain file", format.name,
                                     shown(out.string())));
    }
    return format;
}

} // namespace

int run_convert(const ConvertOptions& options) {
    const Export& format = format_for(options);
    const Recording recording = read_recording(options.file, options.read);
    const ReadingReport reading(recording, clip_of(recording));
    write_export(recording, format, options.out);

    reading.warn_of(name_of(options.file), options.quiet);
    if (is_stdout(options.out)) return exit_success;
    const std::string written = (directory_of(options.out) / options.out.filename()).string();
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
