// SPDX-License-Identifier: MIT
#include "engine/src/world/world_state.hpp"

#include "engine/src/base/box_input.hpp"
#include "engine/src/base/flaws.hpp"
#include "engine/src/query/opening.hpp"
#include "engine/src/world/commit.hpp"
#include "simd/float_environment.hpp"

#include <algorithm>
#include <cmath>

namespace throng {
namespace {

// Unlike any other in this process, so that versions may be handed from world to world.
std::uint64_t next_edition() noexcept {
    static std::atomic<std::uint64_t> last{0};
    return last.fetch_add(1, std::memory_order_relaxed) + 1;
}

// Whether two worlds agree on everything that shapes a version.
bool same_rules(const WorldDesc& a, const WorldDesc& b) noexcept {
    return a.bounds == b.bounds && a.agent_half_extent == b.agent_half_extent &&
           a.prop_half_extent == b.prop_half_extent && a.track_overlaps == b.track_overlaps && a.tracked == b.tracked &&
           a.tracked_against == b.tracked_against && a.track_across_layers == b.track_across_layers &&
           a.capacity.elements == b.capacity.elements && a.capacity.static_elements == b.capacity.static_elements &&
           a.capacity.hits == b.capacity.hits && a.memory.allocate == b.memory.allocate &&
           a.memory.deallocate == b.memory.deallocate && a.memory.self == b.memory.self && a.tag == b.tag;
}

} // namespace

void learn_sizes(WorldRouting& routing, std::span<const Staged> items, std::uint32_t living) noexcept {
    bool spawned = false;
    for (const Staged& item : items) {
        if (!item.has(Staged::Spawned) || item.has(Staged::Ended) || item.has(Staged::Static)) continue;
        routing.see(half_extent_of(item.box));
        spawned = true;
    }
    if (spawned) routing.learn(living);
}

DescCheck World::State::check(const WorldDesc& desc) noexcept {
    const bool in_order = !(desc.prop_half_extent > 0) || !(desc.prop_half_extent < desc.agent_half_extent);
    return DescCheck(desc)
        .length(desc.agent_half_extent, Reason::AgentHalfExtent)
        .length(desc.prop_half_extent, Reason::PropHalfExtent)
        .holds(in_order, Reason::PropHalfExtent)
        .holds(std::isfinite(desc.origin.x) && std::isfinite(desc.origin.y), Reason::OriginNotFinite);
}

bool World::State::begin() noexcept {
    const bool open = overlaps.is_open(); // also counts the memory that it has without tracking
    if (desc.track_overlaps && !open) return false;
    SnapshotState* const made = make_version();
    if (!made) return false;
    publish_made(made, staging.generations_after());
    return true;
}

World::State::~State() {
    for (SnapshotState* version : versions) version->end();
    destroy(desc.memory, layers);
}

bool World::State::open_layers() noexcept {
    if (!layers) layers = create<WorldLayers>(desc.memory, desc, next_edition());
    return layers != nullptr;
}

SnapshotState* World::State::make_version() noexcept {
    auto* const version = create<WorldVersion>(desc.memory, desc);
    if (!version) return nullptr;
    if (version->progress.grow(1))
        if (SnapshotState* const made = keep(version)) return made;
    WorldVersion::release(version);
    return nullptr;
}

// One hold of the version becomes that of the result. Null: out of memory.
SnapshotState* World::State::keep(WorldVersion* version) noexcept {
    if (!versions.grow(versions.size() + 1)) return nullptr;
    auto* const made = create<SnapshotState>(desc.memory, *version, desc);
    if (made) versions.append(made);
    return made;
}

// A version that only this world holds stays so: snapshots are made only of the one that is shown.
SnapshotState* World::State::spare() noexcept {
    for (SnapshotState* version : versions)
        if (!is_needed(*version) && version->content.held_once()) return version;
    return make_version();
}

// Other worlds may hold a version that this one needs no more: then it is theirs.
void World::State::trim() noexcept {
    bool kept = false;
    std::size_t count = 0;
    for (SnapshotState* version : versions) {
        const bool is_spare = !is_needed(*version);
        if (is_spare && (kept || !version->content.held_once())) {
            version->end();
        } else {
            versions[count++] = version;
            kept |= is_spare;
        }
    }
    versions.resize(count);
    if (layers) layers->trim(current().layers.size());
}

SnapshotState* World::State::hold_shown() const noexcept {
    while (shown_lock.test_and_set(std::memory_order_acquire)) {}
    SnapshotState* const version = shown;
    version->hold();
    shown_lock.clear(std::memory_order_release);
    return version;
}

void World::State::publish(SnapshotState* version) noexcept {
    while (shown_lock.test_and_set(std::memory_order_acquire)) {}
    shown = version;
    shown_lock.clear(std::memory_order_release);
}

// Other versions are finished, and threads with snapshots may read their views now.
void World::State::publish_made(SnapshotState* version, std::uint64_t generations) noexcept {
    WorldVersion& made = version->content;
    made.progress.resize(0);
    made.progress.append({generations, next_routing});
    made.finish();
    publish(version);
    changes.applied(made.size);
    if (layers) layers->applied(made.size);
}

Status World::State::commit(const Executor& executor, const kernels::BoxSource* boxes, std::size_t size) noexcept {
    const GateWriter staged(stager);
    if (!staged) return busy; // and no reader has it
    const GateWriter writer(gate);
    if (!writer) return busy;
    if (!boxes) return commit_staged(executor);
    const WorldStaging::MoveAll before = staging.last_move_all();
    staging.move_all(*boxes, size);
    const Status status = commit_staged(executor);
    if (!status.applied()) staging.put_back(before);
    return status;
}

Status World::State::commit_staged(const Executor& of_call) noexcept {
    if (staging.all_boxes() && staging.all_boxes_size() < current().slot_count())
        return refused(Reason::MoveAllTooShort);
    // New elements that were discarded are no change, but the next generation is another one.
    const bool same_ids = staging.generations_after() == current().progress[0].generations;
    if (staging.items().empty() && !staging.all_boxes() && same_ids) {
        overlaps.committed_nothing();
        trim();
        return {};
    }
    const simd::FloatEnvironment environment;
    // The next try may need the memory of versions that snapshots have released.
    const auto fail = [&](Fault fault) {
        trim();
        return status_of(fault, {});
    };
    SnapshotState* const spared = spare();
    if (!spared) return fail(Fault::OutOfMemory);
    WorldVersion* const next = &spared->content;
    kernels::ItemFaults faulty;
    if (const Fault fault = make(*next, of_call, faulty); fault != Fault::None) return fail(fault);
    const Status status = explained(status_of(Fault::None, faulty), [&](Slot slot) {
        return staging.all_boxes() ? flaw_of(box_at(*staging.all_boxes(), slot)) : Reason::None;
    });
    publish_made(spared, staging.generations_after());
    staging.all_boxes() ? overlaps.committed_any() : overlaps.committed(staging.items());
    staging.applied(next->size);
    most.elements = std::max(most.elements, next->size);
    most.static_elements = std::max(most.static_elements, next->statics);
    trim();
    return status;
}

// The version may be of another world: its editions are those of no other version.
Status World::State::restore(SnapshotState* snapshot) noexcept {
    const GateWriter staged(stager);
    if (!staged) return busy;
    const GateWriter writer(gate);
    if (!writer) return busy;
    if (!snapshot || !same_rules(snapshot->desc, desc)) return refused(Reason::OtherDesc);
    WorldVersion* const version = &snapshot->content;
    if (!staging.reserve(version->slot_count())) return status_of(Fault::OutOfMemory, {});
    SnapshotState* const* const known =
        std::find_if(versions.begin(), versions.end(), [&](const SnapshotState* s) { return &s->content == version; });
    SnapshotState* next = known != versions.end() ? *known : nullptr;
    if (!next) {
        version->hold();
        next = keep(version);
        if (!next) {
            WorldVersion::release(version);
            return status_of(Fault::OutOfMemory, {});
        }
    }
    const bool changed = version != &current();
    publish(next);
    staging.go_on_from(version->progress[0].generations, version->slot_count());
    changed ? overlaps.committed_any() : overlaps.committed_nothing();
    most.elements = std::max(most.elements, version->size);
    most.static_elements = std::max(most.static_elements, version->statics);
    trim();
    return {};
}

void World::State::begin_after(const SpaceState& before) noexcept {
    if (!before.is_open() || staging.generations_after() != 0) return;
    const std::uint64_t used = static_cast<const State&>(before).staging.generations_after();
    staging.skip_generations(used);
    current().progress[0].generations = used;
}

std::uint64_t World::State::begin_editions() noexcept {
    const std::uint64_t edition = next_edition();
    changes.row_grid_change.begin_editions(edition);
    if (layers) layers->begin_editions(edition);
    return edition;
}

// After a fault `next` must not be read.
Fault World::State::make(WorldVersion& next, const Executor& of_call, kernels::ItemFaults& faulty) noexcept {
    const std::size_t items = staging.items().size();
    const std::size_t concerned =
        !staging.all_boxes() && items <= current().size / 256 ? items : current().size + items;
    const Executor executor = parallel::unless_few(concerned, parallel::resolve(of_call, desc.executor));
    next.origin = current().origin;
    next_routing = current().progress[0].routing;
    learn_sizes(next_routing, staging.items(), current().size);
    return change(current(), next, staging.changes(), executor, faulty);
}

// Makes `next` from a version and what changes in it; it has all slots of the current version. After a fault it must
// not be read.
Fault World::State::change(const WorldVersion& from, WorldVersion& next, StagedChanges staged, const Executor& executor,
                           kernels::ItemFaults& faulty) noexcept {
    const bool layered = staging.layered() || !current().layers_by_slot.empty();
    if (layered) {
        if (!open_layers()) return Fault::OutOfMemory;
        if (const Fault fault = layers->sort_out(from, staged, faulty); fault != Fault::None) return fault;
        staged = layers->of_world();
    } else {
        next.release_layers(); // of another future, before a restore
    }
    if (!changes.sort_out(from, staged, next_routing)) return Fault::OutOfMemory;
    changes.slot_count = std::max(changes.slot_count, current().slot_count());
    changes.slots_change |= changes.slot_count != from.slot_count();
    const auto above = [](std::int64_t count, std::uint32_t limit) { return limit != 0 && count > limit; };
    if (above(changes.size, desc.capacity.elements) || above(changes.statics_count, desc.capacity.static_elements))
        return Fault::OutOfCapacity;
    const std::uint64_t edition = begin_editions();
    const Fault fault = WorldCommit(from, next, edition, staged, changes, next_routing, executor).run(faulty);
    return fault != Fault::None || !layered ? fault
                                            : layers->commit(from, next, edition, next_routing, executor, faulty);
}

// The bytes of layer versions that were loaded and are not counted for an earlier version.
std::size_t World::State::bytes_of_other_layers(std::size_t version) const noexcept {
    std::size_t total = 0;
    for (const WorldLayer& layer : versions[version]->content.layers) {
        if (layers && layers->made(*layer.content)) continue;
        const auto has_it = [&](const SnapshotState* v) {
            return v->content.content_of_layer(layer.layer) == layer.content;
        };
        const bool counted = std::any_of(versions.begin(), versions.begin() + version, has_it);
        total += counted ? 0 : layer.content->bytes_here();
    }
    return total;
}

std::size_t World::State::bytes() const noexcept {
    std::size_t total = sizeof(State) + bytes_of(staging, converted, converted_all, versions, changes, overlaps);
    for (std::size_t v = 0; v < versions.size(); ++v)
        total += sizeof(SnapshotState) + versions[v]->content.bytes_here() + bytes_of_other_layers(v);
    return total + (layers ? layers->bytes() : 0);
}

void WorldSnapshot::State::end() noexcept {
    if (holders.fetch_sub(1, std::memory_order_acq_rel) == 1) destroy(desc.memory, this);
}

} // namespace throng
