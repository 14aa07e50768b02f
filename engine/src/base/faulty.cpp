// SPDX-License-Identifier: MIT
#include <throng/faulty.hpp>

#include "engine/src/base/box_input.hpp"
#include "engine/src/base/flaws.hpp"
#include "engine/src/base/item_faults.hpp"

namespace throng {
namespace {

// The items of a view that can be read.
template <class View> std::size_t list(const View& view, std::size_t size, std::span<Slot> out) noexcept {
    if (flaw_of(view) != Reason::None) return 0;
    return list_faulty(size, out, [&](std::size_t i) { return flaw_at(view, i) != Reason::None; });
}

} // namespace

std::size_t faulty_positions(const BoxView& boxes, std::span<Slot> out, float max_half_extent) noexcept {
    const auto source = box_source_of(boxes, 0);
    if (!source) return 0;
    return list_faulty(boxes.size(), out,
                       [&](std::size_t i) { return flaw_of(box_at(*source, i), max_half_extent) != Reason::None; });
}

std::size_t faulty_positions(const PointView& points, std::span<Slot> out, float half_extent) noexcept {
    const auto source = box_source_of(points, 0);
    if (!source) return 0;
    return list_faulty(points.size, out, [&](std::size_t i) {
        return !is_valid(predicates::box_around(box_at(*source, i).min, half_extent));
    });
}

std::size_t faulty_positions(const DiscView& discs, std::span<Slot> out) noexcept {
    return list(discs, discs.centers.size, out);
}

std::size_t faulty_positions(const RayView& rays, std::span<Slot> out) noexcept {
    return list(rays, rays.origins.size, out);
}

std::size_t faulty_positions(std::span<const Query> queries, std::span<Slot> out) noexcept {
    if (!queries.data()) return 0;
    return list_faulty(queries.size(), out, [&](std::size_t i) { return flaw_of(queries[i]) != Reason::None; });
}

} // namespace throng
