// SPDX-License-Identifier: MIT
#include "engine/src/base/space_curve.hpp"

#include "engine/kernels/base/region.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/blocks.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/item_faults.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <array>
#include <cassert>
#include <limits>
#include <span>

namespace throng {
namespace {

using parallel::KeyedItem;

constexpr std::uint32_t curve_cells = kernels::CurveFrame::side;
constexpr std::size_t smallest_block = 4096;
constexpr float infinity = std::numeric_limits<float>::infinity();

void include(Aabb& box, Vec2 p) {
    box.min = {std::min(box.min.x, p.x), std::min(box.min.y, p.y)};
    box.max = {std::max(box.max.x, p.x), std::max(box.max.y, p.y)};
}

// Hilbert's curve visits the quarters of a square one after the other, each along the same curve, turned: their axes
// are exchanged, both reversed, or both (Hilbert 1891; the turns as in Lam and Shapiro 1994). A step looks up the order
// of 16 x 16 cells: by the turn, four bits of x and four of y it has eight bits of the place, and the cell's turn.
class HilbertSteps {
public:
    static constexpr std::uint32_t bits = 4, cells = 1u << 2 * bits;

    constexpr HilbertSteps() {
        for (std::uint32_t turn = 0; turn < 4; ++turn)
            for (std::uint32_t cell = 0; cell < cells; ++cell) steps_[turn * cells + cell] = step(turn, cell);
    }
    struct Cell {
        std::uint32_t place, turn;
    };
    // Returns the place of a cell of 65,536 x 65,536 on a curve of this turn, and the turn of the curve within it.
    Cell find(std::uint32_t x, std::uint32_t y, std::uint32_t turn) const noexcept {
        std::uint32_t place = 0;
        for (std::uint32_t shift = 16; shift != 0;) {
            shift -= bits;
            const std::uint32_t found = steps_[turn | (x >> shift & 15) << bits | (y >> shift & 15)];
            place = place << 2 * bits | (found & (cells - 1));
            turn = found & ~(cells - 1);
        }
        return {place, turn};
    }

private:
    static constexpr std::uint16_t step(std::uint32_t turn, std::uint32_t cell) {
        std::uint32_t exchanged = turn & 1, reversed = turn >> 1, place = 0;
        for (std::uint32_t bit = bits; bit-- > 0;) {
            const std::uint32_t x = (cell >> bits >> bit & 1) ^ reversed, y = (cell >> bit & 1) ^ reversed;
            const std::uint32_t right = exchanged ? y : x, upper = exchanged ? x : y;
            place = place << 2 | (3 * right ^ upper);
            exchanged ^= upper ^ 1;
            reversed ^= right & (upper ^ 1);
        }
        return static_cast<std::uint16_t>((reversed << 1 | exchanged) << 2 * bits | place);
    }
    std::uint16_t steps_[4 * cells] = {};
};
constexpr HilbertSteps hilbert_steps;

constexpr Aabb nowhere{{infinity, infinity}, {-infinity, -infinity}};

double longer_side(const Aabb& area) noexcept {
    const auto across = [](float low, float high) { return static_cast<double>(high) - static_cast<double>(low); };
    return std::max(across(area.min.x, area.max.x), across(area.min.y, area.max.y));
}

// The area around the centres of all valid boxes. False: cancelled.
bool find_whole_area(const kernels::BoxSource& source, std::size_t count, Aabb& area,
                     const Executor& executor) noexcept {
    const parallel::Blocks blocks(count, smallest_block);
    std::array<Aabb, parallel::max_blocks> parts;
    assert(source.form != kernels::BoxSource::Form::Points);
    const auto area_of = active_kernels().curve.area;
    const bool ran = compute_blocks(executor, blocks.count, [&](std::uint32_t b) {
        const kernels::Region part =
            area_of(source, static_cast<std::uint32_t>(blocks.begin(b)), static_cast<std::uint32_t>(blocks.end(b)));
        parts[b] = {{part.min_x, part.min_y}, {part.max_x, part.max_y}};
    });
    area = nowhere;
    for (std::uint32_t b = 0; ran && b < blocks.count; ++b) include(area, parts[b].min), include(area, parts[b].max);
    return ran;
}

// A square of cells, finer than a float distinguishes them in the whole area, and the turn of the curve in it.
struct CurveSquare {
    double x, y, inverse_cell;
    std::uint32_t turn;

