// SPDX-License-Identifier: MIT
// The R-tree of Boost.Geometry: bulk loaded by packing each tick, since everything moves, then queried box by box.
// Taking the crowd's columns into its own boxes is part of its load, as taking them is part of ours.
#include "bench/peers/first_hit.hpp"
#include "bench/peers/peers.hpp"

#include <throng/predicates.hpp>

#include <boost/geometry/geometries/box.hpp>
#include <boost/geometry/geometries/point.hpp>
#include <boost/geometry/index/rtree.hpp>
#include <boost/iterator/function_output_iterator.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace throng::bench {
namespace {

namespace geometry = boost::geometry;
namespace rtree_queries = boost::geometry::index;

using BoostPoint = geometry::model::point<float, 2, geometry::cs::cartesian>;
using BoostBox = geometry::model::box<BoostPoint>;
using Value = std::pair<BoostBox, Slot>;
using Tree = geometry::index::rtree<Value, geometry::index::quadratic<16>>;

BoostBox to_boost(const Aabb& box) { return {{box.min.x, box.min.y}, {box.max.x, box.max.y}}; }

Aabb from_boost(const BoostBox& box) {
    return {{geometry::get<0>(box.min_corner()), geometry::get<1>(box.min_corner())},
            {geometry::get<0>(box.max_corner()), geometry::get<1>(box.max_corner())}};
}

class BoostRtree final : public RayPeer {
public:
    void load(const Crowd& crowd) override {
        values_.resize(crowd.size());
        for (std::size_t i = 0; i < crowd.size(); ++i) values_[i] = {to_boost(box_of(crowd, i)), static_cast<Slot>(i)};
        tree_ = Tree(values_);
    }

    void pairs(std::vector<Pair>& out) override {
        out.clear();
        for (const Value& value : values_) {
            const Slot a = value.second;
            each_overlapping(value.first, [&out, a](const Value& found) {
                if (a < found.second) out.push_back({a, found.second});
            });
        }
    }

    void overlap(const Squares& queries, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries.size(); ++i) append_row(queries[i], out);
    }

    void overlap(const Aabb& query, Rows& out) override {
        out.restart();
        append_row(query, out);
    }

    std::uint32_t count(const Aabb& query) override {
        std::uint32_t found = 0;
        each_overlapping(to_boost(query), [&found](const Value&) { ++found; });
        return found;
    }

    void count(const Squares& queries, std::vector<std::uint32_t>& out) override {
        out.resize(queries.size());
        for (std::size_t i = 0; i < queries.size(); ++i) out[i] = count(queries[i]);
    }

    void cast(const Crowd& rays, float max_t, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < rays.size(); ++i) {
            const Slot first = first_ahead({rays.x[i], rays.y[i]}, {rays.velocity_x[i], rays.velocity_y[i]}, max_t,
                                           static_cast<Slot>(i));
            if (first != no_slot) out.slots.push_back(first);
            out.finish_row();
        }
    }

private:
    template <class F> void each_overlapping(const BoostBox& query, F&& visit) {
        tree_.query(rtree_queries::intersects(query), boost::make_function_output_iterator(std::forward<F>(visit)));
    }

    void append_row(const Aabb& query, Rows& out) {
        each_overlapping(to_boost(query), [&out](const Value& found) { out.slots.push_back(found.second); });
        out.finish_row();
    }

    // The tree has no order along a ray. So it is queried with the box around one stretch of the ray after the other,
    // which in a dense crowd is far cheaper than for everything that the whole ray touches.
    Slot first_ahead(Vec2 origin, Vec2 direction, float max_t, Slot self) {
        constexpr float stretch = 40;   // two units of space at 0.05 per t
        constexpr float margin = 0.01f; // beyond what rounding can lose
        for (float begin = 0; begin <= max_t; begin += stretch) {
            const float end = std::min(max_t, begin + stretch);
            const auto [min_x, max_x] = std::minmax({origin.x + begin * direction.x, origin.x + end * direction.x});
            const auto [min_y, max_y] = std::minmax({origin.y + begin * direction.y, origin.y + end * direction.y});
            const Aabb around{{min_x - margin, min_y - margin}, {max_x + margin, max_y + margin}};
            FirstHit first;
            each_overlapping(to_boost(around), [&](const Value& found) {
                if (found.second != self)
                    first.offer(found.second, predicates::enter(from_boost(found.first), {origin, direction, end}));
            });
            if (first.slot != no_slot) return first.slot;
        }
        return no_slot;
    }

    std::vector<Value> values_;
    Tree tree_;
};

} // namespace

std::unique_ptr<RayPeer> boost_rtree() { return std::make_unique<BoostRtree>(); }

} // namespace throng::bench
