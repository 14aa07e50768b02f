// SPDX-License-Identifier: MIT
// The shape of a search, a box, disc or cone, has a region that prunes and a predicate that decides.
#pragma once

#include "engine/kernels/base/elements.hpp"
#include "engine/kernels/base/region_lanes.hpp"
#include "engine/kernels/query/batch.hpp"
#include "engine/kernels/query/sector.hpp"
#include "simd/lane_predicates.hpp"

#include <throng/types.hpp>

namespace throng::kernels {

/// Repeats one box sixteen times.
template <class A> THRONG_INLINE simd::Boxes<A> same_box(const Region& r) {
    using namespace simd;
    return {broadcast<A>(r.min_x), broadcast<A>(r.min_y), broadcast<A>(r.max_x), broadcast<A>(r.max_y)};
}

/// Returns squared distances from (x, y) to sixteen elements, by Measure.
template <class A, class Elements>
THRONG_INLINE simd::Floats<A> squared_distances(const Elements& elements, float x, float y, bool by_center) {
    const simd::Points<A> point{simd::broadcast<A>(x), simd::broadcast<A>(y)};
    if (by_center)
        return with_centers<A>(elements, [&](const simd::Points<A>& centers)
                                             THRONG_FLAT { return squared_distance_to_center(centers, point); });
    return with_boxes<A>(elements, [&](const simd::Boxes<A>& boxes)
                                       THRONG_FLAT { return squared_distance_to_box(boxes, point); });
}
/// Returns squared distances to sixteen boxes around other boxes.
template <class A>
THRONG_INLINE simd::Floats<A> squared_distances(const ElementColumns& boxes, float x, float y, bool by_center) {
    return squared_distances<A>(TileAt<A>{boxes, 0}, x, y, by_center);
}

/// Keeps the boxes of `lanes`. The others become empty: no comparison with a NaN side is true.
template <class A> THRONG_INLINE simd::Boxes<A> keep_lanes(simd::Boxes<A> boxes, const simd::Mask<A>& lanes) {
    boxes.max_x = select(lanes, boxes.max_x, simd::broadcast<A>(__builtin_nanf("")));
    return boxes;
}

/// Reads a column of up to sixteen queries. Lanes past `count` are arbitrary.
template <class A>
THRONG_INLINE simd::Floats<A> values_from(const NumberColumn& column, std::uint32_t first, std::uint32_t count) {
    if (column.stride == sizeof(float)) return simd::load_first<A>(column.data + first, static_cast<int>(count));
    std::uint32_t items[16];
    for (std::uint32_t i = 0; i < 16; ++i) items[i] = first + (i < count ? i : 0);
    return simd::gather<A>(column.data, column.stride, items);
}

/// A match is an element whose box overlaps the query box.
struct BoxShape {
    static constexpr bool by_center = false; // a candidate's box, not its centre, has to lie in the region
    static constexpr bool ranks_by_center = false;
    static constexpr bool round = false, whole_disc = false;
    Region region;
    float x, y; // ranks and distances are measured from here

