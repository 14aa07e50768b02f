// SPDX-License-Identifier: MIT
#include "engine/src/base/box_input.hpp"

#include "engine/src/base/flaws.hpp"
#include "simd/instruction_sets.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace throng {
namespace {

bool may_gather(const PointView& points) noexcept {
    return points.size <= std::size_t{1} << 31 && simd::gathers_fast();
}

} // namespace

std::optional<kernels::BoxSource> box_source_of(const BoxView& boxes, float max_half_extent) noexcept {
    if (flaw_of(boxes) != Reason::None) return std::nullopt;
    kernels::BoxSource source{.a_x = boxes.a.x,
                              .a_y = boxes.a.y,
                              .a_stride = boxes.a.stride,
                              .max_half_extent = max_half_extent,
                              .gathers = may_gather(boxes.a)};
    if (boxes.around_centers && boxes.half_extent >= 0) {
        source.half_extent = boxes.half_extent;
        source.form = kernels::BoxSource::Form::CommonCenters;
        return source;
    }
    source.b_x = boxes.b.x;
    source.b_y = boxes.b.y;
    source.b_stride = boxes.b.stride;
    source.form = boxes.around_centers ? kernels::BoxSource::Form::Centers : kernels::BoxSource::Form::Corners;
    source.side_by_side = boxes.a.size != 0 && !boxes.around_centers && source.a_stride == sizeof(Aabb) &&
                          source.b_stride == sizeof(Aabb) && source.a_y == source.a_x + 1 &&
                          source.b_x == source.a_x + 2 && source.b_y == source.a_x + 3;
    return source;
}

std::optional<kernels::BoxSource> box_source_of(const PointView& points, float half_extent) noexcept {
    if (flaw_of(points) != Reason::None) return std::nullopt;
    return kernels::BoxSource{.a_x = points.x,
                              .a_y = points.y,
                              .a_stride = points.stride,
                              .half_extent = half_extent,
                              .gathers = may_gather(points)};
}

kernels::BoxSource box_source_of(const kernels::ElementColumns& columns, bool points) noexcept {
    kernels::BoxSource source{.a_x = columns.min_x, .a_y = columns.min_y, .a_stride = sizeof(float)};
    if (points) return source;
    source.b_x = columns.max_x;
    source.b_y = columns.max_y;
    source.b_stride = sizeof(float);
    source.form = kernels::BoxSource::Form::Corners;
    return source;
}

// Interleaved columns, such as x and y of the same struct, are counted once.
std::size_t bytes_per_item(const kernels::BoxSource& source) noexcept {
    struct Start {
        std::uintptr_t address;
        std::size_t stride;
    };
    std::array<Start, 4> starts{};
    std::size_t count = 0, bytes = 0;
    const auto add = [&](const float* column, std::size_t stride) {
        if (!column) return;
        const Start start{reinterpret_cast<std::uintptr_t>(column), stride};
        const auto overlaps = [&](const Start& other) {
            const std::uintptr_t apart =
                start.address < other.address ? other.address - start.address : start.address - other.address;
            return stride == other.stride && apart < std::max(stride, sizeof(float));
        };
        const bool beside = std::any_of(starts.begin(), starts.begin() + static_cast<std::ptrdiff_t>(count), overlaps);
        if (!beside) bytes += stride;
        starts[count++] = start;
    };
    add(source.a_x, source.a_stride), add(source.a_y, source.a_stride);
    add(source.b_x, source.b_stride), add(source.b_y, source.b_stride);
    return bytes;
}

} // namespace throng
