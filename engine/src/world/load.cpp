// SPDX-License-Identifier: MIT
// A world from bytes: a state of its own is filled and committed, so that a fault leaves the world as it was; then the
// world goes on from its version, as from a snapshot.
#include "engine/src/query/index.hpp"
#include "engine/src/world/saved_world.hpp"
#include "engine/src/world/state.hpp"
#include "simd/float_environment.hpp"

#include <throng/predicates.hpp>

namespace throng {
namespace {

// Stages all elements, and lists their generations by slot.
Fault stage_elements(LoadingBytes& bytes, const SavedWorld& header, WorldStaging& staging,
                     Column<std::uint32_t>& generations) noexcept {
    SavedBlock block;
    std::uint32_t size = 0;
    for (std::size_t first = 0; first < header.slot_count; first += SavedBlock::slots) {
        const auto begin = static_cast<std::uint32_t>(first);
        if (const Fault fault = load_block(bytes, header, begin, block); fault != Fault::None) return fault;
        const std::size_t end = std::min<std::size_t>(first + SavedBlock::slots, header.slot_count);
        if (!generations.grow(end)) return Fault::OutOfMemory;
        generations.resize(end);
        std::fill(generations.begin() + first, generations.end(), 0u);
        std::uint32_t i = 0;
        for (std::uint32_t word = 0; word < SavedBlock::words; ++word) {
            for (std::uint64_t rest = block.mask[word]; rest != 0; rest &= rest - 1, ++i) {
                const Slot slot = begin + 64 * word + static_cast<std::uint32_t>(std::countr_zero(rest));
                if (!predicates::is_valid(block.boxes[i])) return Fault::Corrupt;
                generations[slot] = block.generations[i];
                const Motion motion = block.statics[i] != 0 ? Motion::Static : Motion::Dynamic;
                if (!staging.spawn_at(slot, block.boxes[i], motion, block.categories[i], block.layers[i]))
                    return Fault::OutOfMemory;
            }
        }
        size += i;
    }
    return size == header.size ? Fault::None : Fault::Corrupt;
}

Fault fill(Access::WorldState& state, LoadingBytes& bytes, const SavedWorld& header,
           const Executor& executor) noexcept {
    const simd::FloatEnvironment environment;
    Column<std::uint32_t> generations(state.desc.memory);
    const Fault fault = stage_elements(bytes, header, state.staging, generations);
    if (fault != Fault::None) return fault;
    if (const Status status = state.commit(executor); !status) return status.faults;
    WorldVersion& version = *state.current;
    if (!version.grow_slots(header.slot_count)) return Fault::OutOfMemory;
    std::copy(generations.begin(), generations.end(), version.generations.begin());
    version.progress[0].generations = header.generations;
    version.origin = header.desc({}, {}).origin;
    return Fault::None;
}

// The version that the bytes describe, held once; null with a fault.
WorldVersion* load_version(LoadingBytes& bytes, const SavedWorld& header, const WorldDesc& desc,
                           const Executor& executor, Status& status) noexcept {
    auto* const state = life::make<Access::WorldState>(desc, status);
    if (!state) return nullptr;
    status.faults = fill(*state, bytes, header, executor);
    WorldVersion* const version = status ? state->hold_current() : nullptr;
    life::end(state);
    return version;
}

// A description that no world can have was not saved by one.
Status as_saved(const Status& status) noexcept {
    return has(status.faults, Fault::InvalidArgument | Fault::InvalidBounds) ? status_of(Fault::Corrupt, {}) : status;
}

} // namespace

Status World::save(ByteWriter writer) const noexcept {
    const State* const state = Access::state(*this);
    return state ? snapshot().save(writer) : refused(Reason::WorldNotOpen);
}

Status WorldSnapshot::save(ByteWriter writer) const noexcept {
    if (!state_) return refused(Reason::SnapshotOfNone);
    return explained_bytes(save_world(*state_, writer), writer.write != nullptr);
}

Status World::load(ByteReader reader, Executor executor) noexcept {
    LoadingBytes bytes(reader);
    SavedWorld header;
    if (const Fault fault = load_header(bytes, header); fault != Fault::None)
        return explained_bytes(fault, reader.read != nullptr);
    World fresh;
    State* state = Access::state(*this);
    if (!state) {
        if (const Status status = fresh.open(header.desc({}, {})); !status) return as_saved(status);
        state = Access::state(fresh);
    }
    if (state->desc.tag != header.tag) return refused(Reason::OtherTag);
    Status status;
    WorldVersion* const version = load_version(bytes, header, state->desc, executor, status);
    if (!version) return status;
    status = state->restore(version);
    WorldVersion::release(version);
    if (status && state == Access::state(fresh)) *this = std::move(fresh);
    return status;
}

Status WorldSnapshot::load(ByteReader reader, Memory memory, Executor executor) noexcept {
    if (!memory.allocate && memory.deallocate) return refused(Reason::MemoryWithoutAllocate);
    LoadingBytes bytes(reader);
    SavedWorld header;
    if (const Fault fault = load_header(bytes, header); fault != Fault::None)
        return explained_bytes(fault, reader.read != nullptr);
    Status status;
    WorldVersion* const version = load_version(bytes, header, header.desc(memory, executor), {}, status);
    if (!version) return as_saved(status);
    State::release(std::exchange(state_, version));
    return {};
}

} // namespace throng
