// SPDX-License-Identifier: MIT
// A batch of boxes, discs, rays and slots to ask for: near what is there, everywhere, and faulty ones.
#pragma once

#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/places.hpp"

#include <throng/predicates.hpp>
#include <throng/views.hpp>
#include <throng/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace throng::fuzz {

class Queries {
public:
    /// `near` may be empty; `slots` is above every slot that is there.
    Queries(std::span<const Aabb> near, std::size_t slots, std::size_t rows, Bytes& source)
        : near_(near), random_(source.below(1 << 16)), faulty_(source.chance(8)), common_(source.chance(4)) {
        for (std::size_t i = 0; i < rows; ++i) {
            boxes.push_back(box());
            points.push_back(point());
            radii.push_back(radius());
            rays.push_back({point(), direction(), random_.below(4) == 0 ? infinity : radius()});
            of.push_back(random_.below(static_cast<std::uint32_t>(slots) + 2));
        }
        if (common_ && rows > 0)
            for (std::size_t i = 1; i < rows; ++i) radii[i] = radii[0], rays[i].max_t = rays[0].max_t;
        for (const Ray& ray : rays) max_ts_.push_back(ray.max_t);
        half_extent = random_.below(3) != 0 ? 0 : faulty_ && random_.below(4) == 0 ? -1 : std::fabs(radius());
        reach = radius();
        k = random_.below(3) == 0 ? random_.below(70) : random_.below(6);
    }

    std::vector<Aabb> boxes;
    std::vector<Vec2> points;
    std::vector<float> radii;
    std::vector<Ray> rays;
    std::vector<Slot> of;
    float half_extent = 0, reach = 0;
    std::uint32_t k = 0;

    DiscView discs() const {
        return common_ && !radii.empty() ? DiscView(points, radii[0]) : DiscView(points, std::span(radii));
    }
    RayView ray_view() const {
        const std::span<const Ray> all(rays);
        const PointView origins = PointView::of(all, &Ray::origin), directions = PointView::of(all, &Ray::direction);
        RayView view = common_ && !rays.empty() ? RayView(origins, directions, rays[0].max_t)
                                                : RayView(origins, directions, max_ts_);
        view.half_extent = half_extent;
        return view;
    }
    /// One value for all that is no length makes the whole call faulty.
    bool discs_faulty() const { return common_ && !radii.empty() && !(radii[0] >= 0); }
    bool rays_faulty() const {
        return !(half_extent >= 0 && std::isfinite(half_extent)) || (common_ && !rays.empty() && !(rays[0].max_t >= 0));
    }

    /// The same places in doubles, to be asked of a world with this origin: places are what it makes of them.
    void draw_doubles(DoubleVec2 origin) {
        const auto wide = [&](float& relative, double from) {
            const double place = from + double{relative} * (1 + 1e-7 * double{random_.unit()});
            relative = static_cast<float>(place - from);
            return place;
        };
        const auto point_of = [&](Vec2& p) {
            const double x = wide(p.x, origin.x), y = wide(p.y, origin.y);
            return DoubleVec2{x, y};
        };
        for (Aabb& b : boxes) {
            const DoubleVec2 min = point_of(b.min), max = point_of(b.max);
            double_boxes.push_back({min, max});
        }
        for (Vec2& p : points) double_points.push_back(point_of(p));
        for (Ray& r : rays) double_origins_.push_back(point_of(r.origin));
    }
    std::vector<DoubleAabb> double_boxes;
    std::vector<DoubleVec2> double_points;
    DoubleDiscView double_discs() const {
        return common_ && !radii.empty() ? DoubleDiscView(double_points, radii[0])
                                         : DoubleDiscView(double_points, std::span(radii));
    }
    DoubleRayView double_rays() const {
        const std::span<const Ray> all(rays);
        const PointView directions = PointView::of(all, &Ray::direction);
        DoubleRayView view = common_ && !rays.empty() ? DoubleRayView(double_origins_, directions, rays[0].max_t)
                                                      : DoubleRayView(double_origins_, directions, max_ts_);
        view.half_extent = half_extent;
        return view;
    }
    /// What is not read of the queries is no number.
    std::vector<DoubleQuery> in_doubles(const std::vector<Query>& queries) const {
        constexpr float nan = std::numeric_limits<float>::quiet_NaN();
        std::vector<DoubleQuery> wide;
        for (std::size_t i = 0; i < queries.size(); ++i) {
            const bool of_box = queries[i].kind == QueryKind::Overlap;
            DoubleQuery query{queries[i], double_points[i], {nan, nan}};
            query.query.at = {nan, nan};
            if (queries[i].kind == QueryKind::Cast) query.place = double_origins_[i];
            if (of_box) query.place = double_boxes[i].min, query.corner = double_boxes[i].max;
            if (of_box) query.query.to = {nan, nan};
            wide.push_back(query);
        }
        return wide;
    }