    THRONG_INLINE void set(const Region& r) {
        region = r;
        x = 0.5f * r.min_x + 0.5f * r.max_x;
        y = 0.5f * r.min_y + 0.5f * r.max_y;
    }
    static THRONG_INLINE std::uint32_t read(const Batch& batch, std::uint32_t i, BoxShape& out) {
        const float ax = batch[Batch::at_x][i], ay = batch[Batch::at_y][i];
        Region r;
        if (batch.form == BoxSource::Form::CommonCenters) {
            r = {ax - batch.half_extent, ay - batch.half_extent, ax + batch.half_extent, ay + batch.half_extent};
        } else {
            const float bx = batch[Batch::to_x][i], by = batch[Batch::to_y][i];
            r = batch.form == BoxSource::Form::Corners ? Region{ax, ay, bx, by}
                                                       : Region{ax - bx, ay - by, ax + bx, ay + by};
        }
        out.set(r);
        const bool valid = all_finite(r) & (r.min_x <= r.max_x) & (r.min_y <= r.max_y);
        return valid ? 0u : static_cast<std::uint32_t>(Fault::InvalidBounds);
    }
    /// Sixteen queries as read() reads them, side by side.
    struct QueryLanes {
        alignas(64) float min_x[16], min_y[16], max_x[16], max_y[16];
    };
    /// Reads queries [first, first + count). Returns their regions; that of a faulty query is empty.
    template <class A>
    static THRONG_INLINE simd::Boxes<A> read_all(const Batch& batch, std::uint32_t first, std::uint32_t count,
                                                 QueryLanes& out) {
        using namespace simd;
        const auto values = [&](Batch::NumberName name)
                                THRONG_FLAT { return values_from<A>(batch[name], first, count); };
        const Floats<A> ax = values(Batch::at_x), ay = values(Batch::at_y);
        Boxes<A> all;
        if (batch.form == BoxSource::Form::CommonCenters) {
            const Floats<A> h = broadcast<A>(batch.half_extent);
            all = {ax - h, ay - h, ax + h, ay + h};
        } else {
            const Floats<A> bx = values(Batch::to_x), by = values(Batch::to_y);
            if (batch.form == BoxSource::Form::Corners)
                all = {ax, ay, bx, by};
            else
                all = {ax - bx, ay - by, ax + bx, ay + by};
        }
        store(out.min_x, all.min_x), store(out.min_y, all.min_y);
        store(out.max_x, all.max_x), store(out.max_y, all.max_y);
        const Floats<A> zero = broadcast<A>(0.f);
        // The same test as all_finite().
        const Mask<A> finite = (all.min_x * zero + all.min_y * zero) + (all.max_x * zero + all.max_y * zero) == zero;
        return keep_lanes(all, finite);
    }
    static THRONG_INLINE BoxShape of(const QueryLanes& all, std::uint32_t lane) {
        BoxShape one;
        one.set({all.min_x[lane], all.min_y[lane], all.max_x[lane], all.max_y[lane]});
        return one;
    }

