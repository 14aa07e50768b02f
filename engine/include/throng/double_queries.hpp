// SPDX-License-Identifier: MIT
// The queries of a World and its snapshots with coordinates in doubles, and conversions from and to floats.
#pragma once

#include <throng/double_views.hpp>
#include <throng/executor.hpp>
#include <throng/export.hpp>
#include <throng/hits.hpp>
#include <throng/query_options.hpp>

#include <cstdint>
#include <span>

namespace throng {

struct DoubleQuery; // world.hpp

/// A vector, array or span of DoubleQuery. It points into the caller's memory.
struct DoubleQueryView {
    const DoubleQuery* data;
    std::size_t size;

    template <Contiguous R>
    requires std::same_as<ElementOf<R>, DoubleQuery>
    constexpr DoubleQueryView(const R& queries) noexcept : data(queries.data()), size(queries.size()) {}
};

namespace parts {

/// The queries of `Self`, World or WorldSnapshot, with places in doubles. An empty base class.
///
/// Each place p becomes float(p - origin()), as double_views.hpp says; then the answer is that of the same query with
/// floats (Queries in queries.hpp, WorldQueries in world.hpp), faults, order, threads and cost included. A place that
/// is out of the range of floats there is InvalidBounds of its query. Distances are floats, as ever. So, relative to
/// another origin, elements may change their order if their distances differ by no more than roundings.
///
/// Cost     one pass over the batch besides: on the threads of the query if it is large.
/// Memory   8 bytes a query, of boxes up to 16, of query() 44, in the answer's memory beside the answer; it is used
///          again, and freed by Hits::trim(). count and visible take none. Of a fixed buffer as many bytes at its end
///          are not available to the answer; a buffer without room for them holds no row (OutputTooSmall, first 0).
template <class Self> class THRONG_API DoubleQueries {
public:
    Status overlap(DoubleBoxView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;
    Status within(DoubleDiscView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;
    Status nearest(DoublePointView queries, std::uint32_t k, float max_distance, Hits& out, QueryOptions options = {},
                   Executor executor = {}) const noexcept;
    Status cast(DoubleRayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;
    Status along(DoubleRayView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;
    Status count(DoubleBoxView queries, std::span<std::uint32_t> out, QueryOptions options = {},
                 Executor executor = {}) const noexcept;
    Status count(DoubleDiscView queries, std::span<std::uint32_t> out, QueryOptions options = {},
                 Executor executor = {}) const noexcept;
    Status query(DoubleQueryView queries, Hits& out, QueryOptions options = {}, Executor executor = {}) const noexcept;
    Status visible(DoublePointView from, DoublePointView to, std::uint32_t blockers, std::span<std::uint8_t> out,
                   Executor executor = {}) const noexcept;
    Status visible(DoublePointView from, DoublePointView to, std::uint32_t blockers, std::span<const LayerRange> layers,
                   std::span<std::uint8_t> out, Executor executor = {}) const noexcept;

    /// The point from which all coordinates in floats count: WorldDesc::origin, or that of the last World::rebase. A
    /// snapshot keeps the origin of its commit. {0, 0} of a world that is not open. Unguarded against commit and
    /// rebase, as the plain reads are.
    DoubleVec2 origin() const noexcept;

    /// float(p - origin()): what the world stores of a place.
    Vec2 relative(DoubleVec2 place) const noexcept;

    /// origin() + p, in double, rounded once: the place of coordinates that the world returned, such as those of
    /// bounds_of(). It is the one that was stored, not the one that was given: that may be half a spacing of floats
    /// away (docs/precision.md).
    DoubleVec2 absolute(Vec2 point) const noexcept;
    DoubleAabb absolute(const Aabb& box) const noexcept;

protected:
    DoubleQueries() noexcept = default;
    DoubleQueries(const DoubleQueries&) noexcept = default;
    DoubleQueries& operator=(const DoubleQueries&) noexcept = default;
    ~DoubleQueries() = default;
};

} // namespace parts

} // namespace throng
