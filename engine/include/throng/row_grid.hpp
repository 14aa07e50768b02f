// SPDX-License-Identifier: MIT
// A grid whose rows own their lists, for very many elements of a common size that all move every tick.
#pragma once

#include <throng/spatial_index.hpp>

#include <type_traits>

namespace throng {

struct RowGridDesc {
    Aabb bounds{};                                     // empty: taken from the first build
    float max_half_extent = 0;                         // 0: points for points; for boxes, the largest met
    float cell_size = 0;                               // 0: chosen from extent and density
    Memory memory{};
    Executor executor{};
};
struct RowView {                                       // raw columns of one row, in memory order
    const float *min_x, *min_y, *max_x, *max_y;        // point-built grids: min == max == the point
    const Slot* slots;
    const std::uint32_t* cell_begin;                   // cells + 1 offsets into the row
    std::uint32_t cells, shift, size;                  // a cell of this row is cell_size * 2^shift wide
};
struct RowGridView { Vec2 origin; float cell_size; std::uint32_t rows; float half_extent; };   // half_extent: of point-built elements
class THRONG_API RowGrid {
public:
    RowGrid() noexcept;
    explicit RowGrid(const RowGridDesc&);
    Status open(const RowGridDesc&) noexcept;
    RowGrid(RowGrid&&) noexcept;
    RowGrid& operator=(RowGrid&&) noexcept;
    ~RowGrid();
    Status build(BoxView boxes, Executor = {}) noexcept;
    Status update(BoxView boxes, Executor = {}) noexcept;
    Status insert(std::span<const Slot> slots, BoxView boxes, Executor = {}) noexcept;
    Status move(std::span<const Slot> slots, BoxView boxes, Executor = {}) noexcept;
    Status erase(std::span<const Slot> slots, Executor = {}) noexcept;
    Status refit(Executor = {}) noexcept;
    Status clear() noexcept;
    Status build(PointView centers, Executor = {}) noexcept;     // every element: the box of max_half_extent around its point
    Status update(PointView centers, Executor = {}) noexcept;
    Status insert(std::span<const Slot> slots, PointView centers, Executor = {}) noexcept;
    Status move(std::span<const Slot> slots, PointView centers, Executor = {}) noexcept;
    Status overlap(BoxView queries, Hits& out, QueryOptions = {}, Executor = {}) const noexcept;
    Status within(DiscView queries, Hits& out, QueryOptions = {}, Executor = {}) const noexcept;
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions = {}, Executor = {}) const noexcept;
    Status cast(RayView queries, Hits& out, QueryOptions = {}, Executor = {}) const noexcept;
    Status along(RayView queries, Hits& out, QueryOptions = {}, Executor = {}) const noexcept;
    Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions = {}, Executor = {}) const noexcept;
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions = {}, Executor = {}) const noexcept;
    Status neighbors(float radius, Hits& out, QueryOptions = {}, Executor = {}) const noexcept;
    Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions = {}, Executor = {}) const noexcept;
    Status pairs(Pairs& out, PairOptions = {}, Executor = {}) const noexcept;
    template <class F> void visit(F&& f) const {
        using Plain = std::remove_reference_t<F>;
        visit([](void* c, const Node& n) -> bool { return (*static_cast<Plain*>(c))(n); }, const_cast<void*>(static_cast<const void*>(&f)));
    }
    void visit(NodeVisitor*, void* context) const noexcept;
    Aabb bounds_of(Slot) const noexcept;
    std::size_t slot_count() const noexcept;
    std::size_t size() const noexcept;
    std::size_t bytes() const noexcept;
    Status validate() const noexcept;
    std::span<const Slot> order() const noexcept;      // every slot once, in memory order
    RowGridView view() const noexcept;
    RowView row(std::uint32_t) const noexcept;

private:
    friend struct Access;
    struct State;
    State* state_ = nullptr;
};

static_assert(DynamicIndex<RowGrid>);

} // namespace throng
