// SPDX-License-Identifier: MIT
// A change of a Quadtree in two steps. prepare reads the batch, reports its faults, finds the elements that cover other
// cells than before, and reserves memory for their entries. apply writes boxes and lists these elements again.
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/quadtree/quadtree_state.hpp"

#include <algorithm>

namespace throng {
namespace {

constexpr std::uint32_t items_per_block = 2048; // whole words of marks
void set_bit(std::uint64_t* bits, std::uint32_t i) { bits[i / 64] |= std::uint64_t{1} << (i % 64); }
void clear_bit(std::uint64_t* bits, std::uint32_t i) { bits[i / 64] &= ~(std::uint64_t{1} << (i % 64)); }

constexpr float nothing = __builtin_nanf("");
constexpr kernels::Region absent{nothing, nothing, nothing, nothing};

} // namespace

// Items from `begin` on, as many as `out` has room for.
void Quadtree::State::locate(const QuadBatch& batch, std::size_t begin, std::size_t end, bool now, QuadItems& out,
                             kernels::ItemFaults& faulty) const noexcept {
    out.size = static_cast<std::uint32_t>(std::min<std::size_t>(end - begin, QuadItems::most));
    for (std::uint32_t i = 0; i < (out.size + 15) / 16 * 16; ++i) {
        const auto item = static_cast<std::uint32_t>(begin + (i < out.size ? i : 0));
        const std::uint32_t slot = batch.slots ? batch.slots[item] : item;
        const bool live = i < out.size && (batch.slots ? slot != kernels::no_item : !batch.present || is_present(slot));
        if (i % 16 == 0) out.live[i / 16] = 0;
        out.live[i / 16] |= (live ? 1u : 0u) << (i % 16);
        out.items[i] = item;
        out.slots[i] = live ? slot : 0;
    }
    if (batch.source) {
        kernels::QuadLocate io;
        io.source = *batch.source;
        io.frame = batch.frame;
        io.items = out.items;
        io.count = out.size;
        io.check = true;
        io.live = out.live;
        io.boxes = out.boxes;
        io.rects = out.next;
        active_kernels().quadtree_changes.locate(io);
        merge(faulty, io.faulty);
    }
    if (now) RectsOfSlots(boxes.data()).look_up(batch.frame, out.slots, out.size, out.now);
}

// If there are no slots, blocks mark bits in different words.
void Quadtree::State::inspect(const QuadBatch& batch, std::size_t begin, std::size_t end, QuadWork& work) noexcept {
    QuadItems some;
    for (; begin < end; begin += some.size) {
        locate(batch, begin, end, batch.present, some, work.faulty);
        for (std::uint32_t i = 0; i < some.size; ++i) {
            if (!some.lives(i)) continue;
            if (batch.source && !batch.fresh) {
                if (batch.present && some.now[i] == some.next[i]) continue;
                const kernels::CellRect& before = batch.present ? some.now[i] : some.next[i];
                const TightTree::Leaves leaves = tree.leaves_of(some.next[i], before);
                if (batch.present && leaves.outside == 0 && tree.leaves_of(before, some.next[i]).outside == 0) continue;
                work.links += leaves.count;
                work.open += leaves.open;
            }
            ++work.changed;
            work.links += batch.fresh ? 1 : 0;
            if (batch.present)
                set_bit(marks.data(), some.slots[i]);
            else
                work.slots = std::max(work.slots, some.slots[i] + 1);
        }
    }
}

// The leaves that items are linked to and that may be split further.
std::uint32_t* Quadtree::State::touch(const QuadBatch& batch, std::size_t begin, std::size_t end,
                                      std::uint32_t* to) const noexcept {
    QuadItems some;
    kernels::ItemFaults noted;
    for (; begin < end; begin += some.size) {
        locate(batch, begin, end, false, some, noted);
        for (std::uint32_t i = 0; i < some.size; ++i)
            if (some.lives(i) && (!batch.present || has_bit(marks.data(), some.slots[i])))
                to = tree.open_leaves_of(some.next[i], to);
    }
    return to;
}

Fault Quadtree::State::prepare(const QuadBatch& batch, QuadWork& all, const Executor& executor) noexcept {
    const std::size_t words = (slot_count() + 63) / 64;
    const parallel::Ranges blocks(batch.count, items_per_block);
    if (!marks.reserve(words) || !works.resize_discard(blocks.count) || !tree.prepare()) return Fault::OutOfMemory;
    marks.extend(words, 0);
    // Blocks of slots in any order could mark bits in the same word.
    const Executor of_blocks = batch.slots && batch.present ? serial() : executor;
    const bool ran = compute_blocks(of_blocks, blocks.count, [&](std::uint32_t b) {
        works[b] = {};
        inspect(batch, blocks.begin(b), blocks.end(b), works[b]);
    });
    if (!ran) return Fault::Cancelled;
    std::uint64_t open = 0;
    for (const QuadWork& work : works) {
        merge(all.faulty, work.faulty);
        all.links += work.links;
        all.changed += work.changed;
        all.slots = std::max(all.slots, work.slots);
        open += work.open;
    }
    if (!batch.present && std::uint64_t{size} + all.changed > no_slot) return Fault::OutOfCapacity;
    all.all_at_once = batch.present && all.changed > size / 32 + 1;
    std::uint64_t listed = (batch.fresh ? 0 : tree.listed()) + all.links;
    if (batch.present && listed > tree.room()) {
        listed -= tree.listed_of(marks.data());
        all.all_at_once = true;
    }
    if (listed >= kernels::no_entry) return Fault::OutOfCapacity;
    if (!touched.resize_discard(open + tree.crowded())) return Fault::OutOfMemory;
    std::uint32_t* end = touched.data();
    for (std::uint32_t b = 0; b < blocks.count; ++b)
        if (works[b].open != 0) end = touch(batch, blocks.begin(b), blocks.end(b), end);
    const bool room = tree.reserve(listed, touched.data(), static_cast<std::size_t>(end - touched.data())) &&
                      (all.slots <= boxes.capacity() || boxes.grow(all.slots));
    return room ? Fault::None : Fault::OutOfMemory;
}

bool Quadtree::State::apply(const QuadBatch& batch, const QuadWork& all) noexcept {
    if (batch.fresh) tree.start(batch.frame, desc.max_per_leaf);
    boxes.extend(all.slots, absent);
    bool unlinked = !batch.present;
    std::uint64_t looks = 0; // reads of entries; more reads than entries: one pass over all of them is cheaper
    const auto unlink_all = [&] {
        tree.unlink_all(marks.data());
        unlinked = true;
    };
    if (all.all_at_once) unlink_all();
    QuadItems some;
    kernels::ItemFaults noted;
    for (std::size_t begin = 0; begin < batch.count; begin += some.size) {
        locate(batch, begin, batch.count, !unlinked, some, noted);
        for (std::uint32_t i = 0; i < some.size; ++i) {
            if (!some.lives(i)) continue;
            const Slot slot = some.slots[i];
            const bool anew = !batch.present || has_bit(marks.data(), slot);
            if (anew && batch.present) {
                if (!unlinked) looks += tree.unlink(some.now[i], slot);
                clear_bit(marks.data(), slot);
                if (!unlinked && looks > tree.listed()) unlink_all();
            }
            boxes[slot] = batch.source ? some.boxes[i] : absent;
            if (anew && batch.source) tree.link(some.next[i], slot);
        }
    }
    if (!batch.present) size += all.changed;
    if (!batch.source) size -= all.changed;
    links_since_tidy += all.links;
    return tree.split_crowded(RectsOfSlots(boxes.data()), size, batch.fresh);
}

} // namespace throng
