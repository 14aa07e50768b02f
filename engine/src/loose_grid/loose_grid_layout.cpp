// SPDX-License-Identifier: MIT
// Layout of a loose grid, a counting sort of all elements by cell into new columns, and the decision when it is due.
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/base/tiles.hpp"
#include "engine/src/loose_grid/loose_grid_state.hpp"
#include "parallel/counting_sort.hpp"

#include <algorithm>
#include <array>

namespace throng {
namespace {

using kernels::Region;
using kernels::Tile;
using kernels::TileRef;

constexpr std::uint32_t smallest_block = 4096, tight_per_block = 64;

// The cell of every item; items that are left out have the key after the last cell.
class Keys {
public:
    explicit Keys(Memory memory) noexcept : keys(memory), order(memory), begin(memory), scratch_(memory) {}

    bool reserve(std::size_t count, std::uint32_t cells) noexcept {
        return keys.resize_discard(count) && order.resize_discard(count) &&
               begin.resize_discard(std::size_t{cells} + 2) &&
               scratch_.resize_discard(parallel::sort_scratch_size(count, cells + 1));
    }

    /// False: cancelled.
    bool find(const kernels::LooseGridView& v, const LooseItems& items, kernels::ItemFaults& faulty,
              const Executor& executor) noexcept {
        std::array<kernels::ItemFaults, parallel::max_blocks> faults{};
        const parallel::Blocks blocks(items.count, smallest_block);
        const bool ran = compute_blocks(executor, blocks.count, [&](std::uint32_t b) {
            for (std::size_t i = blocks.begin(b), end = blocks.end(b); i < end; ++i) {
                keys[i] = v.cell_count;
                if (items.slots && items.slots[i] == kernels::no_item) continue;
                const Aabb box = box_at(items.source, i);
                if (is_valid(box))
                    keys[i] = kernels::loose_cell_of(v, region_of(box));
                else
                    note_fault(faults[b], Fault::InvalidBounds, i);
            }
        });
        for (const kernels::ItemFaults& more : faults) merge(faulty, more);
        return ran;
    }
    void sort(std::uint32_t cells, const Executor& executor) noexcept {
        parallel::sort_by_key({keys.data(), keys.size()}, cells + 1, {order.data(), order.size()},
                              {begin.data(), begin.size()}, {scratch_.data(), scratch_.size()}, executor);
    }

