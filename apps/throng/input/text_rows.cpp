// SPDX-License-Identifier: MIT
// The rows of a text and their fields: separated values as RFC 4180 describes them, or words between blanks.
#include "apps/throng/input/text_rows.hpp"

#include "apps/throng/input/units.hpp"

#include <algorithm>
#include <fast_float/fast_float.h>
#include <fmt/format.h>
#include <system_error>

namespace throng::app {

namespace {

constexpr std::string_view ends_of_lines = "\r\n";

// How many bytes end a line where `text` begins with such an end.
std::size_t end_of_line(std::string_view text) { return text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1; }

bool is_blank(char c) { return c == ' ' || c == '\t'; }

void skip_blanks(std::string_view& text, Separator separator) {
    while (!text.empty() && is_blank(text.front()) && text.front() != static_cast<char>(separator))
        text.remove_prefix(1);
}

// Words between blanks that are all numbers, some with a decimal comma.
bool has_decimal_commas(std::string_view line) {
    std::size_t words = 0, commas = 0;
    for (line = trimmed(line); !line.empty(); line = trimmed(line)) {
        const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
        const std::string_view word = line.substr(0, end);
        if (!is_number(word)) return false;
        ++words;
        commas += word.find(',') != std::string_view::npos ? 1 : 0;
        line.remove_prefix(end);
    }
    return words >= 2 && commas > 0;
}

} // namespace

std::string_view name_of(Separator separator) {
    switch (separator) {
    case Separator::Tab: return "tabs";
    case Separator::Comma: return "commas";
    case Separator::Semicolon: return "semicolons";
    case Separator::Blanks: break;
    }
    return "blanks";
}

Separator separator_of(std::string_view line) {
    if (line.find(';') != std::string_view::npos) return Separator::Semicolon;
    if (line.find(',') != std::string_view::npos && !has_decimal_commas(line)) return Separator::Comma;
    // Between tabs alone a field may be empty, and a name may contain blanks. Numbers with blanks between are words.
    if (line.find('\t') == std::string_view::npos) return Separator::Blanks;
    for (std::string_view rest = line; !rest.empty();) {
        const std::size_t end = std::min(rest.find('\t'), rest.size());
        const std::string_view field = trimmed(rest.substr(0, end));
        const std::size_t blank = field.find(' ');
        if (blank != std::string_view::npos && is_number(field.substr(0, blank))) return Separator::Blanks;
        rest.remove_prefix(std::min(end + 1, rest.size()));
    }
    return Separator::Tab;
}

bool TextRows::is_comment() const noexcept {
    return line_.starts_with('#') || line_.starts_with('%') || line_.starts_with("//");
}

bool TextRows::next() {
    for (number_ += number_ == 0 ? 0 : lines_ - 1; !rest_.empty();) {
        raw_ = rest_;
        const std::string_view whole = rest_.substr(0, rest_.find_first_of(ends_of_lines));
        rest_.remove_prefix(whole.size());
        rest_.remove_prefix(end_of_line(rest_));
        line_ = trimmed(whole);
        ++number_;
        lines_ = 1;
        if (!line_.empty()) return true;
    }
    return false;
}

// From a quote at the beginning of `text`, which is left behind the closing one.
std::string_view TextRows::quoted(std::string_view& text) {
    text.remove_prefix(1);
    const std::string_view all = text;
    std::string* copy = nullptr;
    std::size_t begin = 0; // of what is not copied yet
    for (std::size_t at = 0;;) {
        at = all.find_first_of("\"\r\n", at);
        if (at == std::string_view::npos)
            throw OpenQuote(fmt::format("{}, line {}: a quote is never closed", name_, number_));
        if (all[at] != '"') {
            at += end_of_line(all.substr(at));
            ++lines_;
            continue;
        }
        const bool is_doubled = at + 1 < all.size() && all[at + 1] == '"';
        if (!is_doubled) {
            text.remove_prefix(at + 1);
            if (!copy) return all.substr(0, at);
            return copy->append(all.substr(begin, at - begin));
        }
        if (!copy) copy = &unquoted_.emplace_back();
        copy->append(all.substr(begin, at + 1 - begin));
        at += 2;
        begin = at;
    }
}

const std::vector<std::string_view>& TextRows::fields(Separator separator) {
    fields_.clear();
    unquoted_.clear();
    lines_ = 1;
    std::string_view text = raw_;
    const char sign = static_cast<char>(separator);
    const std::string_view stops = separator == Separator::Blanks  ? " \t\r\n"
                                   : separator == Separator::Tab   ? "\t\r\n"
                                   : separator == Separator::Comma ? ",\r\n"
                                                                   : ";\r\n";
    const auto at_end = [&] { return text.empty() || text.front() == '\r' || text.front() == '\n'; };
    for (;;) {
        skip_blanks(text, separator);
        if (separator == Separator::Blanks) {
            while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
            if (at_end()) break;
        }
        if (!text.empty() && text.front() == '"') {
            fields_.push_back(quoted(text));
            skip_blanks(text, separator);
            const bool closes =
                at_end() || text.front() == sign || (separator == Separator::Blanks && is_blank(text.front()));
            if (!closes && separator != Separator::Blanks)
                fail(fields_.size() - 1, "there is text after a closing quote");
        } else {
            const std::string_view field = text.substr(0, text.find_first_of(stops));
            fields_.push_back(trimmed(field));
            text.remove_prefix(field.size());
        }
        if (separator == Separator::Blanks) continue;
        if (at_end()) break;
        text.remove_prefix(1);
        // A tab at the end of a line separates nothing.
        if (separator == Separator::Tab && at_end()) break;
    }
    text.remove_prefix(end_of_line(text));
    rest_ = text;
    return fields_;
}

void TextRows::fail(std::string_view what) const {
    throw UsageError(fmt::format("{}, line {}: {}", name_, number_, what));
}

void TextRows::fail(std::size_t field, std::string_view what) const {
    throw UsageError(fmt::format("{}, line {}, column {}: {}", name_, number_, field + 1, what));
}

bool read_number(std::string_view field, char decimal, double& value) {
    if (field.starts_with('+') && !field.starts_with("+-")) field.remove_prefix(1);
    if (field.empty()) return false;
    const fast_float::parse_options options(fast_float::chars_format::general, decimal);
    const char* end = field.data() + field.size();
    const auto [stopped, error] = fast_float::from_chars_advanced(field.data(), end, value, options);
    return stopped == end && error != std::errc::invalid_argument;
}

bool is_number(std::string_view field) {
    double value = 0;
    return read_number(field, '.', value) || read_number(field, ',', value);
}

} // namespace throng::app
