// SPDX-License-Identifier: MIT
// Lines of sight: casts that end at the first blocker in any part.
#include "engine/src/base/item_faults.hpp"
#include "engine/src/world/queries/packet_columns.hpp"
#include "engine/src/world/queries/world_queries.hpp"
#include "parallel/for_each_block.hpp"
#include "simd/float_environment.hpp"

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

struct Sight {
    const PointView &from, &to;
    std::uint8_t* out;
    kernels::ItemFaults faulty{};

    static float at(const float* column, const PointView& points, std::uint32_t i) {
        return column[i * (points.stride / sizeof(float))];
    }

    // The lines of [begin, end) that are segments (or, with `still`, points) with finite ends, as rays.
    void gather(std::uint32_t begin, std::uint32_t end, bool still, PacketColumns& columns) {
        columns.count = 0;
        for (std::uint32_t i = begin; i < end; ++i) {
            const float x = at(from.x, from, i), y = at(from.y, from, i);
            const float dx = at(to.x, to, i) - x, dy = at(to.y, to, i) - y;
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

} // namespace

Status world_visible(const WorldView& world, const PointView& from, const PointView& to, std::uint32_t blockers,
                     std::span<const LayerRange> layers, std::span<std::uint8_t> out,
                     const Executor& executor) noexcept {
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
        Sight sight{from, to, out.data()};
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

} // namespace throng
