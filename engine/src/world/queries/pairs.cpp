// SPDX-License-Identifier: MIT
// Pairs of a world: first those within each structure, then those across two structures. For these the elements of the
// smaller structure are joined with the other one, a tile at a time.
#include "engine/src/base/access.hpp"
#include "engine/src/query/index_queries.hpp"
#include "engine/src/world/queries/pair_segments.hpp"
#include "engine/src/world/queries/world_queries.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace throng {
namespace {

using kernels::PairSink;
using kernels::PairTaker;

// Decides which pairs are kept.
class PairFilter {
public:
    PairFilter(const WorldView& world, const PairOptions& options) noexcept
        : categories_(world.categories),
          collides_with_(options.collides_with.empty() ? nullptr : options.collides_with.data()), mask_(options.mask) {}
    PairFilter(const WorldView& world, const TrackedPairs& tracked) noexcept
        : categories_(tracked.all() ? nullptr : world.categories), collides_with_(nullptr), mask_(~0u),
          tracked_(tracked), by_tracked_(!tracked.all()) {}
    bool all() const noexcept { return !categories_ && !collides_with_ && mask_ == ~0u && !by_tracked_; }
    /// Removes other pairs from a list; returns how many stay.
    std::uint32_t keep_wanted(std::uint32_t* pairs, std::uint32_t size) const noexcept {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < size; ++i) {
            const Slot a = pairs[2 * std::size_t{i}], b = pairs[2 * std::size_t{i} + 1];
            if (!keeps(a, b)) continue;
            pairs[2 * std::size_t{kept}] = a, pairs[2 * std::size_t{kept} + 1] = b;
            ++kept;
        }
        return kept;
    }

private:
    bool keeps(Slot slot) const noexcept { return (category(slot) & mask_) != 0; }
    bool keeps(Slot a, Slot b) const noexcept {
        if (by_tracked_) return tracked_.contain(category(a), category(b));
        if (!keeps(a) || !keeps(b)) return false;
        return !collides_with_ || ((category(a) & collides_with_[b]) != 0 && (category(b) & collides_with_[a]) != 0);
    }
    std::uint32_t category(Slot slot) const noexcept { return categories_ ? categories_[slot] : ~0u; }
    const std::uint32_t *categories_, *collides_with_;
    const std::uint32_t mask_;
    const TrackedPairs tracked_{};
    const bool by_tracked_ = false;
};

// The elements of several items, at most sixteen in all, or of one item.
class SideBySide {
public:
    std::uint32_t count() const noexcept { return count_; }
    void clear() noexcept { count_ = 0; }
    void add(const WorldMembers::Elements& more) noexcept {
        const auto put = [this](auto* to, const auto* from) {
            std::memcpy(to + count_, from, packet_queries * sizeof *to);
        };
        put(min_x_, more.columns.min_x), put(min_y_, more.columns.min_y);
        put(max_x_, more.columns.max_x), put(max_y_, more.columns.max_y);
        put(slots_, more.columns.slots);
        count_ += more.count;
    }
    WorldMembers::Elements elements() const noexcept { return {{min_x_, min_y_, max_x_, max_y_, slots_, 0}, count_}; }

private:
    // Whole tiles are copied, wherever they begin.
    static constexpr std::uint32_t room = 2 * packet_queries;
    float min_x_[room] = {}, min_y_[room] = {}, max_x_[room] = {}, max_y_[room] = {};
    std::uint32_t slots_[room] = {};
    std::uint32_t count_ = 0;
};

class WorldPairs {
public:
    WorldPairs(const WorldView& world, const PairOptions& options) noexcept
        : world_(world), filter_(world, options), segments_(world, options.static_static) {
        if (options.among) members_ = Access::view(*options.among);
        among_ = options.among ? &members_ : nullptr;
    }
    WorldPairs(const WorldView& world, const TrackedPairs& tracked) noexcept
        : world_(world), filter_(world, tracked), segments_(world, false) {}

    std::uint64_t items() const noexcept { return segments_.items(); }

