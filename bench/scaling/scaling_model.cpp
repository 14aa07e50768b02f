// SPDX-License-Identifier: MIT
// What a tick would gain from many threads, foretold from the cost of its blocks and the serial parts between them, and
// compared with what two threads gain here. Exit code 3: answers differ.
#include "bench/common/hashes.hpp"
#include "bench/common/instruction_set.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/program.hpp"
#include "bench/common/rounds.hpp"
#include "bench/common/workload.hpp"
#include "bench/scaling/scaling_report.hpp"

#include <throng/hits.hpp>
#include <throng/row_grid.hpp>
#include <throng/tbb.hpp>

#include <algorithm>
#include <stdexcept>

namespace {

using namespace throng::bench;
using throng::Executor;

constexpr const char* usage =
    "usage: scaling_model [--n N] [--rounds R] [--isa NAME] [--bandwidth GB] [--bytes B] [--table FILE] [--json FILE]\n"
    "  --n             elements of the common crowd, default 1000000\n"
    "  --rounds        measured ticks, default 30; up to 60\n"
    "  --isa           default what THRONG_ISA names, or the widest\n"
    "  --bandwidth     GB per second that all threads together can read and write; default what two threads copy here\n"
    "  --bytes         that a tick reads and writes for each element, default 100\n"
    "  --table FILE    where the Markdown goes; default standard output\n"
    "  --json FILE     all figures once more\n";

class Tick {
public:
    explicit Tick(const Crowd& crowd) { require(grid_.build(crowd.boxes())); }

    void update(const Crowd& crowd, const Executor& executor) { require(grid_.update(crowd.boxes(), executor)); }
    void find(const Executor& executor) { require(grid_.pairs(found_, {}, executor)); }
    void run(const Crowd& crowd, const Executor& executor) {
        update(crowd, executor);
        find(executor);
    }
    std::uint64_t hash() const { return hash_pairs(found_.view()); }

private:
    throng::RowGrid grid_{throng::RowGridDesc{}};
    throng::Pairs found_;
};

struct Recording {
    std::vector<RecordedCall> updates, pairs;
    double seconds() const {
        return updates.back().serial() + updates.back().parallel() + pairs.back().serial() + pairs.back().parallel();
    }
};

ScalingFigures measure_rounds(std::size_t n, std::size_t rounds) {
    Crowd crowd(n);
    crowd.arrange(order_of_space(crowd));
    Tick alone(crowd), shared(crowd), recorded(crowd), first(crowd), second(crowd);
    oneapi::tbb::task_arena two_threads(2);
    const Executor one = throng::serial(), two = throng::on(two_threads);
    RecordingHost host;
    Recording recording;
    std::vector<double> alone_seconds, over_recorded, over_two, over_both;
    for (std::size_t round = 0; round < warm_up_ticks + rounds; ++round) {
        crowd.step();
        double times[3]{};
        for (std::size_t turn = 0; turn < 4; ++turn) {
            switch ((round + turn) % 4) {
            case 0: times[0] = seconds([&] { alone.run(crowd, one); }); break;
            case 1: times[1] = seconds([&] { shared.run(crowd, two); }); break;
            case 2: times[2] = seconds_of_both([&] { first.run(crowd, one); }, [&] { second.run(crowd, one); }); break;
            default:
                recording.updates.push_back(host.record([&] { recorded.update(crowd, host.executor()); }));
                recording.pairs.push_back(host.record([&] { recorded.find(host.executor()); }));
            }
        }
        if (round < warm_up_ticks) {
            recording = {};
            continue;
        }
        alone_seconds.push_back(times[0]);
        over_two.push_back(times[0] / times[1]);
        over_both.push_back(2 * times[0] / times[2]);
        over_recorded.push_back(times[0] / recording.seconds());
    }
    for (const Tick* each : {&shared, &recorded, &first, &second})
        if (each->hash() != alone.hash())
            throw Disagreement("one thread, two threads and recorded ticks find different pairs");
    return {.n = n,
            .rounds = rounds,
            .update = median_of(recording.updates),
            .pairs = median_of(recording.pairs),
            .alone = spread(alone_seconds),
            .alone_over_recorded = spread(over_recorded),
            .alone_over_two = spread(over_two),
            .two_alone_over_both = spread(over_both),
            .limits = {},
            .bytes_per_element = 0,
            .bandwidth = 0};
}

void foretell(Options& options) {
    const std::size_t n = options.number("--n", 1'000'000, 2), rounds = options.number("--rounds", 30);
    const std::string isa = options.value("--isa").value_or(chosen_instruction_set());
    const double bandwidth = 1e9 * static_cast<double>(options.real("--bandwidth", 0));
    const double bytes = static_cast<double>(options.real("--bytes", 100));
    const auto table = options.value("--table"), json = options.value("--json");
    require_all_taken(options);
    if (rounds > 60)
        throw std::invalid_argument("--rounds needs a number up to 60: the crowd leaves the order of its arrays");
    force_instruction_set(isa);

    Facts facts = machine_facts();
    facts.push_back({"set", isa});
    ScalingFigures figures = measure_rounds(n, rounds);
    figures.limits = measure_limits();
    figures.bandwidth = bandwidth != 0 ? bandwidth : std::max(figures.limits.copy_one, figures.limits.copy_two);
    figures.bytes_per_element = bytes;
    write_table(table, scaling_markdown(facts, figures));
    if (json) write_file(*json, scaling_json(facts, figures));
}

} // namespace

int main(int argc, char** argv) { return run_program("scaling_model", usage, argc, argv, foretell); }
