// SPDX-License-Identifier: MIT
// Brute force: each query against each element, by the published predicates. This is the specification of every index.
#pragma once

#include "tests/support/content.hpp"

#include <throng/hierarchical_bitset.hpp>
#include <throng/predicates.hpp>
#include <throng/query_options.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace throng::oracle {

struct Hit {
    float rank;     // squared distance, or t
    float distance; // as reported
    Slot slot;
};

/// One answer. Rows that an index may give in an order of its own ascend by slot here, and `ordered` is false.
struct Answer {
    std::vector<std::vector<Slot>> rows;
    std::vector<std::vector<float>> distances; // empty unless filled
    std::vector<std::uint32_t> found;
    Status status;
    bool ordered = true;
};

namespace detail {

inline constexpr auto nearer = [](const Hit& a, const Hit& b) {
    return predicates::ranks_before({a.rank, a.slot}, {b.rank, b.slot});
};
inline constexpr auto lower = [](const Hit& a, const Hit& b) { return a.slot < b.slot; };

/// The `most` nearest, in their order.
inline void keep_nearest(std::vector<Hit>& hits, std::size_t most) {
    const std::size_t kept = std::min(most, hits.size());
    std::partial_sort(hits.begin(), hits.begin() + static_cast<std::ptrdiff_t>(kept), hits.end(), nearer);
    hits.resize(kept);
}

/// The elements that may be in the rows of a call, but for the one that each row excludes.
class Asked {
public:
    Asked(const Content& content, const QueryOptions& options) : content_(content), exclude_(options.exclude) {
        for (Slot slot = 0; slot < content.slot_count(); ++slot) {
            const bool member = options.among == nullptr || (slot < options.among->size() && options.among->test(slot));
            if (member && content.present(slot)) slots_.push_back(slot);
        }
    }

    /// All elements for which match(element, slot, hits) adds a Hit.
    template <class Match> void scan(std::size_t row, std::vector<Hit>& hits, Match&& match) const {
        for (const Slot slot : slots_) {
            if (exclude_.empty() || exclude_[row] != slot) match(content_[slot], slot, hits);
        }
    }

private:
    const Content& content_;
    ExcludedSlots exclude_;
    std::vector<Slot> slots_;
};

inline void append(Answer& answer, const std::vector<Hit>& hits, std::size_t found, bool with_distances) {
    std::vector<Slot> slots;
    std::vector<float> distances;
    slots.reserve(hits.size());
    distances.reserve(hits.size());
    for (const Hit& hit : hits) {
        slots.push_back(hit.slot);
        distances.push_back(hit.distance);
    }
    answer.rows.push_back(std::move(slots));
    answer.found.push_back(static_cast<std::uint32_t>(found));
    if (with_distances) answer.distances.push_back(std::move(distances));
}

/// overlap, within and neighbors: a set, or the nearest `limit`.
inline void append_set(Answer& answer, std::vector<Hit>& hits, const QueryOptions& options) {
    const std::size_t found = hits.size();
    if (options.limit > 0) { // else they ascend, as Asked finds them
        keep_nearest(hits, options.limit);
        if (options.order == Order::BySlot) std::sort(hits.begin(), hits.end(), lower);
    }
    answer.ordered = options.limit > 0 || options.order == Order::BySlot;
    append(answer, hits, found, options.distances);
}

inline Hit hit_of(Slot slot, float squared_distance) { return {squared_distance, std::sqrt(squared_distance), slot}; }

inline bool is_within(const Element& element, const Disc& disc, Measure measure) {
    return measure == Measure::Box ? predicates::within(element.box, disc) : predicates::within(element.center, disc);
}

inline float squared_distance(const Element& element, Vec2 p, Measure measure) {
    return measure == Measure::Box ? predicates::squared_distance(element.box, p)
                                   : predicates::squared_distance(element.center, p);
}

inline Fault judge_ray(const Ray& ray) {
    Fault fault = predicates::is_finite(ray.origin) ? Fault::None : Fault::InvalidBounds;
    const Vec2 d = ray.direction;
    const bool bad = !predicates::is_finite(d) || (d.x == 0 && d.y == 0) || !(ray.max_t >= 0);
    return bad ? fault | Fault::InvalidArgument : fault;
}

inline Fault judge_disc(Vec2 center, float radius) {
    const Fault fault = predicates::is_finite(center) ? Fault::None : Fault::InvalidBounds;
    return radius >= 0 ? fault : fault | Fault::InvalidArgument;
}

} // namespace detail

inline Answer overlap(const Content& content, std::span<const Aabb> queries, const QueryOptions& options = {}) {
    Answer answer;
    const detail::Asked asked(content, options);
    std::vector<Hit> hits; // of one row at a time
    for (std::size_t row = 0; row < queries.size(); ++row) {
        const Aabb& query = queries[row];
        tell(answer.status, predicates::is_valid(query) ? Fault::None : Fault::InvalidBounds, row);
        hits.clear();
        if (predicates::is_valid(query)) {
            asked.scan(row, hits, [&](const Element& element, Slot slot, std::vector<Hit>& to) {
                if (!predicates::overlaps(element.box, query)) return;
                const Vec2 from = predicates::center_of(query);
                to.push_back(detail::hit_of(slot, detail::squared_distance(element, from, options.measure)));
            });
        }
        detail::append_set(answer, hits, options);
    }
    return answer;
}

