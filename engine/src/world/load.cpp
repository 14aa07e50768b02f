// SPDX-License-Identifier: MIT
// A world from bytes: the version of a state of its own is filled, so that a fault leaves the world as it was; then the
// world goes on from that version, as from a snapshot.
#include "engine/src/query/opening.hpp"
#include "engine/src/world/lay_out.hpp"
#include "engine/src/world/saved_world.hpp"
#include "engine/src/world/staging.hpp"
#include "engine/src/world/world_state.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>
#include <limits>
#include <span>
#include <throng/predicates.hpp>

namespace throng {
namespace {

// It has no branches.
bool all_valid(const Aabb* boxes, std::uint32_t count) noexcept {
    constexpr float most = std::numeric_limits<float>::max();
    unsigned wrong = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Aabb& box = boxes[i];
        wrong |= !(box.min.x >= -most) | !(box.min.x <= box.max.x) | !(box.max.x <= most) | !(box.min.y >= -most) |
                 !(box.min.y <= box.max.y) | !(box.max.y <= most);
    }
    return wrong == 0;
}

void see_dynamic(const SavedBlock& block, std::uint32_t count, bool statics, WorldRouting& routing) noexcept {
    float half_extents[SavedBlock::slots];
    std::uint32_t seen = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        half_extents[seen] = half_extent_of(block.boxes[i]);
        seen += statics && block.statics[i] != 0 ? 0 : 1;
    }
    routing.see({half_extents, seen});
}

/// Memory grows with what was read, whatever the header says.
class LoadedContent {
public:
    /// `version` has no slots yet.
    LoadedContent(WorldVersion& version, const SavedWorld& header) noexcept
        : boxes(version.desc.memory), version_(version), header_(header), generations_(header.tag) {
        generations_.go_on_from(header.generations);
    }

    /// Reads all blocks: generations, categories, layers, flags if there are static elements, and the sizes. `routing`
    /// sees the dynamic elements. None, Corrupt or OutOfMemory.
    Fault read(LoadingBytes& bytes, WorldRouting& routing) noexcept;

    UnsortedBoxes boxes; // not those of dead slots

private:
    [[nodiscard]] bool grow(std::size_t slots) noexcept;
    bool all_issued(const std::uint32_t* generations, std::uint32_t count) const noexcept;
    bool take(const SavedBlock& block, std::uint32_t count, std::size_t first, std::size_t end,
              WorldRouting& routing) noexcept;

    WorldVersion& version_;
    const SavedWorld& header_;
    WorldGenerations generations_; // of the world that was saved
    bool categorized_ = false, layered_ = false;
};

bool LoadedContent::grow(std::size_t slots) noexcept {
    WorldVersion& v = version_;
    if (slots > v.generations.capacity()) {
        const std::size_t most = room_to_load(v.generations.capacity(), slots, header_.slot_count);
        if (!boxes.reserve(most) || (header_.has(SavedWorld::Categories) && !v.categories.reserve(most)) ||
            (header_.has(SavedWorld::Layers) && !v.layers_by_slot.reserve(most)) ||
            (header_.has(SavedWorld::Statics) && !v.flags.reserve(most)) || !v.generations.reserve(most))
            return false;
    }
    boxes.resize(slots);
    v.generations.resize(slots);
    if (header_.has(SavedWorld::Categories)) v.categories.resize(slots);
    if (header_.has(SavedWorld::Layers)) v.layers_by_slot.resize(slots);
    if (header_.has(SavedWorld::Statics)) v.flags.resize(slots);
    return true;
}

// It has no branches.
bool LoadedContent::all_issued(const std::uint32_t* generations, std::uint32_t count) const noexcept {
    unsigned wrong = 0;
    for (std::uint32_t i = 0; i < count; ++i) wrong |= generations_.has_issued(generations[i]) ? 0u : 1u;
    return wrong == 0;
}

