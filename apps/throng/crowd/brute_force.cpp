// SPDX-License-Identifier: MIT
// The published predicates in plain loops over all people.
// Each loop first computes a strip of answers without a branch, which a compiler turns into vector code, then looks at
// the few hits.
#include "apps/throng/crowd/brute_force.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <array>

namespace throng::app {

namespace {

constexpr std::size_t strip = 1024;
using SquaredDistances = std::array<float, strip>;

void squared_distances(const Centers& centers, Slot of, std::size_t begin, std::size_t count, SquaredDistances& out) {
    const Vec2 from{centers.x[of], centers.y[of]};
    const float* x = centers.x.data() + begin;
    const float* y = centers.y.data() + begin;
    for (std::size_t i = 0; i < count; ++i) out[i] = predicates::squared_distance(Vec2{x[i], y[i]}, from);
}

bool is_other(const Centers& centers, std::size_t slot, Slot of) {
    return slot != of && (centers.present.empty() || centers.present[slot] != 0);
}

template <class Visit> void for_each_strip(const Centers& centers, Slot of, Visit visit) {
    SquaredDistances d2;
    for (std::size_t begin = 0; begin < centers.x.size(); begin += strip) {
        const std::size_t count = std::min(strip, centers.x.size() - begin);
        squared_distances(centers, of, begin, count, d2);
        visit(begin, count, d2);
    }
}

} // namespace

void neighbors_by_brute_force(const Centers& centers, Slot of, float radius, std::vector<Neighbor>& out) {
    out.clear();
    const float limit = radius * radius;
    for_each_strip(centers, of, [&](std::size_t begin, std::size_t count, const SquaredDistances& d2) {
        // A short run is dismissed as a whole: hits are rare, and a count without branches is vector code.
        constexpr std::size_t run = 64;
        for (std::size_t first = 0; first < count; first += run) {
            const std::size_t last = std::min(count, first + run);
            unsigned inside = 0;
            for (std::size_t i = first; i < last; ++i) inside += d2[i] <= limit ? 1u : 0u;
            for (std::size_t i = first; inside != 0 && i < last; ++i) {
                if (d2[i] <= limit && is_other(centers, begin + i, of))
                    out.push_back({d2[i], static_cast<Slot>(begin + i)});
            }
        }
    });
}

void nearest_by_brute_force(const Centers& centers, Slot of, std::size_t k, std::vector<Neighbor>& out) {
    out.clear();
    if (k == 0) return;
    for_each_strip(centers, of, [&](std::size_t begin, std::size_t count, const SquaredDistances& d2) {
        for (std::size_t i = 0; i < count; ++i) {
            const Neighbor one{d2[i], static_cast<Slot>(begin + i)};
            if (out.size() == k && !nearer(one, out.back())) continue;
            if (!is_other(centers, one.slot, of)) continue;
            if (out.size() == k) out.pop_back();
            out.insert(std::upper_bound(out.begin(), out.end(), one, nearer), one);
        }
    });
}

std::size_t later_overlaps_by_brute_force(const Centers& centers, std::span<const float> half_extents, Slot of) {
    const float* x = centers.x.data();
    const float* y = centers.y.data();
    const float* h = half_extents.data();
    const Aabb own = predicates::box_around({x[of], y[of]}, h[of]);
    std::uint32_t overlapping = 0;
    for (std::size_t i = std::size_t{of} + 1; i < centers.x.size(); ++i)
        overlapping += predicates::overlaps(own, predicates::box_around({x[i], y[i]}, h[i])) ? 1u : 0u;
    return overlapping;
}

void within_by_brute_force(std::span<const Aabb> boxes, const Disc& disc, std::vector<Slot>& out) {
    out.clear();
    for (std::size_t slot = 0; slot < boxes.size(); ++slot)
        if (predicates::within(boxes[slot], disc)) out.push_back(static_cast<Slot>(slot));
}

predicates::Ranked cast_by_brute_force(std::span<const Aabb> boxes, const Ray& ray, float half_extent) {
    predicates::Ranked first{ray.max_t, no_slot}; // of a box entered at max_t, the slot is smaller
    for (std::size_t slot = 0; slot < boxes.size(); ++slot) {
        const predicates::Entry entry = predicates::enter(boxes[slot], ray, half_extent);
        const predicates::Ranked one{entry.t, static_cast<Slot>(slot)};
        if (entry && predicates::ranks_before(one, first)) first = one;
    }
    return first;
}

} // namespace throng::app
