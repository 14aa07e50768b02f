// SPDX-License-Identifier: MIT
// Searches, nearest elements and rays over any index with walks: Index<A> visits tiles of candidates in an order that
// suits the query, and the code here, the same for all indexes, turns them into answers.
//
//     Index::walk(view, region, pick, body)   every tile that may hold a match
//     Index::walk_near(view, row, body)       tiles near a point first, until no tile can be nearer than row.limit()
//     Index::walk_ray(view, row, body)        tiles along a ray, in its direction, for a first hit
#pragma once

#include "engine/kernels/query/hit_row.hpp"
#include "engine/kernels/query/leaf_list.hpp"
#include "engine/kernels/query/nearest_row.hpp"
#include "engine/kernels/query/packet.hpp"
#include "engine/kernels/query/ray_row.hpp"

namespace throng::kernels {

/// True if the queries of this index can share a list of leaves.
template <class Index> inline constexpr bool shares_leaves = requires(const typename Index::View& v, LeafList& list) {
    Index::list(v, Region{}, list);
};

/// Answers a batch packet by packet: Search::answer_packet<from>(v, i, end) answers queries i up to the end of their
/// packet; false: the sink is full at query i. Search::shares says whether the queries of a packet can share leaves.
template <class Search, class Row, class Index> class PacketSearch : protected Row {
public:
    template <QueryFrom from>
    static std::uint32_t run(const IndexView& view, const Batch& batch, std::uint32_t begin, std::uint32_t end,
                             HitSink& sink) {
        const View v = static_cast<const View&>(view); // a copy that stores to the answer cannot alias
        Search search{batch, sink};
        if constexpr (Search::shares) search.usual_side_ = Index::empty(v) ? 0.f : Index::leaf_side(v);
        std::uint32_t i = begin;
        while (i < end && search.template answer_packet<from>(v, i, end)) {}
        search.store_to_sink();
        return i;
    }

protected:
    using View = typename Index::View;
    PacketSearch(const Batch& batch, HitSink& sink) : Row(batch, sink) {}

    // Leaves differ in size, so that a packet goes by one near its first query; a single query is not worth the look.
    THRONG_INLINE void take_leaf_side(const View& v, std::uint32_t count, float x, float y) {
        leaf_side_ = usual_side_;
        if constexpr (requires { Index::leaf_side_near(v, x, y); })
            if (count > 1) leaf_side_ = Index::leaf_side_near(v, x, y);
    }

    float leaf_side_ = 0; // of this packet
    float usual_side_ = 0;
};

template <class A, class Index, class Shape, Collect collect>
class IndexSearch : public PacketSearch<IndexSearch<A, Index, Shape, collect>, AnswerRow<A, collect>, Index> {
    using Base = PacketSearch<IndexSearch, AnswerRow<A, collect>, Index>;
    friend Base;
    using View = typename Base::View;
    using Base::leaf_side_;
    static constexpr bool shares = shares_leaves<Index>;

    IndexSearch(const Batch& batch, HitSink& sink) : Base(batch, sink) {}

    struct ShapedQuery {
        Shape shape{};
        Filter filter{};
        std::uint32_t faults = 0;
        bool searches = false;
    };

    template <QueryFrom from> THRONG_INLINE void read(const View& v, std::uint32_t i, ShapedQuery& query) {
        query.filter = Filter::of(this->batch_, i);
        if constexpr (from == QueryFrom::Views) {
            query.faults = Shape::read(this->batch_, i, query.shape);
            query.searches = query.faults == 0 && !Index::empty(v);
        } else {
            query.filter.self = this->batch_.slot_around(i);
            Region box{};
            query.searches = !Index::empty(v) && Index::find(v, query.filter.self, box);
            if (query.searches)
                query.shape.set(0.5f * box.min_x + 0.5f * box.max_x, 0.5f * box.min_y + 0.5f * box.max_y,
                                this->batch_.reach_of(i));
        }
    }

    // Answers queries i up to the end of their packet. False: the sink became full at query i, whose hits are removed.
    template <QueryFrom from> bool answer_packet(const View& v, std::uint32_t& i, std::uint32_t end) {
        ShapedQuery queries[Packet::most];
        LeafList leaves;
        bool shared = false;
        const std::uint32_t first = Packet::first_of(i), count = Packet::size_at(first, end);
        for (std::uint32_t n = 0; n < count; ++n) read<from>(v, first + n, queries[n]);
        if constexpr (shares) {
            Packet packet;
            for (std::uint32_t n = 0; n < count && count > 1; ++n) {
                if (!queries[n].searches) continue;
                const Region& r = queries[n].shape.region;
                if (packet.count == 0)
                    this->take_leaf_side(v, count, 0.5f * r.min_x + 0.5f * r.max_x, 0.5f * r.min_y + 0.5f * r.max_y);
                packet.add(r, leaf_side_);
            }
            shared = packet.coherent(leaf_side_) && Index::list(v, packet.bounds, leaves);
        }
        for (; i < first + count; ++i)
            if (!answer(v, i, queries[i - first], shared ? &leaves : nullptr)) return false;
        return true;
    }

