// SPDX-License-Identifier: MIT
// Worlds in time: c/time.h.
#include "engine/src/c/reads.hpp"

#include <new>

namespace throng::c {
namespace {

// C has no bool: the caller's functions are called by functions that convert their result.
bool read(const throng_writer* from, ByteWriter& to) noexcept {
    if (!from || !aligned(from)) return false;
    if (!from->write) return true; // refused by the call itself
    to.write = [](void* self, const void* bytes, std::size_t count) {
        const auto& writer = *static_cast<const throng_writer*>(self);
        return writer.write(writer.self, bytes, count) != 0;
    };
    to.self = const_cast<throng_writer*>(from);
    return true;
}

bool read(const throng_reader* from, ByteReader& to) noexcept {
    if (!from || !aligned(from)) return false;
    if (!from->read) return true; // refused by the call itself
    to.read = [](void* self, void* bytes, std::size_t count) {
        const auto& reader = *static_cast<const throng_reader*>(self);
        return reader.read(reader.self, bytes, count) != 0;
    };
    to.self = const_cast<throng_reader*>(from);
    return true;
}

template <class Object> Status save(const Object& object, const throng_writer* writer) noexcept {
    ByteWriter to;
    return read(writer, to) ? object.save(to) : invalid;
}

// f(tree) of an index, or a refusal.
template <class F> throng_status with_tree(const throng_index* index, F&& f) noexcept {
    if (!index) return to_c(invalid);
    auto* const tree = object_of<StaticTree>(index->space, SpaceKind::StaticTree);
    return to_c(tree ? f(*tree) : c::refused(Reason::OnlyStaticTrees));
}

// Gives out a handle whose object has been loaded, or deletes it with a fault.
template <class Handle>
Status hand_out(const Status& status, Handle* handle, SpaceKind kind, Space* object, Handle** out) noexcept {
    if (!status) {
        delete handle;
        return status;
    }
    handle->space = {kind, object};
    *out = handle;
    return status;
}

} // namespace
} // namespace throng::c

using namespace throng;
using namespace throng::c;

throng_status throng_world_restore(throng_world* world, const throng_snapshot* snapshot) {
    return to_c(world && snapshot ? world->world.restore(snapshot->snapshot) : invalid);
}

throng_status throng_world_commit_boxes(throng_world* world, const throng_boxes* by_slot,
                                        const throng_executor* executor) {
    BoxView view;
    Executor e;
    if (!world || !read(by_slot, view) || !read(executor, e)) return to_c(invalid);
    return to_c(world->world.commit(view, e));
}

throng_status throng_world_save(const throng_world* world, const throng_writer* writer) {
    return to_c(world ? save(world->world, writer) : invalid);
}

throng_status throng_snapshot_save(const throng_snapshot* snapshot, const throng_writer* writer) {
    return to_c(snapshot ? save(snapshot->snapshot, writer) : invalid);
}

throng_status throng_index_save(const throng_index* index, const throng_writer* writer) {
    return with_tree(index, [&](const StaticTree& tree) { return save(tree, writer); });
}

throng_status throng_world_load(throng_world* world, const throng_reader* reader, const throng_executor* executor) {
    ByteReader from;
    Executor e;
    if (!world || !read(reader, from) || !read(executor, e)) return to_c(invalid);
    return to_c(world->world.load(from, e));
}

throng_status throng_world_create_loaded(const throng_reader* reader, const throng_executor* executor,
                                         throng_world** out) {
    if (!out) return to_c(invalid);
    *out = nullptr;
    ByteReader from;
    Executor e;
    if (!read(reader, from) || !read(executor, e)) return to_c(invalid);
    auto* const handle = new (std::nothrow) throng_world{};
    if (!handle) return to_c({Fault::OutOfMemory, no_slot, 0});
    return to_c(hand_out(handle->world.load(from, e), handle, SpaceKind::World, &handle->world, out));
}

throng_status throng_snapshot_create_loaded(const throng_reader* reader, const throng_memory* memory,
                                            const throng_executor* executor, throng_snapshot** out) {
    if (!out) return to_c(invalid);
    *out = nullptr;
    ByteReader from;
    Memory blocks;
    Executor e;
    if (!read(reader, from) || !read(memory, blocks) || !read(executor, e)) return to_c(invalid);
    auto* const handle = new (std::nothrow) throng_snapshot{};
    if (!handle) return to_c({Fault::OutOfMemory, no_slot, 0});
    const Status status = handle->snapshot.load(from, blocks, e);
    return to_c(hand_out(status, handle, SpaceKind::Snapshot, &handle->snapshot, out));
}

throng_status throng_index_load(throng_index* index, const throng_reader* reader, const throng_executor* executor) {
    return with_tree(index, [&](StaticTree& tree) {
        ByteReader from;
        Executor e;
        return read(reader, from) && read(executor, e) ? tree.load(from, e) : invalid;
    });
}

uint64_t throng_hash(const throng_space* space) {
    return read_from_world(space, std::uint64_t{0}, [](const WorldSpace& world) { return world.hash(); });
}

uint32_t throng_category_of(const throng_space* space, throng_slot slot) {
    return read_from_world(space, std::uint32_t{0}, [&](const WorldSpace& world) { return world.category_of(slot); });
}

uint32_t throng_motion_of(const throng_space* space, throng_slot slot) {
    return static_cast<uint32_t>(
        read_from_world(space, Motion::Dynamic, [&](const WorldSpace& world) { return world.motion_of(slot); }));
}

throng_status throng_categories_of(const throng_space* space, const throng_slot* slots, size_t size, uint32_t* out) {
    if (!holds(slots, size) || !holds(out, size)) return to_c(invalid);
    return status_from_world(space, [&](const WorldSpace& world) {
        return world.categories_of({slots, size}, {out, size});
    });
}

throng_status throng_motions_of(const throng_space* space, const throng_slot* slots, size_t size, uint8_t* out) {
    if (!holds(slots, size) || !holds(out, size)) return to_c(invalid);
    return status_from_world(space, [&](const WorldSpace& world) {
        return world.motion_of({slots, size}, {reinterpret_cast<Motion*>(out), size}); // see c_layout.cpp
    });
}
