// SPDX-License-Identifier: MIT
// Trajectories of JuPedSim in SQLite: the table trajectory_data, of versions 1 to 3.
#pragma once

#include "apps/throng/input/recording.hpp"

#include <string_view>

namespace throng::app {

/// SQLite, and no map.
bool is_database_of_people(std::string_view bytes);

/// Throws UsageError for a beginning that no SQLite database has.
void require_beginning_of_jupedsim(std::string_view bytes, std::string_view name, const ReadOptions& options);

Recording read_jupedsim(std::string_view bytes, std::string_view name, const ReadOptions& options);

} // namespace throng::app
