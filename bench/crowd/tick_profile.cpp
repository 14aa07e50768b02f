// SPDX-License-Identifier: MIT
// One question of the crowd workload in a plain loop, for tuning: prints what a tick costs, and is easy to read under a
// profiler.
#include "bench/common/figures.hpp"
#include "bench/common/instruction_set.hpp"
#include "bench/common/options.hpp"
#include "bench/common/workload.hpp"

#include <throng/isa.hpp>

#include <cstdio>
#include <exception>
#include <stdexcept>

namespace {

using namespace throng::bench;

constexpr const char* usage = "usage: tick_profile [--index NAME] [--crowd KIND] [--n N] [--ticks T] [--what QUESTION] "
                              "[--isa NAME] [--threads 1|0 (all)]\n"
                              "                    [--shuffled] [--cell SIZE]\n";

void profile(Options& options) {
    const std::size_t n = options.number("--n", 1'000'000);
    const std::size_t ticks = options.number("--ticks", 30);
    const IndexKind& index = index_kind(options.value("--index").value_or("row_grid"));
    const CrowdKind& crowd = crowd_kind(options.value("--crowd").value_or("common"));
    const Question& question = question_named(options.value("--what").value_or("tick"));
    const bool one_thread = options.number("--threads", 1, 0) == 1;
    const Arrays arrays = options.flag("--shuffled") ? Arrays::Shuffled : Arrays::Coherent;
    const float cell_size = options.real("--cell", 0);
    if (const auto isa = options.value("--isa")) force_instruction_set(*isa);
    if (!options.rest().empty()) throw std::invalid_argument("unknown option " + options.rest().front());

    Workload workload(question, {.index = &index, .one_thread = one_thread, .cell_size = cell_size}, crowd, n, arrays);
    std::vector<double> times;
    for (std::size_t tick = 0; tick < ticks; ++tick) {
        workload.move();
        times.push_back(seconds([&] { workload.subject().ask(workload.crowd()); }));
    }

    const Spread time = spread(times);
    const Answer answer = workload.subject().answer(workload.crowd());
    const double elements = static_cast<double>(n);
    const double to_ns = 1e9 / elements;
    std::printf("%s, %s, %s, n %zu, %s, %s, %s: ns per element min %.3f median %.3f max %.3f\n", index.name.data(),
                question.name.data(), crowd.name.data(), n, throng::active_isa().data(),
                one_thread ? "one thread" : "all threads", arrays == Arrays::Coherent ? "coherent" : "shuffled",
                time.min * to_ns, time.median * to_ns, time.max * to_ns);
    std::printf("per element: hits %.3f, candidates %.3f, bytes %.1f; hash %016llx\n", answer.hits / elements,
                answer.candidates / elements, static_cast<double>(workload.subject().bytes()) / elements,
                static_cast<unsigned long long>(answer.hash));
}

void print_usage(std::FILE* to) {
    std::fprintf(to, "%squestions:\n", usage);
    for (const Question& each : questions()) std::fprintf(to, "  %-14s %s\n", each.name.data(), each.meaning.data());
    std::fprintf(to, "crowds:\n");
    for (const CrowdKind& each : crowd_kinds()) std::fprintf(to, "  %-14s %s\n", each.name.data(), each.meaning.data());
    std::fprintf(to, "indexes:\n");
    for (const IndexKind& each : index_kinds()) std::fprintf(to, "  %s\n", each.name.data());
}

} // namespace

int main(int argc, char** argv) {
    try {
        Options options(argc, argv);
        if (options.flag("--help")) {
            print_usage(stdout);
            return 0;
        }
        profile(options);
        return 0;
    } catch (const std::invalid_argument& fault) {
        std::fprintf(stderr, "tick_profile: %s\n", fault.what());
        print_usage(stderr);
        return 2;
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "tick_profile: %s\n", fault.what());
        return 1;
    }
}