    bool answer(const View& v, std::uint32_t i, const ShapedQuery& query, const LeafList* leaves) {
        return this->append_row(i, query.faults, query.filter,
                                [&]() THRONG_FLAT { return !query.searches || search(v, query, leaves); });
    }

    bool search(const View& v, const ShapedQuery& query, const LeafList* leaves) {
        const Shape& shape = query.shape;
        HitCursor row = this->end();
        std::uint64_t tested = 0;
        const std::uint32_t capacity = this->capacity_;
        const auto pick = [&](const ElementColumns& boxes) THRONG_FLAT { return shape.template may_hold<A>(boxes); };
        const auto append = [&](const typename Index::Candidates& tile) THRONG_FLAT {
            if (collect != Collect::Count && row.size > capacity) return false;
            tested += tile.count;
            collect_tile<A, collect>(this->batch_, shape, TileAt<A>{tile.columns, 0}, tile.live(), query.filter, row);
            return true;
        };
        bool room = true;
        if constexpr (shares) {
            room = leaves ? Index::walk_list(v, *leaves, pick, append) : Index::walk(v, shape.region, pick, append);
        } else {
            room = Index::walk(v, shape.region, pick, append);
        }
        this->end(row);
        this->candidates_ += tested;
        return room;
    }
};

template <class A, class Index> class IndexNearest : public PacketSearch<IndexNearest<A, Index>, NearestRow<A>, Index> {
    using Base = PacketSearch<IndexNearest, NearestRow<A>, Index>;
    friend Base;
    using View = typename Base::View;
    using Candidates = typename Index::Candidates;
    using Base::leaf_side_;
    static constexpr bool shares = shares_leaves<Index>;

    IndexNearest(const Batch& batch, HitSink& sink) : Base(batch, sink) {}

    template <QueryFrom> bool answer_packet(const View& v, std::uint32_t& i, std::uint32_t end) {
        const std::uint32_t first = Packet::first_of(i), count = Packet::size_at(first, end);
        LeafList leaves;
        float radius = 0; // of the discs that the list covers; 0: there is no list
        if constexpr (shares) radius = list_leaves(v, first, count, leaves);
        for (; i < first + count; ++i)
            if (!this->answer(i, Index::empty(v), [&]() THRONG_FLAT { return collect(v, radius, leaves); }))
                return false;
        return true;
    }

    // Lists the leaves within the likely reach of the packet's points and returns that reach; 0: a list does not pay.
    float list_leaves(const View& v, std::uint32_t first, std::uint32_t count, LeafList& leaves) {
        if (Index::empty(v)) return 0;
        float radius = 0;
        Packet packet;
        for (std::uint32_t i = first; i < first + count; ++i) {
            if (!this->read_point(i)) continue;
            if (this->k() == 0) return 0;
            if (packet.count == 0) {
                radius = Index::likely_reach(v, row());
                this->take_leaf_side(v, count, this->x(), this->y());
            }
            if (!(radius > 1e-18f && radius < this->reach())) return 0;
            packet.add(around(this->x(), this->y(), widened_reach(radius)), leaf_side_);
        }
        return packet.coherent(leaf_side_) && Index::list(v, packet.bounds, leaves) ? radius : 0.f;
    }

    bool collect(const View& v, float radius, const LeafList& leaves) {
        float bound = this->reach() * this->reach();
        if constexpr (shares) {
            Found found;
            if (radius > 0) { // the list is the first attempt
                found =
                    search_disc(radius, [&] { return Index::walk_list(v, leaves, near_boxes(), appending<false>()); });
                if (found == Found::TooFew) found = search_discs(v, wider(radius), 2);
            } else {
                found = search_discs(v, Index::likely_reach(v, row()), 3);
            }
            if (found == Found::TooMany)
                bound = this->limit_;
            else if (found != Found::TooFew)
                return found == Found::Enough;
        }
        were_many_ = this->bounded(); // and may well be equally near
        this->size_ = this->begin_;
        this->limit_ = bound;
        return Index::walk_near(v, row(), appending<true>());
    }

    // A disc that should hold the k nearest needs no order. It is searched first, and wider ones if it holds too few.
    // If it holds far too many, those that were found first are a bound for a search in order.
    enum class Found : std::uint8_t { Enough, TooFew, TooMany, SinkFull };
    template <class Walk> Found search_disc(float radius, Walk&& walk) {
        this->size_ = this->begin_;
        this->limit_ = radius * radius;
        if (!walk()) return this->full() ? Found::SinkFull : Found::TooMany;
        return radius >= this->reach() || this->collected() >= this->k() ? Found::Enough : Found::TooFew;
    }
    Found search_discs(const View& v, float radius, int attempts) {
        for (; attempts > 0 && radius > 1e-18f && radius < 1e18f; --attempts) {
            radius = radius < this->reach() ? radius : this->reach();
            const Region disc = around(this->x_, this->y_, widened_reach(radius));
            const Found found =
                search_disc(radius, [&] { return Index::walk(v, disc, near_boxes(), appending<false>()); });
            if (found != Found::TooFew) return found;
            radius = wider(radius);
        }
        return Found::TooFew;
    }
    // Returns the next radius to try when the disc of `radius` held too few.
    float wider(float radius) const {
        const float missing = static_cast<float>(this->k()) / static_cast<float>(this->collected() + 1);
        return radius * __builtin_sqrtf(missing < 16.f ? 1.5f * missing : 24.f);
    }

    auto near_boxes() const {
        return [this](const ElementColumns& boxes)
                   THRONG_FLAT { return row().bounds(boxes) <= simd::broadcast<A>(row().limit()); };
    }

    // A walk in order gains most from the first bound; a later one is worth a sort after as many candidates again. One
    // without order ends with its first bound, but for 0, which no order makes smaller.
    template <bool in_order> auto appending() {
        return [this](const Candidates& tile) THRONG_FLAT {
            if (this->full()) return false;
            this->append_near(TileAt<A>{tile.columns, 0}, tile.live(), this->batch_.by_center);
            this->candidates_ += tile.count;
            const std::uint64_t k = this->k(), far_more = 4 * k + 64;
            const std::uint64_t later = were_many_ ? far_more : 2 * k + 16;
            const std::uint64_t enough = !in_order ? far_more : this->bounded() ? later : k;
            if (this->collected() < enough) return true;
            this->shrink();
            return in_order || this->limit_ == 0.f;
        };
    }

    const NearestRow<A>& row() const { return *this; }

    bool were_many_ = false; // in the disc that was searched before
};

template <class A, class Index, RayAnswer wanted>
class IndexRays : public PacketSearch<IndexRays<A, Index, wanted>, RayRow<A, wanted>, Index> {
    using Row = RayRow<A, wanted>;
    using Base = PacketSearch<IndexRays, Row, Index>;
    friend Base;
    using View = typename Base::View;
    using Base::leaf_side_;
    static constexpr bool shares = shares_leaves<Index> && wanted == RayAnswer::First;

