// SPDX-License-Identifier: MIT
// Everything that is asked about a World or a WorldSnapshot, against brute force over what it holds.
#pragma once

#include "tests/support/compare.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/world_model.hpp"

#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace throng::oracle {

/// The layers of both; first > last: none.
inline LayerRange in_both(LayerRange a, LayerRange b) { return {std::max(a.first, b.first), std::min(a.last, b.last)}; }

/// ask(mask, row, options) -> Answer of one row: each row has its own mask, layers and options.
template <class Ask> Answer row_by_row(std::size_t rows, const QueryOptions& options, Ask&& ask) {
    Answer all;
    for (std::size_t row = 0; row < rows; ++row) {
        QueryOptions own = options;
        own.mask = ~0u;
        own.masks = {};
        own.layers_by_query = {};
        if (!options.layers_by_query.empty()) own.layers = options.layers_by_query[row];
        if (!options.exclude.empty()) own.exclude = options.exclude[row];
        const Answer one = ask(options.masks.empty() ? options.mask : options.masks[row], row, own);
        tell(all.status, one.status.faults, row);
        all.rows.push_back(one.rows.at(0));
        if (!one.distances.empty()) all.distances.push_back(one.distances[0]);
        all.found.push_back(one.found.at(0));
        all.ordered = one.ordered;
    }
    return all;
}

/// neighbors_of: masks, layers and only_dynamic apply to the elements found, not to those of `of`.
inline Answer neighbors_of(const WorldContent& world, std::span<const Slot> of, float radius,
                           const QueryOptions& options) {
    const WorldContent dynamic = options.only_dynamic ? world.dynamic() : WorldContent();
    const WorldContent& kept = options.only_dynamic ? dynamic : world;
    const Content common = kept.found_by(options.mask);
    return row_by_row(of.size(), options, [&](std::uint32_t mask, std::size_t row, QueryOptions own) {
        own.measure = Measure::Center;
        Answer empty;
        std::vector<Hit> none;
        detail::append_set(empty, none, own);
        if (!world.alive(of[row])) return empty;
        const Vec2 center = predicates::center_of(world.elements[of[row]].box);
        const LayerRange together = own.across_layers ? LayerRange{} : LayerRange::only(world.elements[of[row]].layer);
        const LayerRange layers = in_both(own.layers, together);
        const bool plain = mask == options.mask && layers == LayerRange{};
        Content found = plain ? common : kept.found_by(mask, ~0u, no_slot, layers);
        if (found.present(of[row])) (void)found.erase(of.subspan(row, 1));
        return within(found, std::span(&center, 1), std::span(&radius, 1), own);
    });
}

inline Answer cone(const Content& content, const Query& query, const QueryOptions& options) {
    Answer answer;
    answer.status.faults = detail::judge_ray({query.at, query.to, query.reach});
    std::vector<Hit> hits;
    if (answer.status.faults == Fault::None) {
        detail::Asked(content, options).scan(0, hits, [&](const Element& element, Slot slot, std::vector<Hit>& to) {
            if (predicates::within_cone(element.center, query.at, query.to, query.cos_half_angle, query.reach))
                to.push_back(detail::hit_of(slot, detail::squared_distance(element, query.at, options.measure)));
        });
    }
    detail::append_set(answer, hits, options);
    return answer;
}

/// One query of a mixed batch; `content` is what both masks and its own exclusion leave.
inline Answer answer_to(const Content& content, const Query& query, QueryOptions options) {
    const bool is_nearest = query.kind == QueryKind::Nearest;
    if (!is_nearest && query.k != 0) options.limit = options.limit == 0 ? query.k : std::min(options.limit, query.k);
    const Aabb box = {query.at, query.to};
    const Ray ray = {query.at, query.to, query.reach};
    Answer answer;
    switch (query.kind) {
    case QueryKind::Overlap: return overlap(content, std::span(&box, 1), options);
    case QueryKind::Within: return within(content, std::span(&query.at, 1), std::span(&query.reach, 1), options);
    case QueryKind::Cone: return cone(content, query, options);
    case QueryKind::Cast: answer = cast(content, std::span(&ray, 1), 0, options); break;
    case QueryKind::Nearest:
        if (detail::judge_disc(query.at, query.reach) == Fault::None) {
            answer = nearest(content, std::span(&query.at, 1), query.k, query.reach, options);
        } else {
            answer.status.faults = detail::judge_disc(query.at, query.reach);
            detail::append(answer, {}, 0, true);
        }
        break;
    }
    if (!options.distances) answer.distances.clear();
    return answer;
}

