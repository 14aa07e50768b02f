// SPDX-License-Identifier: MIT
// The choice of cells. They are chosen again when there are too many or too few elements for the grid's shape, or when
// the density has changed by a factor of two, or the cells that unevenness asks for by a factor of three. A grid
// without given bounds is laid out again when an eighth of the elements has left it. Every sixteenth update checks
// this, and each after which the crowd is elsewhere. Without memory for it the grid stays as it is, and exact.
#include "engine/kernels/row_grid/cells.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/row_grid/store_change.hpp"

namespace throng {
namespace {

// True if the middle of the elements exceeds the grid's area by more than an eighth of its own extent.
bool is_outside(const GridGeometry& geometry, const Extent& extent) {
    const auto juts = [](float low, float high, float origin, float size, std::uint32_t cells) {
        const double begin = static_cast<double>(origin);
        return juts_out(low, high, begin, begin + static_cast<double>(size) * cells);
    };
    return (!geometry.one_cell && juts(extent.middle.min.x, extent.middle.max.x, geometry.origin_x,
                                       geometry.column_size, geometry.columns)) ||
           (!geometry.one_row &&
            juts(extent.middle.min.y, extent.middle.max.y, geometry.origin_y, geometry.cell_size, geometry.rows));
}

// True if other cells would be better by a factor that matters.
bool wants_other_cells(const RowGridStore& store, const Extent& extent) {
    const bool suits = store.geometry.suits(store.size);
    if (!suits) return true;
    if (is_laid_for(store.laid_for, extent)) return false;
    const bool turned = store.geometry.turned;
    if (is_turned(exchanged(extent, turned), turned) != turned) return true;
    const float now = extent.density(), ratio = store.density > 0 ? now / store.density : (now > 0 ? 4.f : 1.f);
    if (store.desc.cell_size == 0 && (ratio > 2.f || ratio < 0.5f)) return true;
    if (differs_in_crowding(store.crowded_cell, extent.crowded_cell, usual_cell(extent))) return true;
    return !has_area(store.desc.bounds) && is_outside(store.geometry, extent);
}

} // namespace

namespace {

Extent extent_from(std::span<Aabb> sample, const RowGridStore& store, std::size_t elements) noexcept {
    Extent extent = estimate_extent(sample, elements);
    if (store.points()) extent.half_extent = store.desc.max_half_extent;
    if (store.desc.cell_size == 0) extent.crowded_cell = crowded_cell(sample, extent, usual_cell(extent));
    return extent;
}

// Elements by their number, each as likely as any other: the places between rows are no elements.
auto numbered_boxes(const RowGridStore& store) noexcept {
    return [view = store.view(), own = box_source_of(store.elements(), store.points())](std::size_t number, Aabb& box) {
        auto at = static_cast<std::uint32_t>(number);
        if (view.has_room()) at = kernels::positions_in(view.rows[kernels::row_holding(view, at)], at, at + 1).begin;
        box = box_at(own, at);
        return true;
    };
}

} // namespace

Extent extent_of(const RowGridStore& store, const kernels::BoxSource& source, std::size_t count) noexcept {
    std::array<Aabb, largest_sample> places;
    return extent_from(sample_of(source, count, places), store, count);
}

// The sample is that of the marked slots' boxes one after the other.
Extent extent_of(const RowGridStore& store, const UnsortedBoxes& boxes, const MarkedSlots& slots) noexcept {
    if (slots.all()) return extent_of(store, boxes.source(), slots.count);
    std::array<Aabb, largest_sample> places;
    std::size_t number = 0, slot = slots.end; // of the last one taken
    const auto nth_box = [&](std::size_t i, Aabb& box) {
        if (slot == slots.end || i < number) {
            number = slot = 0;
            while (!slots.has(slot)) ++slot;
        }
        for (; number < i; ++number)
            while (!slots.has(++slot)) {}
        box = boxes[slot];
        return true;
    };
    return extent_from(take_sample(places, slots.count, sample_step(slots.count, slots.count), nth_box), store,
                       slots.count);
}

Extent extent_of(const RowGridStore& store) noexcept {
    std::array<Aabb, largest_sample> places;
    const std::size_t step = sample_step(store.size, store.size);
    return extent_from(take_sample(places, store.size, step, numbered_boxes(store)), store, store.size);
}

bool RowGridChange::sees_jump(RowGridStore& store) noexcept {
    return store.whereabouts.see_jump(store.size, store.size,
                                      [&, at = numbered_boxes(store)](std::size_t i, Aabb& box) {
                                          (void)at(i, box);
                                          box = exchanged(box, store.geometry.turned);
                                          return true;
                                      });
}

// Lays the grid out for this extent. False: no memory.
bool RowGridChange::lay_out_again(RowGridStore& to, const Extent& extent, const Executor& executor) noexcept {
    const FromTo change{to, to, executor};
    if (!begin(change)) return false;
    const bool turned = to.geometry.turned;
    const GridGeometry& geometry = scratch_.next.geometry =
        choose_long_rows(exchanged(extent, turned), to.desc.bounds, to.desc.cell_size, turned);
    ByRows read(change, scratch_, ByRows::Stayers::None);
    kernels::ItemFaults none;
    const kernels::ElementColumns elements = to.elements();
    const kernels::BoxSource own = exchanged(box_source_of(elements, to.points()), geometry.turned != turned);
    if (read.read_new(own, to.extent, elements.slots, none) != Fault::None ||
        write(change, read, to.slot_count()) != Fault::None)
        return false;
    to.density = extent.density();
    to.crowded_cell = extent.crowded_cell;
    to.laid_for.reset();
    scratch_.release();
    return true;
}

// laid_for stores the extent that later checks compute while the content rests: their sample is taken in the order of
// rows. It may show that the sample before was unlucky, as where just so many elements are far away as are cut off.
void RowGridChange::look_again(RowGridStore& to, const Executor& executor) noexcept {
    constexpr int most = 3;
    for (int layouts = 0;; ++layouts) {
        if (to.geometry.one_cell && to.geometry.suits(to.size)) return;
        const Extent extent = extent_of(to);
        const bool suits = !wants_other_cells(to, extent);
        if (layouts != 0 && (suits || layouts == most)) to.laid_for = extent;
        if (suits || layouts == most || !lay_out_again(to, extent, executor)) return;
    }
}

// A sample in the order of rows may have another extent than that of all items. A later check would then choose other
// cells, so this is done at once.
void RowGridChange::laid_out_first(RowGridStore& to, const Extent& extent, const Executor& executor) noexcept {
    to.density = extent.density();
    to.crowded_cell = extent.crowded_cell;
    to.laid_for.reset();
    (void)sees_jump(to);
    if (to.size != 0) look_again(to, executor);
}

} // namespace throng
