// SPDX-License-Identifier: MIT
// The plain reads of c/space.h, and all faulty items of a batch.
#include "engine/src/c/input.hpp"

#include <algorithm>

namespace throng::c {
namespace {

constexpr Status too_small{Fault::OutputTooSmall, no_slot, 0};

struct CVisitor {
    throng_visitor* call;
    void* context;

    static bool node(void* self, const Node& node) {
        const auto& visitor = *static_cast<const CVisitor*>(self);
        const throng_node passed = {to_c(node.bounds), node.depth, node.elements, node.leaf,
                                    static_cast<std::uint32_t>(node.route)};
        return visitor.call(visitor.context, &passed) != 0;
    }
};

} // namespace
} // namespace throng::c

using namespace throng;
using namespace throng::c;

throng_status throng_order(const throng_space* space, throng_slot* out, size_t size) {
    if (!space || !holds(out, size)) return to_c(invalid);
    if (const WorldSpace* const world = world_space(*space)) return to_c(world->order(std::span(out, size)));
    const RowGrid* const grid = row_grid(*space);
    if (!grid) return to_c(invalid);
    const auto order = grid->order();
    if (size < order.size()) return to_c(too_small);
    std::copy(order.begin(), order.end(), out);
    return to_c(Status());
}

throng_status throng_live_slots(const throng_space* space, throng_slot* out, size_t size) {
    if (!holds(out, size)) return to_c(invalid);
    return status_from_world(space, [&](const WorldSpace& world) { return world.live_slots({out, size}); });
}

int throng_alive(const throng_space* space, throng_id id) {
    return read_from_world(space, false, [&](const WorldSpace& world) {
        return world.alive({id.slot, id.generation});
    });
}

throng_id throng_id_of(const throng_space* space, throng_slot slot) {
    const Id id = read_from_world(space, Id(), [&](const WorldSpace& world) { return world.id_of(slot); });
    return {id.slot, id.generation};
}

uint32_t throng_route(const throng_space* space, throng_id id) {
    return static_cast<uint32_t>(read_from_world(space, Route::None, [&](const WorldSpace& world) {
        return world.route({id.slot, id.generation});
    }));
}

uint32_t throng_layer_of(const throng_space* space, throng_slot slot) {
    return read_from_world(space, std::uint16_t{0}, [&](const WorldSpace& world) { return world.layer_of(slot); });
}

throng_status throng_alive_each(const throng_space* space, const throng_id* ids, size_t size, uint8_t* out) {
    if (!holds(ids, size) || !holds(out, size)) return to_c(invalid);
    return status_from_world(space, [&](const WorldSpace& world) {
        for (size_t i = 0; i < size; ++i) out[i] = world.alive({ids[i].slot, ids[i].generation});
        return Status();
    });
}

throng_status throng_layers_of(const throng_space* space, const throng_slot* slots, size_t size, uint16_t* out) {
    if (!holds(slots, size) || !holds(out, size)) return to_c(invalid);
    return status_from_world(space, [&](const WorldSpace& world) {
        return world.layers_of({slots, size}, {out, size});
    });
}

throng_status throng_ids_of(const throng_space* space, const throng_slot* slots, size_t size, throng_id* out) {
    if (!holds(slots, size) || !holds(out, size)) return to_c(invalid);
    return status_from_world(space, [&](const WorldSpace& world) {
        return world.ids_of({slots, size}, {reinterpret_cast<Id*>(out), size}); // see c_layout.cpp
    });
}

throng_aabb throng_bounds_of(const throng_space* space, throng_slot slot) {
    return to_c(read_from(space, Aabb(), [&](const Space& object) { return object.bounds_of(slot); }));
}

throng_status throng_bounds(const throng_space* space, const throng_slot* slots, size_t size, throng_aabb* out) {
    if (!holds(slots, size) || !holds(out, size)) return to_c(invalid);
    return to_c(read_from(space, invalid, [&](const Space& object) {
        return object.bounds_of(std::span(slots, size),
                                std::span(reinterpret_cast<Aabb*>(out), size)); // see c_layout.cpp
    }));
}

size_t throng_slot_count(const throng_space* space) {
    return read_from(space, size_t{0}, [](const Space& object) { return object.slot_count(); });
}

