// SPDX-License-Identifier: MIT
// What all tables and JSON files have in common.
#pragma once

#include "bench/common/figures.hpp"

#include <string>
#include <utility>
#include <vector>

namespace throng::bench {

/// Three significant digits, and never an exponent.
std::string digits(double value);

/// A share as "12.3 %", negative ones with a sign.
std::string percent(double share);

/// A dash where the number of candidates is unknown, or there are no hits.
std::string candidates_per_hit(double candidates, double hits);

/// Name and value.
using Facts = std::vector<std::pair<std::string, std::string>>;
std::string facts_table(const Facts& facts);

/// What the names of the crowds mean.
std::string crowd_list();

// JSON values.
std::string quoted(const std::string& text);
std::string json(double value);
std::string json(const Spread& told);
std::string json(const Facts& facts);

} // namespace throng::bench
