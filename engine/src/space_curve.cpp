// SPDX-License-Identifier: MIT
#include "engine/src/space_curve.hpp"

#include "engine/kernels/cells.hpp"
#include "engine/src/box_source.hpp"
#include "engine/src/item_faults.hpp"
#include "parallel/counting_sort.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace throng {
namespace {

constexpr std::uint32_t cells_across = 1u << 16;
constexpr std::uint32_t no_place = 0xFFFF'FFFFu;
constexpr std::size_t most_blocks = 256, smallest_block = 4096;

// Three digits of eleven bits: their counters stay in the first cache.
constexpr std::uint32_t digit_bits = 11, digit_count = 1u << digit_bits;

struct Blocks {
    explicit Blocks(std::size_t items)
        : count(static_cast<std::uint32_t>(std::clamp<std::size_t>(items / smallest_block, 1, most_blocks))), items_(items) {}
    std::size_t begin(std::uint32_t block) const { return items_ * block / count; }
    std::uint32_t count;

private:
    std::size_t items_;
};

} // namespace

// Four directions of the curve in a square, from the highest bit down (after Hilbert 1891; the turns as in Lam and Shapiro 1994).
std::uint32_t hilbert_place(std::uint32_t x, std::uint32_t y) noexcept {
    std::uint32_t place = 0;
    for (std::uint32_t side = cells_across / 2; side > 0; side /= 2) {
        const std::uint32_t right = (x & side) != 0, upper = (y & side) != 0;
        place = place << 2 | ((3 * right) ^ upper);
        if (upper != 0) continue;
        if (right != 0) x = ~x, y = ~y;
        std::swap(x, y);
    }
    return place;
}

bool CurveOrder::reserve(std::size_t count) noexcept {
    return keys_.resize_discard(count) && digits_.resize_discard(count) && order_.resize_discard(count) &&
           next_order_.resize_discard(count) && begin_.resize_discard(digit_count + std::size_t{1}) &&
           scratch_.resize_discard(parallel::sort_scratch_size(count, digit_count));
}

Fault CurveOrder::place(const kernels::BoxSource& source, std::size_t count, kernels::ItemFaults& faulty,
                        const Executor& executor) noexcept {
    const Aabb middle = sample_extent(source, count).middle;
    const auto scale = [](float low, float high) {
        const float across = high - low;
        return across > 0 && across < 3e38f ? 0.5f * static_cast<float>(cells_across) / across : 1e-30f;
    };
    // The middle lies in the middle half of the square; what is far outside has its place at the border.
    const float inverse_x = scale(middle.min.x, middle.max.x), inverse_y = scale(middle.min.y, middle.max.y);
    const float origin_x = middle.min.x - 0.25f * static_cast<float>(cells_across) / inverse_x,
                origin_y = middle.min.y - 0.25f * static_cast<float>(cells_across) / inverse_y;
    const Blocks blocks(count);
    std::array<kernels::ItemFaults, most_blocks> faults{};
    const bool ran = parallel::for_each_block(executor, blocks.count, [&](std::uint32_t b) {
        for (std::size_t i = blocks.begin(b); i < blocks.begin(b + 1); ++i) {
            const Aabb box = box_at(source, i);
            keys_[i] = no_place;
            if (!is_sound(box)) {
                note(faults[b], Fault::InvalidBounds, i);
                continue;
            }
            const float x = 0.5f * box.min.x + 0.5f * box.max.x, y = 0.5f * box.min.y + 0.5f * box.max.y;
            // The last place is no_place's, and the last but one does as well.
            keys_[i] = std::min(hilbert_place(kernels::cell_index(x, origin_x, inverse_x, cells_across),
                                              kernels::cell_index(y, origin_y, inverse_y, cells_across)),
                                no_place - 1);
        }
    });
    for (std::uint32_t b = 0; b < blocks.count; ++b) merge(faulty, faults[b]);
    return ran ? Fault::None : Fault::Cancelled;
}

Fault CurveOrder::sort(const kernels::BoxSource& source, std::size_t count, kernels::ItemFaults& faulty,
                       const Executor& executor) noexcept {
    if (!reserve(count)) return Fault::OutOfMemory;
    if (const Fault fault = place(source, count, faulty, executor); fault != Fault::None) return fault;
    sound_ = count - faulty.count;
    std::iota(order_.begin(), order_.end(), 0u);
    const Blocks blocks(count);
    for (std::uint32_t shift = 0; shift < 32; shift += digit_bits) {
        parallel::for_each_block_to_end(executor, blocks.count, [&](std::uint32_t b) {
            for (std::size_t i = blocks.begin(b); i < blocks.begin(b + 1); ++i) digits_[i] = keys_[order_[i]] >> shift & (digit_count - 1);
        });
        parallel::sort_by_key({digits_.data(), count}, digit_count, {next_order_.data(), count}, {begin_.data(), begin_.size()},
                              {scratch_.data(), scratch_.size()}, executor);
        parallel::for_each_block_to_end(executor, blocks.count, [&](std::uint32_t b) {
            for (std::size_t i = blocks.begin(b); i < blocks.begin(b + 1); ++i) digits_[i] = order_[next_order_[i]];
        });
        order_.swap(digits_);
    }
    return Fault::None;
}

} // namespace throng
