// SPDX-License-Identifier: MIT
#include "engine/src/base/space_curve.hpp"

#include "engine/kernels/base/region.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"
#include "parallel/counting_sort.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <numeric>

namespace throng {
namespace {

constexpr std::uint32_t curve_cells = 1u << 16;
constexpr std::uint32_t no_place = 0xFFFF'FFFFu;
constexpr std::size_t smallest_block = 4096;

// Three digits of eleven bits: their counters fit into the first-level cache.
constexpr std::uint32_t digit_bits = 11, digit_count = 1u << digit_bits;

void include(Aabb& box, Vec2 p) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y)};
}

// Cells of some elements, and then their places: a compiler makes vectors of the loops over lanes.
template <std::uint32_t lanes> struct Places {
    std::uint32_t x[lanes], y[lanes], of[lanes];

    // Two bits of the place per bit of x and y, from the highest down (after Hilbert 1891; the turns as in Lam and
    // Shapiro 1994). Masks instead of branches, which would be unpredictable.
    void find() noexcept {
        for (std::uint32_t l = 0; l < lanes; ++l) of[l] = 0;
        for (int bit = 15; bit >= 0; --bit) {
            for (std::uint32_t l = 0; l < lanes; ++l) {
                const std::uint32_t right = x[l] >> bit & 1, upper = y[l] >> bit & 1;
                of[l] = of[l] << 2 | (((right << 1) + right) ^ upper);
                const std::uint32_t lower = upper - 1; // all bits, or none
                const std::uint32_t turned = (0 - right) & lower, swapped = (x[l] ^ y[l]) & lower;
                x[l] ^= swapped ^ turned;
                y[l] ^= swapped ^ turned;
            }
        }
    }
};

} // namespace

std::uint32_t hilbert_place(std::uint32_t x, std::uint32_t y) noexcept {
    Places<1> place{{x}, {y}, {}};
    place.find();
    return place.of[0];
}

bool find_area(const kernels::BoxSource& source, std::size_t count, float beyond, Aabb& area,
               const Executor& executor) noexcept {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    const parallel::Blocks blocks(count, smallest_block);
    std::array<Aabb, parallel::max_blocks> parts;
    const bool ran = compute_blocks(executor, blocks.count, [&](std::uint32_t b) {
        Aabb part{{infinity, infinity}, {-infinity, -infinity}};
        for (std::size_t i = blocks.begin(b), end = blocks.end(b); i < end; ++i)
            if (const Aabb box = box_at(source, i); is_valid(box)) include(part, predicates::center_of(box));
        parts[b] = part;
    });
    const Aabb middle = sample_extent(source, count).middle;
    const float beyond_x = beyond * (middle.max.x - middle.min.x), beyond_y = beyond * (middle.max.y - middle.min.y);
    area = middle;
    for (std::uint32_t b = 0; ran && b < blocks.count; ++b) {
        if (parts[b].min.x > parts[b].max.x) continue;
        include(area,
                {std::max(parts[b].min.x, middle.min.x - beyond_x), std::max(parts[b].min.y, middle.min.y - beyond_y)});
        include(area,
                {std::min(parts[b].max.x, middle.max.x + beyond_x), std::min(parts[b].max.y, middle.max.y + beyond_y)});
    }
    return ran;
}

bool CurveOrder::reserve(std::size_t count) noexcept {
    return keys_.resize_discard(count) && digits_.resize_discard(count) && order_.resize_discard(count) &&
           next_order_.resize_discard(count) && begin_.resize_discard(digit_count + std::size_t{1}) &&
           scratch_.resize_discard(parallel::sort_scratch_size(count, digit_count));
}

Fault CurveOrder::place(const kernels::BoxSource& source, std::size_t count, const CurveFrame& frame,
                        kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    const parallel::Blocks blocks(count, smallest_block);
    std::array<kernels::ItemFaults, parallel::max_blocks> faults{};
    const bool ran = compute_blocks(executor, blocks.count, [&](std::uint32_t b) {
        constexpr std::uint32_t lanes = 8;
        for (std::size_t i = blocks.begin(b), end = blocks.end(b); i < end; i += lanes) {
            const auto live = static_cast<std::uint32_t>(std::min<std::size_t>(lanes, end - i));
            Places<lanes> places{};
            bool sound[lanes];
            for (std::uint32_t l = 0; l < live; ++l) {
                const Aabb box = box_at(source, i + l);
                sound[l] = is_valid(box);
                const auto [x, y] = predicates::center_of(sound[l] ? box : Aabb{});
                places.x[l] = kernels::cell_index(x, frame.x, frame.inverse_x, curve_cells);
                places.y[l] = kernels::cell_index(y, frame.y, frame.inverse_y, curve_cells);
            }
            places.find();
            for (std::uint32_t l = 0; l < live; ++l) {
                // The last place means no_place, so its elements get the one before.
                keys_[i + l] = sound[l] ? std::min(places.of[l], no_place - 1) : no_place;
                if (!sound[l]) note_fault(faults[b], Fault::InvalidBounds, i + l);
            }
        }
    });
    for (std::uint32_t b = 0; b < blocks.count; ++b) merge(faulty, faults[b]);
    return ran ? Fault::None : Fault::Cancelled;
}

// If elements cover only a part of the frame, the curve leaves that part and comes back elsewhere, and a tile
// there has a large box. So the curve is laid around all centres, but at most four times the extent of the crowd's
// middle beyond it.
Fault CurveOrder::sort(const kernels::BoxSource& source, std::size_t count, kernels::ItemFaults& faulty,
                       const Executor& executor) noexcept {
    Aabb area;
    if (!find_area(source, count, 4, area, executor)) return Fault::Cancelled;
    const auto scale = [](float low, float high) {
        const double across = static_cast<double>(high) - static_cast<double>(low);
        return static_cast<float>(curve_cells / std::max(across, 1e-30));
    };
    const CurveFrame frame{area.min.x, area.min.y, scale(area.min.x, area.max.x), scale(area.min.y, area.max.y)};
    return sort(source, count, frame, faulty, executor);
}

Fault CurveOrder::sort(const kernels::BoxSource& source, std::size_t count, const CurveFrame& frame,
                       kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    if (!reserve(count)) return Fault::OutOfMemory;
    if (const Fault fault = place(source, count, frame, faulty, executor); fault != Fault::None) return fault;
    sound_ = count - faulty.count;
    std::iota(order_.begin(), order_.end(), 0u);
    const parallel::Blocks blocks(count, smallest_block);
    for (std::uint32_t shift = 0; shift < 32; shift += digit_bits) {
        parallel::for_each_block_to_end(executor, blocks.count, [&](std::uint32_t b) {
            for (std::size_t i = blocks.begin(b), end = blocks.end(b); i < end; ++i)
                digits_[i] = keys_[order_[i]] >> shift & (digit_count - 1);
        });
        parallel::sort_by_key({digits_.data(), count}, digit_count, {next_order_.data(), count},
                              {begin_.data(), begin_.size()}, {scratch_.data(), scratch_.size()}, executor);
        parallel::for_each_block_to_end(executor, blocks.count, [&](std::uint32_t b) {
            for (std::size_t i = blocks.begin(b), end = blocks.end(b); i < end; ++i)
                digits_[i] = order_[next_order_[i]];
        });
        order_.swap(digits_);
    }
    return Fault::None;
}

} // namespace throng
