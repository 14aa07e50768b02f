// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/part_pairs.hpp"

#include "engine/kernels/query/kept_pairs.hpp"
#include "engine/src/base/active_kernels.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace throng {
namespace {

using kernels::PairSink;
using kernels::PairTaker;

// The elements of several items, at most sixteen in all, or of one item.
class SideBySide {
public:
    std::uint32_t count() const noexcept { return count_; }
    void clear() noexcept { count_ = 0; }
    void add(const Elements& more) noexcept {
        const auto put = [this](auto* to, const auto* from) {
            std::memcpy(to + count_, from, packet_queries * sizeof *to);
        };
        put(min_x_, more.columns.min_x), put(min_y_, more.columns.min_y);
        put(max_x_, more.columns.max_x), put(max_y_, more.columns.max_y);
        put(slots_, more.columns.slots);
        count_ += more.count;
    }
    Elements elements() const noexcept { return {{min_x_, min_y_, max_x_, max_y_, slots_, 0}, count_}; }

private:
    // Whole tiles are copied, wherever they begin.
    static constexpr std::uint32_t room = 2 * packet_queries;
    float min_x_[room] = {}, min_y_[room] = {}, max_x_[room] = {}, max_y_[room] = {};
    std::uint32_t slots_[room] = {};
    std::uint32_t count_ = 0;
};

// Joins items [begin, end) of a part with another part.
std::uint32_t join_parts(const Part& part, const Part& other, std::uint32_t begin, std::uint32_t end,
                         const kernels::BitsetView* among, PairSink& sink) {
    const std::uint32_t most = other.kind->joined_at_once();
    SideBySide packet;
    std::uint32_t joined = begin; // items before it have been joined
    for (std::uint32_t at = begin, next; at < end; at = next) {
        const Elements elements = part.elements(at, end);
        next = at + part.kind->items_of(elements);
        if (elements.count == 0) continue;
        if (packet.count() != 0 && packet.count() + elements.count > most) {
            if (!other.join_with(packet.elements(), among, sink)) return joined;
            packet.clear();
            joined = at;
        }
        packet.add(elements);
    }
    return packet.count() == 0 || other.join_with(packet.elements(), among, sink) ? end : joined;
}

// While elements of one layer are joined with another one, their names are above all slots.
constexpr std::uint32_t first_name = no_slot - 2 * packet_queries;

// The room that a sink has left.
PairSink behind(const PairSink& sink) {
    PairSink rest = sink;
    rest.pairs += 2 * std::size_t{sink.size};
    rest.capacity -= sink.size;
    rest.size = 0;
    return rest;
}

/// The filter of pairs across layers, of elements with such names and of others.
struct NamedPairs {
    const PairFilter& filter;
    const kernels::BitsetView* among;
    const Part& named_part;
    const Slot* named; // their slots in their part

    /// Pairs with elements of `other`, to slots of the world; returns how many stay.
    std::uint32_t keep_wanted(const Part& other, std::uint32_t* pairs, std::uint32_t size) const noexcept {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < size; ++i) {
            std::uint32_t low = pairs[2 * std::size_t{i}], high = pairs[2 * std::size_t{i} + 1];
            if (low > high) std::swap(low, high);
            const Slot a = named_part.name_of(named[high - first_name]), b = other.name_of(low);
            if (!is_member(a) || !is_member(b) || !filter.keeps(a, b)) continue;
            pairs[2 * std::size_t{kept}] = std::min(a, b);
            pairs[2 * std::size_t{kept} + 1] = std::max(a, b);
            ++kept;
        }
        return kept;
    }
    bool is_member(Slot slot) const noexcept {
        return !among || (slot < among->size && ((among->words[slot / 64] >> (slot % 64)) & 1u) != 0);
    }
};

/// Hands on the pairs that are kept.
struct TakesNamed : PairTaker {
    TakesNamed(const NamedPairs& which, PairTaker* to) noexcept
        : PairTaker{[](PairTaker& self, std::uint32_t* pairs, std::uint32_t size) noexcept {
              auto& own = static_cast<TakesNamed&>(self);
              own.next->take(*own.next, pairs, own.named.keep_wanted(*own.other, pairs, size));
          }},
          named(which), next(to) {}
    const NamedPairs& named;
    PairTaker* next;
    const Part* other = nullptr;
};

} // namespace

bool PartPairs::add(const Part& part, const Part* other, std::uint32_t layer) noexcept {
    const std::uint64_t begin = items(), blocks = (part.items() + block - 1) / block;
    return blocks == 0 || runs_.push({begin + blocks * block, &part, other, layer});
}

