// SPDX-License-Identifier: MIT
// A world from bytes: the version of a state of its own is filled, so that a fault leaves the world as it was; then the
// world goes on from that version, as from a snapshot.
#include "engine/src/query/opening.hpp"
#include "engine/src/world/lay_out.hpp"
#include "engine/src/world/loaded_content.hpp"
#include "engine/src/world/world_state.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

namespace throng {
namespace {

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
