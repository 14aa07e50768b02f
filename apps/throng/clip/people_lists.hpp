// SPDX-License-Identifier: MIT
// What a recording tells of each person: a line for each person and frame, a line for each meeting, a line for each
// cell of the ground.
#pragma once

#include "apps/throng/clip/clip.hpp"
#include "apps/throng/clip/density.hpp"
#include "apps/throng/crowd/brute_force.hpp"

#include <throng/hits.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace throng::app {

/// The people of one frame and their neighbours within `radius` metres.
struct FrameOfPeople {
    std::int64_t number;                   // of the frame
    std::span<const std::uint32_t> people; // by slot: the id
    Centers centers;                       // by slot
    const Hits& near;                      // rows by slot, with distances; slots beyond its rows have no neighbours yet
    float radius;
};

/// `frame,id,x,y,neighbors,nearest_distance,density`. The density is that of the disc of the radius around the person:
/// the people in it, the person included, over its whole area, even where that is beyond a wall. Without a neighbour
/// within the radius the nearest distance is empty.
class PeopleList {
public:
    explicit PeopleList(const Clip& clip) : clip_(clip) {}

    /// Lines ascend by id within a frame. Cost: O(slots + people log people + neighbours).
    void add(const FrameOfPeople& frame);
    const std::string& csv() const noexcept { return text_; }

private:
    const Clip& clip_;
    std::vector<Slot> slots_;
    std::string text_ = "frame,id,x,y,neighbors,nearest_distance,density\n";
};

/// `id,other,begin,end,frames,least_distance,at_frame`: two people within the radius of each other from one frame to
/// another, in each frame between them. The same two may meet again.
class MeetingList {
public:
    /// Cost: O(slots + neighbours), on average.
    void add(const FrameOfPeople& frame);
    /// Ascending by the first frame, then by the ids.
    std::string csv() const;

private:
    struct Meeting {
        std::uint32_t id, other;
        std::int64_t begin, end, at; // numbers of frames
        std::uint64_t last, frames;  // last: the count of frames when it was seen
        float least;
    };
    std::unordered_map<std::uint64_t, Meeting> going_on_; // by both ids
    std::vector<Meeting> over_;
    std::uint64_t frames_ = 0;
};

/// `x,y,density` of each cell in which anyone was: its middle, and the persons per square metre in it, on average over
/// the frames. A comment before them has the side of a cell: the densities times its area sum up to the mean number of
/// people.
std::string csv_of(const DensityField& density, const Clip& clip);

} // namespace throng::app
