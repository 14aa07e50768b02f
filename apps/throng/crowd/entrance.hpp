// SPDX-License-Identifier: MIT
// People that have left the square enter it again at the near end of the same stream, at a place with room.
#pragma once

#include "apps/throng/crowd/crossing.hpp"
#include "apps/throng/crowd/crowd_index.hpp"
#include "apps/throng/crowd/walkers.hpp"

#include <cstdint>
#include <vector>

namespace throng::app {

class Entrance {
public:
    explicit Entrance(float body_radius) : body_radius_(body_radius) {}

    /// `index` contains the places of people before the last step. A person without room walks on outside and tries
    /// again at the next tick. The places that are tried depend only on person and tick.
    void admit(Walkers& walkers, const Crossing& scene, const CrowdIndex& index, std::uint64_t tick);

private:
    void list_places(const Walkers& walkers, const Crossing& scene, std::uint64_t tick);
    bool is_free(std::size_t place) const;

    float body_radius_;
    std::vector<Slot> outside_;
    std::vector<Vec2> places_;               // eight for each of outside_, the first choice first
    std::vector<std::uint32_t> people_near_; // each place
    std::vector<Vec2> taken_;                // in this tick
};

} // namespace throng::app
