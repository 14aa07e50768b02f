// SPDX-License-Identifier: MIT
// Companions, rounds, and the check of their answers against each other.
#include "bench/crowd/measure.hpp"

#include <cmath>
#include <cstring>
#include <map>
#include <utility>

namespace throng::bench {
namespace {

// What memory alone allows.
class Copy final : public Contender {
public:
    explicit Copy(double bytes_per_element) : bytes_per_element_(bytes_per_element) {}

    void prepare(const Crowd& crowd) override {
        from_.resize(static_cast<std::size_t>(bytes_per_element_ * static_cast<double>(crowd.size())), std::byte{1});
        to_.resize(from_.size(), std::byte{2});
    }
    void ask(const Crowd&) override {
        std::memcpy(to_.data(), from_.data(), from_.size());
        asm volatile("" : : "r"(to_.data()) : "memory");
    }
    Answer answer(const Crowd&) override { return {}; }

private:
    double bytes_per_element_;
    std::vector<std::byte> from_, to_;
};

void compare(const Case& what, const Answer& ours, const std::string& name, double hits, std::uint64_t hash) {
    if (ours.hash == hash) return;
    throw Disagreement(std::string(what.question->name) + ", " + std::string(what.index->name) + ", " +
                       std::string(what.crowd->name) + ", n = " + std::to_string(what.n) + ", " + what.isa + ": " +
                       std::to_string(std::llround(ours.hits)) + " hits here, " + std::to_string(std::llround(hits)) +
                       " from " + name + ", or the same number of others");
}

struct Known {
    std::string judge;
    double hits;
    std::uint64_t hash;
};

// The crowd's state follows from question, index, kind, size, arrangement and ticks alone (an index's order is the same
// for every instruction set and any number of threads), so that a peer has to answer only once for all of them.
std::map<std::string, Known>& known_answers() {
    static std::map<std::string, Known> known;
    return known;
}

} // namespace

Measurement::Measurement(const Case& what)
    : what_(what), workload_(*what.question, {.index = what.index, .one_thread = what.one_thread}, *what.crowd, what.n,
                             what.arrays) {
    const Question& question = *what_.question;
    add(Role::Copy, "copy",
        question.copy ? question.copy({.index = what_.index, .one_thread = what_.one_thread})
                      : std::make_unique<Copy>(question.copied_bytes_per_element));
    for (Named& peer : peers_for(question, what_.n, what_.peers)) {
        add(Role::Peer, std::move(peer.name), std::move(peer.contender));
    }
    const bool ablations = what_.ablations && (question.pair_peer || question.box_peer) && what_.one_thread &&
                           what_.crowd == &crowd_kinds().front();
    if (ablations) {
        for (Named& each : ablations_for(question, what_.isa))
            add(Role::Ablation, std::move(each.name), std::move(each.contender));
    }
    const std::size_t largest = ablations ? largest_for_brute_force_as_ablation : largest_for_brute_force;
    if (question.brute_force_competes && what_.one_thread && what_.n <= largest) {
        add(Role::BruteForce, "brute force", brute_force_for(question, what_.isa));
    }
}

void Measurement::add(Role role, std::string name, std::unique_ptr<Contender> contender) {
    if (contender) companions_.push_back({role, std::move(name), std::move(contender), {}, {}});
}

void Measurement::ask() { workload_.subject().ask(workload_.crowd()); }

double Measurement::tick() {
    if (seconds_.size() % ticks_per_round == 0)
        untimed_ticks([this](int) {
            workload_.move();
            ask();
        });
    workload_.move();
    seconds_.push_back(seconds([this] { ask(); }));
    const double time = seconds_.back();
    if (seconds_.size() % ticks_per_round == 0) finish_round();
    return time;
}

void Measurement::finish_round() {
    const double ours = spread(std::vector(seconds_.end() - ticks_per_round, seconds_.end())).median;
    for (Companion& companion : companions_) {
        const double theirs = seconds_when_warm(*companion.contender, workload_.crowd(), workload_.crowd());
        companion.seconds.push_back(theirs);
        companion.ratios.push_back(theirs / ours);
    }
}

Figure Measurement::finish() {
    const Answer ours = workload_.subject().answer(workload_.crowd());
    Figure figure{.what = what_,
                  .seconds = spread(seconds_),
                  .answer = ours,
                  .bytes_per_element = static_cast<double>(workload_.subject().bytes()) / static_cast<double>(what_.n),
                  .companions = {},
                  .checked_by = check(ours)};
    for (const Companion& companion : companions_) {
        figure.companions.push_back({companion.role, companion.name, spread(companion.seconds),
                                     spread(companion.ratios), companion.seconds.size()});
    }
    return figure;
}

std::string Measurement::check(const Answer& ours) {
    std::string key;
    for (const std::string_view name : {what_.question->name, what_.index->name, what_.crowd->name})
        key.append(name).append(" ");
    key += std::to_string(what_.n) + " " + std::to_string(static_cast<int>(what_.arrays)) + " " +
           std::to_string(workload_.ticks());
    const bool round_is_full = seconds_.size() % ticks_per_round == 0;
    for (const Companion& companion : companions_) {
        if (companion.role == Role::Copy || !round_is_full) continue;
        const Answer theirs = companion.contender->answer(workload_.crowd());
        compare(what_, ours, companion.name, theirs.hits, theirs.hash);
        known_answers().try_emplace(key, Known{companion.name, theirs.hits, theirs.hash});
    }

    if (const auto known = known_answers().find(key); known != known_answers().end()) {
        compare(what_, ours, known->second.judge, known->second.hits, known->second.hash);
        return known->second.judge;
    }

    Named judge;
    if (std::vector<Named> peers = peers_for(*what_.question, what_.n, 1); !peers.empty()) {
        judge = std::move(peers.front());
    } else if (what_.n <= largest_for_brute_force) {
        judge = {"brute force", brute_force_for(*what_.question, what_.isa)};
    }
    if (!judge.contender) {
        known_answers().emplace(key, Known{"the first run alone", ours.hits, ours.hash});
        return {};
    }
    judge.contender->prepare(workload_.crowd());
    judge.contender->ask(workload_.crowd());
    const Answer theirs = judge.contender->answer(workload_.crowd());
    compare(what_, ours, judge.name, theirs.hits, theirs.hash);
    known_answers().emplace(key, Known{judge.name, theirs.hits, theirs.hash});
    return judge.name;
}

} // namespace throng::bench
