// SPDX-License-Identifier: MIT
// All faulty items of a batch.
#include "engine/src/c/input.hpp"

using namespace throng;
using namespace throng::c;

size_t throng_faulty_boxes(const throng_boxes* boxes, float max_half_extent, throng_slot* out, size_t room) {
    BoxView view;
    if (!read(boxes, view) || !holds(out, room)) return 0;
    return faulty_positions(view, std::span(out, room), max_half_extent);
}

size_t throng_faulty_points(const throng_points* points, float half_extent, throng_slot* out, size_t room) {
    PointView view;
    if (!read(points, view) || !holds(out, room)) return 0;
    return faulty_positions(view, std::span(out, room), half_extent);
}

size_t throng_faulty_discs(const throng_discs* discs, throng_slot* out, size_t room) {
    DiscView view({}, 0);
    if (!read(discs, view) || !holds(out, room)) return 0;
    return faulty_positions(view, std::span(out, room));
}

size_t throng_faulty_rays(const throng_rays* rays, throng_slot* out, size_t room) {
    RayView view({}, {}, 0);
    if (!read(rays, view) || !holds(out, room)) return 0;
    return faulty_positions(view, std::span(out, room));
}

size_t throng_faulty_queries(const throng_query* queries, size_t size, throng_slot* out, size_t room) {
    if (!holds(queries, size) || !holds(out, room)) return 0;
    return faulty_positions(std::span(reinterpret_cast<const Query*>(queries), size), std::span(out, room));
}

size_t throng_world_faulty_ids(const throng_world* world, const throng_id* ids, size_t size, const throng_boxes* boxes,
                               throng_slot* out, size_t room) {
    BoxView view;
    if (!world || !holds(ids, size) || !holds(out, room) || (boxes && !read(boxes, view))) return 0;
    const std::span of(reinterpret_cast<const Id*>(ids), size); // see c_layout.cpp
    return boxes ? world->world.faulty_positions(of, view, std::span(out, room))
                 : world->world.faulty_positions(of, std::span(out, room));
}

size_t throng_world_faulty_slots(const throng_world* world, const throng_boxes* by_slot, throng_slot* out,
                                 size_t room) {
    BoxView view;
    if (!world || !read(by_slot, view) || !holds(out, room)) return 0;
    return world->world.faulty_slots(view, std::span(out, room));
}

size_t throng_index_faulty_slots(const throng_index* index, const throng_boxes* by_slot, throng_slot* out,
                                 size_t room) {
    BoxView view;
    const BoxIndex* const object = index ? box_index(index->space) : nullptr;
    return object && read(by_slot, view) && holds(out, room) ? object->faulty_slots(view, std::span(out, room)) : 0;
}

size_t throng_index_faulty_points(const throng_index* index, const throng_points* by_slot, throng_slot* out,
                                  size_t room) {
    PointView view;
    const RowGrid* const grid = index ? row_grid(index->space) : nullptr;
    return grid && read(by_slot, view) && holds(out, room) ? grid->faulty_slots(view, std::span(out, room)) : 0;
}

size_t throng_index_absent_slots(const throng_index* index, const throng_slot* slots, size_t size, throng_slot* out,
                                 size_t room) {
    const BoxIndex* const object = index ? box_index(index->space) : nullptr;
    return object && holds(slots, size) && holds(out, room) ? object->absent_slots({slots, size}, {out, room}) : 0;
}

size_t throng_index_taken_slots(const throng_index* index, const throng_slot* slots, size_t size, throng_slot* out,
                                size_t room) {
    const BoxIndex* const object = index ? box_index(index->space) : nullptr;
    return object && holds(slots, size) && holds(out, room) ? object->taken_slots({slots, size}, {out, room}) : 0;
}
