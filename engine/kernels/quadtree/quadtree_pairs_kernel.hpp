// SPDX-License-Identifier: MIT
// To find all overlapping pairs of a tight quadtree, each leaf is joined with itself, four elements with four at a
// time. A pair is reported by the leaf that holds the lowest corner of its overlap. On each axis the cell of that
// corner is the larger one of both boxes' first cells. So a leaf reports a pair that it lists if one of the two begins
// in it in x, and one in y (after Tsitsigkos et al. 2021).
#pragma once

#include "engine/kernels/base/elements.hpp"
#include "engine/kernels/quadtree/quadtree_view.hpp"
#include "engine/kernels/query/batch.hpp"
#include "engine/kernels/query/filter.hpp"

namespace throng::kernels {

template <class A, class Index> class QuadtreePairs {
public:
    /// Finds the pairs of parts [begin, end). Returns the part at which `sink` was full, or `end`.
    static std::uint32_t run(const IndexView& view, std::uint32_t begin, std::uint32_t end, const BitsetView* among,
                             PairSink& sink) {
        const QuadtreeView v = static_cast<const QuadtreeView&>(view); // a copy that stores to the answer cannot alias
        QuadtreePairs search{v, among, sink};
        std::uint32_t part = begin;
        for (; part < end; ++part) {
            const std::uint32_t kept = search.found_;
            const std::uint64_t tested = search.candidates_;
            if (search.join_part(v.parts[part], v.parts[part + 1])) continue;
            search.found_ = kept;
            search.candidates_ = tested;
            break;
        }
        sink.size = search.found_;
        sink.candidates = search.candidates_;
        return part;
    }

private:
    static constexpr std::uint32_t most = 64;

    /// A chunk has some elements of a leaf; a bit of `in_x` means that an element begins in the leaf in x.
    struct Chunk {
        alignas(64) float min_x[most], min_y[most], max_x[most], max_y[most];
        alignas(64) std::uint32_t slots[most];
        std::uint64_t in_x, in_y;
        std::uint32_t size;
        THRONG_INLINE ElementColumns columns() const { return {min_x, min_y, max_x, max_y, slots, 0}; }
    };

    struct Waiting {
        QuadSquare square;
        std::uint32_t code; // the Z-order number of its first cell
    };

    QuadtreePairs(const QuadtreeView& v, const BitsetView* among, PairSink& sink)
        : v_(v), among_(among), pairs_(sink.pairs), found_(sink.size), capacity_(sink.capacity),
          candidates_(sink.candidates), taker_(sink.taker) {}

    // Joins the leaves whose first cell is in [begin, end).
    bool join_part(std::uint32_t begin, std::uint32_t end) {
        Waiting waiting[max_waiting_squares];
        std::uint32_t size = 1;
        waiting[0] = {{0, 0, 0, v_.frame.cells()}, 0};
        while (size != 0) {
            const Waiting at = waiting[--size];
            const QuadNode node = v_.nodes[at.square.node];
            if (node.count != QuadNode::branch) {
                if (node.count > 1 && at.code >= begin && !join_leaf(at.square, node.first)) return false;
                continue;
            }
            const std::uint32_t quarter_cells = at.square.side * at.square.side / 4;
            for (std::uint32_t quarter = 4; quarter-- > 0;) {
                const std::uint32_t code = at.code + quarter * quarter_cells;
                if (code < end && code + quarter_cells > begin)
                    waiting[size++] = {at.square.child(node.first, quarter), code};
            }
        }
        return true;
    }

    bool join_leaf(const QuadSquare& leaf, std::uint32_t entry) {
        Chunk chunk;
        entry = gather(leaf, entry, chunk);
        while (entry != no_entry) [[unlikely]] {
                if (!join<true>(chunk, chunk)) return false;
                Chunk other;
                for (std::uint32_t remaining = entry; remaining != no_entry;) {
                    remaining = gather(leaf, remaining, other);
                    if (!join<false>(chunk, other)) return false;
                }
                entry = gather(leaf, entry, chunk);
            }
        return join<true>(chunk, chunk);
    }

    // Fills the chunk from a list; returns the first entry that did not fit.
    THRONG_INLINE std::uint32_t gather(const QuadSquare& leaf, std::uint32_t entry, Chunk& to) const {
        using namespace simd;
        std::uint32_t size = 0;
        for (; entry != no_entry && size < most;) {
            const QuadEntry at = v_.entries[entry];
            entry = at.next;
            if (among_ && !contains<A>(*among_, at.slot)) continue;
            const Region& box = v_.boxes[at.slot];
            to.min_x[size] = box.min_x, to.min_y[size] = box.min_y;
            to.max_x[size] = box.max_x, to.max_y[size] = box.max_y;
            to.slots[size++] = at.slot;
        }
        to.size = size;
        to.in_x = begin_in(to.min_x, size, v_.frame.origin_x, leaf.x);
        to.in_y = begin_in(to.min_y, size, v_.frame.origin_y, leaf.y);
        return entry;
    }

    // Returns a bit for each element that begins in the leaf; none begins behind it. In the first column or row,
    // elements from outside begin in the leaf as well.
    THRONG_INLINE std::uint64_t begin_in(const float* min, std::uint32_t size, float origin,
                                         std::uint32_t begin) const {
        using namespace simd;
        if (begin == 0) return ~std::uint64_t{0};
        std::uint64_t result = 0;
        for (std::uint32_t at = 0; at < size; at += 16) {
            const Floats<A> cell = (load<A>(min + at) - broadcast<A>(origin)) * broadcast<A>(v_.frame.inverse_cell);
            result |= std::uint64_t{bits(cell >= broadcast<A>(static_cast<float>(begin)))} << at;
        }
        return result;
    }

    // Copies bit e to the four lanes of element e, and bit c to the four lanes of candidate c.
    static THRONG_INLINE std::uint32_t element_lanes(std::uint32_t b) {
        return ((b & 1) | (b & 2) << 3 | (b & 4) << 6 | (b & 8) << 9) * 15;
    }
    static THRONG_INLINE std::uint32_t candidate_lanes(std::uint32_t b) { return (b & 15) * 0x1111; }
    static THRONG_INLINE std::uint32_t first_bits(std::uint32_t n) { return n < 4 ? (1u << n) - 1 : 15; }

    template <bool same> THRONG_INLINE bool join(const Chunk& chunk, const Chunk& other) {
        using namespace simd;
        const ElementColumns c = chunk.columns(), d = other.columns();
        std::uint32_t found = found_;
        for (std::uint32_t e = 0; e < chunk.size; e += 4) {
            const Boxes<A> elements = boxes_at<A, Spread<A, 4>, false>(c, e);
            const Words<A> names = spread<A, 4>(c.slots + e);
            const std::uint32_t rows = element_lanes(first_bits(chunk.size - e));
            const std::uint32_t in_x = element_lanes(static_cast<std::uint32_t>(chunk.in_x >> e) & 15);
            const std::uint32_t in_y = element_lanes(static_cast<std::uint32_t>(chunk.in_y >> e) & 15);
            for (std::uint32_t o = same ? e : 0; o < other.size; o += 4) {
                if (found > capacity_) [[unlikely]] {
                    if (!taker_) return false;
                    taker_->take(*taker_, pairs_, found);
                    found = 0;
                }
                std::uint32_t allowed = rows & candidate_lanes(first_bits(other.size - o)) &
                                        (in_x | candidate_lanes(static_cast<std::uint32_t>(other.in_x >> o))) &
                                        (in_y | candidate_lanes(static_cast<std::uint32_t>(other.in_y >> o)));
                if (same && o == e) allowed &= later_members<4>(0);
                const Words<A> others = repeat<A, 4>(d.slots + o);
                const Boxes<A> candidates = boxes_at<A, Repeat<A, 4>, false>(d, o);
                const Mask<A> hit = from_bits<A>(allowed) & overlaps(elements, candidates);
                found +=
                    interleave_store<A>(pairs_ + 2 * std::size_t{found}, min(names, others), max(names, others), hit);
            }
        }
        found_ = found;
        candidates_ += same ? std::uint64_t{chunk.size} * (chunk.size - 1) / 2 : std::uint64_t{chunk.size} * other.size;
        return true;
    }

    const QuadtreeView& v_;
    const BitsetView* const among_;
    std::uint32_t* const pairs_;
    std::uint32_t found_;
    const std::uint32_t capacity_;
    std::uint64_t candidates_;
    PairTaker* const taker_;
};

} // namespace throng::kernels
