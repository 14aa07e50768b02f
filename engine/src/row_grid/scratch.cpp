// SPDX-License-Identifier: MIT
#include "engine/src/row_grid/scratch.hpp"
#include "engine/src/base/item_faults.hpp"
#include "parallel/counting_sort.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>
#include <cstring>

namespace throng {

RowGridMovers::RowGridMovers(const Memory& memory) noexcept
    : blocks_(memory), block_begin_(memory), gathered_(memory), arrivals_(memory), leavers_(memory),
      sort_scratch_(memory) {}

void RowGridMovers::release() noexcept {
    blocks_.release();
    block_count_ = 0;
    gathered_.release();
    release_all(arrivals_.order, leavers_.order, sort_scratch_);
}

std::size_t RowGridMovers::bytes() const noexcept {
    std::size_t total = blocks_.bytes() + block_begin_.bytes() + gathered_.bytes() + sort_scratch_.bytes();
    for (const MoversByRow* movers : {&arrivals_, &leavers_}) total += movers->order.bytes() + movers->begin.bytes();
    for (const MoverBlock* block : blocks_) total += block->movers.bytes();
    return total;
}

void RowGridMovers::begin(bool points, bool with_boxes) noexcept {
    points_ = points;
    with_boxes_ = with_boxes;
    block_count_ = 0;
}

bool RowGridMovers::extend(std::uint32_t more) noexcept {
    const std::uint32_t count = block_count_ + more;
    if (!blocks_.reserve(count)) return false;
    for (std::uint32_t b = block_count_; b < count; ++b) {
        blocks_[b]->movers.begin(points_, with_boxes_);
        blocks_[b]->faulty = {};
        blocks_[b]->out_of_memory = false;
    }
    block_count_ = count;
    return true;
}

Fault RowGridMovers::collect(bool ran, kernels::ItemFaults& faulty) const noexcept {
    if (!ran) return Fault::Cancelled;
    for (std::uint32_t b = 0; b < block_count_; ++b)
        if (blocks_[b]->out_of_memory) return Fault::OutOfMemory;
    faulty = {};
    for (std::uint32_t b = 0; b < block_count_; ++b) merge(faulty, blocks_[b]->faulty);
    return Fault::None;
}

std::uint64_t RowGridMovers::count() const noexcept {
    std::uint64_t total = 0;
    for (std::uint32_t b = 0; b < block_count_; ++b) total += blocks_[b]->movers.view().size;
    return total;
}

std::size_t RowGridMovers::slot_end() const noexcept {
    std::size_t end = 0;
    for (std::uint32_t b = 0; b < block_count_; ++b) {
        const kernels::Movers& movers = blocks_[b]->movers.view();
        for (std::uint32_t i = 0; i < movers.size; ++i) end = std::max(end, std::size_t{movers.boxes.slots[i]} + 1);
    }
    return end;
}

// Joins all movers, block after block, and sorts them by new row.
Fault RowGridMovers::gather(std::uint32_t row_count, const Executor& executor) noexcept {
    const auto total = static_cast<std::uint32_t>(count());
    gathered_.begin(points_, with_boxes_);
    if (!gathered_.grow(total) || !block_begin_.resize_discard(std::size_t{block_count_} + 1))
        return Fault::OutOfMemory;
    if (total != 0) {
        block_begin_[0] = 0;
        for (std::uint32_t b = 0; b < block_count_; ++b)
            block_begin_[b + 1] = block_begin_[b] + blocks_[b]->movers.view().size;
        if (!parallel::for_each_block(executor, block_count_, [&](std::uint32_t b) { copy_block(b); }))
            return Fault::Cancelled;
    }
    if (!arrivals_.order.resize_discard(total)) return Fault::OutOfMemory;
    return sort(gathered().row, row_count, arrivals_, executor);
}

void RowGridMovers::copy_block(std::uint32_t index) noexcept {
    const kernels::Movers& from = blocks_[index]->movers.view();
    kernels::Movers& to = gathered_.view();
    const auto copy = [&](auto* column, const auto* part) {
        if (from.size != 0) std::memcpy(column + block_begin_[index], part, from.size * sizeof(*part));
    };
    if (with_boxes_) {
        copy(to.boxes.min_x, from.boxes.min_x);
        copy(to.boxes.min_y, from.boxes.min_y);
        if (!points_) {
            copy(to.boxes.max_x, from.boxes.max_x);
            copy(to.boxes.max_y, from.boxes.max_y);
        }
    } else {
        copy(to.from_row, from.from_row);
        copy(to.from_column, from.from_column);
    }
    copy(to.boxes.slots, from.boxes.slots);
    copy(to.row, from.row);
    copy(to.column, from.column);
}

Fault RowGridMovers::sort(const std::uint32_t* row_of, std::uint32_t row_count, MoversByRow& into,
                          const Executor& executor) noexcept {
    const std::size_t total = arrivals_.order.size();
    if (!into.order.resize_discard(total) || !into.begin.resize_discard(std::size_t{row_count} + 1) ||
        !sort_scratch_.resize_discard(parallel::sort_scratch_size(total, row_count)))
        return Fault::OutOfMemory;
    if (total == 0)
        std::fill(into.begin.begin(), into.begin.end(), 0u);
    else
        parallel::sort_by_key({row_of, total}, row_count, {into.order.data(), total},
                              {into.begin.data(), into.begin.size()}, {sort_scratch_.data(), sort_scratch_.size()},
                              executor);
    return Fault::None;
}

Fault RowGridMovers::sort_rows(std::span<const std::uint32_t> rows, std::uint32_t row_count,
                               const Executor& executor) noexcept {
    if (!arrivals_.order.resize_discard(rows.size())) return Fault::OutOfMemory;
    const Fault fault = sort(rows.data(), row_count, arrivals_, executor);
    sort_scratch_.release();
    return fault;
}

void RowGridMovers::sort_arrivals_by_slot(const Column<std::uint32_t>& block_rows, const Executor& executor) noexcept {
    const Slot* const slots = gathered().boxes.slots;
    const auto earlier = [slots](std::uint32_t i, std::uint32_t j) { return slots[i] < slots[j]; };
    parallel::for_each_block_to_end(executor, static_cast<std::uint32_t>(block_rows.size() - 1), [&](std::uint32_t b) {
        for (std::uint32_t r = block_rows[b]; r < block_rows[b + 1]; ++r)
            std::sort(arrivals_.order.data() + arrivals_.begin[r], arrivals_.order.data() + arrivals_.begin[r + 1],
                      earlier);
    });
}

Fault RowGridMovers::sort_leavers(std::uint32_t row_count, const Executor& executor) noexcept {
    return sort(gathered().from_row, row_count, leavers_, executor);
}

void RowGridScratch::set_points(bool points) noexcept {
    next.front = GridColumns(next.front.memory(), points);
    release();
    stayers.back = GridColumns(stayers.back.memory(), points);
}

void RowGridScratch::forget_next() noexcept {
    if (next.front.capacity() != 0) next.front = GridColumns(next.front.memory(), next.front.points());
    if (next.cell_begin.capacity() != 0) next.cell_begin.release();
}

bool RowGridScratch::partition(std::span<const kernels::GridRow> rows, std::uint32_t elements) noexcept {
    Column<std::uint32_t>& begins = next.block_rows;
    if (!begins.reserve(elements / block_elements + 2)) return false;
    begins.fill(1, 0);
    std::uint32_t filled = 0;
    const auto close = [&](std::uint32_t row) {
        begins.append(row);
        filled = 0;
    };
    const auto row_count = static_cast<std::uint32_t>(rows.size());
    for (std::uint32_t r = 0; r < row_count; ++r) {
        filled += rows[r].size;
        if (filled >= block_elements) close(r + 1);
    }
    if (filled != 0 || begins.size() == 1) close(row_count);
    begins[begins.size() - 1] = row_count;
    return true;
}

void RowGridScratch::release() noexcept { release_all(movers, stayers.back, swept_boxes, leaving); }

std::size_t RowGridScratch::bytes() const noexcept {
    return bytes_of(movers, stayers.back, stayers.count, stayers.begin, next.rows, next.block_rows, next.front,
                    next.cell_begin, swept_boxes, leaving, item_of_slot);
}

} // namespace throng
