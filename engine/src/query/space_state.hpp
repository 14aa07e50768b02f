// SPDX-License-Identifier: MIT
// The state behind every index, and how a query reads it.
#pragma once

#include "engine/kernels/query/query_kernels.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/base/gate.hpp"
#include "engine/src/base/item_faults.hpp"
#include "engine/src/query/plan.hpp"
#include "engine/src/query/query_batch.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

#include <throng/queries.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <new>
#include <span>
#include <type_traits>

namespace throng {

inline constexpr Status busy{Fault::Busy, no_slot, 0};

/// Room for the view that an index makes for one call. It has no content at first.
class ViewRoom {
public:
    ViewRoom() noexcept {}

    /// Where a view is made in place.
    template <class View> void* place() noexcept {
        static_assert(sizeof(View) <= sizeof bytes_ && std::is_trivially_destructible_v<View>);
        return bytes_;
    }

private:
    alignas(std::max_align_t) std::byte bytes_[256];
};

/// A view without elements.
template <class View> inline constexpr View no_elements{};

/// What queries read of a space, and the kernels that read it.
struct Shown {
    const kernels::IndexView* view;
    const kernels::QueryTable* table;
    const kernels::IndexView* empty; // a view of the same type without elements
    Categories categories{};
    bool turned = false;      // x and y of the view are exchanged
    float near = 0;           // of a grid: the distance between queries that share some of their candidates; else 0
    bool stores_boxes = true; // not points, whose boxes have their centres only to within rounding
    Aabb around{};            // around all or most elements; no area: unknown

    template <class View> static Shown of(const View& view, const kernels::QueryTable& table) noexcept {
        return {&view, &table, &no_elements<View>};
    }
    /// The view is made in the room.
    template <class View> static Shown in(ViewRoom& room, const View& view, const kernels::QueryTable& table) noexcept {
        return of(*::new (room.place<View>()) View(view), table);
    }
};

/// How the pairs of a structure are found.
struct PairSearch {
    kernels::PairKernel kernel;
    PairItems items;
    kernels::DistancePairKernel within = nullptr; // has the same items. Null: the structure has none
};

/// Fields that every call needs, and functions for what differs. Without overrides it is a closed state, which reads as
/// empty: one static object serves all indexes that were never opened, or were moved from.
struct Space::State {
    explicit State(const Executor& own, std::uint32_t limit = 0) noexcept : host(own), most_hits(limit) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    mutable Gate gate;
    const Executor host{};              // of calls without an Executor
    const Reason closed = Reason::None; // why it reads as empty and refuses changes; None: it is open
    const std::uint32_t most_hits = 0;  // or pairs, in an answer: more are refused. 0: no limit
    mutable std::atomic<std::uint32_t> largest_answer{0};

    bool is_open() const noexcept { return closed == Reason::None; }
    /// Why a space without elements has none, if a caller may have expected some.
    virtual Reason why_empty() const noexcept { return closed; }

    // ---- queries; the caller has entered the gate, and is in the kernels' mode of floating point ----
    virtual Shown show(ViewRoom& room) const noexcept;
    static Shown show_nothing() noexcept;
    virtual PairSearch pair_search(const kernels::IndexView& view) const noexcept;

    // ---- queries about all elements; each is the whole call ----
    virtual Status neighbors(const NeighborRadii& radii, Hits& out, const QueryOptions& options,
                             const Executor& executor) const noexcept;
    virtual Status pairs(Pairs& out, const PairOptions& options, const Executor& executor) const noexcept;
    /// Pairs without a view, where that is faster. False: it is not, or the answer has no room for them.
    virtual bool pairs_at_once(const kernels::BitsetView* among, const PairPlan& plan, Pairs& out) const noexcept;

    // ---- plain reads ----
    virtual std::size_t element_count() const noexcept { return 0; }
    virtual std::size_t slot_count() const noexcept { return 0; }
    virtual bool is_present(Slot) const noexcept { return false; }
    /// Returns how many elements have the layers and the motion that all rows of a batch ask for; 0 if rows differ.
    virtual std::size_t count_searched(const kernels::Batch&) const noexcept { return element_count(); }
    /// Returns whether an element is one of these.
    virtual bool is_searched(Slot, const kernels::Batch&) const noexcept { return true; }
    virtual std::size_t bytes() const noexcept { return 0; }
    virtual Aabb box_of(Slot) const noexcept { return {}; }
    /// The boxes of many slots. A final class overrides it by the same list_boxes(), which then calls its own box_of()
    /// without a look into a table.
    virtual void boxes_of(std::span<const Slot> slots, Aabb* out) const noexcept;
    /// The centre of each element, at its slot; others are unspecified. False: cancelled.
    virtual bool list_centers(Vec2* by_slot, const Executor& executor) const noexcept;
    virtual void visit(NodeVisitor*, void*) const noexcept {}
    virtual bool valid() const noexcept { return true; }

