// SPDX-License-Identifier: MIT
// What the program reads in the text of a file, and why it refuses one.
#pragma once

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/input/formats.hpp"

#include <string>
#include <string_view>

namespace throng::app {

inline Recording recording_of(const std::string& text, const ReadOptions& options = {}) {
    return parse_recording(text, "clip", options);
}

/// The message of the error; empty: the text is read.
inline std::string refusal_of(std::string_view text, const ReadOptions& options = {}) {
    try {
        recording_of(std::string(text), options);
    } catch (const UsageError& e) {
        return e.what();
    }
    return "";
}

} // namespace throng::app
