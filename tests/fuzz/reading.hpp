// SPDX-License-Identifier: MIT
// A reader of the program with a fuzzer's bytes as its file: it gives a recording that keeps its promises, or a
// sentence.
#pragma once

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/input/formats.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

namespace throng::fuzz {

inline void require(bool holds, const char* promise) {
    if (holds) return;
    std::cerr << "broken: " << promise << '\n';
    std::abort();
}

/// The first byte decides the options, the rest is the file.
inline app::ReadOptions options_of(std::uint8_t byte) {
    app::ReadOptions options;
    if ((byte & 3) == 1) options.columns = "frame,id,x,y";
    if ((byte & 3) == 2) options.columns = "time,-,id,y,x";
    if ((byte & 4) != 0) options.unit = "cm";
    if ((byte & 8) != 0) options.frames_per_second = 10;
    if ((byte & 16) != 0) options.content = app::ClipContent::Places;
    return options;
}

inline void require_promises(const app::Recording& recording) {
    require(!recording.samples.empty(), "a recording holds positions");
    require(recording.frames_per_second > 0 && std::isfinite(recording.frames_per_second),
            "the frame rate is positive");
    for (std::size_t i = 0; i < recording.samples.size(); ++i) {
        const app::Sample& now = recording.samples[i];
        require(std::abs(now.x) <= 2e30 && std::abs(now.y) <= 2e30, "positions are finite and in the range of floats");
        if (i == 0) continue;
        const app::Sample& before = recording.samples[i - 1];
        require(before.frame < now.frame || (before.frame == now.frame && before.id < now.id),
                "samples ascend by frame and id");
    }
}

/// Calls `then` with the recording of the bytes; a UsageError of it or of the reader is an answer of one line.
template <class Then> int read(std::string_view format, const std::uint8_t* data, std::size_t size, Then then) {
    if (size == 0) return 0;
    app::ReadOptions options = options_of(data[0]);
    options.format = format;
    try {
        const app::Recording recording =
            app::parse_recording(std::string(reinterpret_cast<const char*>(data) + 1, size - 1), "file", options);
        require_promises(recording);
        then(recording);
    } catch (const app::UsageError& e) {
        const std::string_view sentence = e.what();
        require(!sentence.empty() && sentence.find('\n') == std::string_view::npos, "an error is one sentence");
    }
    return 0;
}

inline int read(std::string_view format, const std::uint8_t* data, std::size_t size) {
    return read(format, data, size, [](const app::Recording&) {});
}

} // namespace throng::fuzz
