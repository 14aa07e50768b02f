// SPDX-License-Identifier: MIT
// The tables.
#include "bench/crowd/report.hpp"

#include "bench/common/format.hpp"
#include "bench/common/instruction_set.hpp"

#include <set>

namespace throng::bench {
namespace {

std::string median_and_range(const Spread& spread, double scale) {
    return "**" + digits(spread.median * scale) + "** (" + digits(spread.min * scale) + "-" +
           digits(spread.max * scale) + ")";
}

std::string duration(double seconds) {
    if (seconds < 1e-6) return digits(seconds * 1e9) + " ns";
    if (seconds < 1e-3) return digits(seconds * 1e6) + " us";
    return digits(seconds * 1e3) + " ms";
}

std::string rate(double per_second) {
    if (per_second >= 1e6) return digits(per_second * 1e-6) + " M";
    if (per_second >= 1e3) return digits(per_second * 1e-3) + " k";
    return digits(per_second);
}

const char* threads(const Case& what) { return what.one_thread ? "1" : "all"; }

const char* arrays(const Case& what) { return what.arrays == Arrays::Coherent ? "coherent" : "shuffled"; }

const CompanionFigure* find(const Figure& figure, Role role) {
    for (const CompanionFigure& each : figure.companions) {
        if (each.role == role) return &each;
    }
    return nullptr;
}

template <class... Roles> std::string beside(const Figure& figure, Roles... roles) {
    const double to_ns = 1e9 / static_cast<double>(figure.what.n);
    std::string text;
    for (const CompanionFigure& other : figure.companions) {
        if (((other.role != roles) && ...)) continue;
        if (!text.empty()) text += "<br>";
        text += other.name + " " + digits(other.seconds.median * to_ns) + ": **" + digits(other.ratio.median) +
                " x** (" + digits(other.ratio.min) + "-" + digits(other.ratio.max) + ")";
    }
    return text.empty() ? "-" : text;
}

std::string copies(const Figure& figure) {
    const CompanionFigure* copy = find(figure, Role::Copy);
    return copy ? digits(1 / copy->ratio.median) : "-";
}

std::string row(const Figure& figure) {
    const Answer& answer = figure.answer;
    const double to_ns = 1e9 / static_cast<double>(figure.what.n);
    const std::string cells[] = {std::string(figure.what.index->name),
                                 std::string(figure.what.question->name),
                                 std::string(figure.what.crowd->name),
                                 figure.what.isa,
                                 threads(figure.what),
                                 arrays(figure.what),
                                 std::to_string(figure.what.ticks),
                                 median_and_range(figure.seconds, to_ns),
                                 duration(figure.seconds.median),
                                 rate(answer.queries / figure.seconds.median),
                                 candidates_per_hit(answer.candidates, answer.hits),
                                 digits(figure.bytes_per_element),
                                 copies(figure),
                                 beside(figure, Role::Peer),
                                 beside(figure, Role::BruteForce, Role::Ablation),
                                 figure.checked_by.empty() ? "-" : figure.checked_by};
    std::string text = "|";
    for (const std::string& cell : cells) text += " " + cell + " |";
    return text + "\n";
}

std::string size_table(std::size_t n, const std::vector<Figure>& figures) {
    std::string text;
    for (const Figure& figure : figures) {
        if (figure.what.n != n) continue;
        if (text.empty()) {
            text = "\n## N = " + std::to_string(n) +
                   "\n\n| index | question | crowd | set | threads | arrays | ticks | ns/element (min-max) | tick | "
                   "queries/s | "
                   "candidates/hit | bytes/element | copies | peers ns/element: over ours (min-max) | brute force, "
                   "ablations | checked by |\n"
                   "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
        }
        text += row(figure);
    }
    return text;
}

// Of figures measured one after the other, unlike those beside each other above: the machine may have drifted in
// between.
std::string gains(const std::vector<Figure>& figures) {
    const auto median = [&figures](const Case& like, std::string_view isa, bool one_thread) {
        for (const Figure& figure : figures) {
            const Case& what = figure.what;
            if (what.question == like.question && what.index == like.index && what.crowd == like.crowd &&
                what.n == like.n && what.arrays == like.arrays && what.isa == isa && what.one_thread == one_thread) {
                return figure.seconds.median;
            }
        }
        return 0.0;
    };
    const auto gain = [](double slow, double fast) {
        return slow > 0 && fast > 0 ? " | " + digits(slow / fast) : " | -";
    };

    std::string text = "\n## Gains\n\nRatios of medians of separate loops.\n\n"
                       "| index | question | crowd | N | arrays | avx2 over baseline | avx512 over baseline | all "
                       "threads over one, widest set "
                       "|\n|---|---|---|---|---|---|---|---|\n";
    const std::string widest = chosen_instruction_set();
    for (const Figure& figure : figures) {
        const Case& what = figure.what;
        if (what.isa != widest || !what.one_thread) continue;
        const double baseline = median(what, "baseline", true);
        const double all_threads = median(what, widest, false);
        if (baseline == 0 && all_threads == 0) continue; // nothing else was measured
        for (const std::string_view name : {what.index->name, what.question->name, what.crowd->name})
            text.append("| ").append(name).append(" ");
        text.append("| ").append(std::to_string(what.n)).append(" | ").append(arrays(what));
        text += gain(baseline, median(what, "avx2", true)) + gain(baseline, median(what, "avx512", true));
        text += gain(figure.seconds.median, all_threads) + " |\n";
    }
    return text;
}

} // namespace

std::string markdown(const std::vector<std::pair<std::string, std::string>>& facts,
                     const std::vector<Figure>& figures) {
    std::string text = "# The crowd workload\n\n" + facts_table(facts);
    text += "\nEvery element moves each tick but where a question says otherwise; the motion is not timed. Coherent "
            "arrays are put into the "
            "order of the index before the " +
            std::to_string(warm_up_ticks) + " warm-up ticks and every " + std::to_string(arrangement_period) +
            " ticks, untimed. After each round of " + std::to_string(ticks_per_round) +
            " ticks a plain copy and the peers do one tick on the same crowd, the median of which is told; ratios are "
            "taken within a round. "
            "A turn begins with three more ticks, untimed, or with one where that takes a second. "
            "*Copies*: our time in plain copies of 20 bytes per element (few: of what moves; large, large_count: of as "
            "many "
            "slots as are answered, from where the index has them, after an update as before ours).\n";

    std::set<std::size_t> sizes;
    for (const Figure& figure : figures) sizes.insert(figure.what.n);
    for (const std::size_t n : sizes) text += size_table(n, figures);
    text += gains(figures);

    text += "\n## Questions\n\n";
    for (const Question& question : questions())
        text.append("* ").append(question.name).append(": ").append(question.meaning).append("\n");
    text += "\n## Crowds\n\n" + crowd_list();
    return text;
}

} // namespace throng::bench