inline std::vector<Pair> pairs(const WorldContent& world, const PairOptions& options) {
    std::vector<Pair> found;
    for (const Pair& pair : pairs(world.all(), options)) {
        const WorldElement &a = world.elements[pair.a], &b = world.elements[pair.b];
        const auto& with = options.collides_with;
        if (!options.static_static && a.is_static && b.is_static) continue;
        if (!options.across_layers && a.layer != b.layer) continue;
        if (!options.layers.contains(a.layer) || !options.layers.contains(b.layer)) continue;
        if ((a.category & options.mask) == 0 || (b.category & options.mask) == 0) continue;
        if (!with.empty() && ((a.category & with[pair.b]) == 0 || (b.category & with[pair.a]) == 0)) continue;
        found.push_back(pair);
    }
    return found;
}

/// What visible() says of one segment; `blocking` are the elements of the categories that it names.
inline std::uint8_t sees(const Content& blocking, Vec2 from, Vec2 to, Status& status, std::size_t position) {
    const Vec2 d = {to.x - from.x, to.y - from.y};
    const bool sound = predicates::is_finite(from) && predicates::is_finite(d);
    tell(status, sound ? Fault::None : Fault::InvalidBounds, position);
    if (!sound) return 0;
    for (Slot slot = 0; slot < blocking.slot_count(); ++slot) {
        if (!blocking.present(slot)) continue;
        if (predicates::touches_segment(blocking[slot].box, from, to)) return 0;
    }
    return 1;
}

} // namespace throng::oracle

namespace throng::test {

/// One batch of every query; options, masks and filters follow from `seed`.
class WorldAsker {
public:
    WorldAsker(const oracle::WorldContent& content, std::size_t queries, std::uint64_t seed)
        : content_(content), scene_(content.all(), queries, seed), random_(seed), choice_(seed % option_choices.size()),
          masking_(seed / option_choices.size() % 4) {
        for (std::size_t i = 0; i < queries; ++i) masks_.push_back(i % 5 == 0 ? ~0u : some_bits());
        for (std::size_t slot = 0; slot < content.elements.size(); ++slot)
            collides_with_.push_back(some_bits() | some_bits());
        mask_ = some_bits();
        choose_layers(queries);
        only_dynamic_ = random_.below(3) == 0;
        kept_ = only_dynamic_ ? content.dynamic() : content;
    }

    template <class Index> void expect_answers(const Index& index, Executor on) {
        const QueryOptions o = masked(scene_.options(choice_));
        const float radius = Scenario::neighbor_radius(choice_), swept = Scenario::swept_half_extent(choice_);
        const std::uint32_t k = Scenario::k(choice_);
        const float far = Scenario::max_distance(choice_);
        Hits hits;

        auto expected = by_rows(o, [&](const auto& held, std::size_t i, const auto& own) {
            return overlap(held, one(scene_.boxes, i), own);
        });
        expect("overlap", expected, index.overlap(scene_.boxes, hits, o, on), hits);
        expect_counts("count of boxes", expected,
                      [&](std::span<std::uint32_t> out) { return index.count(scene_.boxes, out, o, on); });

        expected = by_rows(o, [&](const auto& held, std::size_t i, const auto& own) {
            return within(held, one(scene_.points, i), one(scene_.radii, i), own);
        });
        expect("within", expected, index.within(scene_.discs(), hits, o, on), hits);
        expect_counts("count of discs", expected,
                      [&](std::span<std::uint32_t> out) { return index.count(scene_.discs(), out, o, on); });

        expected = by_rows(o, [&](const auto& held, std::size_t i, const auto& own) {
            return nearest(held, one(scene_.points, i), k, far, own);
        });
        expect("nearest", expected, index.nearest(scene_.points, k, far, hits, o, on), hits);

        const RayView rays = scene_.ray_view(swept);
        expected = by_rows(o, [&](const auto& held, std::size_t i, const auto& own) {
            return cast(held, one(scene_.rays, i), swept, own);
        });
        expect("cast", expected, index.cast(rays, hits, o, on), hits);
        expected = by_rows(o, [&](const auto& held, std::size_t i, const auto& own) {
            return along(held, one(scene_.rays, i), swept, own);
        });
        expect("along", expected, index.along(rays, hits, o, on), hits);

        expect("neighbors_of", neighbors_of(content_, scene_.of, radius, o),
               index.neighbors_of(scene_.of, radius, hits, o, on), hits);
        if (content_.elements.size() < 1000) expect_neighbors_of_all(index, o.mask, radius, on);

        expect_mixed(index, o, on);
        expect_pairs(index, on);
        expect_sight(index, on);
    }

private:
    template <class T> static std::span<const T> one(const std::vector<T>& all, std::size_t i) {
        return std::span(all).subspan(i, 1);
    }
    std::uint32_t some_bits() { return 1u << random_.below(5) | 1u << random_.below(5); }

