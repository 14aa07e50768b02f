// SPDX-License-Identifier: MIT
// A crowd from a clip, taken through the index frame by frame.
#include "apps/throng/clip/clip_run.hpp"

#include "apps/throng/cli/errors.hpp"

#include <chrono>
#include <fmt/format.h>
#include <numeric>

namespace throng::app {

namespace {

template <class Work> double milliseconds_of(Work work) {
    const auto start = std::chrono::steady_clock::now();
    work();
    return std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - start).count();
}

} // namespace

double FrameTimes::frames_per_second() const noexcept {
    const double total = std::accumulate(whole.begin(), whole.end(), 0.0);
    return total > 0 ? 1000 * static_cast<double>(whole.size()) / total : 0;
}

ClipRun::ClipRun(TiledCrowd& crowd, const Clip& clip, Route structure, float radius, const Workers& workers)
    : crowd_(crowd), clip_(clip), workers_(workers), radius_(radius),
      index_(structure, crowd.bounds(), workers.executor()) {}

void ClipRun::step(SpotCheck& check) {
    QueryOptions options;
    options.distances = true;

    const double feed = milliseconds_of([&] { crowd_.advance(); });
    const double update = milliseconds_of([&] { change_index(); });
    const double query =
        milliseconds_of([&] { expect(index_.neighbors(radius_, near_, options), "asking for neighbours"); });
    const double figures = milliseconds_of(
        [&] { frames_.push_back(figures_of(near_, clip_.numbers[crowd_.clip_frame()], crowd_.agents(), workers_)); });

    times_.feed.push_back(feed);
    times_.update.push_back(update);
    times_.query.push_back(query);
    times_.figures.push_back(figures);
    times_.whole.push_back(feed + update + query + figures);
    compare(check);
}

void ClipRun::change_index() {
    expect(index_.follow({crowd_.left(), crowd_.entered(), crowd_.entered_points(), crowd_.centers(), crowd_.boxes(),
                          crowd_.entered_boxes()}),
           "following the crowd");
}

void ClipRun::compare(SpotCheck& check) const {
    const auto tick = times_.whole.size() - 1;
    if (index_.size() != crowd_.agents()) {
        throw Disagreement(
            fmt::format("tick {}: the index holds {} people of {}", tick, index_.size(), crowd_.agents()));
    }
    // The answer has no rows for slots that no person has had yet.
    const Centers all = crowd_.centers();
    const std::size_t met = index_.slot_count();
    check.neighbors(near_, {all.x.first(met), all.y.first(met), all.present.first(met)}, radius_, 0, tick);
}

} // namespace throng::app
