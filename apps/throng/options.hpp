// SPDX-License-Identifier: MIT
// What the command line asked for, one struct per subcommand.
#pragma once

#include <cstdint>
#include <filesystem>

namespace throng::app {

struct DemoOptions {
    std::uint32_t agents = 100'000;
    std::uint32_t ticks = 600;
    std::uint64_t seed = 1;
    unsigned threads = 0; // 0: every one there is
    double check = 0.001; // share of answers compared with brute force
    std::filesystem::path out = "out/demo";
    bool json = false;
};
struct RunOptions {
    std::filesystem::path file;
    float radius = 2;         // metres
    std::uint32_t tile = 1;   // tile x tile copies
    std::uint64_t seed = 1;   // of when the copies begin
    std::uint32_t frames = 0; // 0: as many as the clip has
    unsigned threads = 0;
    double check = 0.001;
    std::filesystem::path out = "out/run";
    bool json = false;
};
struct BenchOptions {
    std::uint32_t agents = 100'000;
    unsigned threads = 0;
    bool json = false;
};

} // namespace throng::app
