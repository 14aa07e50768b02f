// SPDX-License-Identifier: MIT
// The crowd of the calls: equal squares, one for each unit of area, as a World and as a row grid with the same slots.
#pragma once

#include "bench/common/subject.hpp"
#include "scenes/generator.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <cmath>
#include <cstddef>
#include <vector>

namespace throng::bench {

struct Town {
    static constexpr float half_extent = 0.6f;

    Town(std::size_t size, WorldDesc desc, std::uint64_t seed = 7) : random(seed), world(desc) {
        side = std::sqrt(static_cast<float>(size));
        for (std::size_t i = 0; i < size; ++i) {
            x.push_back(random.uniform(0, side)), y.push_back(random.uniform(0, side));
            way_x.push_back(random.uniform(-0.05f, 0.05f)), way_y.push_back(random.uniform(-0.05f, 0.05f));
        }
        ids.resize(size);
        require(world.spawn(boxes(), Motion::Dynamic, ids));
        require(world.commit(serial()));
        require(grid.build(boxes(), serial()));
    }

    std::size_t size() const { return x.size(); }
    PointView centers() const { return {x.data(), y.data(), x.size()}; }
    BoxView boxes() const { return BoxView::around(centers(), half_extent); }

    /// Moves everything a little; elements turn at the border.
    void walk() {
        for (std::size_t i = 0; i < x.size(); ++i) {
            if (x[i] + way_x[i] < 0 || x[i] + way_x[i] > side) way_x[i] = -way_x[i];
            if (y[i] + way_y[i] < 0 || y[i] + way_y[i] > side) way_y[i] = -way_y[i];
            x[i] += way_x[i];
            y[i] += way_y[i];
        }
    }

    scenes::Generator random;
    float side = 0;
    std::vector<float> x, y, way_x, way_y; // by slot
    std::vector<Id> ids;                   // the id of slot i is ids[i]
    World world;
    RowGrid grid{RowGridDesc{}};
};

} // namespace throng::bench
