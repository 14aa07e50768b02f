// SPDX-License-Identifier: MIT
// A search for the content in which a World is slowest, compared with the best single index: contents are drawn from
// parameters, and the worst ones are changed a little for as long as they become worse. Exit code 3: answers differ.
#include "bench/common/format.hpp"
#include "bench/common/instruction_set.hpp"
#include "bench/common/machine.hpp"
#include "bench/common/program.hpp"
#include "bench/robustness/prey.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <stdexcept>

namespace {

using namespace throng;
using namespace throng::bench;

constexpr const char* usage =
    "usage: hunting_bench [--seconds S] [--seed N] [--least N] [--most N] [--rounds R] [--replay CONTENT] [--all] "
    "[--isa NAME]\n"
    "                     [--table FILE] [--json FILE]\n"
    "  --seconds       how long contents are drawn, default 60\n"
    "  --seed          of the draws, default 1: the same contents, as far as the ratios are the same\n"
    "  --least, --most elements of a content, default 64 and 100000\n"
    "  --rounds        measured rounds of each content, default 5\n"
    "  --replay        measures one content instead: name=value,... as the table has it\n"
    "  --all           LooseGrid and LooseQuadtree take part; they may take minutes\n"
    "  --isa           default what THRONG_ISA names, or the widest\n"
    "  --table FILE    where the Markdown goes; default standard output\n"
    "  --json FILE     all figures once more\n";

constexpr std::size_t kept = 10;

struct Hunt {
    std::size_t seconds, seed, least, most, rounds;
    bool all;
};

// The worst of all catches, each of another start.
class Trophies {
public:
    void add(const Catch& caught) {
        all_.push_back(caught);
        std::sort(all_.begin(), all_.end(), [](const Catch& a, const Catch& b) { return a.badness() > b.badness(); });
        if (all_.size() > kept) all_.resize(kept);
    }
    const std::vector<Catch>& all() const noexcept { return all_; }

private:
    std::vector<Catch> all_;
};

// A ratio counts only if it is as bad when it is measured again.
Catch confirmed(const Hunt& hunt, const Catch& caught) {
    const Catch again = hunt_content(caught.drawn, hunt.most, hunt.rounds, hunt.all);
    return again.badness() < caught.badness() ? again : caught;
}

Trophies search(const Hunt& hunt) {
    constexpr int patience = 12; // changes that did not make it worse, before another start
    scenes::Generator random(hunt.seed);
    Trophies trophies;
    const auto begin = std::chrono::steady_clock::now();
    const auto is_over = [&] { return std::chrono::steady_clock::now() - begin >= std::chrono::seconds(hunt.seconds); };
    std::size_t contents = 0;
    while (!is_over()) {
        Catch worst = hunt_content(draw_any(random, hunt.least), hunt.most, hunt.rounds, hunt.all);
        for (int failed = 0; failed < patience && !is_over() && worst.elements != 0;) {
            Catch next = hunt_content(draw_near(worst.drawn, random, hunt.least), hunt.most, hunt.rounds, hunt.all);
            ++contents;
            if (next.badness() > worst.badness()) next = confirmed(hunt, next);
            const bool worse = next.badness() > worst.badness();
            failed = worse ? 0 : failed + 1;
            if (worse) worst = next;
            std::fprintf(stderr, "\r%zu contents, worst ratio over its bound %s ", contents,
                         digits(trophies.all().empty() ? worst.badness() : trophies.all()[0].badness()).c_str());
        }
        if (worst.elements != 0) trophies.add(confirmed(hunt, worst));
    }
    std::fprintf(stderr, "\n");
    return trophies;
}

std::string markdown(const Facts& facts, const std::vector<Catch>& caught) {
    std::string text =
        "# Contents that a World likes least\n\n" + facts_table(facts) +
        "\nThe World's time over that of the best single index, by question; of a tick 1.3 is the bound, "
        "of the others 1.5. Nanoseconds: of a tick with its pairs per element, of other questions per query and "
        "hit.\n\n| content | elements | pairs each | "
        "contender |";
    for (const char* const question : hunted_questions) {
        text += " ";
        text += question;
        text += " |";
    }
    text += "\n|---|---|---|---|---|---|---|---|---|\n";
    for (const Catch& each : caught) {
        for (const HuntedTimes& times : each.all) {
            const bool first = &times == &each.all[0];
            text += first ? "| `" + each.drawn.text() + "` | " + std::to_string(each.elements) + " | " +
                                digits(each.pairs_per_element) + " | "
                          : "| | | | ";
            text += times.name + " |";
            for (std::size_t q = 0; q < hunted_question_count; ++q) {
                text += " ";
                text += digits(times.ns[q]);
                if (first) text.append(" (**").append(digits(each.over_best(q))).append("**)");
                text += " |";
            }
            text += "\n";
        }
    }
    return text;
}

std::string document(const Facts& facts, const std::vector<Catch>& caught) {
    std::string text = "{\"context\": " + json(facts) + ",\n \"contents\": [";
    const char* separator = "\n  ";
    for (const Catch& each : caught) {
        text += separator + ("{\"content\": " + quoted(each.drawn.text())) +
                ", \"elements\": " + json(static_cast<double>(each.elements)) +
                ", \"badness\": " + json(each.badness());
        for (const HuntedTimes& times : each.all) {
            text += ",\n   " + quoted(times.name) + ": {";
            for (std::size_t q = 0; q < hunted_question_count; ++q)
                text += (q == 0 ? "" : ", ") + quoted(hunted_questions[q]) + ": " + json(times.ns[q]);
            text += "}";
        }
        text += "}";
        separator = ",\n  ";
    }
    return text + "]}\n";
}

void measure(Options& options) {
    const Hunt hunt{.seconds = options.number("--seconds", 60),
                    .seed = options.number("--seed", 1),
                    .least = options.number("--least", 64, 64),
                    .most = options.number("--most", 100'000, 64),
                    .rounds = options.number("--rounds", 5),
                    .all = options.flag("--all")};
    const auto replay = options.value("--replay"), table = options.value("--table"), json = options.value("--json");
    const std::string isa = options.value("--isa").value_or(chosen_instruction_set());
    require_all_taken(options);
    force_instruction_set(isa);
    Facts facts = machine_facts();
    facts.push_back({"set, threads", isa + ", 1"});
    facts.push_back({"seed, seconds", std::to_string(hunt.seed) + ", " + std::to_string(hunt.seconds)});
    Trophies trophies;
    if (replay) {
        const Catch replayed = hunt_content(read_drawn(*replay), hunt.most, hunt.rounds, hunt.all);
        if (replayed.elements == 0) throw std::invalid_argument("The content has too many pairs to be measured.");
        trophies.add(replayed);
    } else
        trophies = search(hunt);
    write_table(table, markdown(facts, trophies.all()));
    if (json) write_file(*json, document(facts, trophies.all()));
}

} // namespace

int main(int argc, char** argv) { return run_program("hunting_bench", usage, argc, argv, measure); }
