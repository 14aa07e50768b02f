// SPDX-License-Identifier: MIT
// The page a replay is put into, made from replay_page/ when the program is built. "@RECORDING@" marks the place.
#pragma once

#include <string_view>

namespace throng::app {

extern const std::string_view replay_page;

} // namespace throng::app
