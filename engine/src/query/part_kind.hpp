// SPDX-License-Identifier: MIT
// What the queries of a World ask of a structure besides its view. Each structure has one object of this class.
#pragma once

#include "engine/kernels/base/region.hpp"
#include "engine/kernels/query/query_kernels.hpp"
#include "engine/kernels/row_grid/grid_view.hpp"

namespace throng {

inline constexpr std::uint32_t packet_queries = 16;

/// Elements side by side; the count is the number of lanes in use.
struct Elements {
    kernels::ElementColumns columns{};
    std::uint32_t count = 0;
};

class PartKind {
public:
    /// Its kernels, of the instruction set in force.
    virtual const kernels::QueryTable& table() const noexcept = 0;
    /// Whether x and y of the view are exchanged.
    virtual bool turned(const kernels::IndexView&) const noexcept { return false; }
    /// The view, if the structure is a row grid, whose kernels read the neighbours of all elements row by row; or null.
    virtual const kernels::GridView* row_grid(const kernels::IndexView&) const noexcept { return nullptr; }

    /// The box of an element; no other slot has one.
    virtual kernels::Region box_of(const kernels::IndexView&, Slot) const noexcept = 0;
    /// A box around all elements, of which there is at least one.
    virtual kernels::Region around(const kernels::IndexView&) const noexcept = 0;

    /// The number of its items: what a join counts, single elements or tiles.
    virtual std::uint64_t items(const kernels::IndexView&) const noexcept = 0;
    /// The elements of items [begin, begin + 16), as far as they are before `end`; maybe of fewer, or none.
    virtual Elements elements(const kernels::IndexView&, std::uint32_t begin, std::uint32_t end) const noexcept = 0;
    /// How many items these elements are.
    virtual std::uint32_t items_of(const Elements&) const noexcept = 0;
    /// The most elements of another part that one call of its kernel had better join; more where an item has more.
    virtual std::uint32_t joined_at_once() const noexcept = 0;
    /// Pairs within the structure, as by a PairKernel over items.
    virtual std::uint32_t join(const kernels::IndexView&, std::uint32_t begin, std::uint32_t end,
                               const kernels::BitsetView* among, kernels::PairSink& sink) const noexcept = 0;

protected:
    ~PartKind() = default;
};

} // namespace throng
