// SPDX-License-Identifier: MIT
// Checks of values on the command line; the error of each is one sentence.
#include "apps/throng/cli/option_values.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/workers.hpp"
#include "apps/throng/crowd/crowd_index.hpp"
#include "apps/throng/input/column_names.hpp"
#include "apps/throng/input/formats.hpp"
#include "apps/throng/input/units.hpp"
#include "apps/throng/output/exports.hpp"

#include <charconv>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <string>
#include <system_error>

namespace throng::app {

namespace {

// Numbers are read here and not by the parser, which would accept "-1", "nan" and the octal "010".
template <class Number> bool reads_as(const std::string& text, Number& value) {
    const char* end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, value);
    return error == std::errc() && stopped == end;
}

// What `accept` throws is the sentence.
template <class Accept> CLI::Validator accepted_by(Accept accept) {
    return {[accept](std::string& text) {
                try {
                    accept(text);
                } catch (const UsageError& e) {
                    return std::string(e.what());
                }
                return std::string();
            },
            ""};
}

} // namespace

CLI::Validator whole_number(std::uint64_t low, std::uint64_t high) {
    return {[low, high](std::string& text) {
                std::uint64_t value = 0;
                if (!reads_as(text, value) || value < low || value > high)
                    return fmt::format("'{}' is no whole number from {} to {}", shown(text), low, high);
                text = std::to_string(value);
                return std::string();
            },
            ""};
}

CLI::Validator thread_count() {
    return {[](std::string& text) {
                constexpr unsigned most = 1024;
                unsigned value = 0;
                if (!reads_as(text, value) || value > most)
                    return fmt::format("'{}' is no whole number from 0 to {}", shown(text), most);
                if (value > 1 && !can_share_work()) {
                    return fmt::format("'{}' threads are not possible: this build is without oneTBB and has one",
                                       shown(text));
                }
                text = std::to_string(value);
                return std::string();
            },
            ""};
}

CLI::Validator frame_number() {
    return {[](std::string& text) {
                std::int64_t value = 0;
                if (!reads_as(text, value)) return fmt::format("'{}' is no whole number", shown(text));
                text = std::to_string(value);
                return std::string();
            },
            ""};
}

CLI::Validator number(double low, double high) {
    return {[low, high](std::string& text) {
                double value = 0;
                return reads_as(text, value) && value >= low && value <= high
                           ? std::string()
                           : fmt::format("'{}' is no number from {:g} to {:g}", shown(text), low, high);
            },
            ""};
}

CLI::Validator positive_number() {
    return {[](std::string& text) {
                float value = 0;
                return reads_as(text, value) && value > 0 && std::isfinite(value)
                           ? std::string()
                           : fmt::format("'{}' is no positive number", shown(text));
            },
            ""};
}

CLI::Validator byte_count() {
    return {[](std::string& text) {
                std::string refusal = fmt::format(
                    "'{}' is no size: a whole number of bytes from 1, or of K, M, G or T, as in 8G", shown(text));
                // The parser of sizes takes numbers that are octal or too large, and a unit alone.
                std::uint64_t number = 0;
                const auto [stopped, error] = std::from_chars(text.data(), text.data() + text.size(), number);
                if (error != std::errc() || number == 0 || text.starts_with('0')) return refusal;
                try {
                    CLI::AsSizeValue(false)(text);
                } catch (const CLI::ValidationError&) {
                    return refusal;
                }
                return std::string();
            },
            ""};
}

CLI::Validator file_name() {
    return {[](std::string& text) { return text.empty() ? std::string("the name is empty") : std::string(); }, ""};
}

CLI::Validator picture_name() {
    return {[](std::string& text) {
                return text == "-" || std::filesystem::path(text).extension() == ".png"
                           ? std::string()
                           : fmt::format("'{}' does not end in .png", shown(text));
            },
            ""};
}

CLI::Validator index_name() {
    return accepted_by([](std::string& text) { text = name_of(structure_named(text)); });
}

CLI::Validator unit_name() {
    return accepted_by([](std::string& text) {
        if (!length_named(text))
            throw UsageError(fmt::format("'{}' is no unit; there are m, cm, mm, ft and in", shown(text)));
    });
}

CLI::Validator format_name() {
    return accepted_by([](std::string& text) { format_named(text); });
}

CLI::Validator shell_name() {
    return accepted_by([](std::string& text) {
        if (text != "bash" && text != "zsh" && text != "fish")
            throw UsageError(fmt::format("'{}' is no shell; there are bash, zsh and fish", shown(text)));
    });
}

CLI::Validator theme_name() {
    return accepted_by([](std::string& text) {
        if (text != "dark" && text != "light")
            throw UsageError(fmt::format("'{}' is no theme; there are dark and light", shown(text)));
    });
}

CLI::Validator export_name() {
    return accepted_by([](std::string& text) { export_named(text); });
}

CLI::Validator column_names(bool places_suffice) {
    return accepted_by([places_suffice](std::string& text) { layout_asked(text, places_suffice); });
}

} // namespace throng::app
