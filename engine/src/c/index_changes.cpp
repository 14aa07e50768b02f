// SPDX-License-Identifier: MIT
// The changes of indexes.
#include "engine/src/c/input.hpp"

namespace throng::c {
namespace {

// f(index) of a handle; a refusal where there is none.
template <class F> throng_status change(throng_index* index, F&& f) noexcept {
    if (!index) return to_c(invalid);
    return to_c(f(*box_index(index->space)));
}

// The same of changes with points.
template <class F> throng_status change_points(throng_index* index, F&& f) noexcept {
    if (!index) return to_c(invalid);
    RowGrid* const grid = row_grid(index->space);
    return to_c(grid ? f(*grid) : c::refused(Reason::OnlyDynamicIndexes));
}

} // namespace
} // namespace throng::c

using namespace throng;
using namespace throng::c;

throng_status throng_index_build(throng_index* index, const throng_boxes* boxes, const throng_executor* executor) {
    BoxView view;
    Executor e;
    if (!read(boxes, view) || !read(executor, e)) return to_c(invalid);
    return change(index, [&](BoxIndex& object) { return object.build(view, e); });
}

throng_status throng_index_update(throng_index* index, const throng_boxes* boxes, const throng_executor* executor) {
    BoxView view;
    Executor e;
    if (!read(boxes, view) || !read(executor, e)) return to_c(invalid);
    return change(index, [&](BoxIndex& object) { return object.update(view, e); });
}

throng_status throng_index_insert(throng_index* index, const throng_slot* slots, size_t size, const throng_boxes* boxes,
                                  const throng_executor* executor) {
    BoxView view;
    Executor e;
    if (!read(boxes, view) || !holds(slots, size) || !read(executor, e)) return to_c(invalid);
    const std::span of(slots, size);
    return change(index, [&](BoxIndex& object) { return object.insert(of, view, e); });
}

throng_status throng_index_move(throng_index* index, const throng_slot* slots, size_t size, const throng_boxes* boxes,
                                const throng_executor* executor) {
    BoxView view;
    Executor e;
    if (!read(boxes, view) || !holds(slots, size) || !read(executor, e)) return to_c(invalid);
    const std::span of(slots, size);
    return change(index, [&](BoxIndex& object) { return object.move(of, view, e); });
}

throng_status throng_index_erase(throng_index* index, const throng_slot* slots, size_t size,
                                 const throng_executor* executor) {
    Executor e;
    if (!holds(slots, size) || !read(executor, e)) return to_c(invalid);
    const std::span of(slots, size);
    return change(index, [&](BoxIndex& object) { return object.erase(of, e); });
}

throng_status throng_index_refit(throng_index* index, const throng_executor* executor) {
    Executor e;
    if (!read(executor, e)) return to_c(invalid);
    return change(index, [&](BoxIndex& object) { return object.refit(e); });
}

throng_status throng_index_clear(throng_index* index) {
    return change(index, [](BoxIndex& object) { return object.clear(); });
}

throng_status throng_index_cleanup(throng_index* index) {
    if (!index) return to_c(invalid);
    if (auto* const tree = object_of<Quadtree>(index->space, SpaceKind::Quadtree)) return to_c(tree->cleanup());
    auto* const tree = object_of<LooseQuadtree>(index->space, SpaceKind::LooseQuadtree);
    return to_c(tree ? tree->cleanup() : c::refused(Reason::OnlyDynamicIndexes));
}

throng_status throng_index_build_points(throng_index* index, const throng_points* points,
                                        const throng_executor* executor) {
    PointView view;
    Executor e;
    if (!read(points, view) || !read(executor, e)) return to_c(invalid);
    return change_points(index, [&](RowGrid& grid) { return grid.build(view, e); });
}

throng_status throng_index_update_points(throng_index* index, const throng_points* points,
                                         const throng_executor* executor) {
    PointView view;
    Executor e;
    if (!read(points, view) || !read(executor, e)) return to_c(invalid);
    return change_points(index, [&](RowGrid& grid) { return grid.update(view, e); });
}

throng_status throng_index_insert_points(throng_index* index, const throng_slot* slots, size_t size,
                                         const throng_points* points, const throng_executor* executor) {
    PointView view;
    Executor e;
    if (!read(points, view) || !holds(slots, size) || !read(executor, e)) return to_c(invalid);
    return change_points(index, [&](RowGrid& grid) { return grid.insert(std::span(slots, size), view, e); });
}

throng_status throng_index_move_points(throng_index* index, const throng_slot* slots, size_t size,
                                       const throng_points* points, const throng_executor* executor) {
    PointView view;
    Executor e;
    if (!read(points, view) || !holds(slots, size) || !read(executor, e)) return to_c(invalid);
    return change_points(index, [&](RowGrid& grid) { return grid.move(std::span(slots, size), view, e); });
}
