// SPDX-License-Identifier: MIT
// The rows of a text and their fields: separated values as RFC 4180 describes them, or words between blanks.
#pragma once

#include "apps/throng/cli/errors.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace throng::app {

enum class Separator : char { Blanks = ' ', Tab = '\t', Comma = ',', Semicolon = ';' };

std::string_view name_of(Separator separator);

/// The separator of a line of names or numbers.
Separator separator_of(std::string_view line);

/// A quote has no other half in the text.
class OpenQuote : public UsageError {
public:
    using UsageError::UsageError;
};

class TextRows {
public:
    /// `name` is the file's name in errors. Both are borrowed.
    TextRows(std::string_view text, std::string_view name) : rest_(text), name_(name) {}

    /// Advances to the next line that contains more than blanks. A line ends with LF, CR LF or CR.
    bool next();

    std::string_view line() const noexcept { return line_; } // without blanks at both ends
    std::size_t number() const noexcept { return number_; }  // of the line, from 1
    std::string_view name() const noexcept { return name_; } // of the file
    /// A line that begins with #, % or //.
    bool is_comment() const noexcept;

    /// The fields of the current line, without blanks and quotes around them, valid until the next call. A quoted field
    /// may contain separators, doubled quotes and ends of lines. Throws OpenQuote.
    const std::vector<std::string_view>& fields(Separator separator);

    [[noreturn]] void fail(std::string_view what) const;
    [[noreturn]] void fail(std::size_t field, std::string_view what) const; // `field` from 0

private:
    std::string_view quoted(std::string_view& text);

    std::string_view rest_; // what follows the current line
    std::string_view name_;
    std::string_view raw_; // the current line and all after it
    std::string_view line_;
    std::size_t number_ = 0;
    std::size_t lines_ = 1; // that the current row takes
    std::vector<std::string_view> fields_;
    std::deque<std::string> unquoted_; // fields with doubled quotes
};

/// Whether the whole field is a number; `decimal` is its decimal sign, '.' or ','. "1e400" is a number: infinity.
bool read_number(std::string_view field, char decimal, double& value);

/// With either decimal sign.
bool is_number(std::string_view field);

} // namespace throng::app
