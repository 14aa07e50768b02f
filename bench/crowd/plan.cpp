// SPDX-License-Identifier: MIT
// The lists of cases. Peers stand beside the widest instruction set on one thread; the others' answers are compared
// with theirs as well.
#include "bench/crowd/plan.hpp"

#include "bench/common/instruction_set.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <string_view>
#include <thread>

namespace throng::bench {
namespace {

// Peers are measured every third tick: fifteen times at least.
std::size_t ticks_for(std::size_t n) { return n <= 1'000 ? 600 : n <= 10'000 ? 150 : 45; }

Case usual(const Question& question, std::string_view index, std::size_t n) {
    return {.question = &question,
            .index = &index_kind(index),
            .crowd = &crowd_kinds().front(),
            .n = n,
            .isa = chosen_instruction_set(),
            .one_thread = true,
            .arrays = Arrays::Coherent,
            .peers = all_peers,
            .ticks = ticks_for(n)};
}

template <class F> void each_number_of_threads(F&& f) {
    f(true);
    if (!parallel::is_serial({}) && std::thread::hardware_concurrency() > 1) f(false);
}

class Cases {
public:
    // The row grid in its own world: every question by every instruction set, and the tick in every other respect.
    void row_grid() {
        for (const Question& question : questions()) {
            const std::vector<std::string> isas = measured_instruction_sets();
            for (auto isa = isas.rbegin(); isa != isas.rend(); ++isa) {
                Case what = usual(question, "row_grid", million);
                what.isa = *isa;
                if (isa != isas.rbegin()) what.peers = 0;
                add(what);
            }
        }
        add(usual(question_named("neighbors"), "row_grid", 10'000)); // as many as Detour's grid can hold
        for (const char* question : {"update", "boxes", "around", "neighbors", "nearest", "cast"}) {
            Case what = usual(question_named(question), "row_grid", million);
            what.arrays = Arrays::Shuffled;
            add(what);
        }
        for (const std::size_t n : {std::size_t{1'000}, std::size_t{10'000}, some, million}) {
            for (const Arrays arrays : {Arrays::Coherent, Arrays::Shuffled}) {
                each_number_of_threads([&](bool one_thread) {
                    Case what = usual(question_named("tick"), "row_grid", n);
                    what.arrays = arrays;
                    what.one_thread = one_thread;
                    if (!one_thread) what.peers = 0;
                    add(what);
                });
            }
        }
    }

    // Where each of the others is at home.
    void others() {
        add(usual(question_named("tick"), "loose_grid", million));
        for (const char* index : {"loose_grid", "quadtree", "loose_quadtree"})
            add(usual(question_named("tick"), index, some));
        for (const char* question : {"build", "around", "nearest_still", "cast"}) {
            add(usual(question_named(question), "static_tree", million));
        }
        Case mixed = in_crowd(usual(question_named("tick"), "loose_grid", some), "mixed");
        mixed.peers = 1; // hundreds of pairs per element: one list of them beside ours is enough
        add(mixed);
    }

    // All of them beside each other, and their ticks by size.
    void all_indexes() {
        for (const IndexKind& index : index_kinds()) {
            for (const std::size_t n : {std::size_t{1'000}, std::size_t{10'000}, some, million}) {
                Case what = usual(question_named("tick"), index.name, n);
                what.peers = 0;
                add(what);
            }
            for (const Question& question : questions()) add(alone(usual(question, index.name, some)));
            for (const char* crowd : {"sparse", "giants"})
                add(in_crowd(alone(usual(question_named("tick"), index.name, some)), crowd));
        }
    }

    std::vector<Case> take() { return std::move(list_); }

private:
    static constexpr std::size_t some = 100'000;
    static constexpr std::size_t million = 1'000'000;
    static constexpr std::size_t few_ticks = 15;

    static Case alone(Case what) {
        what.peers = 0;
        what.ticks = few_ticks;
        return what;
    }

    static Case in_crowd(Case what, std::string_view crowd) {
        what.crowd = &crowd_kind(crowd);
        what.ticks = few_ticks;
        return what;
    }

    // The first of a name stays: the one with peers.
    void add(const Case& what) {
        const std::string name = name_of(what);
        if (std::none_of(list_.begin(), list_.end(), [&name](const Case& each) { return name_of(each) == name; }))
            list_.push_back(what);
    }

    std::vector<Case> list_;
};

} // namespace

std::vector<Case> recorded_cases() {
    Cases cases;
    cases.row_grid();
    cases.others();
    cases.all_indexes();
    return cases.take();
}

std::vector<Case> every_case(const Choice& choice) {
    std::vector<Case> list;
    const std::vector<std::string> isas = measured_instruction_sets();
    const auto add_all_sets = [&](Case what) {
        for (auto isa = isas.rbegin(); isa != isas.rend(); ++isa) {
            each_number_of_threads([&](bool one_thread) {
                what.isa = *isa;
                what.one_thread = one_thread;
                what.peers = one_thread && isa == isas.rbegin() ? all_peers : 0;
                list.push_back(what);
            });
        }
    };
    for (const std::size_t n : choice.sizes) {
        for (const CrowdKind* crowd : choice.crowds) {
            for (const IndexKind* index : choice.indexes) {
                for (const Question& question : questions()) {
                    for (const Arrays arrays : {Arrays::Coherent, Arrays::Shuffled}) {
                        Case what = usual(question, index->name, n);
                        what.crowd = crowd;
                        what.arrays = arrays;
                        add_all_sets(what);
                    }
                }
            }
        }
    }
    return list;
}

std::string name_of(const Case& what) {
    return std::string(what.question->name) + "/" + std::to_string(what.n) + "/" + what.isa +
           (what.one_thread ? "/one_thread" : "/all_threads") +
           (what.arrays == Arrays::Coherent ? "/coherent/" : "/shuffled/") + std::string(what.index->name) + "/" +
           std::string(what.crowd->name);
}

} // namespace throng::bench