    Column<std::uint32_t> keys, order, begin;

private:
    Column<std::uint32_t> scratch_;
};

std::uint32_t shared_tiles_for(std::uint32_t elements) { return elements == 0 ? 0 : (elements - 1) / 16; }

// Writes the elements of one cell into its tile, and into shared ones from `shared` on.
void fill_cell(const kernels::LooseGridView& v, const kernels::LooseCells& g, std::uint32_t cell,
               std::span<const std::uint32_t> chosen, const LooseItems& items, std::uint32_t shared) {
    Tile& of_cell = g.cells[cell >> kernels::lane_bits];
    std::uint32_t ref = kernels::no_tile, tile = cell;
    for (std::uint32_t i = 0; i < chosen.size(); ++i) {
        const std::uint32_t lane = i % 16, item = chosen[i], slot = items.slots ? items.slots[item] : item;
        if (i != 0 && lane == 0) {
            g.next[shared] = ref;
            g.owners[shared] = cell;
            tile = v.cell_count + shared++;
        }
        if (lane == 0) std::fill_n(g.tiles[tile].ids, 16, slot);
        set_lane(g.tiles[tile], lane, box_at(items.source, item), slot);
        g.positions.set(slot, (tile << kernels::lane_bits) + lane);
        ref = TileRef::make(tile, true, lane + 1);
    }
    of_cell.ids[cell & 15] = ref;
    kernels::set_box(of_cell, cell & 15, kernels::inside_out());
}

} // namespace

Fault LooseGrid::State::layout(const LooseGeometry& wanted, const LooseItems& items, std::size_t min_slot_count,
                               kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    if (items.count >= TileRef::max_elements) return Fault::OutOfCapacity;
    const std::uint32_t cell_count = wanted.cell_count();
    Keys keys(desc.memory);
    if (!keys.reserve(items.count, cell_count)) return Fault::OutOfMemory;
    kernels::LooseGridView v = view();
    wanted.show_in(v);
    if (!keys.find(v, items, faulty, executor)) return Fault::Cancelled;
    keys.sort(cell_count, executor);

    const std::uint32_t laid = keys.begin[cell_count];
    std::size_t next_slot_count = min_slot_count;
    for (std::size_t i = 0; items.slots && i < items.count; ++i)
        if (keys.keys[i] != cell_count) next_slot_count = std::max(next_slot_count, std::size_t{items.slots[i]} + 1);
    const std::size_t shared = laid / 16 + laid / 64 + std::size_t{4};
    if (cell_count + shared >= TileRef::max_tiles) return Fault::OutOfCapacity;
    LooseColumns fresh(desc.memory);
    Column<std::uint32_t> first_shared(desc.memory);
    const std::uint32_t tasks = (wanted.tight_count + tight_per_block - 1) / tight_per_block;
    if (!fresh.reserve(wanted, shared) || !positions.reserve(next_slot_count) || !first_shared.resize_discard(tasks) ||
        !reserve_blocks(laid))
        return Fault::OutOfMemory;

    std::swap(columns, fresh);
    positions.reset(next_slot_count);
    geometry = wanted;
    size = laid;
    free = {};
    const auto cells_before = [&](std::uint32_t tight) {
        return std::min(tight, wanted.tight_count) << wanted.cell_bits;
    };
    for (std::uint32_t task = 0; task < tasks; ++task) {
        first_shared[task] = free.unused;
        for (std::uint32_t c = cells_before(task * tight_per_block); c < cells_before((task + 1) * tight_per_block);
             ++c)
            free.unused += shared_tiles_for(keys.begin[c + 1] - keys.begin[c]);
    }
    for (std::uint32_t l = 0; l < wanted.level_count; ++l) {
        const std::uint32_t first = wanted.levels[l].first_tight;
        geometry.levels[l].size =
            keys.begin[cells_before(first + wanted.levels[l].tight_count())] - keys.begin[cells_before(first)];
    }
    v = view();
    const kernels::LooseCells g = writable();
    compute_blocks_to_end(executor, tasks, [&](std::uint32_t task) {
        std::uint32_t next_shared = first_shared[task];
        for (std::uint32_t c = cells_before(task * tight_per_block); c < cells_before((task + 1) * tight_per_block);
             ++c) {
            const std::uint32_t begin = keys.begin[c], count = keys.begin[c + 1] - begin;
            if ((c & ((1u << wanted.cell_bits) - 1)) == 0) {
                const std::uint32_t tight = c >> wanted.cell_bits;
                g.tight_sizes[tight] = keys.begin[cells_before(tight + 1)] - begin;
            }
            fill_cell(v, g, c, {keys.order.data() + begin, count}, items, next_shared);
            next_shared += shared_tiles_for(count);
        }
    });
    shrink(executor);
    laid_for = look();
    return Fault::None;
}

LooseExtent LooseGrid::State::extent_of(const kernels::BoxSource& source, std::size_t count) const noexcept {
    std::array<Aabb, largest_sample> sample;
    return loose_extent(sample_of(source, count, sample), count, desc, false);
}

LooseExtent LooseGrid::State::look() const noexcept {
    std::array<Aabb, largest_sample> sample;
    const std::size_t slots = slot_count();
    return loose_extent(take_sample(sample, slots, sample_step(slots, size), boxes_in(*this)), size, desc,
                        view().by_kind());
}

// After enough changes to make a difference, the grid is laid out again if its cells no longer suit its elements.
// Memory permitting: without it the grid keeps its layout and stays exact.
void LooseGrid::State::adapt(std::uint64_t changes, const Executor& executor) noexcept {
    changes_since_look += changes;
    if (size == 0) return;
    if (sees_jump(*this, whereabouts)) changes_since_look += enough_to_look();
    if (changes_since_look < enough_to_look()) return;
    changes_since_look = 0;
    const LooseExtent extent = look();
    if (laid_for && laid_for->resembles(extent)) return;
    const LooseGeometry wanted = choose_loose_geometry(extent, desc);
    if (outgrown(geometry, wanted, extent, desc)) (void)relayout(wanted, executor);
}

Fault LooseGrid::State::relayout(const LooseGeometry& wanted, const Executor& executor) noexcept {
    Column<Aabb> boxes(desc.memory);
    Column<std::uint32_t> slots(desc.memory);
    if (!boxes.resize_discard(size) || !slots.resize_discard(size)) return Fault::OutOfMemory;
    const kernels::LooseGridView v = view();
    std::uint32_t at = 0;
    for (std::uint32_t cell = 0; cell < v.cell_count; ++cell) {
        for (std::uint32_t ref = v.last_tile(cell); ref != kernels::no_tile; ref = v.next_of(ref)) {
            const Tile& tile = v.tiles[TileRef::index(ref)];
            for (std::uint32_t lane = 0; lane < TileRef::count(ref); ++lane, ++at) {
                boxes[at] = box_in(tile, lane);
                slots[at] = tile.ids[lane];
            }
        }
    }
    const kernels::BoxSource source = box_source_of(boxes.data());
    kernels::ItemFaults none;
    return layout(wanted, {source, size, slots.data()}, slot_count(), none, executor);
}

} // namespace throng
