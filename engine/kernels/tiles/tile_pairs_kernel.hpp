// SPDX-License-Identifier: MIT
// All overlapping pairs of an index of tiles: each tile of elements is joined with itself and with every later tile
// that the box around it overlaps. Of two tiles only the elements that reach the other's box are compared, one with
// sixteen at a time.
//
//     Index::tile(view, item, candidates)         the elements of one item; false: it has none
//     Index::walk_after(view, item, box, body)    body(candidates, box of them) for every tile after the item's that
//                                                 may overlap the box
#pragma once

#include "engine/kernels/query/kept_pairs.hpp"
#include "engine/kernels/query/shapes.hpp"

namespace throng::kernels {

/// The box around the first `count` of sixteen boxes.
template <class A> THRONG_INLINE Region box_around(const ElementColumns& c, std::uint32_t count) {
    using namespace simd;
    const Mask<A> live = first<A>(static_cast<int>(count));
    const Floats<A> infinity = broadcast<A>(__builtin_inff()), none = broadcast<A>(-__builtin_inff());
    return {reduce_min<A>(select(live, load<A>(c.min_x), infinity)),
            reduce_min<A>(select(live, load<A>(c.min_y), infinity)),
            reduce_max<A>(select(live, load<A>(c.max_x), none)), reduce_max<A>(select(live, load<A>(c.max_y), none))};
}

/// The place for the next pair while a tile is joined; kept in locals.
template <class A> class PairCursor {
public:
    explicit PairCursor(const PairSink& sink)
        : pairs_(sink.pairs), size_(sink.size), capacity_(sink.capacity), candidates_(sink.candidates),
          taker_(sink.taker) {}

    /// Joins element `lane` of one tile with the elements `among_these` of the other. False: full.
    THRONG_INLINE bool join(const ElementColumns& own, std::uint32_t lane, const ElementColumns& other,
                            const simd::Mask<A>& among_these) {
        using namespace simd;
        if (size_ > capacity_) [[unlikely]] {
            if (!taker_) return false;
            taker_->take(*taker_, pairs_, size_);
            size_ = 0;
        }
        const Region box{own.min_x[lane], own.min_y[lane], own.max_x[lane], own.max_y[lane]};
        const Mask<A> hit = among_these & overlaps(same_box<A>(box), load_boxes<A, false>(other, 0));
        const std::uint32_t slot = own.slots[lane];
        const Words<A> slots = load<A>(other.slots);
        prefetch(pairs_ + 2 * std::size_t{size_}, answer_fetch_distance);
        size_ += ordered_pairs_store<A>(pairs_ + 2 * std::size_t{size_}, slot, slots, bits(hit));
        return true;
    }
    THRONG_INLINE void tested(std::uint64_t candidates) { candidates_ += candidates; }

    void store_to_sink(PairSink& sink) const {
        sink.size = size_;
        sink.candidates = candidates_;
    }

private:
    std::uint32_t* pairs_;
    std::uint32_t size_, capacity_;
    std::uint64_t candidates_;
    PairTaker* taker_;
};

/// Joins the elements `lanes` of one tile with the elements `others` of another. It is faster if the former are fewer.
template <class A>
THRONG_INLINE bool join_each(const ElementColumns& few, std::uint32_t lanes, const ElementColumns& many,
                             std::uint32_t others, PairCursor<A>& found) {
    const simd::Mask<A> those = simd::from_bits<A>(others);
    for (; lanes != 0; lanes &= lanes - 1)
        if (!found.join(few, simd::lowest<A>(lanes), many, those)) return false;
    return true;
}

template <class A, class Index> class TilePairs {
    using View = typename Index::View;
    using Candidates = typename Index::Candidates;

public:
    /// Pairs whose earlier member is in items [begin, end). Returns the item at which `sink` was full, or `end`.
    static std::uint32_t run(const IndexView& view, std::uint32_t begin, std::uint32_t end, const BitsetView* among,
                             PairSink& sink) {
        const auto join_items = [&](std::uint32_t from, std::uint32_t to, PairSink& out) {
            return run(static_cast<const View&>(view), from, to, out);
        };
        return join_among<A>(among, join_items, begin, end, sink);
    }

private:
    static std::uint32_t run(const View& view, std::uint32_t begin, std::uint32_t end, PairSink& sink) {
        const View v = view; // a copy that stores to the answer cannot alias
        PairCursor<A> found(sink);
        std::uint32_t item = begin;
        for (; item < end; ++item) {
            const PairCursor<A> before = found;
            if (join(v, item, found)) continue;
            found = before;
            break;
        }
        found.store_to_sink(sink);
        return item;
    }

    static bool join(const View& v, std::uint32_t item, PairCursor<A>& found) {
        Candidates own;
        if (!Index::tile(v, item, own)) return true;
        if (!join_itself(own, found)) return false;
        const Region box = box_around<A>(own.columns, own.count);
        return Index::walk_after(v, item, box, [&](const Candidates& other, const Region& its_box) THRONG_FLAT {
            return join_other(own, box, other, its_box, found);
        });
    }

    static THRONG_INLINE bool join_itself(const Candidates& own, PairCursor<A>& found) {
        using namespace simd;
        const std::uint32_t live = bits(own.live());
        for (std::uint32_t lane = 0; lane + 1 < own.count; ++lane)
            if (!found.join(own.columns, lane, own.columns, from_bits<A>(live & (0xFFFFu << (lane + 1))))) return false;
        found.tested(own.count * (own.count - 1) / 2);
        return true;
    }

    // Finds the elements of either tile that reach the other's box, and compares the smaller set one by one
    // with the other.
    static THRONG_INLINE bool join_other(const Candidates& own, const Region& own_box, const Candidates& other,
                                         const Region& other_box, PairCursor<A>& found) {
        using namespace simd;
        const std::uint32_t mine =
            bits(own.live() & overlaps(same_box<A>(other_box), load_boxes<A, false>(own.columns, 0)));
        const std::uint32_t theirs =
            bits(other.live() & overlaps(same_box<A>(own_box), load_boxes<A, false>(other.columns, 0)));
        const std::uint32_t my_count = count<A>(mine), their_count = count<A>(theirs);
        found.tested(my_count * their_count);
        return my_count <= their_count ? join_each(own.columns, mine, other.columns, theirs, found)
                                       : join_each(other.columns, theirs, own.columns, mine, found);
    }
};

} // namespace throng::kernels
