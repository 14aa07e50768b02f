// SPDX-License-Identifier: MIT
// A clip laid out as columns by slot, one frame after the other: once, or in many copies side by side that started at
// different times.
#pragma once

#include "apps/throng/cli/workers.hpp"
#include "apps/throng/clip/clip.hpp"
#include "apps/throng/crowd/brute_force.hpp"

#include <throng/views.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::app {

/// The seat of each person of a clip while in sight: the lowest one free on entering. There are only as many seats as
/// people were ever in sight together, so that columns by seat stay short and dense however many people come and go.
struct Seating {
    explicit Seating(const Clip& clip);

    std::uint32_t seats = 0;
    std::vector<std::uint32_t> seat;   // per sample, ascending within a frame
    std::vector<std::uint32_t> sample; // the clip's sample in that seat
    // Seats that frame f empties and fills, compared with the frame before it (for the first: with the last, the clip
    // loops).
    std::vector<std::vector<std::uint32_t>> left, entered;
};

/// tile x tile copies of a clip, in a grid of places; copy t starts at a random frame (the first one at frame 0) and
/// loops. The slots of copy t are [t * seats, (t + 1) * seats).
class TiledCrowd {
public:
    /// `gap` is the room between the bounds of two copies. Throws UsageError for more slots than a Slot can number.
    TiledCrowd(const Clip& clip, std::uint32_t tile, float gap, std::uint64_t seed, const Workers& workers);

    /// Advances to the first frame, then to each next one. Cost: O(copies + people), the people in parallel.
    void advance();

    std::uint32_t agents() const noexcept { return agents_; }
    std::uint32_t copies() const noexcept { return static_cast<std::uint32_t>(frame_.size()); }
    std::uint32_t seats() const noexcept { return seating_.seats; }
    std::size_t clip_frame() const noexcept { return frame_[0]; } // the frame of the first copy
    Aabb bounds() const noexcept;                                 // of all people at any time
    Aabb middle(std::uint32_t copies) const noexcept; // of copies x copies in the middle, or of all if they are fewer

    /// By slot; an absent slot has any finite place.
    Centers centers() const noexcept { return {x_, y_, present_}; }

    /// The person in each slot, as a number that no two people of the crowd share: the clip's own ids if there is one
    /// copy and they fit, else people counted through all copies. Cost: O(slots). The answer is valid until the next
    /// call.
    std::span<const std::uint32_t> people();

    /// The changes of the last advance(), ascending: slots that were present before and are not now, and the reverse.
    std::span<const Slot> left() const noexcept { return left_; }
    std::span<const Slot> entered() const noexcept { return entered_; }
    PointView entered_points() const noexcept { return {entered_x_.data(), entered_y_.data(), entered_x_.size()}; }

    /// The boxes of people by slot, and of those that entered, if the clip contains boxes; else empty. Their centres,
    /// as an index computes them, are then the places of the people.
    std::span<const Aabb> boxes() const noexcept { return boxes_; }
    std::span<const Aabb> entered_boxes() const noexcept { return entered_boxes_; }

private:
    void change_members();
    void place(std::size_t copy);

    const Clip& clip_;
    const Workers& workers_;
    Seating seating_;
    std::vector<float> sample_x_, sample_y_; // the clip's places in the order of seating_.seat
    std::uint32_t tile_;
    Vec2 pitch_;
    std::vector<std::uint32_t> frame_; // by copy: where in the clip it is
    bool started_ = false;
    std::uint32_t agents_ = 0;
    std::vector<float> x_, y_;
    std::vector<std::uint8_t> present_;
    std::vector<std::uint32_t> people_;
    std::vector<Slot> left_, entered_;
    std::vector<float> entered_x_, entered_y_;
    std::vector<Vec2> sample_half_extents_; // beside sample_x_; empty: people are points
    std::vector<Aabb> boxes_, entered_boxes_;
};

} // namespace throng::app