// False: a box is not valid, or a generation is still to come.
bool LoadedContent::take(const SavedBlock& block, std::uint32_t count, std::size_t first, std::size_t end,
                         WorldRouting& routing) noexcept {
    if (!all_valid(block.boxes, count) || !all_issued(block.generations, count)) return false;
    const bool statics = header_.has(SavedWorld::Statics);
    see_dynamic(block, count, statics, routing);
    // `slot_of` is the slot of each element of the block.
    const auto put_all = [&](auto slot_of) {
        const auto put = [&](auto* column, auto&& value_of) {
            for (std::uint32_t i = 0; i < count; ++i) column[slot_of(i)] = value_of(i);
        };
        put(version_.generations.data(), [&](std::uint32_t i) { return block.generations[i]; });
        float *const min_x = boxes.min_x.data(), *const min_y = boxes.min_y.data();
        float *const max_x = boxes.max_x.data(), *const max_y = boxes.max_y.data();
        for (std::uint32_t i = 0; i < count; ++i) {
            const Aabb box = block.boxes[i];
            const std::size_t slot = slot_of(i);
            min_x[slot] = box.min.x, min_y[slot] = box.min.y, max_x[slot] = box.max.x, max_y[slot] = box.max.y;
        }
        if (header_.has(SavedWorld::Categories)) {
            put(version_.categories.data(), [&](std::uint32_t i) { return block.categories[i]; });
            for (std::uint32_t i = 0; i < count; ++i) categorized_ |= block.categories[i] != ~0u;
        }
        if (header_.has(SavedWorld::Layers)) {
            put(version_.layers_by_slot.data(), [&](std::uint32_t i) { return block.layers[i]; });
            for (std::uint32_t i = 0; i < count; ++i) layered_ |= block.layers[i] != 0;
        }
        if (statics) {
            put(version_.flags.data(), [&](std::uint32_t i) {
                return static_cast<std::uint8_t>(block.statics[i] != 0 ? WorldView::alive | WorldView::static_element
                                                                       : WorldView::alive);
            });
            for (std::uint32_t i = 0; i < count; ++i) version_.statics += block.statics[i];
        }
    };
    if (count == end - first) {
        put_all([first](std::uint32_t i) { return first + i; });
        return true;
    }
    const auto clear = [&](auto& column, auto value) {
        if (!column.empty()) std::fill(column.begin() + first, column.begin() + end, value);
    };
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    for (Column<float>* const column : {&boxes.min_x, &boxes.min_y, &boxes.max_x, &boxes.max_y}) clear(*column, none);
    clear(version_.generations, 0u);
    clear(version_.categories, ~0u);
    clear(version_.layers_by_slot, std::uint16_t{0});
    clear(version_.flags, std::uint8_t{0});
    std::uint16_t in_block[SavedBlock::slots];
    std::uint32_t i = 0;
    for (std::uint32_t word = 0; word < SavedBlock::words; ++word)
        for (std::uint64_t rest = block.mask[word]; rest != 0; rest &= rest - 1)
            in_block[i++] = static_cast<std::uint16_t>(64 * word + static_cast<std::uint32_t>(std::countr_zero(rest)));
    put_all([&](std::uint32_t element) { return first + in_block[element]; });
    return true;
}

Fault LoadedContent::read(LoadingBytes& bytes, WorldRouting& routing) noexcept {
    SavedBlock block;
    std::uint64_t size = 0;
    for (std::size_t first = 0; first < header_.slot_count; first += SavedBlock::slots) {
        if (const Fault fault = load_block(bytes, header_, static_cast<std::uint32_t>(first), block);
            fault != Fault::None)
            return fault;
        const std::size_t end = std::min<std::size_t>(first + SavedBlock::slots, header_.slot_count);
        const std::uint32_t count = block.count();
        if (!grow(end)) return Fault::OutOfMemory;
        if (!take(block, count, first, end, routing)) return Fault::Corrupt;
        size += count;
    }
    const std::uint32_t needed = (categorized_ ? SavedWorld::Categories : 0u) | (layered_ ? SavedWorld::Layers : 0u) |
                                 (version_.statics != 0 ? SavedWorld::Statics : 0u);
    const bool above = header_.most_statics != 0 && version_.statics > header_.most_statics;
    if (size != header_.size || (header_.flags & SavedWorld::columns) != needed || above) return Fault::Corrupt;
    version_.size = header_.size;
    return Fault::None;
}

