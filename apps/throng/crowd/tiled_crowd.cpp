// SPDX-License-Identifier: MIT
// A clip laid out as columns by slot, one frame after the other.
#include "apps/throng/crowd/tiled_crowd.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/crowd/check.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <iterator>
#include <queue>
#include <utility>

namespace throng::app {

namespace {

using Sitting = std::pair<std::uint32_t, std::uint32_t>; // seat, sample

std::vector<std::uint32_t> only_in(std::span<const std::uint32_t> these, std::span<const std::uint32_t> those) {
    std::vector<std::uint32_t> difference;
    std::set_difference(these.begin(), these.end(), those.begin(), those.end(), std::back_inserter(difference));
    return difference;
}

} // namespace

Seating::Seating(const Clip& clip) {
    constexpr std::uint32_t standing = ~std::uint32_t{0};
    std::vector<std::uint32_t> seat_of(clip.ids.size(), standing);
    std::priority_queue<std::uint32_t, std::vector<std::uint32_t>, std::greater<>> free;
    std::vector<Sitting> sitting;

    seat.reserve(clip.person.size());
    sample.reserve(clip.person.size());
    for (std::size_t f = 0; f < clip.frames(); ++f) {
        const std::span now = std::span(clip.person).subspan(clip.begin[f], clip.begin[f + 1] - clip.begin[f]);
        // Seats of people that left are freed before others enter.
        for (const Sitting& one : sitting) {
            const std::uint32_t person = clip.person[one.second];
            if (std::binary_search(now.begin(), now.end(), person)) continue;
            free.push(one.first);
            seat_of[person] = standing;
        }
        sitting.clear();
        for (std::uint32_t s = clip.begin[f]; s < clip.begin[f + 1]; ++s) {
            std::uint32_t& taken = seat_of[clip.person[s]];
            if (taken == standing) {
                taken = free.empty() ? seats++ : free.top();
                if (!free.empty()) free.pop();
            }
            sitting.emplace_back(taken, s);
        }
        std::sort(sitting.begin(), sitting.end());
        for (const Sitting& one : sitting) {
            seat.push_back(one.first);
            sample.push_back(one.second);
        }
    }

    const auto seats_of = [&](std::size_t f) {
        return std::span(seat).subspan(clip.begin[f], clip.begin[f + 1] - clip.begin[f]);
    };
    for (std::size_t f = 0; f < clip.frames(); ++f) {
        const auto before = seats_of(f == 0 ? clip.frames() - 1 : f - 1);
        left.push_back(only_in(before, seats_of(f)));
        entered.push_back(only_in(seats_of(f), before));
    }
}

TiledCrowd::TiledCrowd(const Clip& clip, std::uint32_t tile, float gap, std::uint64_t seed, const Workers& workers)
    : clip_(clip), workers_(workers), seating_(clip),
      tile_(tile), pitch_{clip.bounds.max.x - clip.bounds.min.x + gap, clip.bounds.max.y - clip.bounds.min.y + gap} {
    const std::uint64_t copies = std::uint64_t{tile} * tile;
    const std::uint64_t slots = copies * seating_.seats;
    if (std::max(slots, copies * clip.ids.size()) >= no_slot)
        throw UsageError(fmt::format("{0} x {0} copies of {1} are more than can be numbered", tile,
                                     counted(clip.ids.size(), "person", "people")));

    for (const std::uint32_t s : seating_.sample) {
        sample_x_.push_back(clip.x[s]);
        sample_y_.push_back(clip.y[s]);
        if (!clip.half_extents.empty()) sample_half_extents_.push_back({clip.half_extents[s], clip.half_heights[s]});
    }
    for (std::uint64_t t = 0; t < copies; ++t)
        frame_.push_back(t == 0 ? 0 : static_cast<std::uint32_t>(mix(seed ^ mix(t)) % clip.frames()));
    x_.assign(slots, clip.bounds.min.x);
    y_.assign(slots, clip.bounds.min.y);
    present_.assign(slots, 0);
    if (!sample_half_extents_.empty()) boxes_.assign(slots, {clip.bounds.min, clip.bounds.min});
}

void TiledCrowd::advance() {
    if (started_) {
        for (std::uint32_t& frame : frame_) frame = frame + 1 == clip_.frames() ? 0 : frame + 1;
    }
    change_members();
    started_ = true;

    constexpr std::size_t copies_per_block = 64;
    workers_.for_blocks(frame_.size(), copies_per_block, [&](std::size_t begin, std::size_t end) {
        for (std::size_t copy = begin; copy < end; ++copy) place(copy);
    });
    entered_x_.clear();
    entered_y_.clear();
    entered_boxes_.clear();
    for (const Slot slot : entered_) {
        entered_x_.push_back(x_[slot]);
        entered_y_.push_back(y_[slot]);
        if (!boxes_.empty()) entered_boxes_.push_back(boxes_[slot]);
    }
}

void TiledCrowd::change_members() {
    left_.clear();
    entered_.clear();
    for (std::size_t copy = 0; copy < frame_.size(); ++copy) {
        const auto base = static_cast<Slot>(copy * seating_.seats);
        const std::uint32_t frame = frame_[copy];
        if (started_) {
            for (const std::uint32_t seat : seating_.left[frame]) left_.push_back(base + seat);
            for (const std::uint32_t seat : seating_.entered[frame]) entered_.push_back(base + seat);
        } else {
            for (std::uint32_t i = clip_.begin[frame]; i < clip_.begin[frame + 1]; ++i)
                entered_.push_back(base + seating_.seat[i]);
        }
    }
    for (const Slot slot : left_) present_[slot] = 0;
    for (const Slot slot : entered_) present_[slot] = 1;
    agents_ += static_cast<std::uint32_t>(entered_.size());
    agents_ -= static_cast<std::uint32_t>(left_.size());
}

void TiledCrowd::place(std::size_t copy) {
    const float east = pitch_.x * static_cast<float>(copy % tile_);
    const float north = pitch_.y * static_cast<float>(copy / tile_);
    float* x = x_.data() + copy * seating_.seats;
    float* y = y_.data() + copy * seating_.seats;
    const std::uint32_t frame = frame_[copy];
    for (std::uint32_t i = clip_.begin[frame]; i < clip_.begin[frame + 1]; ++i) {
        x[seating_.seat[i]] = sample_x_[i] + east;
        y[seating_.seat[i]] = sample_y_[i] + north;
    }
    if (boxes_.empty()) return;
    for (std::uint32_t i = clip_.begin[frame]; i < clip_.begin[frame + 1]; ++i) {
        const std::uint32_t seat = seating_.seat[i];
        Aabb& box = boxes_[copy * seating_.seats + seat];
        box = predicates::box_around({x[seat], y[seat]}, sample_half_extents_[i]);
        const Vec2 center = predicates::center_of(box);
        x[seat] = center.x;
        y[seat] = center.y;
    }
}

std::span<const std::uint32_t> TiledCrowd::people() {
    const auto [low, high] = std::pair(clip_.ids.front(), clip_.ids.back());
    const bool as_recorded = copies() == 1 && low >= 0 && high <= std::int64_t{no_slot};
    people_.resize(x_.size());
    for (std::size_t copy = 0; copy < frame_.size(); ++copy) {
        const std::uint32_t frame = frame_[copy];
        for (std::uint32_t i = clip_.begin[frame]; i < clip_.begin[frame + 1]; ++i) {
            const std::uint32_t person = clip_.person[seating_.sample[i]];
            people_[copy * seating_.seats + seating_.seat[i]] = static_cast<std::uint32_t>(
                as_recorded ? static_cast<std::uint64_t>(clip_.ids[person]) : copy * clip_.ids.size() + person);
        }
    }
    return people_;
}

Aabb TiledCrowd::middle(std::uint32_t copies) const noexcept {
    const std::uint32_t across = std::min(copies, tile_);
    const auto first = static_cast<float>((tile_ - across) / 2);
    const auto further = static_cast<float>(across - 1);
    const Vec2 low{clip_.bounds.min.x + pitch_.x * first, clip_.bounds.min.y + pitch_.y * first};
    const Vec2 extent{clip_.bounds.max.x - clip_.bounds.min.x, clip_.bounds.max.y - clip_.bounds.min.y};
    return {low, {low.x + extent.x + pitch_.x * further, low.y + extent.y + pitch_.y * further}};
}

Aabb TiledCrowd::bounds() const noexcept { return middle(tile_); }

} // namespace throng::app
