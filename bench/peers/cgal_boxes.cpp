// SPDX-License-Identifier: MIT
// CGAL's box_self_intersection_d, the streamed segment tree of Zomorodian and Edelsbrunner: no index, all pairs of a
// set at once. It sorts the boxes that it is given, so that they are our own small type by value, with the slot for
// their identity.
#include "bench/peers/peers.hpp"

#include <CGAL/box_intersection_d.h>

#include <cstddef>

namespace throng::bench {
namespace {

struct Element { // what CGAL's concept BoxIntersectionBox_d requires
    using NT = float;
    using ID = Slot;

    static int dimension() noexcept { return 2; }
    ID id() const noexcept { return slot; }
    NT min_coord(int axis) const noexcept { return min[axis]; }
    NT max_coord(int axis) const noexcept { return max[axis]; }

    float min[2], max[2];
    Slot slot;
};

class CgalBoxes final : public PairPeer {
public:
    void load(const Crowd& crowd) override {
        elements_.resize(crowd.size());
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            const Aabb box = box_of(crowd, i);
            elements_[i] = {{box.min.x, box.min.y}, {box.max.x, box.max.y}, static_cast<Slot>(i)};
        }
    }

    void pairs(std::vector<Pair>& out) override {
        out.clear();
        CGAL::box_self_intersection_d(elements_.begin(), elements_.end(), [&out](const Element& a, const Element& b) {
            out.push_back(ordered(a.slot, b.slot));
        });
    }

private:
    std::vector<Element> elements_;
};

} // namespace

std::unique_ptr<PairPeer> cgal_boxes() { return std::make_unique<CgalBoxes>(); }

} // namespace throng::bench
