// SPDX-License-Identifier: MIT
// Queries of C: the arguments are read, then the object behind the space is queried.
#pragma once

#include "engine/src/c/input.hpp"

#include <algorithm>
#include <span>
#include <type_traits>

namespace throng::c {

// A mask of 0 is a request as any other, and finds nothing. In C it is rather a struct that was zeroed, so the status
// tells it, without a fault.
inline Status told(Status status, bool finds_nothing) noexcept {
    if (finds_nothing && status && status.reason == Reason::None) status.reason = Reason::MaskOfNothing;
    return status;
}
inline bool finds_nothing(const QueryOptions& options) noexcept { return options.mask == 0 && options.masks.empty(); }
inline bool finds_nothing(const PairOptions& options) noexcept { return options.mask == 0; }

// The first query of a batch that is as it should be ends the search.
inline bool finds_nothing(std::span<const Query> batch) noexcept {
    return !batch.empty() && std::ranges::all_of(batch, [](const Query& query) { return query.mask == 0; });
}
inline bool finds_nothing(std::span<const DoubleQuery> batch) noexcept {
    return !batch.empty() && std::ranges::all_of(batch, [](const DoubleQuery& one) { return one.query.mask == 0; });
}

/// What a refused query leaves behind: an empty answer, as after a fault that the object itself finds.
inline Status refuse(throng_hits* out, Reason reason = Reason::Unreadable) noexcept {
    Status status = out ? RowGrid().within(DiscView(PointView(), -1.f), out->hits) : invalid;
    status.reason = reason;
    return status;
}

inline Status refuse(throng_pairs* out) noexcept {
    PairOptions other;
    other.mask = 0;
    Status status = out ? RowGrid().pairs(out->pairs, other) : invalid;
    status.reason = invalid.reason;
    return status;
}

/// query(object, options, executor) -> Status, if there is a space, an answer, and both can be read.
template <class Answer, class Options, class F>
throng_status answer(const throng_space* space, Answer* out, const Options* options, const throng_executor* executor,
                     bool readable, F&& query) noexcept {
    std::conditional_t<std::is_same_v<Answer, throng_pairs>, PairOptions, QueryOptions> o;
    Executor e;
    if (!space || !out || !readable || !read(options, o) || !read(executor, e)) return to_c(refuse(out));
    return to_c(told(query(*space->object, o, e), finds_nothing(o)));
}

/// The same for calls that write one number for each query: ask(space, view, out, options, executor) -> Status.
template <class View, class CView, class F>
throng_status count(const throng_space* space, const CView* queries, View view, uint32_t* out, size_t size,
                    const throng_query_options* options, const throng_executor* executor, F&& ask) noexcept {
    QueryOptions o;
    Executor e;
    if (!space || !read(queries, view) || !holds(out, size) || !read(options, o) || !read(executor, e))
        return to_c(invalid);
    return to_c(told(ask(*space, view, std::span(out, size), o, e), finds_nothing(o)));
}

/// answer() for queries that only worlds and snapshots have.
template <class F>
throng_status answer_of_world(const throng_space* space, throng_hits* out, const throng_query_options* options,
                              const throng_executor* executor, bool readable, F&& query) noexcept {
    return answer(space, out, options, executor, readable, [&](const Space&, const QueryOptions& o, Executor e) {
        const WorldSpace* const world = world_space(*space);
        return world ? query(*world, o, e) : refuse(out, Reason::OnlyWorlds);
    });
}

} // namespace throng::c
