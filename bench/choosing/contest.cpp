// SPDX-License-Identifier: MIT
// The contenders, and what the rounds decide.
#include "bench/choosing/contest.hpp"

#include "bench/common/contenders.hpp"
#include "bench/common/figures.hpp"
#include "bench/common/rounds.hpp"

#include <algorithm>
#include <utility>

namespace throng::bench {
namespace {

// As long as all that it tests is no more than all pairs of the largest crowd that it is measured beside.
bool brute_force_takes_part(const Question& question, std::size_t n) {
    const std::size_t queries = question.motion == Motion::Few ? n / one_in : n;
    return queries * n <= largest_for_brute_force * largest_for_brute_force;
}

std::vector<Runner> runners(const Question& question, const Crowd& crowd, std::string_view isa) {
    std::vector<Runner> list;
    if (brute_force_takes_part(question, crowd.size()))
        list.push_back({{"brute force", brute_force_for(question, isa)}});
    for (const IndexKind& index : index_kinds()) {
        std::unique_ptr<Subject> subject = question.subject({.index = &index});
        subject->build(crowd);
        list.push_back({{std::string(index.name), std::move(subject)}});
    }
    return list;
}

} // namespace

std::vector<Result> hold_contest(const Question& question, const CrowdKind& kind, std::size_t n, std::string_view isa,
                                 std::size_t rounds) {
    Crowd crowd = kind.make(n);
    crowd.arrange(order_of_space(crowd));
    std::vector<Runner> all = runners(question, crowd, isa);
    run_rounds(all, crowd, question.motion, rounds);
    require_same_answers(all, crowd,
                         std::string(question.name) + ", " + std::string(kind.name) + ", n = " + std::to_string(n));

    std::vector<Result> results;
    for (const Runner& each : all) results.push_back({each.named.name, spread(each.seconds).median});
    return results;
}

std::vector<Reign> reigns(const std::vector<Size>& contests) {
    constexpr double lead = 1.05;
    std::vector<Reign> list;
    for (const Size& contest : contests) {
        const auto faster = [](const Result& a, const Result& b) { return a.seconds < b.seconds; };
        const auto best = std::min_element(contest.results.begin(), contest.results.end(), faster);
        const auto reigning = std::find_if(contest.results.begin(), contest.results.end(), [&list](const Result& each) {
            return !list.empty() && each.name == list.back().name;
        });
        if (reigning != contest.results.end() && reigning->seconds <= lead * best->seconds) continue;
        list.push_back({contest.n, best->name});
    }
    return list;
}

} // namespace throng::bench