    std::uint32_t place(Vec2 center) const noexcept {
        return hilbert_steps.find(column(center), row(center), turn).place;
    }
    // A cell, as a square of its own.
    CurveSquare within(std::uint32_t i, std::uint32_t j) const noexcept {
        return {x + i / inverse_cell, y + j / inverse_cell, inverse_cell * curve_cells,
                hilbert_steps.find(i, j, turn).turn};
    }
    CurveSquare around(Vec2 center) const noexcept { return within(column(center), row(center)); }
    bool holds(const Aabb& area) const noexcept {
        const double side = curve_cells / inverse_cell;
        return static_cast<double>(area.min.x) >= x && static_cast<double>(area.max.x) <= x + side &&
               static_cast<double>(area.min.y) >= y && static_cast<double>(area.max.y) <= y + side;
    }

private:
    std::uint32_t column(Vec2 center) const noexcept { return cell_of(static_cast<double>(center.x) - x); }
    std::uint32_t row(Vec2 center) const noexcept { return cell_of(static_cast<double>(center.y) - y); }
    std::uint32_t cell_of(double distance) const noexcept {
        return static_cast<std::uint32_t>(std::clamp(distance * inverse_cell, 0.0, curve_cells - 1.0));
    }
};

// Items in one cell of a curve are in no order of space. More of them than a tile holds are sorted by the part of the
// curve within the cell, and so on; or, where they are in a small part of it, by a curve around them.
class CellSort {
public:
    /// `holds_all`: no item is beyond the border of the curve.
    CellSort(const kernels::BoxSource& source, bool holds_all) noexcept : source_(source), holds_all_(holds_all) {}

    // `room` has as many items, and cell_around(center) tells their cell. The places of items are kept, those in `room`
    // are spoilt.
    template <class CellAround>
    void sort_cells(std::span<KeyedItem> items, std::span<KeyedItem> room, const CellAround& cell_around) noexcept {
        for (std::size_t begin = 0, end; begin < items.size(); begin = end) {
            for (end = begin + 1; end < items.size() && items[end].key == items[begin].key;) ++end;
            if (end - begin > most_unsorted)
                sort_cell(items.subspan(begin, end - begin), room.subspan(begin, end - begin),
                          cell_around(center_of(items[begin])));
        }
    }

private:
    static constexpr std::size_t most_unsorted = 16;
    static constexpr double small_part = curve_cells / 8.0;

    void sort_cell(std::span<KeyedItem> items, std::span<KeyedItem> room, CurveSquare square) noexcept {
        Aabb area = nowhere;
        for (const KeyedItem& item : items) include(area, center_of(item));
        const double side = longer_side(area);
        const std::uint32_t place = items.front().key;
        const bool is_of_two_cells = place == kernels::last_curve_place;
        if (is_of_two_cells || side * square.inverse_cell < small_part || (!holds_all_ && !square.holds(area)))
            square = {area.min.x, area.min.y, curve_cells / std::max(side, 1e-30), 0};
        for (KeyedItem& item : items) item.key = square.place(center_of(item));
        parallel::sort_by_digits(items, room, counters_, serial());
        if (items.front().key != items.back().key)
            sort_cells(items, room, [&](Vec2 center) { return square.around(center); });
        for (KeyedItem& item : items) item.key = place;
    }
    Vec2 center_of(const KeyedItem& item) const noexcept { return predicates::center_of(box_at(source_, item.item)); }

