// SPDX-License-Identifier: MIT
// The columns of a text in memory, before it is decided what they mean.
#pragma once

#include "apps/throng/input/recording.hpp"
#include "apps/throng/input/text_rows.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace throng::app {

/// Where positions may be at most, in metres: beyond, larger coordinates (of copies side by side, of nodes of an
/// index) would leave the range of floats.
inline constexpr double farthest = 1e30;

/// The numbers of a file have one decimal sign.
class Numbers {
public:
    /// Throws UsageError for what is no finite number; `column` names the field in the error.
    double read(const TextRows& rows, std::size_t field, std::string_view text, std::string_view column);

private:
    char decimal_ = 0; // 0: not known yet
};

/// Numbers that are whole (also as `780.0`), or times.
class Keys {
public:
    void add_whole(const TextRows& rows, std::size_t field, std::string_view text, std::string_view column,
                   Numbers& numbers);
    void add_any(const TextRows& rows, std::size_t field, std::string_view text, std::string_view column,
                 Numbers& numbers);

    /// Whether one of them is not whole. They are all in `fractions` then, else in `whole`.
    bool has_fractions() const noexcept { return !fractions.empty(); }
    void make_fractions();

    std::vector<std::int64_t> whole;
    std::vector<double> fractions;
};

} // namespace throng::app