    Generator& random() { return random_; }

    std::vector<Query> mixed() {
        std::vector<Query> queries;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            const std::uint32_t kind = random_.below(5);
            Query q = kind == 0   ? Query::overlap(boxes[i])
                      : kind == 1 ? Query::within({points[i], radii[i]})
                      : kind == 2 ? Query::nearest(points[i], random_.below(12), radii[i])
                      : kind == 3 ? Query::cast(rays[i])
                                  : Query::cone(points[i], rays[i].direction, random_.uniform(-1, 1), radii[i]);
            if (kind != 2 && random_.below(3) == 0) q.k = 1 + random_.below(4);
            if (random_.below(3) == 0) q.exclude = of[i];
            if (random_.below(3) == 0) q.mask = 1u << random_.below(5);
            queries.push_back(q);
        }
        return queries;
    }

private:
    static constexpr float infinity = std::numeric_limits<float>::infinity();

    bool fault() { return faulty_ && random_.below(8) == 0; }

    Aabb some_box() {
        if (near_.empty() || random_.below(16) == 0)
            return predicates::box_around({random_.uniform(-9, 9), random_.uniform(-9, 9)}, {1, 1});
        return near_[random_.below(static_cast<std::uint32_t>(near_.size()))];
    }

    Vec2 point() {
        if (fault()) return {random_.below(2) == 0 ? infinity : std::numeric_limits<float>::quiet_NaN(), 0};
        const Aabb b = some_box();
        const Vec2 corners[] = {predicates::center_of(b), b.min, b.max, {b.min.x, b.max.y}};
        Vec2 p = corners[random_.below(4)];
        const Vec2 side = {b.max.x - b.min.x, b.max.y - b.min.y};
        if (random_.below(2) == 0) p.x += side.x * random_.uniform(-4, 4), p.y += side.y * random_.uniform(-4, 4);
        return predicates::is_finite(p) ? p : predicates::center_of(b);
    }

    float radius() {
        if (fault()) return random_.below(2) == 0 ? -1 : std::numeric_limits<float>::quiet_NaN();
        const Aabb a = some_box(), b = some_box();
        switch (random_.below(8)) {
        case 0: return 0;
        case 1: return infinity;
        case 2: return std::sqrt(predicates::squared_distance(a, predicates::center_of(b)));
        case 3: return std::fabs(a.min.x - b.max.x);
        default: return random_.uniform(0, 4) * (b.max.x - b.min.x) + random_.unit();
        }
    }

    Aabb box() {
        if (fault()) return {{1, 1}, {0, 1}};
        if (random_.below(24) == 0) {
            constexpr float most = std::numeric_limits<float>::max();
            return {{-most, -most}, {most, most}};
        }
        const Vec2 p = point(), q = random_.below(4) == 0 ? point() : p;
        const float r = random_.below(3) == 0 ? 0 : radius();
        const Aabb b = {{std::min(p.x, q.x) - r, std::min(p.y, q.y) - r},
                        {std::max(p.x, q.x) + r, std::max(p.y, q.y) + r}};
        return predicates::is_valid(b) || faulty_ ? b : some_box();
    }

    Vec2 direction() {
        if (fault()) return random_.below(2) == 0 ? Vec2{0, 0} : Vec2{infinity, 1};
        switch (random_.below(8)) {
        case 0: return {random_.below(2) == 0 ? 1.f : -1.f, 0};
        case 1: return {0, random_.below(2) == 0 ? 2.f : -0.5f};
        case 2: {
            const Vec2 p = predicates::center_of(some_box()), q = predicates::center_of(some_box());
            const Vec2 d = {q.x - p.x, q.y - p.y};
            if (predicates::is_finite(d) && (d.x != 0 || d.y != 0)) return d;
            return {1, 1};
        }
        case 3: return {any_float(random_), any_float(random_) + 0.f};
        default: return random_.direction();
        }
    }

    std::span<const Aabb> near_;
    Generator random_;
    bool faulty_, common_;
    std::vector<float> max_ts_;
    std::vector<DoubleVec2> double_origins_;
};

} // namespace throng::fuzz
