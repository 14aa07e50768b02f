// SPDX-License-Identifier: MIT
// What a figure depends on besides the program: machine, compiler, flags, versions, date and load.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace throng::bench {

/// Name and value, in the order in which they are printed.
std::vector<std::pair<std::string, std::string>> machine_facts();

} // namespace throng::bench
