// SPDX-License-Identifier: MIT
// Positions of people as a file contains them, in metres and doubles, and what the reader went by.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace throng::app {

/// The required content of a file.
enum class ClipContent {
    Tracks, // person, frame and position of each sample
    Places  // positions: a header may omit id and frame, and may name half extents
};

struct Sample {
    std::int64_t frame = 0, id = 0;
    double x = 0, y = 0;              // metres
    float half_x = -1, half_y = -1;   // half the sides of the person's box, metres; negative: not in the file
    float facing_x = 0, facing_y = 0; // a direction; zero: not in the file
    float value = NAN;                // of the column ReadOptions::value; NaN: none was asked for
    std::size_t line = 0;             // its line in a text, its row in a table; from 1
};

/// What a reader went by: each value with its source, as in "line 3".
struct Reading {
    std::string format;                // its name in `throng formats`
    std::string columns, columns_from; // "id frame x y"
    std::string unit, unit_from;       // "cm"
    std::string rate_from;             // empty: the frame rate is not in the file
};

struct Recording {
    std::vector<Sample> samples; // ascending by frame, then by id; no person is twice in a frame
    Reading reading;
    double frames_per_second = 25; // of the file or of the options, else this
};

/// The answers of the user to what a file leaves open.
struct ReadOptions {
    std::string format;           // its name; empty: by content
    std::string columns;          // "frame,id,x,y"; empty: by the file
    std::string unit;             // "cm"; empty: by the file
    std::string value;            // a further column to read, its name or its number from 1; empty: none
    double frames_per_second = 0; // 0: by the file
    std::uint64_t most_bytes = 0; // unpacked; 0: default_input_limit()
    ClipContent content = ClipContent::Tracks;
};

/// Sorts the samples. Throws UsageError for none, for too many, and for a person that is twice in a frame; `row` is
/// what Sample::line counts: "line" or "row".
void complete(Recording& recording, std::string_view name, std::string_view row = "line");

} // namespace throng::app