    template <class A, class Elements>
    THRONG_INLINE simd::Mask<A> test(const Elements& elements, simd::Floats<A>&) const {
        return with_boxes<A>(elements, [&](const simd::Boxes<A>& boxes)
                                           THRONG_FLAT { return overlaps(same_box<A>(region), boxes); });
    }
    /// Whether sixteen boxes around other boxes may hold a match.
    template <class A> THRONG_INLINE simd::Mask<A> may_hold(const ElementColumns& boxes) const {
        return overlaps(same_box<A>(region), load_boxes<A>(boxes, 0));
    }
    template <class A, class Elements>
    THRONG_INLINE simd::Floats<A> rank(const Elements& elements, simd::Floats<A>, bool center) const {
        return squared_distances<A>(elements, x, y, center);
    }
};

/// A match is an element whose box or centre is within a distance of a point.
template <bool to_center> struct DiscShape {
    static constexpr bool by_center = to_center, ranks_by_center = to_center;
    static constexpr bool whole_disc = true; // every element that is near enough is a match
    static constexpr bool round = true;
    Region region;
    float x, y, squared_radius, reach;

    THRONG_INLINE void set(float center_x, float center_y, float radius) {
        x = center_x, y = center_y;
        squared_radius = radius * radius;
        reach = widened_reach(radius);
        region = around(x, y, reach);
    }
    /// Sixteen queries as read() reads them, side by side.
    struct QueryLanes {
        alignas(64) float x[16], y[16], squared_radius[16];

        /// Stores the lanes and returns their regions.
        template <class A>
        THRONG_INLINE simd::Boxes<A> set(simd::Floats<A> center_x, simd::Floats<A> center_y, simd::Floats<A> radius) {
            simd::store(x, center_x), simd::store(y, center_y), simd::store(squared_radius, radius * radius);
            return around<A>(center_x, center_y, widened_reach<A>(radius));
        }
    };
    /// Reads queries [first, first + count). Returns their regions; that of a faulty query is empty.
    template <class A>
    static THRONG_INLINE simd::Boxes<A> read_all(const Batch& batch, std::uint32_t first, std::uint32_t count,
                                                 QueryLanes& out) {
        using namespace simd;
        const Floats<A> x = values_from<A>(batch[Batch::at_x], first, count);
        const Floats<A> y = values_from<A>(batch[Batch::at_y], first, count);
        const Floats<A> zero = broadcast<A>(0.f);
        const Floats<A> radius =
            batch[Batch::reaches] ? values_from<A>(batch[Batch::reaches], first, count) : broadcast<A>(batch.reach);
        return keep_lanes(out.template set<A>(x, y, radius), (x * zero + y * zero == zero) & (zero <= radius));
    }
    /// Returns one query without its region and reach, which tests do not need: they are zero.
    static THRONG_INLINE DiscShape of(const QueryLanes& all, std::uint32_t lane) {
        DiscShape one{};
        one.x = all.x[lane], one.y = all.y[lane], one.squared_radius = all.squared_radius[lane];
        return one;
    }
    static THRONG_INLINE std::uint32_t read(const Batch& batch, std::uint32_t i, DiscShape& out) {
        const float x = batch[Batch::at_x][i], y = batch[Batch::at_y][i];
        const float radius = batch.reach_of(i);
        out.set(x, y, radius);
        return (finite(x) && finite(y) ? 0u : static_cast<std::uint32_t>(Fault::InvalidBounds)) |
               (radius >= 0.f ? 0u : static_cast<std::uint32_t>(Fault::InvalidArgument));
    }

    template <class A, class Elements>
    THRONG_INLINE simd::Mask<A> test(const Elements& elements, simd::Floats<A>& squared) const {
        squared = squared_distances<A>(elements, x, y, to_center);
        return squared <= simd::broadcast<A>(squared_radius);
    }
    /// Whether sixteen boxes around other boxes may hold a match. A centre may lie outside its box by the rounding of
    /// denormals: hence the widened reach.
    template <class A> THRONG_INLINE simd::Mask<A> may_hold(const ElementColumns& boxes) const {
        return squared_distances<A>(boxes, x, y, false) <= simd::broadcast<A>(reach * reach);
    }
    template <class A, class Elements>
    THRONG_INLINE simd::Floats<A> rank(const Elements& elements, simd::Floats<A> squared, bool center) const {
        return center == to_center ? squared : squared_distances<A>(elements, x, y, center);
    }
};

/// Scales the direction of a cone as the predicate does: predicates::within_cone says why.
static THRONG_INLINE void take_usual_length(float& x, float& y) {
    constexpr float step = 0x1p64f;
    float length = magnitude(x) > magnitude(y) ? magnitude(x) : magnitude(y);
    if (!(length > 0.f) || !finite(length)) return;
    const std::uint32_t wanted = length < 0.25f ? 125 : 127;
    if (length >= 0.25f && length < 2.f) return;
    for (; length < 1.f / step; length *= step) x *= step, y *= step;
    for (; length >= step; length /= step) x /= step, y /= step;
    const std::uint32_t exponent = __builtin_bit_cast(std::uint32_t, length) >> 23;
    const float factor = __builtin_bit_cast(float, (wanted + 127 - exponent) << 23);
    x *= factor, y *= factor;
}

/// A match is an element whose centre is in a sector of a disc.
struct ConeShape : DiscShape<true> {
    static constexpr bool ranks_by_center = false, whole_disc = false;
    float direction_x, direction_y, squared_direction, cosine;
    Sector sector{};

