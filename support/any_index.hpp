// SPDX-License-Identifier: MIT
// Any index behind one interface, so that each test is written, and compiled, once for all of them.
#pragma once

#include "support/index_options.hpp"

#include <throng/changes.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>

namespace throng::support {

class AnyIndex {
public:
    virtual ~AnyIndex() = default;

    virtual Status open(const IndexOptions& options) = 0;
    /// Moves this index to a new one, which is returned. This one is left moved from.
    virtual std::unique_ptr<AnyIndex> take() = 0;
    /// Moves `other`, which has the same kind, to this index.
    virtual void assign(AnyIndex& other) = 0;

    virtual Status build(BoxView boxes, Executor e = {}) = 0;
    virtual Status update(BoxView boxes, Executor e = {}) = 0;
    virtual Status insert(std::span<const Slot> slots, BoxView boxes, Executor e = {}) = 0;
    virtual Status move(std::span<const Slot> slots, BoxView boxes, Executor e = {}) = 0;
    virtual Status build(PointView points, Executor e = {}) = 0;
    virtual Status update(PointView points, Executor e = {}) = 0;
    virtual Status insert(std::span<const Slot> slots, PointView points, Executor e = {}) = 0;
    virtual Status move(std::span<const Slot> slots, PointView points, Executor e = {}) = 0;
    virtual Status erase(std::span<const Slot> slots, Executor e = {}) = 0;
    virtual Status refit(Executor e = {}) = 0;
    virtual Status cleanup() = 0;
    virtual Status clear() = 0;

    virtual Status overlap(BoxView queries, Hits& out, QueryOptions o = {}, Executor e = {}) const = 0;
    virtual Status within(DiscView queries, Hits& out, QueryOptions o = {}, Executor e = {}) const = 0;
    virtual Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions o = {},
                           Executor e = {}) const = 0;
    virtual Status cast(RayView queries, Hits& out, QueryOptions o = {}, Executor e = {}) const = 0;
    virtual Status along(RayView queries, Hits& out, QueryOptions o = {}, Executor e = {}) const = 0;
    virtual Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions o = {}, Executor e = {}) const = 0;
    virtual Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions o = {},
                         Executor e = {}) const = 0;
    virtual Status neighbors(float radius, Hits& out, QueryOptions o = {}, Executor e = {}) const = 0;
    virtual Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions o = {},
                                Executor e = {}) const = 0;
    virtual Status pairs(Pairs& out, PairOptions o = {}, Executor e = {}) const = 0;

    template <class F> void visit(F&& f) const {
        using Plain = std::remove_reference_t<F>;
        visit([](void* c, const Node& n) -> bool { return (*static_cast<Plain*>(c))(n); },
              const_cast<void*>(static_cast<const void*>(&f)));
    }
    virtual void visit(NodeVisitor* visitor, void* context) const = 0;
    virtual Aabb bounds_of(Slot slot) const = 0;
    virtual std::size_t slot_count() const = 0;
    virtual std::size_t size() const = 0;
    virtual std::size_t bytes() const = 0;
    virtual Status validate() const = 0;

    /// All slots in memory order; empty for an index without order().
    virtual std::span<const Slot> order() const = 0;
};

/// An index of C++ behind the interface: what all have is called through their base class. A call that it does not have
/// returns a fault: points if it takes only boxes. A cleanup that it does not have does nothing.
class CppIndex : public AnyIndex {
public:
    using AnyIndex::build, AnyIndex::update, AnyIndex::insert, AnyIndex::move;
    Status insert(std::span<const Slot> slots, BoxView boxes, Executor e) override {
        return changes().insert(slots, boxes, e);
    }
    Status erase(std::span<const Slot> slots, Executor e) override { return changes().erase(slots, e); }
    Status refit(Executor e) override { return changes().refit(e); }
    Status clear() override { return changes().clear(); }

