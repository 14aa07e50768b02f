// SPDX-License-Identifier: MIT
// An aligned table of text.
#include "apps/throng/cli/table.hpp"

#include "apps/throng/cli/shown.hpp"
#include <algorithm>
#include <cstdio>
#include <fmt/format.h>
#include <utility>

namespace throng::app {

void Table::add(std::vector<std::string> cells) {
    for (std::string& cell : cells) cell = shown(cell);
    rows_.push_back(std::move(cells));
}

std::vector<std::size_t> Table::widths() const {
    std::vector<std::size_t> widths;
    for (const auto& row : rows_) {
        if (widths.size() < row.size()) widths.resize(row.size());
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
    }
    return widths;
}

std::string Table::text() const {
    const std::vector<std::size_t> width = widths();
    std::size_t total = 0;
    for (std::size_t i = 0; i < width.size(); ++i) total += width[i] + (i == 0 ? 0 : 2);

    std::string text;
    for (std::size_t r = 0; r < rows_.size(); ++r) {
        std::string line;
        for (std::size_t i = 0; i < rows_[r].size(); ++i) {
            line +=
                i == 0 ? fmt::format("{:<{}}", rows_[r][i], width[i]) : fmt::format("  {:>{}}", rows_[r][i], width[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + '\n';
        if (header_ && r == 0) text += std::string(total, '-') + '\n';
    }
    return text;
}

void Table::print() const { fmt::print("{}", text()); }

std::string grouped(unsigned long long number) {
    const std::string digits = std::to_string(number);
    std::string text;
    for (std::size_t i = 0; i < digits.size(); ++i) {
        if (i > 0 && (digits.size() - i) % 3 == 0) text += ' ';
        text += digits[i];
    }
    return text;
}

std::string counted(unsigned long long number, std::string_view one, std::string_view many) {
    if (number == 1) return fmt::format("1 {}", one);
    return many.empty() ? fmt::format("{} {}s", grouped(number), one) : fmt::format("{} {}", grouped(number), many);
}

} // namespace throng::app