bool PartPairs::list(bool static_static, bool across, const HierarchicalBitset* among, float distance) noexcept {
    static_static_ = static_static;
    distance_ = distance;
    if (among) among_ = Access::view(*among);
    has_among_ = among != nullptr;
    runs_.resize(0);
    for (std::uint32_t i = 0; i < layers_.count(); ++i) {
        const std::span<const Part> here = layers_[i].parts_here();
        for (std::size_t p = 0; p < here.size(); ++p) {
            for (std::size_t q = p; q < here.size(); ++q) {
                const bool swap = here[q].size() < here[p].size();
                if (is_wanted(here[p], here[q]) && !add(here[swap ? q : p], &here[swap ? p : q], i)) return false;
            }
        }
    }
    for (std::uint32_t i = 0; across && i + 1 < layers_.count(); ++i)
        for (const Part& part : layers_[i].parts_here())
            if (!add(part, nullptr, i)) return false;
    return true;
}

std::uint32_t PartPairs::operator()(std::uint32_t begin, std::uint32_t end, PairSink& sink) const noexcept {
    const PairRun& run =
        *std::partition_point(runs_.begin(), runs_.end(), [&](const PairRun& r) { return r.end <= begin; });
    const auto first = static_cast<std::uint32_t>(&run == runs_.begin() ? 0 : (&run - 1)->end);
    const Part& part = *run.part;
    const auto stop = static_cast<std::uint32_t>(std::min<std::uint64_t>(end - first, part.items()));
    if (!run.other) {
        const std::uint32_t done = join_across(run, begin - first, stop, sink);
        return done == stop ? end : first + done;
    }
    kernels::BitsetView members = among_;
    members.names = part.names;
    const kernels::BitsetView* const among = has_among_ ? &members : nullptr;
    const auto join = [&](std::uint32_t from, std::uint32_t to, PairSink& out) noexcept {
        return run.other == run.part ? join_own(part, from, to, among, out)
                                     : join_parts(part, *run.other, from, to, among, out);
    };
    const auto keeps = [this](Slot a, Slot b) { return filter_.keeps(a, b); };
    const auto keep = [&](std::uint32_t* pairs, std::uint32_t size) noexcept {
        part.name_in_world(pairs, 2 * size);
        return filter_.all() ? size : kernels::move_kept(pairs, size, keeps);
    };
    const std::uint32_t done = filter_.all() && !part.names ? join(begin - first, stop, sink)
                                                            : kernels::join_kept(keep, join, begin - first, stop, sink);
    return done == stop ? end : first + done;
}

std::uint32_t PartPairs::join_own(const Part& part, std::uint32_t begin, std::uint32_t end,
                                  const kernels::BitsetView* among, PairSink& sink) const noexcept {
    if (distance_ == no_distance) return part.kind->join(*part.view, begin, end, among, sink);
    return active_kernels().pairs_of_boxes.within(*part.kind->row_grid(*part.view), distance_, begin, end, among, sink);
}

std::uint32_t PartPairs::join_across(const PairRun& run, std::uint32_t begin, std::uint32_t end,
                                     PairSink& sink) const noexcept {
    for (std::uint32_t at = begin; at < end;) {
        const Elements elements = run.part->elements(at, end);
        const PairSink before = sink;
        if (!join_later(run, elements, sink)) {
            sink = before;
            return at;
        }
        at += run.part->kind->items_of(elements);
    }
    return end;
}

// Elements of one part with those of all later layers. False: the sink is full. With a taker that never happens, since
// pairs that it has taken would be found again.
bool PartPairs::join_later(const PairRun& run, const Elements& elements, PairSink& sink) const noexcept {
    if (elements.count == 0) return true;
    std::uint32_t names[2 * packet_queries];
    for (std::uint32_t i = 0; i < 2 * packet_queries; ++i) names[i] = first_name + i;
    Elements named = elements;
    named.columns.slots = names;
    const NamedPairs pairs{filter_, has_among_ ? &among_ : nullptr, *run.part, elements.columns.slots};
    PairTaker* const outer = sink.taker;
    TakesNamed taker(pairs, outer);
    for (std::uint32_t i = run.layer + 1; i < layers_.count(); ++i) {
        for (const Part& other : layers_[i].parts_here()) {
            if (!is_wanted(*run.part, other)) continue;
            if (sink.size > sink.capacity) {
                if (!outer) return false;
                outer->take(*outer, sink.pairs, std::exchange(sink.size, 0u));
            }
            taker.other = &other;
            PairSink rest = behind(sink);
            rest.taker = outer ? &taker : nullptr;
            const bool joined = other.join_with(named, nullptr, rest);
            const std::uint32_t kept = pairs.keep_wanted(other, rest.pairs, rest.size);
            sink.dropped = rest.dropped + (rest.size - kept);
            sink.candidates = rest.candidates;
            sink.size += kept;
            if (!joined) return false;
        }
    }
    return true;
}

} // namespace throng
