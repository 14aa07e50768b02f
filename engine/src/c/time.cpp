// SPDX-License-Identifier: MIT
// Worlds in time: c/time.h.
#include "engine/src/c/input.hpp"

namespace throng::c {
namespace {

// The same for an index that is a static tree: f(tree, what each of `from` is in C++...).
template <class... From> auto with_tree(const throng_index* index, const From*... from) noexcept {
    return [=](auto&& f) noexcept {
        auto* const tree = index ? object_of<StaticTree>(index->space, SpaceKind::StaticTree) : nullptr;
        if (index && !tree) return to_c(refused(Reason::OnlyStaticTrees));
        return with(tree, from...)([&](const auto&... each) { return f(*tree, each...); });
    };
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
    return with(world, by_slot, executor)([&](const auto&... from) { return world->world.commit(from...); });
}

throng_status throng_world_save(const throng_world* world, const throng_writer* writer) {
    return with(world, writer)([&](ByteWriter to) { return world->world.save(to); });
}

throng_status throng_snapshot_save(const throng_snapshot* snapshot, const throng_writer* writer) {
    return with(snapshot, writer)([&](ByteWriter to) { return snapshot->snapshot.save(to); });
}

throng_status throng_index_save(const throng_index* index, const throng_writer* writer) {
    return with_tree(index, writer)([](const StaticTree& tree, ByteWriter to) { return tree.save(to); });
}

throng_status throng_world_load(throng_world* world, const throng_reader* reader, const throng_executor* executor) {
    return with(world, reader, executor)([&](const auto&... from) { return world->world.load(from...); });
}

throng_status throng_world_create_loaded(const throng_reader* reader, const throng_executor* executor,
                                         throng_world** out) {
    if (out) *out = nullptr;
    return with(out, reader, executor)([&](const auto&... from) {
        return make<throng_world>(*out, [&](throng_world& handle) {
            handle.space = {SpaceKind::World, &handle.world};
            return handle.world.load(from...);
        });
    });
}

throng_status throng_snapshot_create_loaded(const throng_reader* reader, const throng_memory* memory,
                                            const throng_executor* executor, throng_snapshot** out) {
    if (out) *out = nullptr;
    return with(out, reader, memory, executor)([&](const auto&... from) {
        return make<throng_snapshot>(*out, [&](throng_snapshot& handle) {
            handle.space = {SpaceKind::Snapshot, &handle.snapshot};
            return handle.snapshot.load(from...);
        });
    });
}

throng_status throng_index_load(throng_index* index, const throng_reader* reader, const throng_executor* executor) {
    return with_tree(index, reader, executor)([](StaticTree& tree, const auto&... from) { return tree.load(from...); });
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
