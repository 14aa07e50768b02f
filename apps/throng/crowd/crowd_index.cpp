// SPDX-License-Identifier: MIT
// The structure that the user has chosen, behind one interface.
#include "apps/throng/crowd/crowd_index.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <fmt/format.h>
#include <limits>
#include <utility>

namespace throng::app {

namespace {

struct Named {
    Route structure;
    std::string_view name;
};
// In the order of the variant's alternatives.
constexpr std::array<Named, 6> named{{{world_route, "world"},
                                      {Route::RowGrid, "row-grid"},
                                      {Route::LooseGrid, "loose-grid"},
                                      {Route::Quadtree, "quadtree"},
                                      {Route::LooseQuadtree, "loose-quadtree"},
                                      {Route::StaticTree, "static-tree"}}};

template <class Index, class Desc> Index open(Aabb bounds, Executor executor) {
    Desc desc;
    if constexpr (requires { desc.bounds; }) desc.bounds = bounds;
    desc.executor = executor;
    return Index(desc);
}

template <class Index> constexpr bool follows_changes = DynamicIndex<Index> || std::same_as<Index, WorldCrowd>;

// A RowGrid stores points. In other structures a person is a box of no extent with exactly that point as centre.
template <class Index> auto as_kept_by(const Index&, PointView centers) {
    if constexpr (std::same_as<Index, RowGrid> || std::same_as<Index, WorldCrowd>) {
        return centers;
    } else {
        return BoxView::around(centers, 0);
    }
}

template <class Index> Status follow_with(Index& index, const CrowdStep& step) {
    if (!step.left.empty()) {
        if (const Status status = index.erase(step.left); !status) return status;
    }
    // New people are inserted last: the update then moves only those that were present before, and the new ones have
    // their places at once.
    if (!step.boxes.empty()) {
        if (index.size() > 0) {
            const Status status = index.update(BoxView(step.boxes.first(index.slot_count())));
            if (!status) return status;
        }
        return step.entered.empty() ? Status{} : index.insert(step.entered, BoxView(step.entered_boxes));
    }
    if (index.size() > 0) {
        const PointView known(step.now.x.data(), step.now.y.data(), index.slot_count());
        if (const Status status = index.update(as_kept_by(index, known)); !status) return status;
    }
    return step.entered.empty() ? Status{} : index.insert(step.entered, as_kept_by(index, step.entered_points));
}

} // namespace

std::string_view name_of(Route structure) {
    const auto found =
        std::find_if(named.begin(), named.end(), [&](const Named& n) { return n.structure == structure; });
    return found == named.end() ? std::string_view() : found->name;
}

std::string structure_names() {
    std::string names;
    for (std::size_t i = 0; i < named.size(); ++i) {
        names += i == 0 ? "" : i + 1 == named.size() ? " and " : ", ";
        names += named[i].name;
    }
    return names;
}

Route structure_named(std::string_view name) {
    std::string hyphened(name);
    std::replace(hyphened.begin(), hyphened.end(), '_', '-');
    const auto found = std::find_if(named.begin(), named.end(), [&](const Named& n) { return n.name == hyphened; });
    if (found == named.end())
        throw UsageError(fmt::format("'{}' is no index; there are {}", shown(name), structure_names()));
    return found->structure;
}

CrowdIndex::Structures CrowdIndex::opened(Route structure, Aabb bounds, Executor executor) {
    switch (structure) {
    case Route::LooseGrid: return open<LooseGrid, LooseGridDesc>(bounds, executor);
    case Route::Quadtree: return open<Quadtree, QuadtreeDesc>(bounds, executor);
    case Route::LooseQuadtree: return open<LooseQuadtree, LooseQuadtreeDesc>(bounds, executor);
    case Route::StaticTree: return open<StaticTree, StaticTreeDesc>(bounds, executor);
    case Route::RowGrid: return open<RowGrid, RowGridDesc>(bounds, executor);
    case world_route: break;
    }
    return open<WorldCrowd, WorldDesc>(bounds, executor);
}

CrowdIndex::CrowdIndex(Route structure, Aabb bounds, Executor executor) : index_(opened(structure, bounds, executor)) {}

Route CrowdIndex::structure() const noexcept { return named[index_.index()].structure; }

Status CrowdIndex::build(PointView centers) {
    return std::visit([&](auto& index) { return index.build(as_kept_by(index, centers)); }, index_);
}

Status CrowdIndex::build(BoxView boxes) {
    return std::visit([&](auto& index) { return index.build(boxes); }, index_);
}

Status CrowdIndex::update(PointView centers) {
    return std::visit(
        [&]<class Index>(Index& index) {
            if constexpr (follows_changes<Index>) {
                return index.update(as_kept_by(index, centers));
            } else {
                return index.build(as_kept_by(index, centers));
            }
        },
        index_);
}

Status CrowdIndex::follow(const CrowdStep& step) {
    return std::visit(
        [&]<class Index>(Index& index) {
            if constexpr (follows_changes<Index>) {
                return follow_with(index, step);
            } else {
                return build_of_present(step);
            }
        },
        index_);
}

// A box with a NaN leaves its slot absent. Absent slots get such boxes here, which is no fault.
Status CrowdIndex::build_of_present(const CrowdStep& step) {
    const Centers& now = step.now;
    boxes_.assign(step.boxes.begin(), step.boxes.end());
    x_.assign(now.x.begin(), now.x.end());
    y_.assign(now.y.begin(), now.y.end());
    std::uint32_t absent = 0;
    for (std::size_t slot = 0; slot < now.present.size(); ++slot) {
        if (now.present[slot] != 0) continue;
        x_[slot] = std::numeric_limits<float>::quiet_NaN();
        if (!boxes_.empty()) boxes_[slot].min.x = x_[slot];
        ++absent;
    }
    const Status status = boxes_.empty() ? build(PointView(x_.data(), y_.data(), x_.size())) : build(BoxView(boxes_));
    const bool as_meant = status.faults == Fault::InvalidBounds && status.count == absent;
    return as_meant ? Status{} : status;
}

const Space& CrowdIndex::space() const noexcept {
    return std::visit([](const auto& index) -> const Space& { return index; }, index_);
}

QueryOptions CrowdIndex::about_crowd(QueryOptions options) const noexcept {
    if (const auto* const world = std::get_if<WorldCrowd>(&index_)) options.mask &= world->crowd_mask();
    return options;
}

Status CrowdIndex::neighbors(float radius, Hits& out, QueryOptions options) const {
    return space().neighbors(radius, out, about_crowd(options));
}

Status CrowdIndex::count(DiscView queries, std::span<std::uint32_t> out, QueryOptions options) const {
    return space().count(queries, out, about_crowd(options));
}

std::vector<Node> CrowdIndex::nodes() const {
    std::vector<Node> nodes;
    space().visit([&](const Node& node) {
        nodes.push_back(node);
        return true;
    });
    return nodes;
}

std::vector<Route> CrowdIndex::routes() const {
    std::vector<Route> routes;
    if (const auto* const world = std::get_if<WorldCrowd>(&index_))
        for (Slot slot = 0; slot < world->slot_count(); ++slot) routes.push_back(world->route(world->id_of(slot)));
    return routes;
}

} // namespace throng::app
