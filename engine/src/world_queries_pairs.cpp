// SPDX-License-Identifier: MIT
// Pairs of a world: each structure's own, then those across two structures, for which the smaller one's elements are joined with the other
// structure, a tile of them at a time.
#include "engine/src/access.hpp"
#include "engine/src/index_queries.hpp"
#include "engine/src/kernels.hpp"
#include "engine/src/loose_grid_state.hpp"
#include "engine/src/loose_quadtree_state.hpp"
#include "engine/src/row_grid_state.hpp"
#include "engine/src/static_tree_state.hpp"
#include "engine/src/tile_study.hpp"
#include "engine/src/world_queries.hpp"
#include "engine/src/world_queries_packet.hpp"

#include <algorithm>

namespace throng {
namespace {

using kernels::PairSink;
using kernels::TileRef;

constexpr std::uint32_t block_items = 4096, tile_items = packet_queries; // a tile of elements counts as sixteen items

enum : std::uint8_t { row_grid, loose_grid, loose_quadtree, static_tree, recent_statics };
bool is_static(std::uint8_t structure) { return structure == static_tree || structure == recent_statics; }

// Which pairs are kept.
class PairFilter {
public:
    PairFilter(const WorldView& world, const PairOptions& options) noexcept
        : categories_(world.categories), collides_with_(options.collides_with.empty() ? nullptr : options.collides_with.data()),
          mask_(options.mask) {}
    bool all() const noexcept { return !categories_ && !collides_with_ && mask_ == ~0u; }
    bool keeps(Slot slot) const noexcept { return (category(slot) & mask_) != 0; }
    bool keeps(Slot a, Slot b) const noexcept {
        if (!keeps(a) || !keeps(b)) return false;
        return !collides_with_ || ((category(a) & collides_with_[b]) != 0 && (category(b) & collides_with_[a]) != 0);
    }

private:
    std::uint32_t category(Slot slot) const noexcept { return categories_ ? categories_[slot] : ~0u; }
    const std::uint32_t *categories_, *collides_with_;
    const std::uint32_t mask_;
};

// The elements of a structure by items, and its own pairs.
class Members {
public:
    Members(const WorldView& world, std::uint8_t structure) noexcept : world_(world), structure_(structure) {}

    std::uint32_t size() const noexcept {
        return structure_ == row_grid ? world_.row_grid.size : structure_ == loose_grid ? world_.loose_grid.size : tree().size;
    }
    std::uint64_t items() const noexcept {
        if (structure_ == row_grid) return world_.row_grid.size;
        const std::uint32_t tiles = structure_ == loose_grid    ? Access::LooseGridState::pair_items(world_.loose_grid).count
                                    : structure_ == static_tree ? Access::StaticTreeState::pair_items(tree()).count
                                                                : Access::LooseQuadtreeState::pair_items(tree()).count;
        return std::uint64_t{tiles} * tile_items;
    }

    std::uint32_t join(std::uint32_t begin, std::uint32_t end, const kernels::BitsetView* among, PairSink& sink) const noexcept {
        if (structure_ == row_grid)
            return Access::RowGridState::pair_kernel(world_.row_grid, among)(world_.row_grid, begin, end, among, sink);
        const std::uint32_t first = begin / tile_items, last = end / tile_items;
        if (structure_ == loose_grid)
            return tile_items * Access::LooseGridState::pair_kernel(world_.loose_grid, among)(world_.loose_grid, first, last, among, sink);
        if (structure_ == static_tree)
            return tile_items * Access::StaticTreeState::pair_kernel(tree(), among)(tree(), first, last, among, sink);
        return tile_items * Access::LooseQuadtreeState::pair_kernel(tree(), among)(tree(), first, last, among, sink);
    }

    /// Elements that stand side by side; the count is that of lanes in use.
    struct Elements {
        kernels::ElementColumns columns{};
        std::uint32_t count = 0;
    };
    /// The elements of items [begin, begin + 16), as far as they are before `end`.
    Elements elements(std::uint32_t begin, std::uint32_t end) const noexcept {
        if (structure_ == row_grid) return {kernels::columns_from(world_.row_grid.columns(), begin), std::min(end - begin, packet_queries)};
        const std::uint32_t item = begin / tile_items;
        if (structure_ == loose_grid) {
            const kernels::LooseGridView& grid = world_.loose_grid;
            const std::uint32_t cell = grid.cell_of_tile(item);
            const std::uint32_t last = cell == kernels::no_position ? kernels::no_tile : grid.last_tile(cell);
            if (last == kernels::no_tile) return {};
            return {columns_of(grid.tiles[item]), TileRef::index(last) == item ? TileRef::count(last) : packet_queries};
        }
        const std::uint32_t ref = leaf_of(tree(), item);
        if (ref == kernels::no_tile) return {};
        return {columns_of(tree().tiles[TileRef::index(ref)]), TileRef::count(ref)};
    }

