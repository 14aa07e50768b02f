// SPDX-License-Identifier: MIT
#include "engine/src/world/queries/layer_pairs.hpp"

#include <algorithm>
#include <utility>

namespace throng {
namespace {

using kernels::PairSink;
using kernels::PairTaker;

constexpr std::uint32_t pairs_per_block = PairSegments::block;

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

/// The filter of pairs across layers, which have names of their own: to slots of the world.
class NamedPairs {
public:
    NamedPairs(const PairFilter& filter, const kernels::BitsetView* among, const WorldView& named_layer,
               const Slot* slots) noexcept
        : filter_(filter), among_(among), named_layer_(named_layer), slots_(slots) {}

    /// Pairs with elements of this layer; returns how many stay.
    std::uint32_t keep_wanted(const WorldView& layer, std::uint32_t* pairs, std::uint32_t size) const noexcept {
        std::uint32_t kept = 0;
        for (std::uint32_t i = 0; i < size; ++i) {
            std::uint32_t one = pairs[2 * std::size_t{i}], other = pairs[2 * std::size_t{i} + 1];
            if (one > other) std::swap(one, other);
            const Slot a =
                named_layer_.members ? named_layer_.members[slots_[other - first_name]] : slots_[other - first_name];
            const Slot b = layer.members ? layer.members[one] : one;
            if (!is_member(a) || !is_member(b) || !filter_.keeps(a, b)) continue;
            pairs[2 * std::size_t{kept}] = std::min(a, b);
            pairs[2 * std::size_t{kept} + 1] = std::max(a, b);
            ++kept;
        }
        return kept;
    }

private:
    bool is_member(Slot slot) const noexcept {
        return !among_ || (slot < among_->size && ((among_->words[slot / 64] >> (slot % 64)) & 1u) != 0);
    }

    const PairFilter& filter_;
    const kernels::BitsetView* among_;
    const WorldView& named_layer_;
    const Slot* slots_; // of the named elements
};

/// Hands on the pairs that are kept.
struct TakesNamed : PairTaker {
    TakesNamed(const NamedPairs& which, PairTaker* to) noexcept
        : PairTaker{[](PairTaker& self, std::uint32_t* pairs, std::uint32_t size) noexcept {
              auto& own = static_cast<TakesNamed&>(self);
              own.next->take(*own.next, pairs, own.named.keep_wanted(*own.layer, pairs, size));
          }},
          named(which), next(to) {}
    const NamedPairs& named;
    PairTaker* next;
    const WorldView* layer = nullptr;
};

} // namespace

template <class Wanted>
bool LayerPairs<Wanted>::add(std::uint64_t items, std::uint32_t layer, std::uint8_t structure) noexcept {
    if (items == 0) return true;
    const std::uint64_t begin = this->items();
    return runs_.push({begin + (items + pairs_per_block - 1) / pairs_per_block * pairs_per_block, layer, structure});
}

template <class Wanted>
bool LayerPairs<Wanted>::list(bool static_static, bool across, const HierarchicalBitset* among) noexcept {
    static_static_ = static_static;
    if (among) members_ = Access::view(*among);
    among_ = among != nullptr;
    runs_.resize(0);
    for (std::uint32_t i = 0; i < layers_.count(); ++i)
        if (!add(PairSegments(layers_[i], static_static).items(), i, world_structures)) return false;
    for (std::uint32_t i = 0; across && i + 1 < layers_.count(); ++i)
        for (std::uint8_t s = 0; s < world_structures; ++s)
            if (!add(WorldMembers(layers_[i], s).items(), i, s)) return false;
    return true;
}

template <class Wanted>
std::uint32_t LayerPairs<Wanted>::operator()(std::uint32_t begin, std::uint32_t end, PairSink& sink) const noexcept {
    const PairRun* const run =
        std::partition_point(runs_.begin(), runs_.end(), [&](const PairRun& r) { return r.end <= begin; });
    const auto first = static_cast<std::uint32_t>(run == runs_.begin() ? 0 : (run - 1)->end);
    if (sink.size > sink.capacity) return begin;
    PairSink part = behind(sink); // the names of its pairs are those of one layer
    const std::uint32_t done =
        first + (run->structure == world_structures ? within(*run, begin - first, end - first, part)
                                                    : across(*run, begin - first, end - first, part));
    sink.size += part.size;
    sink.dropped = part.dropped;
    sink.candidates = part.candidates;
    return done;
}

template <class Wanted>
std::uint32_t LayerPairs<Wanted>::within(const PairRun& run, std::uint32_t begin, std::uint32_t end,
                                         PairSink& sink) const noexcept {
    const WorldView& layer = layers_[run.layer];
    const std::uint32_t done = ViewPairs(layer, wanted_)(begin, end, sink);
    name_in_world(layer, sink.pairs, 2 * sink.size);
    return done;
}

template <class Wanted>
std::uint32_t LayerPairs<Wanted>::across(const PairRun& run, std::uint32_t begin, std::uint32_t end,
                                         PairSink& sink) const noexcept {
    const WorldMembers members(layers_[run.layer], run.structure);
    const auto stop = static_cast<std::uint32_t>(std::min<std::uint64_t>(end, members.items()));
    for (std::uint32_t at = begin; at < stop;) {
        const WorldMembers::Elements elements = members.elements(at, stop);
        const PairSink before = sink;
        if (!join_later(run, elements, sink)) {
            sink = before;
            return at;
        }
        at += members.items_of(elements);
    }
    return end;
}

// Elements of one structure with those of all later layers. False: the sink is full. With a taker that never happens,
// since pairs that it has taken would be found again.
template <class Wanted>
bool LayerPairs<Wanted>::join_later(const PairRun& run, const WorldMembers::Elements& elements,
                                    PairSink& sink) const noexcept {
    if (elements.count == 0) return true;
    std::uint32_t names[2 * packet_queries];
    for (std::uint32_t i = 0; i < 2 * packet_queries; ++i) names[i] = first_name + i;
    WorldMembers::Elements named = elements;
    named.columns.slots = names;
    const PairFilter filter(world_, wanted_);
    const NamedPairs pairs(filter, among_ ? &members_ : nullptr, layers_[run.layer], elements.columns.slots);
    PairTaker* const outer = sink.taker;
    TakesNamed taker(pairs, outer);
    for (std::uint32_t i = run.layer + 1; i < layers_.count(); ++i) {
        taker.layer = &layers_[i];
        for (std::uint8_t s = 0; s < world_structures; ++s) {
            const WorldMembers others(layers_[i], s);
            const bool wanted = static_static_ || !holds_statics(run.structure) || !holds_statics(s);
            if (others.size() == 0 || !wanted) continue;
            if (sink.size > sink.capacity) {
                if (!outer) return false;
                outer->take(*outer, sink.pairs, std::exchange(sink.size, 0u));
            }
            PairSink part = behind(sink);
            part.taker = outer ? &taker : nullptr;
            const bool joined = others.join_with(named, nullptr, part);
            const std::uint32_t kept = pairs.keep_wanted(layers_[i], part.pairs, part.size);
            sink.dropped = part.dropped + (part.size - kept);
            sink.candidates = part.candidates;
            sink.size += kept;
            if (!joined) return false;
        }
    }
    return true;
}

template class LayerPairs<PairOptions>;
template class LayerPairs<TrackedPairs>;

} // namespace throng