    struct QueryLanes : DiscShape<true>::QueryLanes {
        alignas(64) float direction_x[16], direction_y[16], squared_direction[16], cosine[16];
    };
    template <class A>
    static THRONG_INLINE simd::Boxes<A> read_all(const Batch& batch, std::uint32_t first, std::uint32_t count,
                                                 QueryLanes& out) {
        using namespace simd;
        const Floats<A> x = values_from<A>(batch[Batch::to_x], first, count);
        const Floats<A> y = values_from<A>(batch[Batch::to_y], first, count);
        const Floats<A> cosine = values_from<A>(batch[Batch::cosines], first, count);
        const Floats<A> zero = broadcast<A>(0.f);
        store(out.direction_x, x), store(out.direction_y, y), store(out.cosine, cosine);
        const Mask<A> directed = (x * zero + y * zero == zero) & (cosine * zero == zero) & (zero < abs(x) + abs(y));
        const Boxes<A> discs = keep_lanes(DiscShape<true>::read_all<A>(batch, first, count, out), directed);
        Tile sectors;
        store(sectors.min_x, discs.min_x), store(sectors.min_y, discs.min_y);
        store(sectors.max_x, discs.max_x), store(sectors.max_y, discs.max_y);
        for (std::uint32_t i = 0; i < count && i < 16; ++i) {
            take_usual_length(out.direction_x[i], out.direction_y[i]);
            out.squared_direction[i] =
                out.direction_x[i] * out.direction_x[i] + out.direction_y[i] * out.direction_y[i];
            const Region disc = box_of_lane(sectors, i);
            if (!(disc.min_x <= disc.max_x)) continue; // it is faulty
            Sector sector;
            sector.set(out.x[i], out.y[i], out.direction_x[i], out.direction_y[i], out.cosine[i]);
            set_box(sectors, i, sector.bounds(out.x[i], out.y[i], widened_reach(batch.reach_of(first + i)), disc));
        }
        return load_boxes<A>(columns_of(sectors), 0);
    }
    static THRONG_INLINE ConeShape of(const QueryLanes& all, std::uint32_t lane) {
        return {DiscShape<true>::of(all, lane), all.direction_x[lane], all.direction_y[lane],
                all.squared_direction[lane],    all.cosine[lane],      {}};
    }

    static THRONG_INLINE std::uint32_t read(const Batch& batch, std::uint32_t i, ConeShape& out) {
        const std::uint32_t faults = DiscShape<true>::read(batch, i, out);
        const float x = batch[Batch::to_x][i], y = batch[Batch::to_y][i];
        out.direction_x = x, out.direction_y = y;
        take_usual_length(out.direction_x, out.direction_y);
        out.squared_direction = out.direction_x * out.direction_x + out.direction_y * out.direction_y;
        out.cosine = batch[Batch::cosines][i];
        const bool directed = finite(x) && finite(y) && (x != 0.f || y != 0.f) && finite(out.cosine);
        if (faults == 0 && directed) {
            out.sector.set(out.x, out.y, out.direction_x, out.direction_y, out.cosine);
            out.region = out.sector.bounds(out.x, out.y, out.reach, out.region);
        }
        return faults | (directed ? 0u : static_cast<std::uint32_t>(Fault::InvalidArgument));
    }

    template <class A> THRONG_INLINE simd::Mask<A> may_hold(const ElementColumns& boxes) const {
        const simd::Mask<A> near = DiscShape<true>::may_hold<A>(boxes);
        return sector.narrow ? andnot(near, sector.misses<A>(x, y, load_boxes<A>(boxes, 0))) : near;
    }
    template <class A, class Elements>
    THRONG_INLINE simd::Mask<A> test(const Elements& elements, simd::Floats<A>& squared) const {
        using namespace simd;
        const Points<A> center = centers_of<A>(elements);
        const Floats<A> dx = center.x - broadcast<A>(x), dy = center.y - broadcast<A>(y);
        squared = squared_length(dx, dy);
        const Floats<A> dot = dx * broadcast<A>(direction_x) + dy * broadcast<A>(direction_y);
        const Mask<A> ahead = dot >= broadcast<A>(cosine) * sqrt(squared * broadcast<A>(squared_direction));
        return (squared <= broadcast<A>(squared_radius)) & (ahead | (squared == broadcast<A>(0.f)));
    }
};

} // namespace throng::kernels
