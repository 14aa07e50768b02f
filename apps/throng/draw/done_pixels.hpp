// SPDX-License-Identifier: MIT
// The pixels of a picture that are done, in blocks of blocks, so that done areas are skipped at once.
#pragma once

#include "apps/throng/draw/canvas.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::app {

class DonePixels {
public:
    /// No pixel of `all` is done.
    explicit DonePixels(const Canvas::Range& all);

    /// Calls paint(x, y) for each pixel in `area`, a part of all, that is not done. It returns true if the pixel is
    /// done then. A done pixel stays so. Returns the number of calls.
    template <class Paint> std::uint64_t visit(const Canvas::Range& area, Paint&& paint) {
        if (area.left >= area.right || area.top >= area.bottom) return 0;
        const Canvas::Range part{area.left - all_.left, area.top - all_.top, area.right - all_.left,
                                 area.bottom - all_.top};
        Canvas::Range& known = known_done_[place_of(part)];
        if (known == part) return 0;
        std::uint64_t calls = 0;
        visit_block(part, levels_.size() - 1, 0, 0, [&](int x, int y) {
            ++calls;
            return paint(x + all_.left, y + all_.top);
        });
        if (calls == 0) known = part;
        return calls;
    }

private:
    static constexpr int block_side = 8; // a word has a bit for each pixel of a block

    // The done blocks of one size. Each covers four of the level below; those of the lowest level are words of pixels.
    struct Level {
        std::size_t at(int column, int row) const noexcept {
            return static_cast<std::size_t>(row) * static_cast<std::size_t>(columns) + static_cast<std::size_t>(column);
        }

        int columns = 0, rows = 0;
        std::vector<std::uint8_t> done;
    };

    static bool touches(const Canvas::Range& area, int column, int row, int side) noexcept {
        return column * side < area.right && (column + 1) * side > area.left && row * side < area.bottom &&
               (row + 1) * side > area.top;
    }
    static std::uint64_t bits_of(const Canvas::Range& area, int column, int row) noexcept;
    static std::size_t place_of(const Canvas::Range& area) noexcept;

    // True if the block is done now.
    template <class Paint>
    bool visit_block(const Canvas::Range& area, std::size_t level, int column, int row, const Paint& paint) {
        std::uint8_t& done = levels_[level].done[levels_[level].at(column, row)];
        if (done != 0) return true;
        if (level == 0) {
            done = visit_pixels(area, column, row, paint) ? 1 : 0;
            return done != 0;
        }
        const Level& below = levels_[level - 1];
        const int side = block_side << (level - 1);
        bool all = true;
        for (int r = 2 * row; r < std::min(2 * row + 2, below.rows); ++r) {
            for (int c = 2 * column; c < std::min(2 * column + 2, below.columns); ++c) {
                const bool is_done = touches(area, c, r, side) ? visit_block(area, level - 1, c, r, paint)
                                                               : below.done[below.at(c, r)] != 0;
                all = all && is_done;
            }
        }
        done = all ? 1 : 0;
        return all;
    }

    template <class Paint> bool visit_pixels(const Canvas::Range& area, int column, int row, const Paint& paint) {
        std::uint64_t& open = open_[levels_.front().at(column, row)];
        for (std::uint64_t left = open & bits_of(area, column, row); left != 0; left &= left - 1) {
            const int bit = std::countr_zero(left);
            if (paint(column * block_side + bit % block_side, row * block_side + bit / block_side))
                open &= ~(left & (~left + 1));
        }
        return open == 0;
    }

    Canvas::Range all_;
    std::vector<Level> levels_;             // the last one is a single block
    std::vector<std::uint64_t> open_;       // pixels that are not done, a word for each block of the lowest level
    std::vector<Canvas::Range> known_done_; // areas in which every pixel is done, by place_of
};

} // namespace throng::app
