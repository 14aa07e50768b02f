// SPDX-License-Identifier: MIT
// Any index behind one face, so that each test is written, and compiled, once for all of them.
#pragma once

#include <throng/row_grid.hpp>
#include <throng/spatial_index.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>

namespace throng::test {

class AnyIndex {
public:
    virtual ~AnyIndex() = default;

    virtual Status build(BoxView boxes, Executor e) = 0;
    virtual Status update(BoxView boxes, Executor e) = 0;
    virtual Status insert(std::span<const Slot> slots, BoxView boxes, Executor e) = 0;
    virtual Status move(std::span<const Slot> slots, BoxView boxes, Executor e) = 0;
    virtual Status build(PointView points, Executor e) = 0;
    virtual Status update(PointView points, Executor e) = 0;
    virtual Status insert(std::span<const Slot> slots, PointView points, Executor e) = 0;
    virtual Status move(std::span<const Slot> slots, PointView points, Executor e) = 0;
    virtual Status erase(std::span<const Slot> slots, Executor e) = 0;
    virtual Status refit(Executor e) = 0;
    virtual Status clear() = 0;

    virtual Status overlap(BoxView queries, Hits& out, QueryOptions o, Executor e) const = 0;
    virtual Status within(DiscView queries, Hits& out, QueryOptions o, Executor e) const = 0;
    virtual Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions o, Executor e) const = 0;
    virtual Status cast(RayView queries, Hits& out, QueryOptions o, Executor e) const = 0;
    virtual Status along(RayView queries, Hits& out, QueryOptions o, Executor e) const = 0;
    virtual Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions o, Executor e) const = 0;
    virtual Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions o, Executor e) const = 0;
    virtual Status neighbors(float radius, Hits& out, QueryOptions o, Executor e) const = 0;
    virtual Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions o, Executor e) const = 0;
    virtual Status pairs(Pairs& out, PairOptions o, Executor e) const = 0;

    virtual Aabb bounds_of(Slot slot) const = 0;
    virtual std::size_t slot_count() const = 0;
    virtual std::size_t size() const = 0;
    virtual Status validate() const = 0;

    /// Every slot in memory order; empty for an index that has none to tell.
    virtual std::span<const Slot> order() const = 0;
};

/// An index that takes boxes; those that also take points do so, the others call that an invalid argument.
template <DynamicIndex Index> class IndexOf final : public AnyIndex {
public:
    explicit IndexOf(Index index) : index_(std::move(index)) {}

    Status build(BoxView boxes, Executor e) override { return index_.build(boxes, e); }
    Status update(BoxView boxes, Executor e) override { return index_.update(boxes, e); }
    Status insert(std::span<const Slot> slots, BoxView boxes, Executor e) override { return index_.insert(slots, boxes, e); }
    Status move(std::span<const Slot> slots, BoxView boxes, Executor e) override { return index_.move(slots, boxes, e); }
    Status build(PointView points, Executor e) override {
        if constexpr (takes_points) return index_.build(points, e);
        return no_points;
    }
    Status update(PointView points, Executor e) override {
        if constexpr (takes_points) return index_.update(points, e);
        return no_points;
    }
    Status insert(std::span<const Slot> slots, PointView points, Executor e) override {
        if constexpr (takes_points) return index_.insert(slots, points, e);
        return no_points;
    }
    Status move(std::span<const Slot> slots, PointView points, Executor e) override {
        if constexpr (takes_points) return index_.move(slots, points, e);
        return no_points;
    }
    Status erase(std::span<const Slot> slots, Executor e) override { return index_.erase(slots, e); }
    Status refit(Executor e) override { return index_.refit(e); }
    Status clear() override { return index_.clear(); }

    Status overlap(BoxView queries, Hits& out, QueryOptions o, Executor e) const override { return index_.overlap(queries, out, o, e); }
    Status within(DiscView queries, Hits& out, QueryOptions o, Executor e) const override { return index_.within(queries, out, o, e); }
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions o, Executor e) const override {
        return index_.nearest(queries, k, max_distance, out, o, e);
    }
    Status cast(RayView queries, Hits& out, QueryOptions o, Executor e) const override { return index_.cast(queries, out, o, e); }
    Status along(RayView queries, Hits& out, QueryOptions o, Executor e) const override { return index_.along(queries, out, o, e); }
    Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions o, Executor e) const override {
        return index_.count(queries, out, o, e);
    }
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions o, Executor e) const override {
        return index_.count(queries, out, o, e);
    }
    Status neighbors(float radius, Hits& out, QueryOptions o, Executor e) const override { return index_.neighbors(radius, out, o, e); }
    Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions o, Executor e) const override {
        return index_.neighbors_of(of, radius, out, o, e);
    }
    Status pairs(Pairs& out, PairOptions o, Executor e) const override { return index_.pairs(out, o, e); }

    Aabb bounds_of(Slot slot) const override { return index_.bounds_of(slot); }
    std::size_t slot_count() const override { return index_.slot_count(); }
    std::size_t size() const override { return index_.size(); }
    Status validate() const override { return index_.validate(); }
    std::span<const Slot> order() const override {
        if constexpr (requires { index_.order(); }) return index_.order();
        return {};
    }

private:
    // Asked of a member function: PointView converts to nothing else, but other things convert to it.
    static constexpr bool takes_points = requires(Index & index, Status (Index::*take)(PointView, Executor) noexcept) {
        take = &Index::build;
    };
    static constexpr Status no_points{Fault::InvalidArgument, no_slot, 0};

    Index index_;
};

} // namespace throng::test
