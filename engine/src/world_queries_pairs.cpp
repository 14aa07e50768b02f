// SPDX-License-Identifier: MIT
// Pairs of a world: each structure's own, then those across two structures, for which the elements of the smaller one are asked as boxes
// against the other.
#include "engine/src/access.hpp"
#include "engine/src/index_queries.hpp"
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

    /// The elements of items [begin, begin + 16), as far as they are before `end`.
    std::uint32_t lay(std::uint32_t begin, std::uint32_t end, PacketColumns& columns) const noexcept {
        if (structure_ == row_grid) {
            const kernels::GridView& grid = world_.row_grid;
            const std::uint32_t count = std::min(end - begin, packet_queries);
            const kernels::ElementColumns elements{grid.min_x + begin, grid.min_y + begin, grid.max_x + begin,
                                                   grid.max_y + begin, grid.slots + begin, 0};
            return take(elements, count, columns);
        }
        const std::uint32_t item = begin / tile_items;
        if (structure_ == loose_grid) {
            const kernels::LooseGridView& grid = world_.loose_grid;
            const std::uint32_t cell = grid.cell_of_tile(item);
            if (cell == kernels::no_position) return 0;
            const std::uint32_t last = grid.last_tile(cell);
            if (last == kernels::no_tile) return 0;
            return take(columns_of(grid.tiles[item]), TileRef::index(last) == item ? TileRef::count(last) : packet_queries, columns);
        }
        const std::uint32_t ref = leaf_of(tree(), item);
        return ref == kernels::no_tile ? 0 : take(columns_of(tree().tiles[TileRef::index(ref)]), TileRef::count(ref), columns);
    }

private:
    const kernels::TileTreeView& tree() const noexcept {
        return structure_ == loose_quadtree ? world_.loose_quadtree
               : structure_ == static_tree  ? world_.static_tree
                                            : world_.recent_statics;
    }
    static std::uint32_t take(const kernels::ElementColumns& elements, std::uint32_t count, PacketColumns& columns) noexcept {
        std::copy_n(elements.min_x, count, columns.a_x);
        std::copy_n(elements.min_y, count, columns.a_y);
        std::copy_n(elements.max_x, count, columns.b_x);
        std::copy_n(elements.max_y, count, columns.b_y);
        std::copy_n(elements.slots, count, columns.rows);
        return count;
    }

    const WorldView& world_;
    const std::uint8_t structure_;
};

class WorldPairs {
public:
    WorldPairs(const WorldView& world, const PairOptions& options) noexcept : world_(world), filter_(world, options) {
        if (options.among) members_ = Access::view(*options.among);
        among_ = options.among ? &members_ : nullptr;
        boxes_.form = kernels::BoxSource::Form::Corners;
        boxes_.has_among = options.among != nullptr;
        boxes_.among = members_;
        boxes_.has_mask = world.categories || options.mask != ~0u;
        boxes_.categories = world.categories;
        boxes_.mask = options.mask;
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
            const std::uint32_t done = first + (part.asks == part.asked ? join_own(part.asks, from - first, stop - first, sink)
                                                                        : join_others(part, from - first, stop - first, sink));
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

    std::uint32_t join_own(std::uint8_t structure, std::uint32_t begin, std::uint32_t end, PairSink& sink) const noexcept {
        const std::uint32_t before = sink.size;
        const std::uint32_t done = Members(world_, structure).join(begin, end, among_, sink);
        if (filter_.all()) return done;
        std::uint32_t kept = before;
        for (std::uint32_t i = before; i < sink.size; ++i) {
            const Slot a = sink.pairs[2 * std::size_t{i}], b = sink.pairs[2 * std::size_t{i} + 1];
            if (!filter_.keeps(a, b)) continue;
            sink.pairs[2 * std::size_t{kept}] = a, sink.pairs[2 * std::size_t{kept} + 1] = b;
            ++kept;
        }
        sink.size = kept;
        return done;
    }

    std::uint32_t join_others(const Part& part, std::uint32_t begin, std::uint32_t end, PairSink& sink) const noexcept {
        const Members asking(world_, part.asks);
        for (std::uint32_t at = begin; at < end; at += packet_queries) {
            PacketColumns columns;
            columns.count = asking.lay(at, end, columns);
            keep_askers(columns);
            if (columns.count != 0 && !join_packet(part.asked, columns, sink)) return at;
        }
        return end;
    }

    void keep_askers(PacketColumns& columns) const noexcept {
        if (!among_ && filter_.all()) return;
        std::uint32_t kept = 0;
        for (std::uint32_t n = 0; n < columns.count; ++n) {
            const Slot slot = columns.rows[n];
            if (!filter_.keeps(slot) || (among_ && !kernels::contains<void>(*among_, slot))) continue;
            columns.a_x[kept] = columns.a_x[n], columns.a_y[kept] = columns.a_y[n];
            columns.b_x[kept] = columns.b_x[n], columns.b_y[kept] = columns.b_y[n];
            columns.rows[kept++] = slot;
        }
        columns.count = kept;
    }

    // Hits are written to the far half of the room that the sink has left, and become pairs from its beginning on: pair j takes words 2j and
    // 2j + 1, hit j + 1 stands in word room + j + 1 or later, and j is less than the room. False: the sink is full.
    bool join_packet(std::uint8_t asked, const PacketColumns& columns, PairSink& sink) const noexcept {
        const std::uint32_t room = sink.capacity - std::min(sink.size, sink.capacity);
        if (room < 2 * packet_queries) return false;
        std::uint32_t* const pairs = sink.pairs + 2 * std::size_t{sink.size};
        kernels::Batch batch = columns.batch(boxes_);
        batch.b_x = columns.b_x, batch.b_y = columns.b_y;
        batch.b_stride = sizeof(float);
        std::uint32_t counts[packet_queries];
        kernels::HitSink hits;
        hits.slots = pairs + room;
        hits.capacity = room - packet_queries;
        hits.counts = counts;
        const Question question{Ask::Overlap, batch.general() ? kernels::Collect::Ranked : kernels::Collect::Slots};
        if (ask_structure(world_, asked, question, batch, 0, columns.count, hits) != columns.count) return false;

        const std::uint32_t* hit = hits.slots;
        std::uint32_t kept = 0;
        for (std::uint32_t n = 0; n < columns.count; ++n) {
            const Slot a = columns.rows[n];
            for (const std::uint32_t* const stop = hit + counts[n]; hit != stop; ++hit) {
                const Slot b = *hit;
                if (!filter_.all() && !filter_.keeps(a, b)) continue;
                pairs[2 * std::size_t{kept}] = std::min(a, b), pairs[2 * std::size_t{kept} + 1] = std::max(a, b);
                ++kept;
            }
        }
        sink.size += kept;
        sink.candidates += hits.candidates;
        return true;
    }

    const WorldView& world_;
    const PairFilter filter_;
    kernels::BitsetView members_{};
    const kernels::BitsetView* among_ = nullptr;
    kernels::Batch boxes_{};
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
