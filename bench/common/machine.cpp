// SPDX-License-Identifier: MIT
// Where the facts are found.
#include "bench/common/machine.hpp"

#include <throng/isa.hpp>
#include <throng/version.hpp>

#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <thread>

namespace throng::bench {
namespace {

// Of the first processor. Guests often see no more than a family's name, such as AMD EPYC: the numbers identify it.
std::string cpu() {
    std::ifstream file("/proc/cpuinfo");
    std::string name = "unknown", family, model;
    for (std::string line; std::getline(file, line) && !line.empty();) {
        const std::size_t colon = line.find(": ");
        if (colon == std::string::npos) continue;
        const std::string key = line.substr(0, line.find_last_not_of("\t ", colon - 1) + 1),
                          value = line.substr(colon + 2);
        if (key == "model name") name = value;
        if (key == "cpu family") family = value;
        if (key == "model") model = value;
    }
    return family.empty() || model.empty() ? name : name + " (family " + family + ", model " + model + ")";
}

std::string compiler() {
#if defined(__clang__)
    return __VERSION__;
#else
    return std::string("gcc ") + __VERSION__;
#endif
}

std::string date() {
    const std::time_t now = std::time(nullptr);
    std::tm utc{};
    char text[32];
    std::strftime(text, sizeof text, "%Y-%m-%d %H:%M UTC", gmtime_r(&now, &utc));
    return text;
}

std::string load_average() {
    double load = 0;
    if (getloadavg(&load, 1) != 1) return "unknown";
    char text[32];
    std::snprintf(text, sizeof text, "%.2f", load);
    return text;
}

std::string instruction_sets() {
    std::string names;
    for (const std::string_view isa : available_isas()) names.append(names.empty() ? "" : " ").append(isa);
    return names;
}

// The words that the script said which started the program, else those of the program itself.
std::string command() {
    if (const char* said = std::getenv("THRONG_BENCH_COMMAND")) return said;
    std::ifstream file("/proc/self/cmdline");
    std::string words;
    for (std::string word; std::getline(file, word, '\0');) words += (words.empty() ? "" : " ") + word;
    return words;
}

std::string peers() {
    const char* const versions[] = {
#ifdef THRONG_BENCH_BOOST
        "Boost " THRONG_BENCH_BOOST,
#endif
#ifdef THRONG_BENCH_NANOFLANN
        "nanoflann " THRONG_BENCH_NANOFLANN,
#endif
#ifdef THRONG_BENCH_GEOS
        "GEOS " THRONG_BENCH_GEOS,
#endif
#ifdef THRONG_BENCH_CGAL
        "CGAL " THRONG_BENCH_CGAL,
#endif
#ifdef THRONG_BENCH_BOX2D
        "Box2D " THRONG_BENCH_BOX2D,
#endif
#ifdef THRONG_BENCH_BULLET
        "Bullet " THRONG_BENCH_BULLET,
#endif
#ifdef THRONG_BENCH_EMBREE
        "Embree " THRONG_BENCH_EMBREE,
#endif
#ifdef THRONG_BENCH_DETOUR
        "Detour " THRONG_BENCH_DETOUR,
#endif
        nullptr};
    std::string names;
    for (const char* const* each = versions; *each; ++each) names.append(names.empty() ? "" : ", ").append(*each);
    return names.empty() ? "none" : names;
}

} // namespace

std::vector<std::pair<std::string, std::string>> machine_facts() {
    return {{"throng",
             std::to_string(version_major) + "." + std::to_string(version_minor) + "." + std::to_string(version_patch)},
            {"cpu", cpu()},
            {"threads", std::to_string(std::thread::hardware_concurrency())},
            {"instruction sets", instruction_sets()},
            {"compiler", compiler()},
            {"flags", THRONG_BENCH_FLAGS},
            {"peers", peers()},
            {"command", command()},
            {"date", date()},
            {"load average at start", load_average()}};
}

} // namespace throng::bench
