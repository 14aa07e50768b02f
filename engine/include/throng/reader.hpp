// SPDX-License-Identifier: MIT
// Many small queries in a row: what each call would do first and last is done once.
#pragma once

#include <throng/export.hpp>
#include <throng/hits.hpp>
#include <throng/queries.hpp>
#include <throng/query_options.hpp>
#include <throng/types.hpp>
#include <throng/views.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>

#include <throng/names_begin.hpp>

namespace throng {

/// A query in progress over many calls: scripts and jobs that ask one by one.
///
///     const Reader reader(world);
///     for (const Agent& agent : mine)
///         reader.for_each_within({agent.at, 2}, [&](Slot other) { ... });
///
/// A call of Space enters the space, settles the mode of floating point, asks for a view, and undoes that at its end:
/// for one query of a small space that is a third of its time. A reader does it once. The answers are those of Space,
/// on the calling thread.
///
/// Changes  during its lifetime every change of the space returns Busy, as during a query. It reads the space as it was
///          when the reader was made. The space outlives it, and is not moved meanwhile.
/// Threads  made, used and destroyed by one thread, whose mode of floating point is that of the library meanwhile:
///          round to nearest, denormals kept. Any number of readers at once, also of one space in one thread, each
///          destroyed before those that were made earlier. Its queries are const and may nest.
/// Faults   as of Space. A reader made during a change is not allowed in: it is false, and its calls return Busy.
/// Memory   512 bytes where it is declared, and none besides.
class THRONG_API Reader {
public:
    explicit Reader(const Space& space) noexcept;
    Reader(const Reader&) = delete;
    Reader& operator=(const Reader&) = delete;
    ~Reader();

    /// False: the space was being changed when the reader was made.
    explicit operator bool() const noexcept;

    // ---- as of Space, which says what they find ----
    Status overlap(BoxView queries, Hits& out, const QueryOptions& options = {}) const noexcept;
    Status within(DiscView queries, Hits& out, const QueryOptions& options = {}) const noexcept;
    Status nearest(PointView queries, std::uint32_t k, float max_distance, Hits& out,
                   const QueryOptions& options = {}) const noexcept;
    Status nearest(PointView queries, std::uint32_t k, Hits& out, const QueryOptions& options = {}) const noexcept {
        return nearest(queries, k, HUGE_VALF, out, options);
    }
    Status cast(RayView queries, Hits& out, const QueryOptions& options = {}) const noexcept;
    Status along(RayView queries, Hits& out, const QueryOptions& options = {}) const noexcept;
    Status neighbors_of(std::span<const Slot> of, float radius, Hits& out,
                        const QueryOptions& options = {}) const noexcept;
    Status count(BoxView queries, std::span<std::uint32_t> out, const QueryOptions& options = {}) const noexcept;
    Status count(DiscView queries, std::span<std::uint32_t> out, const QueryOptions& options = {}) const noexcept;

    // ---- one query, without an answer object: f(slot), or f(slot, distance), for each hit of the row ----

    /// Calls f for each element that within() would list, in its order. If f returns a bool, false ends the calls.
    ///
    /// f is called after the search: it may ask again, and may throw. The hits lie on the stack; a row of more than
    /// about 1,000 takes memory from the heap for the time of the call. `options` are those of one query: spans in it
    /// have one entry. `order` and `most_hits` are ignored, and so is `distances`: they are there if f takes them.
    template <class F> Status for_each_within(Disc disc, F&& f, const QueryOptions& options = {}) const {
        return for_each<F>([&](Row& row, bool with) { find(disc, options, with, row); }, f);
    }
    /// The same of overlap().
    template <class F> Status for_each_overlap(const Aabb& box, F&& f, const QueryOptions& options = {}) const {
        return for_each<F>([&](Row& row, bool with) { find(box, options, with, row); }, f);
    }
    /// The same of neighbors_of({slot}, radius).
    template <class F>
    Status for_each_neighbor(Slot slot, float radius, F&& f, const QueryOptions& options = {}) const {
        return for_each<F>([&](Row& row, bool with) { find(slot, radius, options, with, row); }, f);
    }
    /// The same of nearest().
    template <class F>
    Status for_each_nearest(Vec2 point, std::uint32_t k, float max_distance, F&& f,
                            const QueryOptions& options = {}) const {
        return for_each<F>([&](Row& row, bool) { find(point, k, max_distance, options, row); }, f);
    }
    template <class F>
    Status for_each_nearest(Vec2 point, std::uint32_t k, F&& f, const QueryOptions& options = {}) const {
        return for_each_nearest(point, k, HUGE_VALF, f, options);
    }
    /// The same of along().
    template <class F> Status for_each_along(const Ray& ray, F&& f, const QueryOptions& options = {}) const {
        return for_each<F>([&](Row& row, bool) { find(ray, options, row); }, f);
    }

private:
    // The hits of one query: in the arrays, or in `more`.
    struct Row {
        static constexpr std::uint32_t most = 1024, margin = 32;
        std::uint32_t size = 0;
        const Slot* slots = own_slots;
        const float* distances = own_distances;
        Status status{};
        Hits* more = nullptr;
        Slot own_slots[most + margin];
        float own_distances[most + margin];

        Row() noexcept {} // the arrays stay without content
        Row(const Row&) = delete;
        Row& operator=(const Row&) = delete;
        THRONG_API ~Row();
    };
    void find(const Disc& disc, const QueryOptions& options, bool distances, Row& row) const noexcept;
    void find(const Aabb& box, const QueryOptions& options, bool distances, Row& row) const noexcept;
    void find(Slot slot, float radius, const QueryOptions& options, bool distances, Row& row) const noexcept;
    void find(Vec2 point, std::uint32_t k, float max_distance, const QueryOptions& options, Row& row) const noexcept;
    void find(const Ray& ray, const QueryOptions& options, Row& row) const noexcept;

    template <class F, class Find> Status for_each(Find&& find_row, F& f) const {
        constexpr bool with_distances = std::is_invocable_v<F&, Slot, float>;
        static_assert(with_distances || std::is_invocable_v<F&, Slot>, "f takes a Slot, or a Slot and a float");
        Row row;
        find_row(row, with_distances);
        const auto call = [&](std::uint32_t i) -> decltype(auto) {
            if constexpr (with_distances)
                return f(row.slots[i], row.distances[i]);
            else
                return f(row.slots[i]);
        };
        for (std::uint32_t i = 0; i < row.size; ++i) {
            if constexpr (std::is_same_v<decltype(call(i)), bool>) {
                if (!call(i)) break;
            } else {
                call(i);
            }
        }
        return row.status;
    }

    struct THRONG_LOCAL State;
    THRONG_LOCAL State& state() noexcept;
    THRONG_LOCAL const State& state() const noexcept;
    static constexpr std::size_t state_size = 512;
    alignas(std::max_align_t) std::byte bytes_[state_size];
};

inline Reader Space::reader() const noexcept { return Reader(*this); }

} // namespace throng

#include <throng/names_end.hpp>
