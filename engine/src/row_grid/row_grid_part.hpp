// SPDX-License-Identifier: MIT
// A row grid as a part of a World.
#pragma once

#include "engine/kernels/row_grid/cells.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/query/part_kind.hpp"
#include "engine/src/row_grid/row_grid_state.hpp"

#include <algorithm>

namespace throng {

class RowGridPart final : public PartKind {
public:
    const kernels::QueryTable& table() const noexcept override { return active_kernels().grid_of_boxes; }
    bool turned(const kernels::IndexView& view) const noexcept override { return row_grid(view)->turned; }
    const kernels::GridView* row_grid(const kernels::IndexView& view) const noexcept override {
        return &static_cast<const kernels::GridView&>(view);
    }

    kernels::Region box_of(const kernels::IndexView& view, Slot slot) const noexcept override {
        const kernels::GridView& grid = *row_grid(view);
        const std::uint32_t at = active_kernels().grid.find_slot(grid, slot);
        const kernels::ElementColumns c = exchanged(grid.columns(), grid.turned);
        return {c.min_x[at], c.min_y[at], c.max_x[at], c.max_y[at]};
    }
    kernels::Region around(const kernels::IndexView& view) const noexcept override {
        const kernels::GridView& g = *row_grid(view);
        if (g.turned) return {g.min_y_all, g.min_x_all, g.max_y_all, g.max_x_all};
        return {g.min_x_all, g.min_y_all, g.max_x_all, g.max_y_all};
    }

    std::uint64_t items(const kernels::IndexView& view) const noexcept override { return view.size; }
    Elements elements(const kernels::IndexView& view, std::uint32_t begin, std::uint32_t end) const noexcept override {
        const kernels::GridView& grid = *row_grid(view);
        const std::uint32_t most = std::min(end - begin, packet_queries);
        const kernels::ElementColumns columns = exchanged(grid.columns(), grid.turned);
        if (!grid.has_room()) return {kernels::columns_from(columns, begin), most};
        const kernels::Span at = positions_in(grid.rows[row_holding(grid, begin)], begin, begin + most);
        return {kernels::columns_from(columns, at.begin), at.end - at.begin};
    }
    std::uint32_t items_of(const Elements& elements) const noexcept override { return elements.count; }
    std::uint32_t joined_at_once() const noexcept override { return packet_queries; }
    std::uint32_t join(const kernels::IndexView& view, std::uint32_t begin, std::uint32_t end,
                       const kernels::BitsetView* among, kernels::PairSink& sink) const noexcept override {
        return Access::RowGridState::pair_kernel(*row_grid(view))(view, begin, end, among, sink);
    }
};

inline constexpr RowGridPart row_grid_part;

} // namespace throng
