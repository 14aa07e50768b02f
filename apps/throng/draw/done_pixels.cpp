// SPDX-License-Identifier: MIT
// The pixels of a picture that are done, in blocks of blocks, so that done areas are skipped at once.
#include "apps/throng/draw/done_pixels.hpp"

namespace throng::app {

namespace {

constexpr std::size_t areas_remembered = 4096;

} // namespace

DonePixels::DonePixels(const Canvas::Range& all) : all_(all), known_done_(areas_remembered) {
    const int width = all.right - all.left, height = all.bottom - all.top;
    for (int side = block_side; levels_.empty() || levels_.back().done.size() > 1; side *= 2) {
        Level level{std::max(1, (width + side - 1) / side), std::max(1, (height + side - 1) / side), {}};
        level.done.resize(level.at(0, level.rows));
        levels_.push_back(std::move(level));
    }
    const Level& lowest = levels_.front();
    open_.resize(lowest.done.size());
    for (int row = 0; row < lowest.rows; ++row) {
        for (int column = 0; column < lowest.columns; ++column)
            open_[lowest.at(column, row)] = bits_of({0, 0, width, height}, column, row);
    }
}

// The bits of a block's pixels in the area.
std::uint64_t DonePixels::bits_of(const Canvas::Range& area, int column, int row) noexcept {
    const auto within = [](int v) { return std::clamp(v, 0, block_side); };
    const int left = within(area.left - column * block_side), right = within(area.right - column * block_side);
    const int top = within(area.top - row * block_side), bottom = within(area.bottom - row * block_side);
    const std::uint64_t line = (std::uint64_t{1} << right) - (std::uint64_t{1} << left);
    std::uint64_t bits = 0;
    for (int y = top; y < bottom; ++y) bits |= line << (y * block_side);
    return bits;
}

std::size_t DonePixels::place_of(const Canvas::Range& area) noexcept {
    std::uint64_t mixed = 0;
    for (const int side : {area.left, area.top, area.right, area.bottom})
        mixed = (mixed ^ static_cast<std::uint64_t>(side)) * 0x9E3779B97F4A7C15u;
    return static_cast<std::size_t>(mixed >> 40) % areas_remembered;
}

} // namespace throng::app