    /// Acts as a kernel over the items of all segments, at most a block of them. A full sink has room again after the
    /// filter has removed pairs.
    std::uint32_t operator()(std::uint32_t begin, std::uint32_t end, PairSink& sink) const noexcept {
        if (!sink.taker || filter_.all()) return join_all(begin, end, sink);
        TakesWanted taker(filter_, *sink.taker);
        PairTaker* const outer = std::exchange(sink.taker, &taker);
        const std::uint32_t done = join_all(begin, end, sink);
        sink.taker = outer;
        return done;
    }

private:
    // Hands on the pairs that the filter keeps.
    struct TakesWanted : PairTaker {
        TakesWanted(const PairFilter& which, PairTaker& to) noexcept
            : PairTaker{[](PairTaker& self, std::uint32_t* pairs, std::uint32_t size) noexcept {
                  auto& own = static_cast<TakesWanted&>(self);
                  own.next.take(own.next, pairs, own.filter.keep_wanted(pairs, size));
              }},
              filter(which), next(to) {}
        const PairFilter& filter;
        PairTaker& next;
    };

    std::uint32_t join_all(std::uint32_t begin, std::uint32_t end, PairSink& sink) const noexcept {
        for (std::uint32_t at = begin;;) {
            const std::uint32_t done = join(at, end, sink);
            if (done == end || done == at) return done;
            at = done;
        }
    }

    std::uint32_t join(std::uint32_t begin, std::uint32_t end, PairSink& sink) const noexcept {
        const PairSegment& segment = segments_.of(begin);
        const std::uint32_t from = segment.begin + (begin - static_cast<std::uint32_t>(segment.first));
        const std::uint32_t stop = std::min(segment.end, from + (end - begin)), before = sink.size;
        const std::uint32_t done = segment.asks == segment.asked
                                       ? WorldMembers(world_, segment.asks).join(from, stop, among_, sink)
                                       : join_others(segment, from, stop, sink);
        keep_wanted(sink.taker ? 0 : before, sink); // a taker may have emptied the sink
        return done == stop ? end : begin + (done - from);
    }

    std::uint32_t join_others(const PairSegment& segment, std::uint32_t begin, std::uint32_t end,
                              PairSink& sink) const noexcept {
        const WorldMembers asking(world_, segment.asks), asked(world_, segment.asked);
        // Only the row grid joins the elements of several items at once; other structures decide themselves which
        // elements share a walk.
        const std::uint32_t most = segment.asked == in_row_grid ? packet_queries : 1;
        SideBySide packet;
        std::uint32_t joined = begin; // items before it have been joined
        for (std::uint32_t at = begin, next; at < end; at = next) {
            const WorldMembers::Elements elements = asking.elements(at, end);
            next = at + asking.items_of(elements);
            if (elements.count == 0) continue;
            if (packet.count() != 0 && packet.count() + elements.count > most) {
                if (!asked.join_with(packet.elements(), among_, sink)) return joined;
                packet.clear();
                joined = at;
            }
            packet.add(elements);
        }
        return packet.count() == 0 || asked.join_with(packet.elements(), among_, sink) ? end : joined;
    }

    // Removes the pairs from `begin` on that the filter does not keep.
    void keep_wanted(std::uint32_t begin, PairSink& sink) const noexcept {
        if (filter_.all()) return;
        const std::uint32_t added = sink.size - begin;
        const std::uint32_t kept = filter_.keep_wanted(sink.pairs + 2 * std::size_t{begin}, added);
        sink.dropped += added - kept;
        sink.size = begin + kept;
    }

    const WorldView& world_;
    const PairFilter filter_;
    kernels::BitsetView members_{};
    const kernels::BitsetView* among_ = nullptr;
    const PairSegments segments_;
};

Status find_pairs(const WorldPairs& kernel, const WorldView& world, const PairPlan& plan, Pairs& out,
                  const Executor& executor) noexcept {
    if (kernel.items() > no_slot) return refuse(out, Fault::OutOfCapacity);
    auto call = [&](std::uint32_t begin, std::uint32_t end, PairSink& sink) { return kernel(begin, end, sink); };
    return answer(out, {.count = static_cast<std::uint32_t>(kernel.items()), .block = PairSegments::block}, plan, call,
                  parallel::unless_few(world.size, executor));
}

} // namespace

Status world_pairs(const WorldView& world, Pairs& out, const PairOptions& options, const Executor& executor) noexcept {
    return find_pairs(WorldPairs(world, options), world, {options.order, options.limit}, out, executor);
}

Status world_pairs(const WorldView& world, Pairs& out, const TrackedPairs& tracked, const Executor& executor) noexcept {
    return find_pairs(WorldPairs(world, tracked), world, {.order = Order::Stable}, out, executor);
}

} // namespace throng
