// SPDX-License-Identifier: MIT
// A crowd whose elements go to and fro between two places, in a row grid and in a World.
#pragma once

#include "bench/common/subject.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace throng::bench {

class TickedCrowd {
public:
    TickedCrowd(std::vector<Aabb> here, std::vector<Aabb> there)
        : boxes_{std::move(here), std::move(there)}, world_({.executor = serial()}), ids_(boxes_[0].size()) {
        require(grid_.build(boxes_[0], serial()));
        require(world_.spawn(boxes_[0], Motion::Dynamic, ids_));
        require(world_.commit(serial()));
        for (int warm_up = 0; warm_up < 20; ++warm_up) {
            tick_grid();
            tick_world();
        }
    }

    // The seconds of an update and of all pairs.
    double tick_grid() {
        const std::span<const Aabb> next = boxes_[++ticks_ % 2];
        return seconds([&] {
            require(grid_.update(next, serial()));
            require(grid_.pairs(pairs_, {}, serial()));
        });
    }
    double tick_world() {
        const std::span<const Aabb> next = boxes_[++ticks_ % 2];
        return seconds([&] {
            require(world_.move_all(next));
            require(world_.commit(serial()));
            require(world_.pairs(pairs_, {}, serial()));
        });
    }

    std::size_t size() const { return ids_.size(); }
    std::size_t pairs() const { return pairs_.size(); } // of the last tick

private:
    std::vector<Aabb> boxes_[2];
    RowGrid grid_{RowGridDesc{}};
    World world_;
    std::vector<Id> ids_;
    Pairs pairs_;
    std::size_t ticks_ = 0;
};

} // namespace throng::bench