    /// Pairs of elements of another structure with those of this one. False: the sink is full.
    bool join_with(const Elements& others, const kernels::BitsetView* among, PairSink& sink) const noexcept {
        const kernels::CrossPairKernels& kernels = active_kernels().cross_pairs;
        const bool filtered = among != nullptr;
        if (structure_ == row_grid) return kernels.grid[filtered](world_.row_grid, others.columns, others.count, among, sink);
        if (structure_ == loose_grid) return kernels.loose_grid[filtered](world_.loose_grid, others.columns, others.count, among, sink);
        return kernels.tile_tree[filtered](tree(), others.columns, others.count, among, sink);
    }

private:
    const kernels::TileTreeView& tree() const noexcept {
        return structure_ == loose_quadtree ? world_.loose_quadtree
               : structure_ == static_tree  ? world_.static_tree
                                            : world_.recent_statics;
    }

    const WorldView& world_;
    const std::uint8_t structure_;
};

class WorldPairs {
public:
    WorldPairs(const WorldView& world, const PairOptions& options) noexcept : world_(world), filter_(world, options) {
        if (options.among) members_ = Access::view(*options.among);
        among_ = options.among ? &members_ : nullptr;
        for (std::uint8_t s = 0; s < Structures::most; ++s)
            if (options.static_static || !is_static(s)) add(s, s);
        for (std::uint8_t s = 0; s < Structures::most; ++s)
            for (std::uint8_t t = s + 1; t < Structures::most; ++t)
                if (options.static_static || !is_static(s) || !is_static(t)) add(s, t);
    }

    std::uint64_t items() const noexcept { return end_; }

    /// As a kernel over the items of all parts.
    std::uint32_t operator()(std::uint32_t begin, std::uint32_t end, PairSink& sink) const noexcept {
        for (std::uint32_t p = 0; p < part_count_; ++p) {
            const Part& part = parts_[p];
            const std::uint32_t first = static_cast<std::uint32_t>(part.first), last = static_cast<std::uint32_t>(part.first + part.items);
            const std::uint32_t from = std::max(begin, first), stop = std::min(end, last);
            if (from >= stop) continue;
            const std::uint32_t before = sink.size;
            const std::uint32_t done =
                first + (part.asks == part.asked ? Members(world_, part.asks).join(from - first, stop - first, among_, sink)
                                                 : join_others(part, from - first, stop - first, sink));
            keep_wanted(before, sink);
            if (done != stop) return done;
        }
        return end;
    }

private:
    // The pairs of one structure, or of two. Parts begin with blocks, so that no block's items depend on another part.
    struct Part {
        std::uint64_t first, items;
        std::uint8_t asks, asked;
    };

    void add(std::uint8_t s, std::uint8_t t) noexcept {
        const Members a(world_, s), b(world_, t);
        if (a.size() == 0 || b.size() == 0) return;
        const bool swap = b.size() < a.size();
        const std::uint64_t items = (swap ? b : a).items();
        parts_[part_count_++] = {end_, items, swap ? t : s, swap ? s : t};
        end_ += (items + block_items - 1) / block_items * block_items;
    }

    std::uint32_t join_others(const Part& part, std::uint32_t begin, std::uint32_t end, PairSink& sink) const noexcept {
        const Members asking(world_, part.asks), asked(world_, part.asked);
        for (std::uint32_t at = begin; at < end; at += packet_queries) {
            const Members::Elements elements = asking.elements(at, end);
            if (elements.count != 0 && !asked.join_with(elements, among_, sink)) return at;
        }
        return end;
    }

    // What the sink holds from pair `begin` on.
    void keep_wanted(std::uint32_t begin, PairSink& sink) const noexcept {
        if (filter_.all()) return;
        std::uint32_t kept = begin;
        for (std::uint32_t i = begin; i < sink.size; ++i) {
            const Slot a = sink.pairs[2 * std::size_t{i}], b = sink.pairs[2 * std::size_t{i} + 1];
            if (!filter_.keeps(a, b)) continue;
            sink.pairs[2 * std::size_t{kept}] = a, sink.pairs[2 * std::size_t{kept} + 1] = b;
            ++kept;
        }
        sink.size = kept;
    }

    const WorldView& world_;
    const PairFilter filter_;
    kernels::BitsetView members_{};
    const kernels::BitsetView* among_ = nullptr;
    Part parts_[Structures::most * (Structures::most + 1) / 2];
    std::uint32_t part_count_ = 0;
    std::uint64_t end_ = 0;
};

} // namespace

Status world_pairs(const WorldView& world, Pairs& out, const PairOptions& options, const Executor& executor) noexcept {
    const WorldPairs kernel(world, options);
    if (kernel.items() > no_slot) return refuse(out, Fault::OutOfCapacity);
    auto call = [&](std::uint32_t begin, std::uint32_t end, PairSink& sink) { return kernel(begin, end, sink); };
    return answer(out, {.count = static_cast<std::uint32_t>(kernel.items()), .block = block_items}, options.order, call, executor);
}

} // namespace throng
