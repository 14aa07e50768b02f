// SPDX-License-Identifier: MIT
// A crowd from a clip, taken through the index frame by frame: neighbours, and the time for them.
#pragma once

#include "apps/throng/clip/frame_figures.hpp"
#include "apps/throng/crowd/check.hpp"
#include "apps/throng/crowd/crowd_index.hpp"
#include "apps/throng/crowd/tiled_crowd.hpp"

#include <cstddef>
#include <vector>

namespace throng::app {

/// Milliseconds per frame.
struct FrameTimes {
    std::vector<double> feed;   // columns by slot, arrivals and departures
    std::vector<double> update; // leaving, moving and entering
    std::vector<double> query;  // neighbours with distances
    std::vector<double> figures;
    std::vector<double> whole; // the sum

    double frames_per_second() const noexcept; // over all frames
};

class ClipRun {
public:
    /// Half of a person's width, in metres.
    static constexpr float body_half_extent = 0.2f;

    /// `radius` in metres. The crowd is at its first frame after the first step().
    ClipRun(TiledCrowd& crowd, const Clip& clip, Route structure, float radius, const Workers& workers);

    /// The crowd's next frame. The comparison with brute force is no part of the times.
    void step(SpotCheck& check);

    const std::vector<FrameFigures>& frames() const noexcept { return frames_; }
    const FrameTimes& times() const noexcept { return times_; }
    const CrowdIndex& index() const noexcept { return index_; }
    const Hits& near() const noexcept { return near_; } // of the last step, by slot, with distances

private:
    void change_index();
    void compare(SpotCheck& check) const;

    TiledCrowd& crowd_;
    const Clip& clip_;
    const Workers& workers_;
    float radius_;
    CrowdIndex index_;
    Hits near_;
    std::vector<FrameFigures> frames_;
    FrameTimes times_;
};

} // namespace throng::app