    // Worlds without layers are asked for them now and then.
    void choose_layers(std::size_t queries) {
        for (Slot slot = 0; slot < content_.elements.size(); ++slot)
            if (content_.alive(slot)) layers_.push_back(content_.elements[slot].layer);
        layers_.push_back(0);
        std::sort(layers_.begin(), layers_.end());
        layers_.erase(std::unique(layers_.begin(), layers_.end()), layers_.end());
        if (layers_.size() > 1 || random_.below(8) == 0) layering_ = random_.below(6);
        range_ = some_layers();
        for (std::size_t i = 0; i < queries; ++i) ranges_.push_back(some_layers());
        for (std::size_t i = 0; i < content_.elements.size(); ++i) ranges_by_slot_.push_back(some_layers());
    }
    LayerRange some_layers() {
        const auto some = [&] { return layers_[random_.below(static_cast<std::uint32_t>(layers_.size()))]; };
        const std::uint16_t one = some(), other = some();
        switch (random_.below(6)) {
        case 0: return {};
        case 1: return {std::min(one, other), 0xFFFF};
        case 2: return {std::min(one, other), std::max(one, other)};
        case 3: return LayerRange::only(static_cast<std::uint16_t>(one + 1));
        default: return LayerRange::only(one);
        }
    }
    void ask_layers(QueryOptions& options, const std::vector<LayerRange>& each) const {
        if (layering_ == 1 || layering_ == 3) options.layers = range_;
        if (layering_ == 2 || layering_ == 4) options.layers_by_query = each;
        options.across_layers = layering_ == 3 || layering_ == 4 || layering_ == 5;
    }

    QueryOptions masked(QueryOptions options) const {
        ask_layers(options, ranges_);
        options.only_dynamic = only_dynamic_;
        if (masking_ % 2 == 1) options.mask = mask_;
        if (masking_ == 2) options.masks = masks_;
        return options;
    }

    template <class Ask> oracle::Answer by_rows(const QueryOptions& options, Ask&& ask) const {
        return oracle::row_by_row(scene_.boxes.size(), options,
                                  [&](std::uint32_t mask, std::size_t row, const QueryOptions& own) {
                                      return ask(kept_.found_by(mask, ~0u, no_slot, own.layers), row, own);
                                  });
    }

    template <class Index>
    void expect_neighbors_of_all(const Index& index, std::uint32_t mask, float radius, Executor on) {
        QueryOptions options = scene_.options_by_slot(choice_);
        options.mask = mask;
        ask_layers(options, ranges_by_slot_);
        options.only_dynamic = only_dynamic_;
        std::vector<Slot> all(content_.elements.size());
        std::iota(all.begin(), all.end(), Slot{0});
        for (Slot& slot : all)
            if (only_dynamic_ && content_.elements[slot].is_static) slot = no_slot; // an empty row
        Hits hits;
        const Status status = index.neighbors(radius, hits, options, on);
        expect("neighbors", neighbors_of(content_, all, radius, options), status, hits);
    }