inline Answer within(const Content& content, std::span<const Vec2> centers, std::span<const float> radii,
                     const QueryOptions& options = {}) {
    Answer answer;
    const detail::Asked asked(content, options);
    std::vector<Hit> hits; // of one row at a time
    for (std::size_t row = 0; row < centers.size(); ++row) {
        const Fault fault = detail::judge_disc(centers[row], radii[row]);
        tell(answer.status, fault, row);
        hits.clear();
        if (fault == Fault::None) {
            asked.scan(row, hits, [&](const Element& element, Slot slot, std::vector<Hit>& to) {
                if (detail::is_within(element, {centers[row], radii[row]}, options.measure))
                    to.push_back(
                        detail::hit_of(slot, detail::squared_distance(element, centers[row], options.measure)));
            });
        }
        detail::append_set(answer, hits, options);
    }
    return answer;
}

/// `found` is how many of the k nearest there are within reach, before `limit` cuts.
inline Answer nearest(const Content& content, std::span<const Vec2> points, std::uint32_t k, float max_distance,
                      const QueryOptions& options = {}) {
    Answer answer;
    if (!(max_distance >= 0)) {
        answer.status = whole_call(Fault::InvalidArgument);
        return answer;
    }
    const detail::Asked asked(content, options);
    std::vector<Hit> hits; // of one row at a time
    for (std::size_t row = 0; row < points.size(); ++row) {
        const Fault fault = detail::judge_disc(points[row], max_distance);
        tell(answer.status, fault, row);
        hits.clear();
        if (fault == Fault::None) {
            asked.scan(row, hits, [&](const Element& element, Slot slot, std::vector<Hit>& to) {
                if (detail::is_within(element, {points[row], max_distance}, options.measure))
                    to.push_back(detail::hit_of(slot, detail::squared_distance(element, points[row], options.measure)));
            });
        }
        detail::keep_nearest(hits, k);
        const std::size_t found = hits.size();
        if (options.limit > 0) detail::keep_nearest(hits, options.limit);
        detail::append(answer, hits, found, true);
    }
    return answer;
}

/// neighbors: `of` lists every slot. neighbors_of: any slots; absent ones have empty rows.
inline Answer neighbors_of(const Content& content, std::span<const Slot> of, float radius,
                           const QueryOptions& options = {}) {
    Answer answer;
    if (!(radius >= 0)) {
        answer.status = whole_call(Fault::InvalidArgument);
        return answer;
    }
    const detail::Asked asked(content, options);
    std::vector<Hit> hits; // of one row at a time
    for (std::size_t row = 0; row < of.size(); ++row) {
        hits.clear();
        if (content.present(of[row])) {
            const Vec2 center = content[of[row]].center;
            asked.scan(row, hits, [&](const Element& element, Slot slot, std::vector<Hit>& to) {
                if (slot != of[row] && predicates::within(element.center, {center, radius}))
                    to.push_back(detail::hit_of(slot, predicates::squared_distance(element.center, center)));
            });
        }
        detail::append_set(answer, hits, options);
    }
    return answer;
}

inline Answer neighbors(const Content& content, float radius, const QueryOptions& options = {}) {
    std::vector<Slot> all(content.slot_count());
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = static_cast<Slot>(i);
    return neighbors_of(content, all, radius, options);
}

/// Every box touched, first entered first; cast is its first hit.
inline Answer along(const Content& content, std::span<const Ray> rays, float half_extent,
                    const QueryOptions& options = {}) {
    Answer answer;
    if (!(half_extent >= 0 && half_extent <= std::numeric_limits<float>::max())) {
        answer.status = whole_call(Fault::InvalidArgument);
        return answer;
    }
    const detail::Asked asked(content, options);
    std::vector<Hit> hits; // of one row at a time
    for (std::size_t row = 0; row < rays.size(); ++row) {
        const Fault fault = detail::judge_ray(rays[row]);
        tell(answer.status, fault, row);
        hits.clear();
        if (fault == Fault::None) {
            asked.scan(row, hits, [&](const Element& element, Slot slot, std::vector<Hit>& to) {
                if (const auto entry = predicates::enter(element.box, rays[row], half_extent))
                    to.push_back({entry.t, entry.t, slot});
            });
        }
        const std::size_t found = hits.size();
        detail::keep_nearest(hits, options.limit > 0 ? options.limit : found);
        detail::append(answer, hits, found, true);
    }
    return answer;
}

inline Answer cast(const Content& content, std::span<const Ray> rays, float half_extent, QueryOptions options = {}) {
    options.limit = 1;
    Answer answer = along(content, rays, half_extent, options);
    for (std::size_t row = 0; row < answer.rows.size(); ++row)
        answer.found[row] = static_cast<std::uint32_t>(answer.rows[row].size());
    return answer;
}

inline bool are_pair(const Element& a, const Element& b, float distance) {
    return distance != no_distance ? predicates::within(a.center, {b.center, distance})
                                   : predicates::overlaps(a.box, b.box);
}

/// All pairs that overlap, or are within a distance, ascending by (a, b).
inline std::vector<Pair> pairs(const Content& content, const PairOptions& options = {}) {
    std::vector<Pair> pairs;
    const auto takes_part = [&](Slot slot) {
        return content.present(slot) &&
               (options.among == nullptr || (slot < options.among->size() && options.among->test(slot)));
    };
    for (Slot a = 0; a < content.slot_count(); ++a) {
        if (!takes_part(a)) continue;
        for (Slot b = a + 1; b < content.slot_count(); ++b) {
            if (takes_part(b) && are_pair(content[a], content[b], options.distance)) pairs.push_back({a, b});
        }
    }
    return pairs;
}

} // namespace throng::oracle
