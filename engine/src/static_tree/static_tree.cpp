// SPDX-License-Identifier: MIT
// The public functions of StaticTree.
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/positions.hpp"
#include "engine/src/base/saved_bytes.hpp"
#include "engine/src/query/opening.hpp"
#include "engine/src/static_tree/static_tree_state.hpp"
#include "simd/float_environment.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <bit>
#include <numeric>

namespace throng {

StaticTree::StaticTree() noexcept = default;
StaticTree::StaticTree(const StaticTreeDesc& desc) { require_open(open(desc), State::check(desc)); }
Status StaticTree::open(const StaticTreeDesc& desc) noexcept { return life::open<State>(*this, desc); }

namespace {

// A StaticTree as bytes: its boxes by slot, 1024 slots a block, each with a bit for each slot that is present.
struct SavedTree {
    SavedKind kind{.kind = SavedKind::StaticTree};
    std::uint32_t size = 0, slot_count = 0;
};

struct TreeBlock {
    static constexpr std::uint32_t slots = 1024;
    std::uint64_t mask[slots / 64];
    Aabb boxes[slots];
};

Fault load_header(LoadingBytes& bytes, SavedTree& header) noexcept {
    if (const Fault fault = bytes.get_header(header, SavedKind::StaticTree); fault != Fault::None) return fault;
    return header.size <= header.slot_count ? Fault::None : Fault::Corrupt;
}

template <class T> bool make_room(Column<T>& column, std::size_t count, std::size_t most) noexcept {
    return count <= column.capacity() || column.reserve(room_to_load(column.capacity(), count, most));
}

// The boxes of a tree one after the other.
struct LoadedBoxes {
    explicit LoadedBoxes(const Memory& memory) noexcept : boxes(memory), slots(memory) {}

    Fault read(LoadingBytes& bytes, const SavedTree& header) noexcept;
    const Slot* slot_of_each() const noexcept { return listed ? slots.data() : nullptr; }

    Column<Aabb> boxes;
    Column<Slot> slots;  // of each box, if `listed`; else those from 0 on
    bool listed = false; // from the first box behind an absent one on
};

Fault LoadedBoxes::read(LoadingBytes& bytes, const SavedTree& header) noexcept {
    const simd::FloatEnvironment environment;
    TreeBlock block;
    for (std::size_t first = 0; first < header.slot_count; first += TreeBlock::slots) {
        if (!bytes.get(block.mask, sizeof block.mask)) return Fault::Corrupt;
        std::uint32_t count = 0;
        for (const std::uint64_t word : block.mask) count += static_cast<std::uint32_t>(std::popcount(word));
        if (!bytes.get(block.boxes, count * sizeof(Aabb)) || !bytes.is_sealed()) return Fault::Corrupt;
        const std::size_t after = boxes.size() + count;
        if (after > header.size) return Fault::Corrupt;
        if (!make_room(boxes, after, header.size) || (listed && !make_room(slots, after, header.size)))
            return Fault::OutOfMemory;
        const Aabb* box = block.boxes;
        for (std::uint32_t i = 0; i < TreeBlock::slots; ++i) {
            if ((block.mask[i / 64] >> (i % 64) & 1u) == 0) continue;
            if (first + i >= header.slot_count || !predicates::is_valid(*box)) return Fault::Corrupt;
            if (!listed && first + i != boxes.size()) {
                if (!make_room(slots, after, header.size)) return Fault::OutOfMemory;
                slots.resize(boxes.size());
                std::iota(slots.begin(), slots.end(), Slot{0});
                listed = true;
            }
            if (listed) slots.append(static_cast<Slot>(first + i));
            boxes.append(*box++);
        }
    }
    return boxes.size() == header.size ? Fault::None : Fault::Corrupt;
}

} // namespace

Status StaticTree::save(ByteWriter writer) const noexcept {
    const State* const state = Access::open_state(*this);
    if (!state) return refused(Reason::IndexNotOpen);
    const GateReader reader(state->gate);
    if (!reader) return busy;
    SavingBytes bytes(writer);
    const SavedTree header{.size = state->size, .slot_count = static_cast<std::uint32_t>(state->slot_count())};
    bytes.put_header(header);
    TreeBlock block;
    for (std::size_t first = 0; first < header.slot_count && bytes.fault() == Fault::None; first += TreeBlock::slots) {
        std::fill(std::begin(block.mask), std::end(block.mask), std::uint64_t{0});
        std::uint32_t count = 0;
        for (std::uint32_t i = 0; i < TreeBlock::slots; ++i) {
            const auto slot = static_cast<Slot>(first + i);
            if (!state->is_present(slot)) continue;
            block.mask[i / 64] |= std::uint64_t{1} << (i % 64);
            block.boxes[count++] = state->box_of(slot);
        }
        bytes.put(block.mask, sizeof block.mask);
        bytes.put(block.boxes, count * sizeof(Aabb));
        bytes.seal();
    }
    return explained_bytes(bytes.fault(), writer.write != nullptr);
}

Status StaticTree::load(ByteReader reader, Executor executor) noexcept {
    LoadingBytes bytes(reader);
    SavedTree header;
    if (const Fault fault = load_header(bytes, header); fault != Fault::None)
        return explained_bytes(fault, reader.read != nullptr);
    State* state = Access::open_state(*this);
    StaticTree fresh;
    if (!state) {
        if (const Status status = fresh.open({}); !status) return status;
        state = Access::open_state(fresh);
    }
    LoadedBoxes loaded(state->desc.memory);
    if (const Fault fault = loaded.read(bytes, header); fault != Fault::None) return {fault, no_slot, 0};
    static constexpr Aabb none{}; // so that a tree of nothing has an address
    const kernels::BoxSource source = box_source_of(header.size == 0 ? &none : loaded.boxes.data());
    const Status status = changes::guarded(*state, executor, [&](const Executor& on) {
        return state->build(source, header.size, loaded.slot_of_each(), header.slot_count, on);
    });
    if (status && state == Access::open_state(fresh)) *this = std::move(fresh);
    return status;
}

} // namespace throng
