// SPDX-License-Identifier: MIT
// A row grid for small queries, which are answered in packets, beside the brute force that they are compared with.
#pragma once

#include "scenes/generator.hpp"
#include "tests/support/oracle.hpp"

#include <throng/predicates.hpp>
#include <throng/row_grid.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <span>
#include <vector>

namespace throng::test {

inline constexpr float packet_world_side = 20;

/// A square world of cells of side 1, two elements in each; as boxes, or as points of one size. Queries of it are asked
/// sixteen at a time.
class PacketWorld : public testing::Test {
protected:
    explicit PacketWorld(bool of_points) : points_(of_points) {}
    bool points() const { return points_; }

    // `odd` are boxes besides, which a grid of points cannot have.
    void build(std::size_t count, const std::vector<Aabb>& odd = {}) {
        std::vector<Vec2> centers;
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < count; ++i) {
            centers.push_back(anywhere());
            boxes.push_back(predicates::box_around(centers.back(), {random.uniform(0, 0.3f), random.uniform(0, 0.3f)}));
        }
        boxes.insert(boxes.end(), odd.begin(), odd.end());
        ASSERT_TRUE(points() ? grid.build(PointView(centers)) : grid.build(BoxView(boxes)));
        ASSERT_TRUE(points() ? content.build(std::span<const Vec2>(centers))
                             : content.build(std::span<const Aabb>(boxes)));
    }

    Vec2 anywhere() {
        const float x = random.uniform(0, packet_world_side);
        return {x, random.uniform(0, packet_world_side)};
    }
    // A batch lies anywhere, or together.
    std::vector<Vec2> places(std::size_t count, bool together) {
        std::vector<Vec2> places;
        const Vec2 middle = anywhere();
        for (std::size_t i = 0; i < count; ++i)
            places.push_back(together ? Vec2{middle.x + random.uniform(-1, 1), middle.y + random.uniform(-1, 1)}
                                      : anywhere());
        return places;
    }

private:
    bool points_;

protected:
    scenes::Generator random{3};
    RowGrid grid{RowGridDesc{.bounds = {{0, 0}, {packet_world_side, packet_world_side}},
                             .max_half_extent = points() ? 0.25f : 0.f,
                             .cell_size = 1}};
    oracle::Content content{points() ? 0.25f : 0.f};
};

} // namespace throng::test
