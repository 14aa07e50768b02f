// SPDX-License-Identifier: MIT
// The mixture, and the ways to query for it.
#include "bench/world/mixed_batch.hpp"

#include "bench/common/hashes.hpp"
#include "bench/common/question.hpp"
#include "bench/common/subject.hpp"
#include "scenes/generator.hpp"

#include <throng/predicates.hpp>

#include <limits>
#include <memory>

namespace throng::bench {
namespace {

// Of boxes with half extents h, a disc of radius r reaches 4 E[h^2] + 8 E[h] r + pi r^2 per unit of land; a quarter of
// a disc holds the centres in pi R^2 / 4: twelve each.
constexpr float within_radius = 1.488f, cone_range = 3.909f, cos_of_eighth_turn = 0.70710678f;
constexpr std::uint32_t nearest_of_mixed = 8;

bool is_ranked(QueryKind kind) { return kind == QueryKind::Nearest; }

Query query_of_kind(QueryKind kind, Vec2 at, Vec2 direction) {
    constexpr float h = around_half_extent;
    switch (kind) {
    case QueryKind::Overlap: return Query::overlap(predicates::box_around(at, h));
    case QueryKind::Within: return Query::within({at, within_radius});
    case QueryKind::Nearest: return Query::nearest(at, nearest_of_mixed, std::numeric_limits<float>::infinity());
    case QueryKind::Cast: return Query::cast({at, direction, cone_range});
    case QueryKind::Cone: break;
    }
    return Query::cone(at, direction, cos_of_eighth_turn, cone_range);
}

QueryKind kind_drawn(std::uint32_t hundredth) {
    return hundredth < 60   ? QueryKind::Within
           : hundredth < 80 ? QueryKind::Nearest
           : hundredth < 90 ? QueryKind::Overlap
           : hundredth < 95 ? QueryKind::Cast
                            : QueryKind::Cone;
}

class OneCall final : public Contender {
public:
    OneCall(const World& world, std::vector<Query> own) : world_(world), own_(std::move(own)), queries_(own_) {}
    OneCall(const World& world, std::span<const Query> queries) : world_(world), queries_(queries) {}

    void ask(const Crowd&) override { require(world_.query(queries_, found_)); }
    Answer answer(const Crowd&) override {
        Answer told{.queries = static_cast<double>(queries_.size()),
                    .hits = static_cast<double>(found_.slots().size()),
                    .candidates = static_cast<double>(found_.candidates())};
        for (std::size_t row = 0; row < queries_.size(); ++row)
            told.hash += is_ranked(queries_[row].kind) ? hash_ranked_row(row, found_[row]) : hash_row(row, found_[row]);
        return told;
    }

private:
    const World& world_;
    std::vector<Query> own_;
    std::span<const Query> queries_;
    Hits found_;
};

// What a call for one kind takes, in the order of the batch.
struct Columns {
    std::vector<std::size_t> rows;
    std::vector<Aabb> boxes;
    std::vector<Vec2> points, directions;
    std::vector<std::uint32_t> masks;
    std::vector<Query> cones; // there is no other call for them
};

class CallPerKind final : public Contender {
public:
    CallPerKind(const World& world, std::span<const Query> queries) : world_(world) {
        for (std::size_t row = 0; row < queries.size(); ++row) {
            const Query& query = queries[row];
            Columns& to = columns_[static_cast<std::size_t>(query.kind)];
            to.rows.push_back(row);
            to.masks.push_back(query.mask);
            if (query.kind == QueryKind::Overlap) to.boxes.push_back({query.at, query.to});
            if (query.kind == QueryKind::Cone) to.cones.push_back(query);
            to.points.push_back(query.at);
            to.directions.push_back(query.to);
            masked_ = masked_ || query.mask != ~0u;
        }
    }

    void ask(const Crowd&) override {
        const auto options = [this](QueryKind kind) {
            return masked_ ? QueryOptions{.masks = columns(kind).masks} : QueryOptions{};
        };
        const Columns& rays = columns(QueryKind::Cast);
        require(
            world_.overlap(columns(QueryKind::Overlap).boxes, found(QueryKind::Overlap), options(QueryKind::Overlap)));
        require(world_.within({columns(QueryKind::Within).points, within_radius}, found(QueryKind::Within),
                              options(QueryKind::Within)));
        require(world_.nearest(columns(QueryKind::Nearest).points, nearest_of_mixed,
                               std::numeric_limits<float>::infinity(), found(QueryKind::Nearest),
                               options(QueryKind::Nearest)));
        require(
            world_.cast({rays.points, rays.directions, cone_range}, found(QueryKind::Cast), options(QueryKind::Cast)));
        require(world_.query(columns(QueryKind::Cone).cones, found(QueryKind::Cone)));
    }

    Answer answer(const Crowd&) override {
        Answer told;
        for (std::size_t kind = 0; kind < query_kinds; ++kind) {
            const std::vector<std::size_t>& rows = columns_[kind].rows;
            const Hits& found = found_[kind];
            told.queries += static_cast<double>(rows.size());
            told.hits += static_cast<double>(found.slots().size());
            told.candidates += static_cast<double>(found.candidates());
            for (std::size_t i = 0; i < rows.size(); ++i)
                told.hash +=
                    is_ranked(QueryKind(kind)) ? hash_ranked_row(rows[i], found[i]) : hash_row(rows[i], found[i]);
        }
        return told;
    }

private:
    const Columns& columns(QueryKind kind) const { return columns_[static_cast<std::size_t>(kind)]; }
    Hits& found(QueryKind kind) { return found_[static_cast<std::size_t>(kind)]; }

    const World& world_;
    std::array<Columns, query_kinds> columns_;
    std::array<Hits, query_kinds> found_;
    bool masked_ = false;
};

std::vector<Query> of_kind(std::span<const Query> queries, std::size_t kind) {
    std::vector<Query> list;
    for (const Query& query : queries) {
        if (static_cast<std::size_t>(query.kind) == kind) list.push_back(query);
    }
    return list;
}

} // namespace

std::vector<Query> mixed_queries(const Crowd& crowd, std::size_t count, bool masked) {
    scenes::Generator random(4);
    std::vector<Query> queries(count);
    for (Query& query : queries) {
        const QueryKind kind = kind_drawn(random.below(100));
        const float x = random.uniform(0, crowd.side), y = random.uniform(0, crowd.side);
        query = query_of_kind(kind, {x, y}, random.direction());
        const std::uint32_t first = random.below(4), second = (first + 1 + random.below(3)) % 4;
        if (masked) query.mask = 1u << first | 1u << second;
    }
    return queries;
}

std::vector<Runner> mixed_runners(const World& world, std::span<const Query> queries) {
    std::vector<Runner> list;
    list.push_back({{"one call", std::make_unique<OneCall>(world, queries)}});
    list.push_back({{"a call for each kind", std::make_unique<CallPerKind>(world, queries)}});
    for (std::size_t kind = 0; kind < query_kinds; ++kind)
        list.push_back({{std::string("only ") + query_kind_names[kind],
                         std::make_unique<OneCall>(world, of_kind(queries, kind))}});
    return list;
}

} // namespace throng::bench
