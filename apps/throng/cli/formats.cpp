// SPDX-License-Identifier: MIT
// throng formats: the formats of trajectories.
#include "apps/throng/cli/formats.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/input/formats.hpp"
#include "apps/throng/output/exports.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace throng::app {

int run_formats(bool json) {
    nlohmann::ordered_json document;
    std::string text;
    const auto add = [&](const char* way, std::string_view name, std::string_view content) {
        document[way].push_back({{"name", name}, {"content", content}});
        text += fmt::format("{:<5}  {:<11}  {}\n", way, name, content);
    };
    for (const Format& format : formats()) add("read", format.name, format.content);
    for (const Export& format : exports()) add("write", format.name, format.content);
    fmt::print("{}", json ? shown_json(document) + "\n" : text);
    return exit_success;
}

} // namespace throng::app
