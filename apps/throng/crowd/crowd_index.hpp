// SPDX-License-Identifier: MIT
// The structure that the user has chosen, behind one interface.
#pragma once

#include "apps/throng/crowd/brute_force.hpp"
#include "apps/throng/crowd/world_crowd.hpp"

#include <throng/loose_grid.hpp>
#include <throng/loose_quadtree.hpp>
#include <throng/quadtree.hpp>
#include <throng/row_grid.hpp>
#include <throng/static_tree.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace throng::app {

/// In place of one structure: a World, which chooses one for each element.
inline constexpr Route world_route = Route::None;

/// "world", "row-grid", "loose-grid", "quadtree", "loose-quadtree" or "static-tree".
std::string_view name_of(Route structure);

/// The structure of that name, in which '_' means '-'. Throws UsageError with all names.
Route structure_named(std::string_view name);

/// All names, as a list in a sentence.
std::string structure_names();

/// The changes of a crowd by slot in one tick.
struct CrowdStep {
    std::span<const Slot> left, entered;
    PointView entered_points;                             // one for each of `entered`
    Centers now;                                          // of every slot; an absent one has any finite place
    std::span<const Aabb> boxes = {}, entered_boxes = {}; // of the same people; empty: they are points
};

/// People are points: neighbours are decided by centres, which every structure stores exactly. Only boxes in a build or
/// in a step give people sizes; a crowd has them always or never.
class CrowdIndex {
public:
    /// `bounds` is the area of people, but no limit. Throws as the structure's own constructor does.
    CrowdIndex(Route structure, Aabb bounds, Executor executor);

    Route structure() const noexcept;

    /// The World of the people; null for every other structure.
    WorldCrowd* in_world() noexcept { return std::get_if<WorldCrowd>(&index_); }

    Status build(PointView centers);
    Status build(BoxView boxes);

    /// Moves all people. A structure that cannot change is built again.
    Status update(PointView centers);

    /// Erases, inserts and moves people. A structure that cannot change is built again from the people present.
    Status follow(const CrowdStep& step);

    Status neighbors(float radius, Hits& out, QueryOptions options) const;
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions options) const;

    /// All nodes, parents before their children.
    std::vector<Node> nodes() const;

    /// The structure of each person in a World; empty for every other structure.
    std::vector<Route> routes() const;

    std::size_t slot_count() const noexcept { return space().slot_count(); }
    std::size_t size() const noexcept { return space().size(); }
    std::size_t bytes() const noexcept { return space().bytes(); }

private:
    using Structures = std::variant<WorldCrowd, RowGrid, LooseGrid, Quadtree, LooseQuadtree, StaticTree>;

    static Structures opened(Route structure, Aabb bounds, Executor executor);
    Status build_of_present(const CrowdStep& step);
    const Space& space() const noexcept;
    // A World may contain more than the crowd.
    QueryOptions about_crowd(QueryOptions options) const noexcept;

    Structures index_;
    // Of a structure that is built again for each step: absent slots are NaN.
    std::vector<float> x_, y_;
    std::vector<Aabb> boxes_;
};

} // namespace throng::app
