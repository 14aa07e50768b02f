// SPDX-License-Identifier: MIT
// The columns of a text in memory, before it is decided what they mean.
#include "apps/throng/input/text_columns.hpp"

#include "apps/throng/cli/shown.hpp"

#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <system_error>

namespace throng::app {

namespace {

constexpr double most_exact = 0x1p53; // doubles below it are all whole numbers

bool reads_as_whole(std::string_view text, std::int64_t& value) {
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stopped == end;
}

bool is_whole(double value) { return std::abs(value) <= most_exact && value == std::floor(value); }

} // namespace

double Numbers::read(const TextRows& rows, std::size_t field, std::string_view text, std::string_view column) {
    if (text.empty()) rows.fail(field, fmt::format("the {} is missing", column));
    double value = 0;
    const bool has_comma = text.find(',') != std::string_view::npos,
               has_point = text.find('.') != std::string_view::npos;
    const char sign = has_comma ? ',' : '.';
    if (!read_number(text, sign, value) || !std::isfinite(value))
        rows.fail(field, fmt::format("the {} '{}' is no finite number", column, shown(text, longest_shown)));
    if (!has_comma && !has_point) return value;
    if (decimal_ == 0) decimal_ = sign;
    if (decimal_ != sign) {
        rows.fail(field, fmt::format("the {} '{}' has a decimal {}, earlier numbers have a {}", column,
                                     shown(text, longest_shown), has_comma ? "comma" : "point",
                                     has_comma ? "point" : "comma"));
    }
    return value;
}

void Keys::add_whole(const TextRows& rows, std::size_t field, std::string_view text, std::string_view column,
                     Numbers& numbers) {
    std::int64_t value = 0;
    if (!reads_as_whole(text, value)) {
        if (text.empty()) rows.fail(field, fmt::format("the {} is missing", column));
        double number = 0;
        if (!read_number(text, text.find(',') == std::string_view::npos ? '.' : ',', number) || !is_whole(number))
            rows.fail(field, fmt::format("the {} '{}' is no whole number", column, shown(text, longest_shown)));
        value = static_cast<std::int64_t>(numbers.read(rows, field, text, column));
    }
    whole.push_back(value);
}

void Keys::add_any(const TextRows& rows, std::size_t field, std::string_view text, std::string_view column,
                   Numbers& numbers) {
    std::int64_t value = 0;
    if (!has_fractions() && reads_as_whole(text, value)) {
        whole.push_back(value);
        return;
    }
    double number = 0;
    if (!read_number(text, text.find(',') == std::string_view::npos ? '.' : ',', number) || !std::isfinite(number)) {
        if (text.empty()) rows.fail(field, fmt::format("the {} is missing", column));
        rows.fail(field, fmt::format("the {} '{}' is no whole number", column, shown(text, longest_shown)));
    }
    number = numbers.read(rows, field, text, column);
    if (std::abs(number) > most_exact)
        rows.fail(field, fmt::format("the {} '{}' is too large", column, shown(text, longest_shown)));
    if (!has_fractions() && is_whole(number)) {
        whole.push_back(static_cast<std::int64_t>(number));
    } else {
        make_fractions();
        fractions.push_back(number);
    }
}

void Keys::make_fractions() {
    if (has_fractions()) return;
    fractions.reserve(whole.size() + 1);
    for (const std::int64_t value : whole) fractions.push_back(static_cast<double>(value));
    whole.clear();
}

} // namespace throng::app