// The version of a state that is used for nothing else: after a fault it ends with the state.
Fault fill(Access::WorldState& state, LoadingBytes& bytes, const SavedWorld& header, const Executor& of_call) noexcept {
    const simd::FloatEnvironment environment;
    WorldVersion& version = state.current();
    WorldProgress& progress = version.progress[0];
    LoadedContent content(version, header);
    if (const Fault fault = content.read(bytes, progress.routing); fault != Fault::None) return fault;
    const Capacity& most = state.desc.capacity;
    const auto above = [](std::uint32_t count, std::uint32_t limit) { return limit != 0 && count > limit; };
    if (above(version.size, most.elements) || above(version.statics, most.static_elements)) return Fault::OutOfCapacity;
    if (version.size != version.statics) progress.routing.learn(0);
    progress.generations = header.generations;
    version.origin = header.desc({}, {}).origin;
    const Executor executor = parallel::unless_few(version.size, parallel::resolve(of_call, state.desc.executor));
    WorldLayout layout(state.changes.row_grid_change, progress.routing, state.begin_editions(), executor);
    const Fault fault = layout.lay_out(version, content.boxes);
    version.finish();
    return fault;
}

// A snapshot of the version that the bytes describe, held once; null with a fault.
Access::SnapshotState* load_version(LoadingBytes& bytes, const SavedWorld& header, const WorldDesc& desc,
                                    const Executor& executor, Status& status) noexcept {
    auto* const state = life::make<Access::WorldState>(desc, status);
    if (!state) return nullptr;
    status.faults = fill(*state, bytes, header, executor);
    Access::SnapshotState* const loaded = status ? state->hold_shown() : nullptr;
    state->end();
    return loaded;
}

} // namespace

Status World::save(ByteWriter writer) const noexcept {
    const State* const state = Access::open_state(*this);
    return state ? snapshot().save(writer) : refused(Reason::WorldNotOpen);
}

Status WorldSnapshot::save(ByteWriter writer) const noexcept {
    const State* const state = Access::open_state(*this);
    if (!state) return refused(Reason::SnapshotOfNone);
    return explained_bytes(save_world(state->content, writer), writer.write != nullptr);
}

Status World::load(ByteReader reader, Executor executor) noexcept {
    LoadingBytes bytes(reader);
    SavedWorld header;
    if (const Fault fault = load_header(bytes, header); fault != Fault::None)
        return explained_bytes(fault, reader.read != nullptr);
    World fresh;
    State* state = Access::open_state(*this);
    if (!state) {
        if (const Status status = fresh.open(header.desc({}, {})); !status) return status;
        state = Access::open_state(fresh);
    }
    if (state->desc.tag != header.tag) return refused(Reason::OtherTag);
    Status status;
    Access::SnapshotState* const loaded = load_version(bytes, header, state->desc, executor, status);
    if (!loaded) return status;
    status = state->restore(loaded);
    loaded->end();
    if (status && state == Access::open_state(fresh)) *this = std::move(fresh);
    return status;
}

Status WorldSnapshot::load(ByteReader reader, Memory memory, Executor executor) noexcept {
    if (!memory.allocate && memory.deallocate) return refused(Reason::MemoryWithoutAllocate);
    LoadingBytes bytes(reader);
    SavedWorld header;
    if (const Fault fault = load_header(bytes, header); fault != Fault::None)
        return explained_bytes(fault, reader.read != nullptr);
    Status status;
    State* const loaded = load_version(bytes, header, header.desc(memory, executor), {}, status);
    if (!loaded) return status;
    std::exchange(Access::place_of_state(*this), static_cast<SpaceState*>(loaded))->end();
    return {};
}

} // namespace throng
