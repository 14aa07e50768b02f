// SPDX-License-Identifier: MIT
// Compares a random share of the library's answers with brute force while a program runs.
#include "apps/throng/crowd/check.hpp"

#include "apps/throng/cli/errors.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace throng::app {

namespace {

constexpr bool by_slot(const Neighbor& a, const Neighbor& b) noexcept { return a.slot < b.slot; }

// The content of the row, with a distance for each slot: its own if filled, else the expected one.
bool agrees(const Hits& hits, Slot of, std::vector<Neighbor>& expected, std::uint32_t limit) {
    const std::span<const Slot> row = hits[of];
    const std::span<const float> distances = hits.distances(of);
    if (hits.found(of) != expected.size()) return false;
    if (limit > 0) {
        std::sort(expected.begin(), expected.end(), nearer);
        expected.resize(std::min<std::size_t>(expected.size(), limit));
    }
    if (row.size() != expected.size() || (!distances.empty() && distances.size() != row.size())) return false;

    std::vector<Neighbor> answer(row.size());
    for (std::size_t i = 0; i < row.size(); ++i) answer[i] = {distances.empty() ? 0.0f : distances[i], row[i]};
    if (limit == 0) std::sort(answer.begin(), answer.end(), by_slot);

    return std::equal(answer.begin(), answer.end(), expected.begin(), [&](const Neighbor& a, const Neighbor& e) {
        return a.slot == e.slot && (distances.empty() || a.squared_distance == std::sqrt(e.squared_distance));
    });
}

} // namespace

SpotCheck::SpotCheck(double fraction, std::uint64_t seed, const Workers& workers)
    : fraction_(fraction), seed_(seed), workers_(workers) {}

void SpotCheck::choose(const Centers& centers, std::uint64_t tick) {
    chosen_.clear();
    if (!(fraction_ > 0)) return;
    const std::uint64_t salt = mix(seed_ ^ mix(tick));
    constexpr double scale = 0x1p-53;
    for (std::size_t slot = 0; slot < centers.x.size(); ++slot) {
        if (!centers.present.empty() && centers.present[slot] == 0) continue;
        if (static_cast<double>(mix(salt + slot) >> 11) * scale < fraction_) chosen_.push_back(static_cast<Slot>(slot));
    }
}

void SpotCheck::neighbors(const Hits& hits, const Centers& centers, float radius, std::uint32_t limit,
                          std::uint64_t tick) {
    choose(centers, tick);
    if (chosen_.empty()) return;
    if (hits.size() < centers.x.size())
        throw Disagreement(fmt::format("tick {}: {} rows answer {} slots", tick, hits.size(), centers.x.size()));

    compare<Neighbor>("neighbours", tick, [&](Slot slot, std::vector<Neighbor>& expected) {
        neighbors_by_brute_force(centers, slot, radius, expected);
        return agrees(hits, slot, expected, limit);
    });
}

void SpotCheck::surroundings(const Surroundings& around, const Centers& centers, std::uint64_t tick) {
    choose(centers, tick);
    if (chosen_.empty()) return;
    compare<Slot>("obstacles", tick, [&](Slot slot, std::vector<Slot>& expected) {
        const Vec2 place{centers.x[slot], centers.y[slot]};
        within_by_brute_force(around.boxes, {place, Surroundings::reach}, expected);
        for (Slot& one : expected) one += around.first;
        const std::span<const Slot> close = around.close[slot], ahead = around.ahead[slot];
        if (!std::is_permutation(close.begin(), close.end(), expected.begin(), expected.end())) return false;
        const predicates::Ranked first = cast_by_brute_force(
            around.boxes, {place, around.directions[slot], Surroundings::look_ahead}, around.body_radius);
        if (first.slot == no_slot) return ahead.empty();
        return ahead.size() == 1 && ahead[0] == around.first + first.slot &&
               around.ahead.distances(slot)[0] == first.key;
    });
}

// agrees(slot, scratch) for each slot that was chosen.
template <class Found, class Agrees> void SpotCheck::compare(const char* what, std::uint64_t tick, Agrees&& agrees) {
    agrees_.assign(chosen_.size(), 0);
    workers_.for_blocks(chosen_.size(), 8, [&](std::size_t begin, std::size_t end) {
        std::vector<Found> scratch;
        for (std::size_t i = begin; i < end; ++i) agrees_[i] = agrees(chosen_[i], scratch) ? 1 : 0;
    });
    const auto wrong = std::find(agrees_.begin(), agrees_.end(), std::uint8_t{0});
    if (wrong != agrees_.end()) {
        throw Disagreement(fmt::format("tick {}: the {} of slot {} are not those that brute force finds", tick, what,
                                       chosen_[static_cast<std::size_t>(wrong - agrees_.begin())]));
    }
    compared_ += chosen_.size();
}

} // namespace throng::app