    static void expect(const char* what, const oracle::Answer& expected, const Status& status, const Hits& hits) {
        EXPECT_TRUE(same_status(expected.status, status)) << what;
        EXPECT_TRUE(agrees(expected, hits)) << what;
    }
    template <class Count> static void expect_counts(const char* what, const oracle::Answer& expected, Count&& count) {
        std::vector<std::uint32_t> counts(expected.found.size(), 77);
        EXPECT_TRUE(same_status(expected.status, count(counts))) << what;
        EXPECT_EQ(counts, expected.found) << what;
    }

    std::vector<Query> mixed_queries() {
        std::vector<Query> queries;
        for (std::size_t i = 0; i < scene_.boxes.size(); ++i) {
            const Ray& ray = scene_.rays[i];
            const std::uint32_t kind = random_.below(5);
            Query q = kind == 0   ? Query::overlap(scene_.boxes[i])
                      : kind == 1 ? Query::within({scene_.points[i], scene_.radii[i]})
                      : kind == 2 ? Query::nearest(scene_.points[i], random_.below(12), scene_.radii[i])
                      : kind == 3 ? Query::cast(ray)
                                  : Query::cone(ray.origin, ray.direction, random_.uniform(-1, 1), scene_.radii[i]);
            if (kind != 2 && random_.below(3) == 0) q.k = 1 + random_.below(4);
            if (random_.below(3) == 0) q.exclude = scene_.of[i];
            if (random_.below(3) == 0) q.mask = some_bits();
            if (layering_ != 0 && random_.below(3) != 0) q.layers = some_layers();
            queries.push_back(q);
        }
        return queries;
    }

    template <class Index> void expect_mixed(const Index& index, const QueryOptions& options, Executor on) {
        const std::vector<Query> queries = mixed_queries();
        std::vector<std::pair<std::size_t, std::vector<Slot>>> in_order;
        oracle::Answer expected = oracle::row_by_row(
            queries.size(), options, [&](std::uint32_t mask, std::size_t row, const QueryOptions& own) {
                const Query& q = queries[row];
                const LayerRange layers = oracle::in_both(q.layers, own.layers);
                oracle::Answer answer = oracle::answer_to(kept_.found_by(mask, q.mask, q.exclude, layers), q, own);
                if (answer.ordered) in_order.push_back({row, answer.rows[0]});
                sort_row(answer);
                return answer;
            });
        expected.ordered = false;
        Hits hits;
        expect("query", expected, index.query(queries, hits, options, on), hits);
        for (const auto& [row, slots] : in_order)
            EXPECT_TRUE(std::equal(slots.begin(), slots.end(), hits[row].begin(), hits[row].end()))
                << "order of row " << row;
    }

    static void sort_row(oracle::Answer& answer) {
        std::vector<std::pair<Slot, float>> row;
        for (std::size_t i = 0; i < answer.rows[0].size(); ++i)
            row.push_back({answer.rows[0][i], answer.distances.empty() ? 0 : answer.distances[0][i]});
        std::sort(row.begin(), row.end());
        for (std::size_t i = 0; i < row.size(); ++i) {
            answer.rows[0][i] = row[i].first;
            if (!answer.distances.empty()) answer.distances[0][i] = row[i].second;
        }
    }

    template <class Index> void expect_pairs(const Index& index, Executor on) {
        const bool by_distance = random_.below(2) == 0;
        PairOptions options = by_distance ? scene_.distance_pair_options(choice_) : scene_.pair_options(choice_);
        options.static_static = random_.below(2) == 0;
        if (masking_ != 0) options.mask = mask_;
        if (random_.below(3) == 0) options.collides_with = collides_with_;
        if (layering_ == 1 || layering_ == 3) options.layers = range_;
        options.across_layers = layering_ >= 3;
        Pairs pairs;
        EXPECT_TRUE(index.pairs(pairs, options, on)) << "pairs";
        EXPECT_TRUE(agrees(oracle::pairs(content_, options), pairs, options.order)) << "pairs";
        EXPECT_TRUE(measures(content_.all(), pairs, options)) << "pairs";
    }