    Status overlap(BoxView queries, Hits& out, QueryOptions o, Executor e) const override {
        return space().overlap(queries, out, o, e);
    }
    Status within(DiscView queries, Hits& out, QueryOptions o, Executor e) const override {
        return space().within(queries, out, o, e);
    }
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions o,
                   Executor e) const override {
        return space().nearest(queries, k, max_distance, out, o, e);
    }
    Status cast(RayView queries, Hits& out, QueryOptions o, Executor e) const override {
        return space().cast(queries, out, o, e);
    }
    Status along(RayView queries, Hits& out, QueryOptions o, Executor e) const override {
        return space().along(queries, out, o, e);
    }
    Status count(BoxView queries, std::span<std::uint32_t> out, QueryOptions o, Executor e) const override {
        return space().count(queries, out, o, e);
    }
    Status count(DiscView queries, std::span<std::uint32_t> out, QueryOptions o, Executor e) const override {
        return space().count(queries, out, o, e);
    }
    Status neighbors(float radius, Hits& out, QueryOptions o, Executor e) const override {
        return space().neighbors(radius, out, o, e);
    }
    Status neighbors_of(std::span<const Slot> of, float radius, Hits& out, QueryOptions o, Executor e) const override {
        return space().neighbors_of(of, radius, out, o, e);
    }
    Status pairs(Pairs& out, PairOptions o, Executor e) const override { return space().pairs(out, o, e); }

    void visit(NodeVisitor* visitor, void* context) const override { space().visit(visitor, context); }
    Aabb bounds_of(Slot slot) const override { return space().bounds_of(slot); }
    std::size_t slot_count() const override { return space().slot_count(); }
    std::size_t size() const override { return space().size(); }
    std::size_t bytes() const override { return space().bytes(); }
    Status validate() const override { return space().validate(); }

protected:
    static constexpr Status lacking{Fault::InvalidArgument, no_slot, 0};

    virtual const Space& space() const = 0;
    virtual BoxIndex& changes() = 0;
};

/// An index of one class.
template <std::derived_from<BoxIndex> Index> class IndexOf final : public CppIndex {
public:
    explicit IndexOf(Index index) : index_(std::move(index)) {}

    Index& index() noexcept { return index_; }

    Status open(const IndexOptions& options) override { return index_.open(desc_of<Index>(options)); }
    std::unique_ptr<AnyIndex> take() override { return std::make_unique<IndexOf>(std::move(index_)); }
    void assign(AnyIndex& other) override { index_ = std::move(static_cast<IndexOf&>(other).index_); }

    Status build(BoxView boxes, Executor e) override { return index_.build(boxes, e); }
    Status build(PointView points, Executor e) override {
        if constexpr (takes_points<Index>) return index_.build(points, e);
        return lacking;
    }
    using CppIndex::insert;
    Status update(BoxView boxes, Executor e) override { return index_.update(boxes, e); }
    Status move(std::span<const Slot> slots, BoxView boxes, Executor e) override {
        return index_.move(slots, boxes, e);
    }
    Status update(PointView points, Executor e) override {
        if constexpr (takes_points<Index>) return index_.update(points, e);
        return lacking;
    }
    Status insert(std::span<const Slot> slots, PointView points, Executor e) override {
        if constexpr (takes_points<Index>) return index_.insert(slots, points, e);
        return lacking;
    }
    Status move(std::span<const Slot> slots, PointView points, Executor e) override {
        if constexpr (takes_points<Index>) return index_.move(slots, points, e);
        return lacking;
    }
    Status cleanup() override {
        if constexpr (requires { index_.cleanup(); }) return index_.cleanup();
        return {};
    }
    std::span<const Slot> order() const override {
        if constexpr (requires { index_.order(); }) return index_.order();
        return {};
    }

protected:
    const Space& space() const override { return index_; }
    BoxIndex& changes() override { return index_; }

private:
    Index index_;
};

} // namespace throng::support
