// SPDX-License-Identifier: MIT
// Which instruction set answers.
#pragma once

#include <throng/export.hpp>

#include <span>
#include <string_view>

namespace throng {

THRONG_API std::string_view active_isa() noexcept;                // "baseline", "avx2", "avx512", "neon64"
THRONG_API std::span<const std::string_view> available_isas() noexcept;

} // namespace throng
