// SPDX-License-Identifier: MIT
// Taking options off the command line.
#include "bench/common/options.hpp"

#include <charconv>
#include <cmath>
#include <stdexcept>

namespace throng::bench {

bool Options::flag(std::string_view name) {
    for (auto each = rest_.begin(); each != rest_.end(); ++each) {
        if (*each != name) continue;
        rest_.erase(each);
        return true;
    }
    return false;
}

std::optional<std::string> Options::value(std::string_view name) {
    for (auto each = rest_.begin(); each != rest_.end(); ++each) {
        if (*each == name) {
            if (each + 1 == rest_.end()) throw std::invalid_argument(std::string(name) + " needs a value");
            std::string value = *(each + 1);
            rest_.erase(each, each + 2);
            return value;
        }
        if (each->size() > name.size() && each->starts_with(name) && (*each)[name.size()] == '=') {
            std::string value = each->substr(name.size() + 1);
            rest_.erase(each);
            return value;
        }
    }
    return std::nullopt;
}

std::size_t Options::number(std::string_view name, std::size_t otherwise, std::size_t least) {
    const std::optional<std::string> text = value(name);
    return text ? whole_number(*text, name, least) : otherwise;
}

float Options::real(std::string_view name, float otherwise) {
    const std::optional<std::string> text = value(name);
    if (!text) return otherwise;
    float number = 0;
    const auto [end, fault] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (fault != std::errc() || end != text->data() + text->size() || !std::isfinite(number) || number < 0) {
        throw std::invalid_argument(std::string(name) + " needs a number of at least 0, not '" + *text + "'");
    }
    return number;
}

std::size_t whole_number(std::string_view text, std::string_view what, std::size_t least) {
    std::size_t number = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc() || end != text.data() + text.size() || number < least) {
        throw std::invalid_argument(std::string(what) + " needs a whole number of at least " + std::to_string(least) +
                                    ", not '" + std::string(text) + "'");
    }
    return number;
}

} // namespace throng::bench
