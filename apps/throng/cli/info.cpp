// SPDX-License-Identifier: MIT
// throng info: versions of the program's parts, and the machine's instruction sets and threads.
#include "apps/throng/cli/info.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/cli/workers.hpp"

#include <throng/isa.hpp>
#include <throng/version.hpp>

#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

namespace throng::app {

int run_info(bool json) {
    const nlohmann::ordered_json build = describe_build();
    if (json) {
        fmt::print("{}\n", shown_json(build));
        return exit_success;
    }
    const std::string onetbb = build["onetbb"].is_null() ? "not used" : build["onetbb"].get<std::string>();
    Table table;
    table.add({"throng", version_text()});
    table.add({"instruction set", std::string(active_isa())});
    table.add({"available", fmt::format("{}", fmt::join(available_isas(), " "))});
    table.add({"threads", std::to_string(hardware_threads())});
    table.add({"oneTBB", onetbb});
    table.add({"xsimd", THRONG_XSIMD_VERSION});
    table.print();
    return exit_success;
}

nlohmann::ordered_json describe_build() {
    nlohmann::ordered_json build;
    build["version"] = version_text();
    build["isa"] = {{"active", active_isa()}, {"available", available_isas()}};
    build["threads"] = hardware_threads();
    build["onetbb"] = *tbb_version() == '\0' ? nlohmann::ordered_json() : nlohmann::ordered_json(tbb_version());
    build["xsimd"] = THRONG_XSIMD_VERSION;
    return build;
}

std::string version_text() { return fmt::format("{}.{}.{}", version_major, version_minor, version_patch); }

void require_possible_isa() {
    const char* forced = std::getenv("THRONG_ISA");
    if (!forced || *forced == '\0') return;
    const auto possible = available_isas();
    if (std::find(possible.begin(), possible.end(), std::string_view(forced)) != possible.end()) return;
    throw UsageError(fmt::format("THRONG_ISA is '{}', but this machine and this build can run {}", shown(forced),
                                 fmt::join(possible, ", ")));
}

} // namespace throng::app
