// SPDX-License-Identifier: MIT
// To find all overlapping pairs of an index of tiles, each tile of elements is joined with itself and with every later
// tile that the box around it overlaps. Only the elements of two tiles that reach the other's box are compared, one
// with sixteen at a time.
//
//     Index::tile(view, item, candidates)         the elements of one item; false: it has none
//     Index::walk_after(view, item, box, body)    body(candidates, box of them) for every tile after the item's that
//                                                 may overlap the box
#pragma once

#include "engine/kernels/query/kept_pairs.hpp"
#include "engine/kernels/query/shapes.hpp"

namespace throng::kernels {

/// Returns the box around the first `count` of sixteen boxes.
template <class A> THRONG_INLINE Region box_around(const ElementColumns& c, std::uint32_t count) {
    using namespace simd;
    const Mask<A> live = first<A>(static_cast<int>(count));
    const Floats<A> infinity = broadcast<A>(__builtin_inff()), none = broadcast<A>(-__builtin_inff());
    return {reduce_min<A>(select(live, load<A>(c.min_x), infinity)),
            reduce_min<A>(select(live, load<A>(c.min_y), infinity)),
            reduce_max<A>(select(live, load<A>(c.max_x), none)), reduce_max<A>(select(live, load<A>(c.max_y), none))};
}

/// The end of the pairs so far. Loops keep it in a local.
template <class A> class PairCursor {
public:
    explicit PairCursor(const PairSink& sink)
        : pairs_(sink.pairs), size_(sink.size), capacity_(sink.capacity), candidates_(sink.candidates),
          taker_(sink.taker) {}

    /// Joins element `lane` of one tile with the elements `lanes` of the other. False: full.
    THRONG_INLINE bool join(const ElementColumns& elements, std::uint32_t lane, const ElementColumns& others,
                            const simd::Mask<A>& lanes) {
        using namespace simd;
        if (size_ > capacity_) [[unlikely]] {
            if (!taker_) return false;
            taker_->take(*taker_, pairs_, size_);
            size_ = 0;
        }
        const Region box{elements.min_x[lane], elements.min_y[lane], elements.max_x[lane], elements.max_y[lane]};
        const Mask<A> hit = lanes & overlaps(same_box<A>(box), load_boxes<A>(others, 0));
        const std::uint32_t slot = elements.slots[lane];
        const Words<A> slots = load<A>(others.slots);
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

/// Joins the elements `lanes` of one tile with the elements `many_lanes` of another. It is faster if the former are
/// fewer.
template <class A>
THRONG_INLINE bool join_each(const ElementColumns& few, std::uint32_t lanes, const ElementColumns& many,
                             std::uint32_t many_lanes, PairCursor<A>& found) {
    const simd::Mask<A> candidates = simd::from_bits<A>(many_lanes);
    for (; lanes != 0; lanes &= lanes - 1)
        if (!found.join(few, simd::lowest<A>(lanes), many, candidates)) return false;
    return true;
}

template <class A, class Index> class TilePairs {
    using View = typename Index::View;
    using Candidates = typename Index::Candidates;

public:
    static std::uint32_t run(const IndexView& view, std::uint32_t begin, std::uint32_t end, const BitsetView* among,
                             PairSink& sink) {
        const auto join = [&](std::uint32_t from, std::uint32_t to, PairSink& out) {
            return join_items(static_cast<const View&>(view), from, to, out);
        };
        return join_among<A>(among, join, begin, end, sink);
    }

private:
    static std::uint32_t join_items(const View& view, std::uint32_t begin, std::uint32_t end, PairSink& sink) {
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

    // Joins an item with itself and later ones. False: the sink is full.
    static bool join(const View& v, std::uint32_t item, PairCursor<A>& found) {
        Candidates tile;
        if (!Index::tile(v, item, tile)) return true;
        if (!join_itself(tile, found)) return false;
        const Region box = box_around<A>(tile.columns, tile.count);
        return Index::walk_after(v, item, box, [&](const Candidates& other, const Region& other_box) THRONG_FLAT {
            return join_other(tile, box, other, other_box, found);
        });
    }

    static THRONG_INLINE bool join_itself(const Candidates& tile, PairCursor<A>& found) {
        using namespace simd;
        const std::uint32_t live = bits(tile.live());
        for (std::uint32_t lane = 0; lane + 1 < tile.count; ++lane)
            if (!found.join(tile.columns, lane, tile.columns, from_bits<A>(live & (0xFFFFu << (lane + 1)))))
                return false;
        found.tested(tile.count * (tile.count - 1) / 2);
        return true;
    }

    // Finds the elements of either tile that reach the other's box, and compares the smaller set one by one
    // with the other.
    static THRONG_INLINE bool join_other(const Candidates& tile, const Region& tile_box, const Candidates& other,
                                         const Region& other_box, PairCursor<A>& found) {
        using namespace simd;
        const std::uint32_t tile_lanes =
            bits(tile.live() & overlaps(same_box<A>(other_box), load_boxes<A>(tile.columns, 0)));
        const std::uint32_t other_lanes =
            bits(other.live() & overlaps(same_box<A>(tile_box), load_boxes<A>(other.columns, 0)));
        const std::uint32_t tile_count = count<A>(tile_lanes), other_count = count<A>(other_lanes);
        found.tested(tile_count * other_count);
        return tile_count <= other_count ? join_each(tile.columns, tile_lanes, other.columns, other_lanes, found)
                                         : join_each(other.columns, other_lanes, tile.columns, tile_lanes, found);
    }
};

} // namespace throng::kernels
