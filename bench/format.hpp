// SPDX-License-Identifier: MIT
// What all tables have in common.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace throng::bench {

/// Three significant digits, and never an exponent.
std::string digits(double value);

std::string facts_table(const std::vector<std::pair<std::string, std::string>>& facts);

/// What the names of the crowds mean.
std::string crowd_list();

} // namespace throng::bench
