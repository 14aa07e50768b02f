// SPDX-License-Identifier: MIT
// One content and everything that is asked about it, with every combination of options in turn.
#pragma once

#include "tests/support/content.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/option_choices.hpp"
#include "tests/support/questions.hpp"

#include <throng/views.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::test {

struct Scenario {
    Scenario(const oracle::Content& held, std::size_t queries, std::uint64_t seed)
        : content(held), sets(held.slot_count()) {
        Questions ask(content, seed);
        boxes = ask.boxes(queries);
        points = ask.points(queries);
        radii = ask.radii(points);
        rays = ask.rays(queries);
        exclusions = ask.exclusions(queries, content.slot_count());
        exclusion_by_slot = ask.exclusions(content.slot_count(), content.slot_count());
        of = ask.exclusions(queries, content.slot_count());
        for (const Ray& ray : rays) {
            origins.push_back(ray.origin);
            directions.push_back(ray.direction);
            max_ts.push_back(ray.max_t);
        }
    }

    /// Options of choice `c` for batches of queries, and for neighbors, which has a row for each slot.
    QueryOptions options(std::size_t c) const { return sets.options(option_choices[c], exclusions); }
    QueryOptions options_by_slot(std::size_t c) const { return sets.options(option_choices[c], exclusion_by_slot); }
    PairOptions pair_options(std::size_t c) const {
        PairOptions options;
        options.order = option_choices[c].order;
        options.among = sets.set_of(option_choices[c].among);
        return options;
    }
    PairOptions distance_pair_options(std::size_t c) const {
        PairOptions options = pair_options(c);
        options.distance = neighbor_radius(c);
        options.squared_distances = c % 3 != 1;
        return options;
    }

    DiscView discs() const { return {PointView(points), std::span<const float>(radii)}; }
    RayView ray_view(float half_extent) const {
        RayView view{PointView(origins), PointView(directions), std::span<const float>(max_ts)};
        view.half_extent = half_extent;
        return view;
    }

    // What varies beside the options.
    static std::uint32_t k(std::size_t c) {
        constexpr std::uint32_t ks[] = {10, 1, 7, 3, 0, 40, 20, 5, 1'000'000};
        return ks[c];
    }
    static float max_distance(std::size_t c) {
        constexpr float distances[] = {infinity, 2, infinity, 0, 1, 1e25f, 0.7f, 1e-42f, 30};
        return distances[c];
    }
    static float neighbor_radius(std::size_t c) {
        constexpr float radii[] = {2, 0, 1e25f, 1, 0.5f, infinity, 3.5f, 1e-42f, 1e-25f};
        return radii[c];
    }
    static float swept_half_extent(std::size_t c) { return c % 3 == 1 ? 0.3f : 0.0f; }

    oracle::Content content;
    OptionSets sets;
    std::vector<Aabb> boxes;
    std::vector<Vec2> points;
    std::vector<float> radii;
    std::vector<Ray> rays;
    std::vector<Vec2> origins, directions;
    std::vector<float> max_ts;
    std::vector<Slot> exclusions, exclusion_by_slot, of;
};

} // namespace throng::test
