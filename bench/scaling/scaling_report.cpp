// SPDX-License-Identifier: MIT
// Predictions, and their tables.
#include "bench/scaling/scaling_report.hpp"

#include <algorithm>
#include <utility>

namespace throng::bench {
namespace {

constexpr unsigned most_workers = 128;
constexpr unsigned told_workers[] = {1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128};

std::vector<TickPart> parts_of(const ScalingFigures& figures) {
    std::vector<TickPart> parts = parts_of_update(figures.update);
    for (TickPart& part : parts_of_pairs(figures.pairs)) parts.push_back(std::move(part));
    return parts;
}

double serial_share(const ScalingFigures& figures) {
    const Schedule one = figures.at(1);
    return one.serial / one.seconds();
}

double error_of(double predicted, const ScalingFigures& figures) {
    return predicted / figures.alone_over_two.median - 1;
}

std::string us(double seconds) { return digits(seconds * 1e6); }
std::string told(const Spread& of) {
    return "**" + digits(of.median) + "** (" + digits(of.min) + " to " + digits(of.max) + ")";
}

std::string worker_row(const ScalingFigures& figures, unsigned workers) {
    const Schedule made = figures.at(workers);
    std::string text = "| " + std::to_string(workers) + " | **" + digits(figures.speed_up(workers)) + "** | " +
                       digits(figures.bound_speed_up(workers)) + " | " + us(made.seconds()) + " |";
    for (const double part : {made.serial, made.starts, made.waiting})
        text.append(" ").append(percent(part / made.seconds())).append(" |");
    return text + "\n";
}

} // namespace

Schedule ScalingFigures::at(unsigned workers, double slowdown) const {
    Schedule sum = schedule(update, workers, limits.host, slowdown);
    return sum += schedule(pairs, workers, limits.host, slowdown);
}

double ScalingFigures::alone_seconds() const { return at(1).seconds() * alone_over_recorded.median; }

double ScalingFigures::speed_up(unsigned workers, double slowdown) const {
    return alone_seconds() / at(workers, slowdown).seconds();
}

double ScalingFigures::bound_speed_up(unsigned workers) const {
    const Schedule made = at(workers);
    const double least = bytes_per_element * static_cast<double>(n) / bandwidth;
    return alone_seconds() / (made.serial + made.starts + std::max(made.loops, least));
}

double ScalingFigures::slowdown_of_two() const { return std::max(1.0, 2 / two_alone_over_both.median); }

std::string scaling_markdown(const Facts& facts, const ScalingFigures& figures) {
    const double ideal = figures.speed_up(2), here = figures.speed_up(2, figures.slowdown_of_two());
    const Schedule one = figures.at(1);
    std::string text = "# Scaling\n\n" + facts_table(facts) + "\n| what | figure |\n|---|---|\n";
    const auto line = [&text](const std::string& name, const std::string& value) {
        text += "| " + name + " | " + value + " |\n";
    };
    line("elements, rounds", std::to_string(figures.n) + ", " + std::to_string(figures.rounds));
    line("tick of one thread, ms", digits(figures.alone.median * 1e3));
    line("tick of one thread over a recorded one", told(figures.alone_over_recorded));
    line("serial share of the recorded tick", "**" + percent(serial_share(figures)) + "**, " + us(one.serial) + " us");
    line("an empty task, us", us(figures.limits.host.per_task));
    line("a loop of two threads beyond its tasks, us",
         figures.limits.both_ran ? us(figures.limits.host.per_loop)
                                 : "unknown, taken as 0: the machine never ran two threads of a loop at the same time");
    line("copy by one thread, by two: GB/s read and written",
         digits(figures.limits.copy_one / 1e9) + ", " + digits(figures.limits.copy_two / 1e9));
    line("bandwidth of all threads, GB/s; bytes per element of a tick",
         digits(figures.bandwidth / 1e9) + ", " + digits(figures.bytes_per_element));
    line("two ticks that share nothing, one after the other over at once", told(figures.two_alone_over_both));
    line("two threads: measured speed-up", told(figures.alone_over_two));
    line("two threads: share of what two ticks that share nothing gain",
         percent(figures.alone_over_two.median / figures.two_alone_over_both.median));
    line("two threads: predicted, and its error", digits(ideal) + ", " + percent(error_of(ideal, figures)));
    line("two threads: predicted with tasks as slow as two ticks at once are, and its error",
         digits(here) + ", " + percent(error_of(here, figures)));

    text += "\nPredicted: what the calling thread does alone, the recorded blocks drawn by so many workers, and what "
            "loops cost to begin and "
            "end. *Bound*: no loop is faster than the bandwidth.\n\n"
            "| workers | speed-up | bound | tick, us | alone | loops begin and end | unbalanced "
            "|\n|---|---|---|---|---|---|---|\n";
    for (const unsigned workers : told_workers) text += worker_row(figures, workers);
    text +=
        "\n| loop | the calling thread alone before it, us | of the tick | tasks | all of them, us | longest, us |\n"
        "|---|---|---|---|---|---|\n";
    for (const TickPart& part : parts_of(figures)) {
        line(part.name, us(part.alone) + " | " + percent(part.alone / one.seconds()) + " | " +
                            std::to_string(part.tasks) + " | " + us(part.work) + " | " + us(part.longest));
    }
    return text;
}

std::string scaling_json(const Facts& facts, const ScalingFigures& figures) {
    std::string text =
        "{\"context\": " + json(facts) + ",\n \"n\": " + std::to_string(figures.n) +
        ", \"rounds\": " + std::to_string(figures.rounds) + ",\n \"tick_seconds\": " + json(figures.alone) +
        ",\n \"one_thread_over_recorded\": " + json(figures.alone_over_recorded) +
        ",\n \"two_threads_speed_up\": " + json(figures.alone_over_two) +
        ",\n \"two_ticks_at_once_gain\": " + json(figures.two_alone_over_both) +
        ",\n \"two_threads_predicted\": " + json(figures.speed_up(2)) +
        ", \"two_threads_predicted_here\": " + json(figures.speed_up(2, figures.slowdown_of_two())) +
        ",\n \"serial_share\": " + json(serial_share(figures)) +
        ", \"task_seconds\": " + json(figures.limits.host.per_task) +
        ", \"loop_seconds\": " + (figures.limits.both_ran ? json(figures.limits.host.per_loop) : "null") +
        ",\n \"copy_bytes_per_second\": [" + json(figures.limits.copy_one) + ", " + json(figures.limits.copy_two) +
        "], \"bandwidth\": " + json(figures.bandwidth) + ", \"bytes_per_element\": " + json(figures.bytes_per_element) +
        ",\n \"parts\": [";
    const char* separator = "\n  ";
    for (const TickPart& part : parts_of(figures)) {
        text += separator + ("{\"name\": " + quoted(part.name)) + ", \"alone_before\": " + json(part.alone) +
                ", \"tasks\": " + std::to_string(part.tasks) + ", \"work\": " + json(part.work) +
                ", \"longest\": " + json(part.longest) + "}";
        separator = ",\n  ";
    }
    text += "],\n \"workers\": [";
    separator = "\n  ";
    for (unsigned workers = 1; workers <= most_workers; ++workers) {
        const Schedule made = figures.at(workers);
        text += separator + ("{\"workers\": " + std::to_string(workers)) +
                ", \"speed_up\": " + json(figures.speed_up(workers)) +
                ", \"bound_speed_up\": " + json(figures.bound_speed_up(workers)) +
                ", \"seconds\": " + json(made.seconds()) + ", \"starts\": " + json(made.starts) +
                ", \"unbalanced\": " + json(made.waiting) + "}";
        separator = ",\n  ";
    }
    return text + "]}\n";
}

} // namespace throng::bench
