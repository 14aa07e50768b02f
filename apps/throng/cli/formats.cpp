// SPDX-License-Identifier: MIT
// throng formats: the formats of trajectories.
#include "apps/throng/cli/formats.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/input/formats.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace throng::app {

int run_formats(bool json) {
    nlohmann::ordered_json document = nlohmann::ordered_json::array();
    std::size_t width = 0;
    for (const Format& format : formats()) width = std::max(width, format.name.size());
    for (const Format& format : formats()) {
        document.push_back({{"name", format.name}, {"content", format.content}});
        if (!json) fmt::print("{:<{}}  {}\n", format.name, width, format.content);
    }
    if (json) fmt::print("{}\n", shown_json(document));
    return exit_success;
}

} // namespace throng::app
