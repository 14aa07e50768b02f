// SPDX-License-Identifier: MIT
// Lines of sight: casts that end at the first blocker in any part.
#include "engine/src/base/flaws.hpp"
#include "engine/src/world/queries/answer_packet.hpp"
#include "engine/src/world/relative.hpp"
#include "engine/src/world/world_space_state.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace throng {
namespace {

using kernels::Batch;
using kernels::Collect;
using kernels::HitSink;

// A segment has the numbers before this one: at and to.
constexpr Batch::NumberName segment_end = Batch::reaches;

Vec2 point_at(const PointView& points, DoubleVec2, std::uint32_t i) noexcept {
    const std::size_t at = i * (points.stride / sizeof(float));
    return {points.x[at], points.y[at]};
}
Vec2 point_at(const DoublePointView& points, DoubleVec2 origin, std::uint32_t i) noexcept {
    const std::size_t at = i * (points.stride / sizeof(double));
    return relative::convert({points.x[at], points.y[at]}, origin);
}

// What is wrong with a view of ends.
Reason flaw_of_ends(const PointView& points) noexcept {
    return flaw_of(points) == Reason::None ? Reason::None : Reason::SightViews;
}
Reason flaw_of_ends(const DoublePointView& points) noexcept {
    return relative::is_valid(points) ? Reason::None : Reason::DoublesUnreadable;
}

// Why these are no layers of lines of sight (one range for all, or one for each); None: they are.
Reason flaw_of_layers(std::span<const LayerRange> layers, std::size_t lines) noexcept {
    const auto is_reversed = [](LayerRange range) { return range.first > range.last; };
    if (layers.size() != 1 && layers.size() != lines) return Reason::SightLayers;
    return std::any_of(layers.begin(), layers.end(), is_reversed) ? Reason::LayersReversed : Reason::None;
}

// Lines between points in floats, or in doubles from the origin on.
template <class Points> struct Sight {
    const Points &from, &to;
    DoubleVec2 origin;
    std::uint8_t* out;
    kernels::ItemFaults faulty{};

    // The lines of [begin, end) that are segments (or, with `still`, points) with finite ends, as rays.
    void gather(std::uint32_t begin, std::uint32_t end, bool still, PacketColumns& columns) {
        columns.count = 0;
        for (std::uint32_t i = begin; i < end; ++i) {
            const auto [x, y] = point_at(from, origin, i);
            const auto [to_x, to_y] = point_at(to, origin, i);
            const float dx = to_x - x, dy = to_y - y;
            const bool valid = std::isfinite(x) && std::isfinite(y) && std::isfinite(dx) && std::isfinite(dy);
            const std::uint32_t n = columns.count;
            if (!valid || (dx == 0 && dy == 0) != still) {
                if (!valid && still) note_fault(faulty, Fault::InvalidBounds, i);
                continue;
            }
            out[i] = 1;
            columns.numbers[Batch::at_x][n] = x;
            columns.numbers[Batch::at_y][n] = y;
            columns.numbers[Batch::to_x][n] = still ? x : dx;
            columns.numbers[Batch::to_y][n] = still ? y : dy;
            columns.rows[n] = i;
            ++columns.count;
        }
    }
};

// Keeps the lines without a blocker so far, for the next part.
void keep_seen(PacketColumns& columns, const std::uint32_t* hits, std::uint8_t* out) {
    std::uint32_t kept = 0;
    for (std::uint32_t n = 0; n < columns.count; ++n) {
        if (hits[n] != 0) {
            out[columns.rows[n]] = 0;
            continue;
        }
        for (std::uint32_t name = 0; name < segment_end; ++name) columns.numbers[name][kept] = columns.numbers[name][n];
        columns.rows[kept++] = columns.rows[n];
    }
    columns.count = kept;
}

void look(const SearchedParts& parts, const Batch& options, bool still, PacketColumns& columns, std::uint8_t* out) {
    const Search search = still ? Search{SearchKind::Overlap, Collect::Count} : Search{SearchKind::Cast};
    std::uint32_t slots[kernels::counted_at_once + 2 * packet_queries], counts[packet_queries];
    float keys[4 * packet_queries];
    for (const Part& part : parts) {
        if (columns.count == 0) break;
        if (!part.summary.may_meet(options.mask)) continue;
        Batch batch = columns.batch(options, segment_end);
        batch.form = kernels::BoxSource::Form::Corners;
        HitSink sink;
        sink.slots = slots;
        sink.keys = keys;
        sink.capacity = 2 * packet_queries;
        sink.counts = counts;
        with_slots_of(part, batch, columns.count,
                      [&](const Batch& own) { return search_part(part, search, own, 0, columns.count, sink); });
        keep_seen(columns, counts, out);
    }
}

// Between valid views of out.size() points each. `layers`: none (all layers), one, or one for each.
template <class Points>
Status see(const WorldView& world, const Points& from, const Points& to, DoubleVec2 origin, std::uint32_t blockers,
           std::span<const LayerRange> layers, std::span<std::uint8_t> out, const Executor& executor) noexcept {
    if (out.size() >= no_slot) return status_of(Fault::OutOfCapacity, {});
    Batch options;
    options.reach = 1;
    options.any_hit = options.keys_wanted = true;
    options.categories = world.categories;
    options.mask = blockers;
    options.has_mask = !world.all_kinds.all_meet(blockers);
    const auto range_at = [&](std::uint32_t line) {
        return layers.empty() ? LayerRange{} : layers[layers.size() == 1 ? 0 : line];
    };

    constexpr std::uint32_t max_blocks = 256, least = 1024;
    const auto lines = static_cast<std::uint32_t>(out.size());
    const std::uint32_t size = std::max(least, (lines / max_blocks / packet_queries + 1) * packet_queries);
    const std::uint32_t blocks = lines / size + (lines % size != 0 ? 1 : 0);
    std::fill(out.begin(), out.end(), std::uint8_t{0});
    std::array<kernels::ItemFaults, max_blocks> faults{};
    const bool ran = parallel::for_each_block(executor, blocks, [&](std::uint32_t b) {
        const simd::FloatEnvironment environment;
        Sight<Points> sight{from, to, origin, out.data()};
        const std::uint32_t first = b * size, end = first + std::min(lines - first, size);
        for (std::uint32_t begin = first, stop; begin < end; begin = stop) {
            stop = begin + std::min(end - begin, packet_queries);
            for (std::uint32_t next = begin + 1; next < stop; ++next) // one range at a time
                if (range_at(next) != range_at(begin)) stop = next;
            const SearchedParts parts(world, range_at(begin));
            for (const bool still : {false, true}) {
                PacketColumns columns;
                sight.gather(begin, stop, still, columns);
                look(parts, options, still, columns, out.data());
            }
        }
        faults[b] = sight.faulty;
    });
    if (!ran) {
        std::fill(out.begin(), out.end(), std::uint8_t{0});
        return status_of(Fault::Cancelled, {});
    }
    kernels::ItemFaults faulty;
    for (std::uint32_t b = 0; b < blocks; ++b) merge(faulty, faults[b]);
    return status_of(Fault::None, faulty);
}

template <class Points>
Status answer_visible(const WorldSpaceState& state, const Points& from, const Points& to, std::uint32_t blockers,
                      std::span<const LayerRange> layers, std::span<std::uint8_t> out,
                      const Executor& of_call) noexcept {
    const Reading reading(state, of_call);
    if (!reading.allowed()) return status_of(Fault::Busy, {});
    for (const Points* const ends : {&from, &to})
        if (const Reason flaw = flaw_of_ends(*ends); flaw != Reason::None) return refused(flaw);
    if (from.size != out.size() || to.size != out.size()) return refused(Reason::SightLengths);
    if (const Reason flaw = flaw_of_layers(layers, out.size()); flaw != Reason::None) return refused(flaw);
    if (layers.size() == 1 && layers[0] == LayerRange{}) layers = {};
    const Status status =
        see(reading.view_as<WorldView>(), from, to, state.origin(), blockers, layers, out, reading.executor());
    // A segment whose ends are finite may still be longer than a float.
    return explained(reading.with_reason(status), [](Slot) { return Reason::PointNotFinite; });
}

constexpr LayerRange all_layers{};

} // namespace

Status WorldSpace::visible(PointView from, PointView to, std::uint32_t blockers, std::span<std::uint8_t> out,
                           Executor executor) const noexcept {
    return answer_visible(state_of(*this), from, to, blockers, {&all_layers, 1}, out, executor);
}

Status WorldSpace::visible(PointView from, PointView to, std::uint32_t blockers, std::span<const LayerRange> layers,
                           std::span<std::uint8_t> out, Executor executor) const noexcept {
    return answer_visible(state_of(*this), from, to, blockers, layers, out, executor);
}

Status WorldSpace::visible(DoublePointView from, DoublePointView to, std::uint32_t blockers,
                           std::span<std::uint8_t> out, Executor executor) const noexcept {
    return answer_visible(state_of(*this), from, to, blockers, {&all_layers, 1}, out, executor);
}

Status WorldSpace::visible(DoublePointView from, DoublePointView to, std::uint32_t blockers,
                           std::span<const LayerRange> layers, std::span<std::uint8_t> out,
                           Executor executor) const noexcept {
    return answer_visible(state_of(*this), from, to, blockers, layers, out, executor);
}

} // namespace throng
