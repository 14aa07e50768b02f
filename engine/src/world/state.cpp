// SPDX-License-Identifier: MIT
#include "engine/src/world/state.hpp"

#include "engine/src/base/box_input.hpp"
#include "engine/src/base/flaws.hpp"
#include "engine/src/query/index.hpp"
#include "engine/src/world/commit.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>
#include <cmath>

namespace throng {
namespace {

void learn_sizes(WorldRouting& routing, std::span<const Staged> items, std::uint32_t living) noexcept {
    bool spawned = false;
    for (const Staged& item : items) {
        if (!item.has(Staged::Spawned) || item.has(Staged::Ended) || item.has(Staged::Static)) continue;
        routing.see(half_extent_of(item.box));
        spawned = true;
    }
    if (spawned) routing.learn(living);
}

} // namespace

Status World::State::check(const WorldDesc& desc) noexcept {
    const bool in_order = !(desc.prop_half_extent > 0) || !(desc.prop_half_extent < desc.agent_half_extent);
    return DescCheck()
        .bounds(desc.bounds)
        .memory(desc.memory)
        .length(desc.agent_half_extent, Reason::AgentHalfExtent)
        .length(desc.prop_half_extent, Reason::PropHalfExtent)
        .holds(in_order, Reason::PropHalfExtent)
        .status();
}

bool World::State::begin() noexcept {
    const bool open = overlaps.is_open(); // also counts the memory that it has without tracking
    if (desc.track_overlaps && !open) return false;
    current = make_version();
    return current != nullptr;
}

World::State::~State() {
    for (WorldVersion* version : versions) WorldVersion::release(version);
    if (!layers) return;
    layers->~WorldLayers();
    deallocate(desc.memory, layers, sizeof(WorldLayers), alignof(WorldLayers));
}

bool World::State::open_layers() noexcept {
    if (layers) return true;
    void* const place = allocate(desc.memory, sizeof(WorldLayers), alignof(WorldLayers));
    if (place) layers = ::new (place) WorldLayers(desc);
    return layers != nullptr;
}

WorldVersion* World::State::make_version() noexcept {
    if (!versions.grow(versions.size() + 1)) return nullptr;
    void* const place = allocate(desc.memory, sizeof(WorldVersion), alignof(WorldVersion));
    if (!place) return nullptr;
    versions.resize(versions.size() + 1);
    return versions[versions.size() - 1] = ::new (place) WorldVersion(desc);
}

// A version that only this world holds stays so: snapshots are made only of the current one.
WorldVersion* World::State::spare() noexcept {
    for (WorldVersion* version : versions)
        if (version != current && version->held_once()) return version;
    return make_version();
}

void World::State::trim() noexcept {
    bool kept = false;
    std::size_t count = 0;
    for (WorldVersion* version : versions) {
        const bool is_spare = version != current && version->held_once();
        if (is_spare && kept)
            WorldVersion::release(version);
        else
            versions[count++] = version;
        kept |= is_spare;
    }
    versions.resize(count);
    if (layers) layers->trim(current->layers.size());
}

WorldVersion* World::State::hold_current() const noexcept {
    while (current_lock.test_and_set(std::memory_order_acquire)) {}
    WorldVersion* const version = current;
    version->hold();
    current_lock.clear(std::memory_order_release);
    return version;
}

void World::State::publish(WorldVersion* version) noexcept {
    while (current_lock.test_and_set(std::memory_order_acquire)) {}
    current = version;
    current_lock.clear(std::memory_order_release);
}

Status World::State::commit(const Executor& of_call) noexcept {
    const Writer staged(stager);
    if (!staged) return busy; // and no reader has it
    const Writer writer(gate);
    if (!writer) return busy;
    if (staging.all_boxes() && staging.all_boxes_size() < current->slot_count())
        return refused(Reason::MoveAllTooShort);
    if (staging.items().empty() && !staging.all_boxes()) {
        overlaps.committed(false);
        trim();
        return {};
    }
    const simd::FloatEnvironment environment;
    // The next try may need the memory of versions that snapshots have released.
    const auto fail = [&](Fault fault) {
        trim();
        return status_of(fault, {});
    };
    WorldVersion* const next = spare();
    if (!next) return fail(Fault::OutOfMemory);
    kernels::ItemFaults faulty;
    if (const Fault fault = make(*next, of_call, faulty); fault != Fault::None) return fail(fault);
    const Status status = explained(status_of(Fault::None, faulty), [&](Slot slot) {
        return staging.all_boxes() ? flaw_of(box_at(*staging.all_boxes(), slot)) : Reason::None;
    });
    publish(next);
    routing = next_routing;
    overlaps.committed(true);
    staging.applied(next->size);
    changes.applied(next->size);
    if (layers) layers->applied(next->size);
    most.elements = std::max(most.elements, next->size);
    most.static_elements = std::max(most.static_elements, next->statics);
    trim();
    return status;
}

// After a fault `next` must not be read.
Fault World::State::make(WorldVersion& next, const Executor& of_call, kernels::ItemFaults& faulty) noexcept {
    const std::size_t items = staging.items().size();
    const std::size_t concerned = !staging.all_boxes() && items <= current->size / 256 ? items : current->size + items;
    const Executor executor = parallel::unless_few(concerned, parallel::resolve(of_call, desc.executor));
    next_routing = routing;
    learn_sizes(next_routing, staging.items(), current->size);
    StagedChanges staged = staging.changes();
    const bool layered = staging.layered() || !current->layers_by_slot.empty();
    if (layered) {
        if (!open_layers()) return Fault::OutOfMemory;
        if (const Fault fault = layers->sort_out(*current, staged, faulty); fault != Fault::None) return fault;
        staged = layers->of_world();
    }
    if (!changes.sort_out(*current, staged, next_routing)) return Fault::OutOfMemory;
    const auto above = [](std::int64_t count, std::uint32_t limit) { return limit != 0 && count > limit; };
    if (above(changes.size, desc.capacity.elements) || above(changes.statics_count, desc.capacity.static_elements))
        return Fault::OutOfCapacity;
    const std::uint64_t number = ++commits;
    const Fault fault = WorldCommit(*current, next, number, staged, changes, next_routing, executor).run(faulty);
    return fault != Fault::None || !layered ? fault
                                            : layers->commit(*current, next, number, next_routing, executor, faulty);
}

std::size_t World::State::bytes() const noexcept {
    std::size_t total = sizeof(State) + staging.bytes() + versions.bytes() + changes.bytes() + overlaps.bytes();
    for (const WorldVersion* version : versions) total += version->bytes_here();
    return total + (layers ? layers->bytes() : 0);
}

} // namespace throng
