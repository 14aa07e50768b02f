// SPDX-License-Identifier: MIT
// Command line options of the form --name, --name value and --name=value; what is not read here is left to others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace throng::bench {

class Options {
public:
    Options(int argc, char** argv) : rest_(argv + 1, argv + argc) {}

    /// Takes --name away and says whether it was there.
    bool flag(std::string_view name);

    /// Takes --name and its value away.
    std::optional<std::string> value(std::string_view name);

    /// As value(), a whole number >= `least`. Throws std::invalid_argument with a sentence.
    std::size_t number(std::string_view name, std::size_t otherwise, std::size_t least = 1);

    /// As value(), a finite number >= 0.
    float real(std::string_view name, float otherwise);

    /// What was not taken.
    const std::vector<std::string>& rest() const noexcept { return rest_; }

private:
    std::vector<std::string> rest_;
};

/// Calls f(word) for each of "one,two,three".
template <class F> void each_word(std::string_view text, F&& f) {
    while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        f(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
}

/// Throws std::invalid_argument with a sentence that begins with `what`.
std::size_t whole_number(std::string_view text, std::string_view what, std::size_t least = 1);

} // namespace throng::bench