    // ---- life ----
    /// The state of an object of the same class that this one was moved from.
    virtual State& when_closed() const noexcept;
    /// It takes the place of another state of the same object.
    virtual void begin_after(const State&) noexcept {}
    virtual void end() noexcept {}

protected:
    constexpr explicit State(Reason reason) noexcept : closed(reason) {}
    ~State() = default;
};

/// Writes the box of each slot. The box_of() of a final class is called directly.
template <class State> void list_boxes(const State& state, std::span<const Slot> slots, Aabb* out) noexcept {
    for (const Slot slot : slots) *out++ = state.box_of(slot);
}

/// Holds a space as a reader, in the kernels' mode of floating point, which planning on the calling thread needs, too.
class Inside {
public:
    explicit Inside(const SpaceState& state) noexcept : reader_(state.gate) {}
    bool allowed() const noexcept { return static_cast<bool>(reader_); }

private:
    const simd::FloatEnvironment environment_;
    GateReader reader_;
};

/// The Status of an answer about a space without elements, which is no fault.
[[gnu::cold, gnu::noinline]] inline Status of_empty(const SpaceState& state) noexcept {
    return {Fault::None, no_slot, 0, state.why_empty()};
}

/// What a query reads, for the time of the query.
class Reading {
public:
    Reading(const SpaceState& state, const Executor& of_call) noexcept
        : inside_(state), state_(state), shown_(show(state)), executor_(parallel::resolve(of_call, state.host)) {}
    Reading(const Reading&) = delete;
    Reading& operator=(const Reading&) = delete;

    /// False: a change is in progress, and the query reads nothing.
    bool allowed() const noexcept { return inside_.allowed(); }
    /// The Status of an answer: that of a space without elements says why it has none.
    Status with_reason(const Status& status) const noexcept {
        return view().size != 0 || !status ? status : of_empty(state_);
    }
    /// Only if it is allowed.
    const SpaceState& state() const noexcept { return state_; }
    const Shown& shown() const noexcept { return shown_; }
    const kernels::IndexView& view() const noexcept { return *shown_.view; }
    /// The view of a structure that the caller knows. Only if it is allowed.
    template <class View> const View& view_as() const noexcept { return static_cast<const View&>(*shown_.view); }
    const kernels::QueryTable& table() const noexcept { return *shown_.table; }
    Categories categories() const noexcept { return shown_.categories; }
    const Executor& executor() const noexcept { return executor_; }
    /// The smaller one of two limits of an answer: the call's and that of the space. 0: no limit.
    std::uint32_t limit_of_answer(std::uint32_t of_call) const noexcept {
        const std::uint32_t own = state_.most_hits;
        return of_call != 0 && own != 0 ? std::min(of_call, own) : of_call | own;
    }
    void record_size(std::size_t answered) const noexcept {
        const auto hits = static_cast<std::uint32_t>(answered);
        for (std::uint32_t most = state_.largest_answer.load(std::memory_order_relaxed); most < hits;)
            if (state_.largest_answer.compare_exchange_weak(most, hits, std::memory_order_relaxed)) break;
    }

private:
    Shown show(const SpaceState& state) noexcept {
        return inside_.allowed() ? state.show(room_) : SpaceState::show_nothing();
    }

    const Inside inside_;
    const SpaceState& state_;
    ViewRoom room_;
    const Shown shown_;
    const Executor executor_;
};

namespace changes {

// Separate from the successful path, so that a Status is passed on unchanged: compilers would otherwise assemble it
// from its parts in memory, and wait for that.
[[gnu::cold, gnu::noinline]] inline Status failed(const Status& fault) noexcept { return fault; }

/// Calls body(executor) for an open space without a reader or writer inside, else returns the fault. Changes compute in
/// the kernels' mode of floating point, whatever the mode of the calling thread. The changes of a State rely on it:
/// those that a World makes of its parts run within its commit.
template <class Body> Status guarded(SpaceState& state, const Executor& executor, Body&& body) noexcept {
    if (!state.is_open()) return failed(refused(state.closed));
    const GateWriter writer(state.gate);
    if (!writer) return failed(busy);
    const simd::FloatEnvironment environment;
    return body(parallel::resolve(executor, state.host));
}

} // namespace changes
} // namespace throng
