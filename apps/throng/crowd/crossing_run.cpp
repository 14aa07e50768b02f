// SPDX-License-Identifier: MIT
// The demo's crowd, taken through the index tick by tick: update the index, find neighbours and obstacles of all
// people, steer.
#include "apps/throng/crowd/crossing_run.hpp"

#include "apps/throng/cli/errors.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace throng::app {

namespace {

using Clock = std::chrono::steady_clock;

// How often the columns are put in order, in ticks. At a walk people change cells about once a second; after two
// seconds most neighbours in space are still neighbours in memory, and the sorting costs next to nothing per tick.
constexpr std::uint64_t arrange_every = 40;

double milliseconds(Clock::time_point from, Clock::time_point to) {
    return std::chrono::duration<double, std::milli>(to - from).count();
}

} // namespace

double TickTimes::total() const noexcept { return std::accumulate(whole.begin(), whole.end(), 0.0); }

CrossingRun::CrossingRun(std::uint32_t people, std::uint64_t seed, Route structure, const Workers& workers)
    : workers_(workers), scene_(Crossing::holding(people)), walkers_(scene_.populate(people, seed)),
      steering_(SteeringRule{}), entrance_(steering_.rule().body_radius),
      index_(structure, scene_.bounds(), workers.executor()),
      obstacles_(scene_.obstacles(), steering_.rule().body_radius, index_.in_world(), workers.executor()) {
    expect(index_.build(walkers_.centers()), "index the people");
}

void CrossingRun::step(SpotCheck& check) {
    const auto began = Clock::now();
    obstacles_.roll(static_cast<double>(ticks() + 1) * static_cast<double>(rule().seconds));
    follow();
    const auto indexed = Clock::now();
    expect(index_.neighbors(radius, near_, {.limit = limit}), "find the neighbours");
    obstacles_.look(walkers_);
    const auto asked = Clock::now();
    check.neighbors(near_, Centers{walkers_.x, walkers_.y}, radius, limit, ticks());
    check.surroundings(obstacles_.surroundings(), Centers{walkers_.x, walkers_.y}, ticks());
    count();
    const auto checked = Clock::now();
    steering_.tick(walkers_, near_, obstacles_.surroundings(), workers_);
    entrance_.admit(walkers_, scene_, index_, ticks());
    const auto steered = Clock::now();

    times_.update.push_back(milliseconds(began, indexed));
    times_.query.push_back(milliseconds(indexed, asked));
    times_.steer.push_back(milliseconds(checked, steered));
    times_.whole.push_back(times_.update.back() + times_.query.back() + times_.steer.back());
}

// Arranging gives all people other slots, so that the index is built again; on all other ticks it is updated.
void CrossingRun::follow() {
    if (ticks() % arrange_every != 0) return expect(index_.update(walkers_.centers()), "follow the people");
    arrange();
    expect(index_.build(walkers_.centers()), "index the people");
}

// Columns in the order of a grid make each update and query a stream through memory. A temporary grid gives the order
// for all structures, so that slots, and with them all bits of the walk, do not depend on the chosen structure.
void CrossingRun::arrange() {
    RowGridDesc desc;
    desc.bounds = scene_.bounds();
    desc.executor = workers_.executor();
    RowGrid grid(desc);
    expect(grid.build(walkers_.centers()), "put the people in order");
    walkers_.arrange(grid.order());
}

void CrossingRun::count() {
    for (std::size_t i = 0; i < walkers_.size(); ++i) {
        within_ += near_.found(i);
        seen_ += near_[i].size();
    }
    deepest_ = std::max(deepest_, measure_overlap(walkers_, near_, rule().body_radius).deepest);
}

double CrossingRun::mean_within() const noexcept {
    return ticks() == 0
               ? 0
               : static_cast<double>(within_) / (static_cast<double>(walkers_.size()) * static_cast<double>(ticks()));
}

double CrossingRun::mean_seen() const noexcept {
    return ticks() == 0
               ? 0
               : static_cast<double>(seen_) / (static_cast<double>(walkers_.size()) * static_cast<double>(ticks()));
}

Overlap CrossingRun::overlap() {
    expect(index_.update(walkers_.centers()), "follow the people");
    expect(index_.neighbors(radius, near_, {.limit = limit}), "find the neighbours");
    return measure_overlap(walkers_, near_, rule().body_radius);
}

} // namespace throng::app
