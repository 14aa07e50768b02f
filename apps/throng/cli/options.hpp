// SPDX-License-Identifier: MIT
// The options of the command line, one struct per subcommand.
#pragma once

#include "apps/throng/input/recording.hpp"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace throng::app {

struct DemoOptions {
    std::uint32_t agents = 100'000;
    std::uint32_t ticks = 600;
    std::uint64_t seed = 1;
    std::string index = "world"; // one of structure_names()
    unsigned threads = 0;        // 0: all
    double check = 0.001;        // share of answers compared with brute force
    std::string theme;           // "dark" or "light"; empty: dark pictures, and a replay as the browser has it
    std::filesystem::path out = "out/demo";
    bool json = false;
    bool quiet = false;
};
struct RunOptions {
    std::filesystem::path file;
    float radius = 2;         // metres
    std::uint32_t tile = 1;   // tile x tile copies
    std::uint64_t seed = 1;   // of the frames at which the copies begin
    std::uint32_t frames = 0; // 0: all of the clip
    std::string index = "row-grid";
    unsigned threads = 0;
    double check = 0.001;
    ReadOptions read;
    std::vector<std::string> exports; // of exports(), beside the program's own files
    std::filesystem::path out = "out/run";
    std::filesystem::path people, pairs, density; // lists to write; empty: none
    bool figures_only = false;                    // no picture, no replay
    bool axes = true;                             // of the picture
    std::string theme;
    bool json = false;
    bool quiet = false;
};
struct ConvertOptions {
    std::filesystem::path file, out;
    std::string to; // one of exports(); empty: by the ending of `out`
    ReadOptions read;
    bool json = false;
    bool quiet = false;
};
struct DrawOptions {
    std::filesystem::path input; // empty: the demo's crowd
    ReadOptions read;
    std::optional<std::int64_t> frame; // its number in the file; none: the frame with most people
    std::uint32_t agents = 1000;       // of the demo's crowd
    std::uint64_t seed = 1;
    std::string index = "row-grid";
    float body = 0.2f;          // half of a person's width, in metres, if the file does not contain it
    float spread = 1;           // bodies are up to so many times smaller and larger
    std::uint32_t width = 1200; // pixels
    std::vector<double> zoom;   // the part to show: its least x and y, its greatest x and y; empty: all
    bool axes = true;           // of pictures of files
    std::string theme;
    std::filesystem::path out; // empty: out/draw/ and the name of the index
    bool json = false;
    bool quiet = false;
};
struct BenchOptions {
    std::uint32_t agents = 100'000;
    unsigned threads = 0;
    bool json = false;
    bool quiet = false;
};

} // namespace throng::app