    IndexRays(const Batch& batch, HitSink& sink) : Base(batch, sink) {}

    template <QueryFrom> bool answer_packet(const View& v, std::uint32_t& i, std::uint32_t end) {
        const std::uint32_t first = Packet::first_of(i), count = Packet::size_at(first, end);
        LeafList leaves;
        bool shared = false;
        if constexpr (shares) {
            Packet packet;
            if (!Index::empty(v))
                this->take_leaf_side(v, count, this->batch_[Batch::at_x][first], this->batch_[Batch::at_y][first]);
            const simd::Boxes<A> reached = this->reached_boxes(first, count, first_stretch());
            Tile box;
            simd::store(box.min_x, reached.min_x), simd::store(box.min_y, reached.min_y);
            simd::store(box.max_x, reached.max_x), simd::store(box.max_y, reached.max_y);
            for (std::uint32_t n = 0; n < count && !Index::empty(v); ++n)
                if (this->read_ray(first + n))
                    packet.add({box.min_x[n], box.min_y[n], box.max_x[n], box.max_y[n]}, leaf_side_);
            shared = packet.coherent(leaf_side_) && Index::list(v, packet.bounds, leaves);
        }
        for (; i < first + count; ++i)
            if (!this->answer(i, Index::empty(v), [&]() THRONG_FLAT { return search(v, shared ? &leaves : nullptr); }))
                return false;
        return true;
    }

    // Most rays of a crowd end soon, and a short stretch needs no order. Two first stretches are searched without
    // order; a ray that ends within them needs no further search.
    bool search(const View& v, [[maybe_unused]] const LeafList* leaves) {
        if constexpr (shares) {
            const float whole = this->max_t_;
            float part = this->t_at(first_stretch());
            for (int attempt = 0; attempt < 2 && part > 0.f && part < __builtin_inff(); ++attempt, part *= 4) {
                this->max_t_ = part < whole ? part : whole;
                const bool room = attempt == 0 && leaves ? Index::walk_list_along(v, *leaves, row(), appending())
                                                         : Index::walk(v, {}, hit_boxes(), appending());
                if (!room) return false;
                if (this->has_best() || part >= whole) return true;
            }
            this->max_t_ = whole;
        }
        return Index::walk_ray(v, row(), appending());
    }

    const Row& row() const { return *this; }

    // About the reach of a leaf.
    float first_stretch() const { return 0.65f * leaf_side_; }

    auto hit_boxes() const {
        return [this](const ElementColumns& boxes) THRONG_FLAT { return this->entries(boxes).hit; };
    }
    auto appending() {
        return [this](const typename Index::Candidates& tile) THRONG_FLAT {
            if (this->full()) return false;
            this->append_hits(TileAt<A>{tile.columns, 0}, tile.live());
            this->candidates_ += tile.count;
            return true;
        };
    }
};

} // namespace throng::kernels
