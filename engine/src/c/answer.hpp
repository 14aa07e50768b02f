// SPDX-License-Identifier: MIT
// Queries of C: the arguments are read, then the object behind the space is queried.
#pragma once

#include "engine/src/c/input.hpp"

#include <type_traits>

namespace throng::c {

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
    return to_c(with_object(*space, [&](const auto& object) { return query(object, o, e); }));
}

/// The same for calls that write one number for each query.
template <class View, class CView>
throng_status count(const throng_space* space, const CView* queries, View view, uint32_t* out, size_t size,
                    const throng_query_options* options, const throng_executor* executor) noexcept {
    QueryOptions o;
    Executor e;
    if (!space || !read(queries, view) || !holds(out, size) || !read(options, o) || !read(executor, e))
        return to_c(invalid);
    return to_c(with_object(*space, [&](const auto& object) {
        if constexpr (requires { object.count(view, std::span(out, size), o, e); })
            return object.count(view, std::span(out, size), o, e);
        return refused(Reason::OnlyWorlds); // an index has no places in doubles
    }));
}

/// answer() for queries that only worlds and snapshots have.
template <class F>
throng_status answer_of_world(const throng_space* space, throng_hits* out, const throng_query_options* options,
                              const throng_executor* executor, bool readable, F&& query) noexcept {
    return answer(space, out, options, executor, readable, [&](const auto& object, const QueryOptions& o, Executor e) {
        if constexpr (requires { object.origin(); })
            return query(object, o, e);
        else
            return refuse(out, Reason::OnlyWorlds);
    });
}

} // namespace throng::c
