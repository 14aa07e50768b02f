// SPDX-License-Identifier: MIT
// Searches, nearest elements and rays over any index that can walk: Index<A> leads to tiles of candidates, in an order that suits the
// question, and what is made of them is the same for all.
//
//     Index::walk(view, region, pick, body)   every tile that may hold a match
//     Index::walk_near(view, row, body)       tiles near a point first, until none can be nearer than row.limit()
//     Index::walk_ray(view, row, body)        tiles along a ray, for a first hit in its direction
#pragma once

#include "engine/kernels/answer_row.hpp"
#include "engine/kernels/nearest_row.hpp"
#include "engine/kernels/ray_row.hpp"

namespace throng::kernels {

template <class A, class Index, class Shape, Collect collect> class IndexSearch : AnswerRow<A, collect> {
    using Row = AnswerRow<A, collect>;
    using View = typename Index::View;

public:
    template <Asker asker>
    static std::uint32_t run(const View& view, const Batch& batch, std::uint32_t begin, std::uint32_t end, HitSink& sink) {
        const View v = view; // copies that stores to the answer cannot alias
        IndexSearch search{batch, sink};
        std::uint32_t i = begin;
        while (i < end && search.template answer<asker>(v, i)) ++i;
        search.give_back();
        return i;
    }

private:
    IndexSearch(const Batch& batch, HitSink& sink) : Row(batch, sink) {}

    // False: the sink is full; nothing of this query is left in it.
    template <Asker asker> bool answer(const View& v, std::uint32_t i) {
        Shape shape{};
        Excluded excluded{no_slot_excluded, this->excluded_by(i)};
        std::uint32_t faults = 0;
        bool asks = !Index::empty(v);
        this->count_ = 0;
        if constexpr (asker == Asker::View) {
            faults = Shape::ask(this->batch_, i, shape);
        } else {
            excluded.self = this->batch_.of ? this->batch_.of[i] : i;
            Region box{};
            asks = asks && Index::find(v, excluded.self, box);
            if (asks) shape.set(0.5f * box.min_x + 0.5f * box.max_x, 0.5f * box.min_y + 0.5f * box.max_y, this->batch_.reach);
        }
        const std::uint32_t row_begin = this->size_;
        const std::uint64_t tested = this->candidates_;
        if (asks && faults == 0 && !search(v, shape, excluded)) {
            this->size_ = row_begin;
            this->candidates_ = tested;
            return false;
        }
        this->finish(i, row_begin, faults);
        return true;
    }

    bool search(const View& v, const Shape& shape, const Excluded& excluded) {
        RowEnd row = this->end();
        std::uint64_t tested = 0;
        const std::uint32_t capacity = this->capacity_;
        const bool room = Index::walk(
            v, shape.region, [&](const ElementColumns& boxes) THRONG_FLAT { return shape.template may_hold<A>(boxes); },
            [&](const typename Index::Candidates& tile) THRONG_FLAT {
                if (collect != Collect::Count && row.size > capacity) return false;
                tested += tile.count;
                collect_tile<A, false, collect>(this->batch_, shape, tile.columns, 0, tile.live(), excluded, row);
                return true;
            });
        this->end(row);
        this->candidates_ += tested;
        return room;
    }
};

template <class A, class Index> class IndexNearest : NearestRow<A> {
    using View = typename Index::View;

public:
    static std::uint32_t run(const View& view, const Batch& batch, std::uint32_t begin, std::uint32_t end, HitSink& sink) {
        const View v = view;
        IndexNearest search{batch, sink};
        std::uint32_t i = begin;
        for (; i < end; ++i)
            if (!search.answer(i, Index::empty(v), [&]() THRONG_FLAT { return search.collect(v); })) break;
        search.give_back();
        return i;
    }

private:
    IndexNearest(const Batch& batch, HitSink& sink) : NearestRow<A>(batch, sink) {}

    bool collect(const View& v) {
        this->limit_ = this->batch_.reach * this->batch_.reach;
        const std::uint32_t k = this->batch_.k;
        return Index::walk_near(v, *static_cast<NearestRow<A>*>(this), [&](const typename Index::Candidates& tile) THRONG_FLAT {
            if (this->full()) return false;
            const std::uint32_t before = this->collected();
            this->template take<false>(tile.columns, 0, tile.live());
            this->candidates_ += tile.count;
            if (this->collected() != before && this->collected() >= k) this->shrink();
            return true;
        });
    }
};

template <class A, class Index, RayAnswer wanted> class IndexRays : RayRow<A, wanted> {
    using View = typename Index::View;

public:
    static std::uint32_t run(const View& view, const Batch& batch, std::uint32_t begin, std::uint32_t end, HitSink& sink) {
        const View v = view;
        IndexRays search{batch, sink};
        std::uint32_t i = begin;
        for (; i < end; ++i)
            if (!search.answer(i, Index::empty(v), [&]() THRONG_FLAT { return search.pass(v); })) break;
        search.give_back();
        return i;
    }

private:
    IndexRays(const Batch& batch, HitSink& sink) : RayRow<A, wanted>(batch, sink) {}

    bool pass(const View& v) {
        return Index::walk_ray(v, *static_cast<RayRow<A, wanted>*>(this), [&](const typename Index::Candidates& tile) THRONG_FLAT {
            if (this->full()) return false;
            this->template take<false>(tile.columns, 0, tile.live());
            this->candidates_ += tile.count;
            return true;
        });
    }
};

} // namespace throng::kernels
