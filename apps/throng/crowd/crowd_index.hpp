// SPDX-License-Identifier: MIT
// Whichever of the library's structures the user has chosen, behind one face.
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

/// In place of one structure: a World, which picks one for each element.
inline constexpr Route world = Route::None;

/// "world", "row-grid", "loose-grid", "quadtree", "loose-quadtree" or "static-tree".
std::string_view name_of(Route structure);

/// The structure of that name, in which '_' is as good as '-'. Throws UsageError, naming all of them.
Route structure_named(std::string_view name);

/// All names, as a sentence lists them.
std::string structure_names();

/// What a crowd by slot came to in one tick.
struct CrowdStep {
    std::span<const Slot> left, entered;
    PointView entered_points; // one for each of `entered`
    Centers now;              // of every slot; an absent one holds any finite place
};

/// People are points: who is near whom follows from their centres, which every structure keeps to the last bit. Only a
/// build from boxes gives them sizes.
class CrowdIndex {
public:
    /// `bounds` is where people walk; never a limit. Throws as the structure's own constructor does.
    CrowdIndex(Route structure, Aabb bounds, Executor executor);

    Route structure() const noexcept;

    /// The World that people are in; null in every other structure.
    WorldCrowd* in_world() noexcept { return std::get_if<WorldCrowd>(&index_); }

    Status build(PointView centers);
    Status build(BoxView boxes);

    /// Everybody has moved. A structure that cannot change is built again.
    Status update(PointView centers);

    /// Some left, some entered, the others moved. A structure that cannot change is built again from who is there.
    Status follow(const CrowdStep& step);

    Status neighbors(float radius, Hits& out, QueryOptions options) const;
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions options) const;

    /// Every node, parents before what is below them.
    std::vector<Node> nodes() const;

    std::size_t slot_count() const noexcept;
    std::size_t size() const noexcept;
    std::size_t bytes() const noexcept;

private:
    using Structures = std::variant<WorldCrowd, RowGrid, LooseGrid, Quadtree, LooseQuadtree, StaticTree>;

    static Structures opened(Route structure, Aabb bounds, Executor executor);
    Status build_of_present(const Centers& now);

    Structures index_;
    std::vector<float> x_, y_; // of a structure that is built anew for each step: absent slots are NaN
};

} // namespace throng::app