size_t throng_size(const throng_space* space) {
    return read_from(space, size_t{0}, [](const Space& object) { return object.size(); });
}

size_t throng_bytes(const throng_space* space) {
    return read_from(space, size_t{0}, [](const Space& object) { return object.bytes(); });
}

throng_status throng_validate(const throng_space* space) {
    return to_c(read_from(space, invalid, [](const Space& object) { return object.validate(); }));
}

throng_status throng_visit(const throng_space* space, throng_visitor* visitor, void* context) {
    if (!visitor) return to_c(invalid);
    return to_c(read_from(space, invalid, [&](const Space& object) {
        CVisitor calls{visitor, context};
        object.visit(CVisitor::node, &calls);
        return Status();
    }));
}

throng_double_vec2 throng_origin(const throng_space* space) {
    return to_c(read_from_world(space, DoubleVec2{}, [](const WorldSpace& world) { return world.origin(); }));
}

size_t throng_faulty_boxes(const throng_boxes* boxes, float max_half_extent, throng_slot* out, size_t room) {
    return with(holds(out, room), boxes)(
        [&](const BoxView& view) { return faulty_positions(view, std::span(out, room), max_half_extent); });
}

size_t throng_faulty_points(const throng_points* points, float half_extent, throng_slot* out, size_t room) {
    return with(holds(out, room), points)(
        [&](const PointView& view) { return faulty_positions(view, std::span(out, room), half_extent); });
}

size_t throng_faulty_discs(const throng_discs* discs, throng_slot* out, size_t room) {
    return with(holds(out, room), discs)([&](auto& view) { return faulty_positions(view, std::span(out, room)); });
}

size_t throng_faulty_rays(const throng_rays* rays, throng_slot* out, size_t room) {
    return with(holds(out, room), rays)([&](auto& view) { return faulty_positions(view, std::span(out, room)); });
}

size_t throng_faulty_queries(const throng_query* queries, size_t size, throng_slot* out, size_t room) {
    if (!holds(queries, size) || !holds(out, room)) return 0;
    return faulty_positions(std::span(reinterpret_cast<const Query*>(queries), size), std::span(out, room));
}

size_t throng_world_faulty_ids(const throng_world* world, const throng_id* ids, size_t size, const throng_boxes* boxes,
                               throng_slot* out, size_t room) {
    BoxView view;
    if (!world || !holds(ids, size) || !holds(out, room) || (boxes && !read(boxes, view))) return 0;
    return boxes ? world->world.faulty_positions(c::ids(ids, size), view, std::span(out, room))
                 : world->world.faulty_positions(c::ids(ids, size), std::span(out, room));
}

size_t throng_world_faulty_slots(const throng_world* world, const throng_boxes* by_slot, throng_slot* out,
                                 size_t room) {
    return with(world && holds(out, room),
                by_slot)([&](const BoxView& view) { return world->world.faulty_slots(view, std::span(out, room)); });
}

size_t throng_index_faulty_slots(const throng_index* index, const throng_boxes* by_slot, throng_slot* out,
                                 size_t room) {
    return with(index && holds(out, room), by_slot)(
        [&](const BoxView& view) { return box_index(index).faulty_slots(view, std::span(out, room)); });
}

size_t throng_index_faulty_points(const throng_index* index, const throng_points* by_slot, throng_slot* out,
                                  size_t room) {
    const RowGrid* const grid = index ? row_grid(index->space) : nullptr;
    return with(grid && holds(out, room),
                by_slot)([&](const PointView& view) { return grid->faulty_slots(view, std::span(out, room)); });
}

size_t throng_index_absent_slots(const throng_index* index, const throng_slot* slots, size_t size, throng_slot* out,
                                 size_t room) {
    if (!index || !holds(slots, size) || !holds(out, room)) return 0;
    return box_index(index).absent_slots({slots, size}, {out, room});
}

size_t throng_index_taken_slots(const throng_index* index, const throng_slot* slots, size_t size, throng_slot* out,
                                size_t room) {
    if (!index || !holds(slots, size) || !holds(out, room)) return 0;
    return box_index(index).taken_slots({slots, size}, {out, room});
}