    const kernels::BoxSource& source_;
    const bool holds_all_;
    std::array<std::uint32_t, parallel::serial_digit_counters> counters_;
};

struct CurveCell {
    std::uint32_t x, y;
};
CurveCell cell_at(const CurveFrame& frame, Vec2 center) noexcept {
    return {kernels::cell_index(center.x, frame.x, frame.inverse_x, curve_cells),
            kernels::cell_index(center.y, frame.y, frame.inverse_y, curve_cells)};
}
CurveSquare cell_around(const CurveFrame& frame, Vec2 center) noexcept {
    const CurveCell cell = cell_at(frame, center);
    return CurveSquare{frame.x, frame.y, frame.inverse_x, 0}.within(cell.x, cell.y);
}

} // namespace

// Cells are squares: where they are much wider than high, so are the boxes around elements that follow each other.
CurveFrame curve_around(const Aabb& area) noexcept {
    const auto scale = static_cast<float>(curve_cells / std::max(longer_side(area), 1e-30));
    return {area.min.x, area.min.y, scale, scale};
}

std::uint32_t place_on_curve(const CurveFrame& frame, Vec2 point) noexcept {
    const CurveCell cell = cell_at(frame, point);
    return std::min(hilbert_steps.find(cell.x, cell.y, 0).place, kernels::last_curve_place);
}

bool find_area(const kernels::BoxSource& source, std::size_t count, float beyond, Aabb& area,
               const Executor& executor) noexcept {
    Aabb all;
    if (!find_whole_area(source, count, all, executor)) return false;
    const Aabb middle = sample_extent(source, count).middle;
    const float beyond_x = beyond * (middle.max.x - middle.min.x), beyond_y = beyond * (middle.max.y - middle.min.y);
    area = middle;
    if (all.min.x > all.max.x) return true;
    include(area, {std::max(all.min.x, middle.min.x - beyond_x), std::max(all.min.y, middle.min.y - beyond_y)});
    include(area, {std::min(all.max.x, middle.max.x + beyond_x), std::min(all.max.y, middle.max.y + beyond_y)});
    return true;
}

Fault CurveOrder::place(const kernels::BoxSource& source, std::size_t count, const CurveFrame& frame,
                        kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    const parallel::Blocks blocks(count, smallest_block);
    std::array<kernels::ItemFaults, parallel::max_blocks> faults{};
    assert(source.form != kernels::BoxSource::Form::Points);
    const auto find_places = active_kernels().curve.places;
    const bool ran = compute_blocks(executor, blocks.count, [&](std::uint32_t b) {
        find_places(source, frame, static_cast<std::uint32_t>(blocks.begin(b)),
                    static_cast<std::uint32_t>(blocks.end(b)), pairs(), faults[b]);
    });
    for (std::uint32_t b = 0; b < blocks.count; ++b) merge(faulty, faults[b]);
    return ran ? Fault::None : Fault::Cancelled;
}

Fault CurveOrder::sort(const kernels::BoxSource& source, std::size_t count, kernels::ItemFaults& faulty,
                       const Executor& executor) noexcept {
    Aabb area;
    if (!find_whole_area(source, count, area, executor)) return Fault::Cancelled;
    return sort(source, count, curve_around(area), true, faulty, executor);
}

Fault CurveOrder::sort(const kernels::BoxSource& source, std::size_t count, const CurveFrame& frame, bool holds_all,
                       kernels::ItemFaults& faulty, const Executor& executor) noexcept {
    const bool few = count <= kernels::CurveKernels::most_at_once;
    if (!sorted_.resize_discard(count) || !other_.resize_discard(count) ||
        (!few && !counters_.resize_discard(parallel::digit_counters(count, executor))))
        return Fault::OutOfMemory;
    if (const Fault fault = place(source, count, frame, faulty, executor); fault != Fault::None) return fault;
    sound_ = count - faulty.count;
    if (few)
        active_kernels().curve.sort(pairs(), static_cast<std::uint32_t>(count));
    else
        parallel::sort_by_digits({sorted_.data(), count}, {other_.data(), count}, {counters_.data(), counters_.size()},
                                 executor);
    sort_cells(source, frame, holds_all, executor);
    return Fault::None;
}

// No cell is in two blocks.
void CurveOrder::sort_cells(const kernels::BoxSource& source, const CurveFrame& frame, bool holds_all,
                            const Executor& executor) noexcept {
    const parallel::Blocks blocks(sound_, smallest_block);
    std::array<std::size_t, parallel::max_blocks + 1> begin{};
    for (std::uint32_t b = 1; b <= blocks.count; ++b) {
        std::size_t at = std::max(blocks.begin(b), begin[b - 1]);
        while (at != 0 && at < sound_ && sorted_[at].key == sorted_[at - 1].key) ++at;
        begin[b] = at;
    }
    compute_blocks_to_end(executor, blocks.count, [&](std::uint32_t b) {
        const std::size_t size = begin[b + 1] - begin[b];
        CellSort(source, holds_all)
            .sort_cells({sorted_.data() + begin[b], size}, {other_.data() + begin[b], size},
                        [&](Vec2 center) { return cell_around(frame, center); });
    });
}

} // namespace throng
