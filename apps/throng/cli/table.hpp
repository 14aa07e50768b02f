// SPDX-License-Identifier: MIT
// An aligned table of text: the first column to the left, the others to the right.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace throng::app {

class Table {
public:
    /// The first row added is set off by a rule below it if `header` is true.
    explicit Table(bool header = false) noexcept : header_(header) {}

    /// Rows may differ in length; missing cells are blank. A cell may contain any text: it is shown().
    void add(std::vector<std::string> cells);
    std::string text() const;
    void print() const; // on stdout

private:
    std::vector<std::size_t> widths() const;

    bool header_;
    std::vector<std::vector<std::string>> rows_;
};

/// 1234567 as "1 234 567".
std::string grouped(unsigned long long number);

/// "1 thread", "2 threads"; `many` is for words that do not end in s then: "1 leaf", "2 leaves".
std::string counted(unsigned long long number, std::string_view one, std::string_view many = {});

} // namespace throng::app
