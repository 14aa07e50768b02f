// SPDX-License-Identifier: MIT
// Some queries of every kind against every element, by the published predicates.
#include "bench/peers/crowd_boxes.hpp"
#include "bench/world/mixed_batch.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <array>
#include <utility>

namespace throng::bench {
namespace {

constexpr std::size_t judged_of_each_kind = 20;

struct Match {
    bool found;
    float rank = 0; // where the kind ranks: squared distance, or t
};

Match match(const Aabb& box, const Query& query) {
    switch (query.kind) {
    case QueryKind::Overlap: return {predicates::overlaps(box, {query.at, query.to})};
    case QueryKind::Cone:
        return {
            predicates::within_cone(predicates::center_of(box), query.at, query.to, query.cos_half_angle, query.reach)};
    case QueryKind::Cast: {
        const predicates::Entry entry = predicates::enter(box, {query.at, query.to, query.reach});
        return {entry.hit, entry.t};
    }
    case QueryKind::Within: return {predicates::within(box, {query.at, query.reach})};
    case QueryKind::Nearest: break;
    }
    return {predicates::within(box, {query.at, query.reach}), predicates::squared_distance(box, query.at)};
}

// By (rank, slot): by slot, where the kind has no ranks.
std::vector<Slot> expected(const Content& content, const Query& query) {
    std::vector<std::pair<float, Slot>> all;
    for (std::size_t i = 0; i < content.crowd.size(); ++i) {
        if (!content.categories.empty() && (content.categories[i] & query.mask) == 0) continue;
        const Match found = match(box_of(content.crowd, i), query);
        if (found.found) all.push_back({found.rank, static_cast<Slot>(i)});
    }
    const std::size_t most = query.kind == QueryKind::Cast      ? 1
                             : query.kind == QueryKind::Nearest ? query.k
                                                                : all.size();
    const std::size_t kept = std::min(all.size(), most);
    std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(kept), all.end());
    all.resize(kept);
    std::vector<Slot> slots;
    for (const auto& [rank, slot] : all) slots.push_back(slot);
    return slots;
}

} // namespace

void judge_by_brute_force(const Content& content, std::span<const Query> queries, const Hits& found,
                          const std::string& where) {
    std::array<std::size_t, query_kinds> judged{};
    for (std::size_t row = 0; row < queries.size(); ++row) {
        const auto kind = static_cast<std::size_t>(queries[row].kind);
        if (judged[kind]++ >= judged_of_each_kind) continue;
        std::vector<Slot> slots(found[row].begin(), found[row].end());
        if (queries[row].kind != QueryKind::Nearest) std::sort(slots.begin(), slots.end());
        if (slots != expected(content, queries[row]))
            throw Disagreement(where + ": query " + std::to_string(row) + " (" + query_kind_names[kind] +
                               ") and brute force differ");
    }
}

} // namespace throng::bench