    template <class Index> void expect_sight(const Index& index, Executor on) {
        std::vector<Vec2> to = scene_.points;
        std::rotate(to.begin(), to.begin() + 1, to.end());
        for (std::size_t i = 0; i < to.size(); i += 3) to[i] = scene_.points[i];
        const std::uint32_t blockers = masking_ == 0 ? ~0u : mask_;
        const std::vector<LayerRange> ranges = layering_ % 3 == 2 ? ranges_ : std::vector<LayerRange>{range_};
        Status expected;
        std::vector<std::uint8_t> seen, got(to.size(), 7);
        for (std::size_t i = 0; i < to.size(); ++i) {
            const LayerRange range = layering_ == 0 ? LayerRange{} : ranges[ranges.size() == 1 ? 0 : i];
            seen.push_back(
                oracle::sees(content_.found_by(blockers, ~0u, no_slot, range), scene_.points[i], to[i], expected, i));
        }
        const Status status = layering_ == 0 ? index.visible(scene_.points, to, blockers, got, on)
                                             : index.visible(scene_.points, to, blockers, ranges, got, on);
        EXPECT_TRUE(same_status(expected, status)) << "visible";
        EXPECT_EQ(got, seen) << "visible";
    }

    const oracle::WorldContent& content_;
    oracle::WorldContent kept_; // without static elements, where only dynamic ones are asked
    bool only_dynamic_ = false;
    Scenario scene_;
    scenes::Generator random_;
    std::size_t choice_, masking_;
    std::uint32_t mask_ = 0;
    std::vector<std::uint32_t> masks_, collides_with_;
    std::vector<std::uint16_t> layers_; // with elements, and 0
    std::uint32_t layering_ = 0;        // 0: all layers, as if there were none
    LayerRange range_{};
    std::vector<LayerRange> ranges_, ranges_by_slot_;
};

/// Both lists of live slots, in arrays with room to spare and in arrays that are too short.
template <class Index> void expect_slots(const Index& index, const oracle::WorldContent& content) {
    std::vector<Slot> expected;
    for (Slot slot = 0; slot < content.elements.size(); ++slot)
        if (content.alive(slot)) expected.push_back(slot);
    expected.push_back(no_slot); // untouched
    std::vector<Slot> order(expected.size(), no_slot), live(expected.size(), no_slot);

    EXPECT_TRUE(index.order(order));
    EXPECT_TRUE(index.live_slots(live));
    EXPECT_EQ(live, expected);
    std::sort(order.begin(), order.end());
    EXPECT_EQ(order, expected);
    if (index.size() == 0) return;
    const std::span<Slot> too_short(order.data(), index.size() - 1);
    EXPECT_TRUE(same_status(failed_call(Fault::OutputTooSmall), index.order(too_short)));
    EXPECT_TRUE(same_status(failed_call(Fault::OutputTooSmall), index.live_slots(too_short)));
    EXPECT_EQ(order, expected);
}

/// Handles and plain reads.
template <class Index> void expect_content(const Index& index, const oracle::WorldContent& content) {
    EXPECT_TRUE(index.validate());
    ASSERT_EQ(index.slot_count(), content.elements.size());
    std::size_t size = 0;
    for (Slot slot = 0; slot < content.elements.size() + 2; ++slot) {
        const Id id = content.id_of(slot);
        const bool alive = content.alive(slot);
        size += alive ? 1 : 0;
        ASSERT_EQ(index.id_of(slot), id);
        ASSERT_EQ(index.alive(id), alive);
        ASSERT_EQ(index.route(id) != Route::None, alive);
        ASSERT_FALSE(index.alive({slot, id.generation + 1}));
        ASSERT_EQ(index.layer_of(slot), alive ? content.elements[slot].layer : 0);
        ASSERT_TRUE(same_box(alive ? content.elements[slot].box : Aabb{}, index.bounds_of(slot))) << slot;
    }
    EXPECT_EQ(index.size(), size);
    expect_slots(index, content);
}

} // namespace throng::test
