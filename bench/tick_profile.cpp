// SPDX-License-Identifier: MIT
// One question of the crowd workload in a plain loop, for tuning: prints what a tick costs, and is easy to read under a profiler.
#include "figures.hpp"
#include "instruction_set.hpp"
#include "options.hpp"
#include "workload.hpp"

#include <throng/isa.hpp>

#include <cstdio>
#include <exception>
#include <stdexcept>

namespace {

using namespace throng::bench;

constexpr const char* usage =
    "usage: tick_profile [--n N] [--ticks T] [--what QUESTION] [--isa NAME] [--threads 1|0 (all)] [--shuffled] [--cell SIZE]\n";

void profile(Options& options) {
    const std::size_t n = options.number("--n", 1'000'000);
    const std::size_t ticks = options.number("--ticks", 30);
    const std::string what = options.value("--what").value_or("tick");
    const bool one_thread = options.number("--threads", 1, 0) == 1;
    const Arrays arrays = options.flag("--shuffled") ? Arrays::Shuffled : Arrays::Coherent;
    const float cell_size = options.real("--cell", 0);
    if (const auto isa = options.value("--isa")) force_instruction_set(*isa);
    const Question* question = find_question(what);
    if (!question) throw std::invalid_argument("there is no question '" + what + "'");
    if (!options.rest().empty()) throw std::invalid_argument("unknown option " + options.rest().front());

    Workload workload(*question, {.one_thread = one_thread, .cell_size = cell_size}, n, arrays);
    std::vector<double> times;
    for (std::size_t tick = 0; tick < ticks; ++tick) {
        workload.move();
        times.push_back(seconds([&] { workload.subject().ask(workload.crowd()); }));
    }

    const Spread time = spread(times);
    const Answer answer = workload.subject().answer(workload.crowd());
    const double elements = static_cast<double>(n);
    const double to_ns = 1e9 / elements;
    std::printf("%s, n %zu, %.*s, %s, %s: ns per element min %.3f median %.3f max %.3f\n", what.c_str(), n,
                static_cast<int>(throng::active_isa().size()), throng::active_isa().data(), one_thread ? "one thread" : "all threads",
                arrays == Arrays::Coherent ? "coherent" : "shuffled", time.min * to_ns, time.median * to_ns, time.max * to_ns);
    std::printf("per element: hits %.3f, candidates %.3f, bytes %.1f; hash %016llx\n", answer.hits / elements, answer.candidates / elements,
                static_cast<double>(workload.subject().bytes()) / elements, static_cast<unsigned long long>(answer.hash));
}

} // namespace

int main(int argc, char** argv) {
    try {
        Options options(argc, argv);
        profile(options);
        return 0;
    } catch (const std::invalid_argument& fault) {
        std::fprintf(stderr, "tick_profile: %s\n%squestions:\n", fault.what(), usage);
        for (const Question& question : questions()) std::fprintf(stderr, "  %-12s %s\n", question.name.data(), question.meaning.data());
        return 2;
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "tick_profile: %s\n", fault.what());
        return 1;
    }
}
