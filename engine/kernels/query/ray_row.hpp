// SPDX-License-Identifier: MIT
// The rays of all indexes share one way to fill a ray's row of the answer.
#pragma once

#include "engine/kernels/query/filter.hpp"
#include "engine/kernels/query/rank.hpp"
#include "engine/kernels/query/shapes.hpp"

namespace throng::kernels {

/// A ray finds the first box that it enters, or every box that it touches.
enum class RayAnswer : std::uint8_t { First, All };

template <class A, RayAnswer wanted_> class RayRow {
public:
    static constexpr RayAnswer wanted = wanted_;

    /// Boxes entered later than this do not matter.
    float limit() const { return max_t_; }

    /// Returns where the ray enters sixteen boxes, grown by its half extent. Boxes around other boxes are valid as
    /// well: `hit` and `t` are monotone in the box, rounding included, so that an enclosing box is hit if an inner one
    /// is, and no later.
    THRONG_INLINE simd::Entries<A> entries(const ElementColumns& columns) const {
        return entries(load_boxes<A>(columns, 0));
    }
    THRONG_INLINE simd::Entries<A> entries(simd::Boxes<A> box) const {
        using namespace simd;
        const Rays<A> ray{{broadcast<A>(origin_x_), broadcast<A>(origin_y_)},
                          {broadcast<A>(direction_x_), broadcast<A>(direction_y_)},
                          broadcast<A>(max_t_)};
        if (batch_.half_extent > 0.f) box = grown<A>(box, batch_.half_extent);
        return enter(ray, box);
    }

    float origin_x() const { return origin_x_; }
    float origin_y() const { return origin_y_; }
    float direction_x() const { return direction_x_; }
    float direction_y() const { return direction_y_; }
    /// Boxes grow by this.
    float half_extent() const { return batch_.half_extent; }

    /// Finds the range of the ray in x while y is in [low, high], without the part that is already tested; false:
    /// empty. It is computed in double and widened, so that it contains whatever the float predicate accepts.
    bool stretch(double low, double high, double& enter, double& min_x, double& max_x) const {
        const double grown = static_cast<double>(batch_.half_extent);
        const double y = static_cast<double>(origin_y_);
        const double dy = static_cast<double>(direction_y_);
        const double margin = 1e-6 * (magnitude_of(y) + magnitude_of(low) + magnitude_of(high) + grown) +
                              min_step * magnitude_of(dy) + 1e-37;
        low -= grown + margin, high += grown + margin;
        double from = static_cast<double>(passed_), to = static_cast<double>(max_t_);
        if (dy == 0) {
            if (y < low || y > high) return false;
        } else {
            const double a = (low - y) * inverse_dy_, b = (high - y) * inverse_dy_;
            const double near = a < b ? a : b, far = a < b ? b : a;
            from = near > from ? near : from;
            to = far < to ? far : to;
            if (from > to * 1.000001 + 1e-37) return false;
            if (to < from) to = from;
        }
        enter = from * 0.999999 - min_step;
        const double x = static_cast<double>(origin_x_), dx = static_cast<double>(direction_x_);
        widen(x, dx, x + (dx == 0 ? 0 : dx * from), x + (dx == 0 ? 0 : dx * to), grown * 1.000001, min_x, max_x);
        return true;
    }
    /// Finds the range of the ray in y up to its end, without the part that is already tested.
    void range_y(double& low, double& high) const {
        const double y = static_cast<double>(origin_y_), dy = static_cast<double>(direction_y_);
        const auto at = [&](float t) { return dy == 0 ? y : y + dy * static_cast<double>(t); };
        widen(y, dy, at(passed_), at(max_t_), 0, low, high);
    }
    static double magnitude_of(double v) { return v < 0 ? -v : v; }

    /// Whether every box has to be tested because the float predicate may overflow. If a grown border, or the distance
    /// to it, overflows, so does t; for a ray without end t alone can. Such a border is infinitely far away in the
    /// predicate, wherever it is.
    bool overflows(const Region& around_all) const {
        const bool endless = !(max_t_ < __builtin_inff());
        const auto may_overflow = [&](float low, float high, float origin, float direction) {
            if (direction == 0.f) return false;
            const double a = static_cast<double>(low) - static_cast<double>(origin);
            const double b = static_cast<double>(high) - static_cast<double>(origin);
            const double grown = static_cast<double>(batch_.half_extent), far = larger(a, b) + grown;
            const double d = magnitude_of(static_cast<double>(direction));
            return far > 3e38 * (endless && d < 1 ? d : 1) ||
                   (grown > 0 && larger(static_cast<double>(low), static_cast<double>(high)) + grown > 3e38);
        };
        return may_overflow(around_all.min_x, around_all.max_x, origin_x_, direction_x_) ||
               may_overflow(around_all.min_y, around_all.max_y, origin_y_, direction_y_);
    }

    static float as_float(double v, double limit) {
        const double largest = 3.4e38;
        if (v > largest || v < -largest) return static_cast<float>(limit);
        return static_cast<float>(v);
    }

protected:
    /// More than the rounding error of a denormal t.
    static constexpr double min_step = 3e-45;

    RayRow(const Batch& batch, HitSink& sink) : batch_(batch), sink_(sink), begin_(sink.size), size_(sink.size) {}

    /// walk() tests every box that the ray may touch, except boxes that it surely enters after the best hit so far;
    /// false: the sink is full.
    template <class Walk> bool answer(std::uint32_t i, bool empty, Walk&& walk) {
        const std::uint32_t faults = read(i);
        filter_ = Filter::of(batch_, i);
        best_slot_ = no_slot;
        const std::uint64_t tested = candidates_;
        if (faults == 0 && !empty && !walk()) {
            candidates_ = tested;
            size_ = begin_;
            return false;
        }
        finish(i, faults);
        return true;
    }

    /// Reads the ray of query i; false: it is faulty.
    bool read_ray(std::uint32_t i) { return read(i) == 0; }

    /// Returns the t at which the ray is this far from its origin.
    float t_at(float distance) const {
        return distance / __builtin_sqrtf(direction_x_ * direction_x_ + direction_y_ * direction_y_);
    }

    /// Returns the boxes around rays [first, first + count) up to this distance from their origins, or up to their
    /// ends, and somewhat more: the predicate's own rounding grows with the coordinates. Boxes of faulty rays and of
    /// lanes past `count` are arbitrary.
    THRONG_INLINE simd::Boxes<A> reached_boxes(std::uint32_t first, std::uint32_t count, float distance) const {
        using namespace simd;
        const auto column = [&](const NumberColumn& values)
                                THRONG_FLAT { return values_from<A>(values, first, count); };
        const Floats<A> x = column(batch_[Batch::at_x]);
        const Floats<A> y = column(batch_[Batch::at_y]);
        const Floats<A> dx = column(batch_[Batch::to_x]);
        const Floats<A> dy = column(batch_[Batch::to_y]);
        const Floats<A> max_t = batch_[Batch::reaches] ? column(batch_[Batch::reaches]) : broadcast<A>(batch_.reach);
        const Floats<A> t = min(broadcast<A>(distance) / sqrt(squared_length(dx, dy)), max_t);
        const Floats<A> far_x = x + t * dx, far_y = y + t * dy;
        const Floats<A> margin = broadcast<A>(batch_.half_extent) + broadcast<A>(1e-44f) * (abs(dx) + abs(dy)) +
                                 broadcast<A>(1e-5f) * (abs(x) + abs(y) + abs(far_x) + abs(far_y));
        return {min(x, far_x) - margin, min(y, far_y) - margin, max(x, far_x) + margin, max(y, far_y) + margin};
    }

    /// Adds the hits among sixteen candidates.
    template <class Elements> THRONG_INLINE void append_hits(const Elements& candidates, const simd::Mask<A>& live) {
        using namespace simd;
        Boxes<A> boxes = sides_of<A>(candidates);
        if (candidates.points()) boxes = grown<A>(boxes, candidates.half_extent());
        const Entries<A> entry = entries(boxes);
        const Words<A> slots = candidates.slots();
        const Mask<A> others = without_other<A>(filter_, slots, without_self<A>(filter_, slots, live & entry.hit));
        const Mask<A> hit = keep_chosen<A>(batch_, slots, filter_, others);
        if constexpr (wanted == RayAnswer::First) {
            if (any(hit)) take_first(entry.t, slots, hit);
        } else {
            pack_store<A>(sink_.keys + size_, entry.t, hit);
            size_ += pack_store<A>(sink_.slots + size_, slots, hit);
        }
    }

    bool full() const { return size_ > sink_.capacity; }
    bool has_best() const { return best_slot_ != no_slot; }

    void store_to_sink() {
        sink_.size = begin_;
        sink_.candidates += candidates_;
    }

private:
    static double larger(double a, double b) {
        return magnitude_of(a) > magnitude_of(b) ? magnitude_of(a) : magnitude_of(b);
    }

    // Extends the range from a to b at both ends by the predicate's rounding of t there, which may be infinite.
    static void widen(double origin, double direction, double a, double b, double pad, double& low, double& high) {
        const auto slack = [&](double v) {
            return 2e-6 * (magnitude_of(origin) + magnitude_of(v)) + min_step * magnitude_of(direction) + pad + 1e-37;
        };
        low = a < b ? a - slack(a) : b - slack(b);
        high = a < b ? b + slack(b) : a + slack(a);
    }

    // Returns the faults of the ray of query i.
    std::uint32_t read(std::uint32_t i) {
        origin_x_ = batch_[Batch::at_x][i], origin_y_ = batch_[Batch::at_y][i];
        direction_x_ = batch_[Batch::to_x][i], direction_y_ = batch_[Batch::to_y][i];
        max_t_ = batch_.reach_of(i);
        passed_ = 0;
        // The quotient is finite for a denormal direction as well: it is computed in double.
        inverse_dy_ = direction_y_ == 0.f ? 0 : 1.0 / static_cast<double>(direction_y_);
        const bool directed =
            finite(direction_x_) && finite(direction_y_) && (direction_x_ != 0.f || direction_y_ != 0.f);
        return (finite(origin_x_) && finite(origin_y_) ? 0u : static_cast<std::uint32_t>(Fault::InvalidBounds)) |
               (directed && max_t_ >= 0.f ? 0u : static_cast<std::uint32_t>(Fault::InvalidArgument));
    }

    void finish(std::uint32_t i, std::uint32_t faults) {
        if (faults != 0) [[unlikely]]
            note_fault(sink_.faulty, faults, i);
        if constexpr (wanted == RayAnswer::First) {
            if (best_slot_ != no_slot) {
                sink_.slots[begin_] = best_slot_;
                sink_.keys[begin_] = max_t_;
                size_ = begin_ + 1;
            }
        } else {
            const std::uint32_t touched = size_ - begin_;
            if (sink_.found) sink_.found[i] = touched;
            const std::uint32_t limit = batch_.limit_of(i);
            size_ = begin_ +
                    Rank<A>::keep(sink_.slots + begin_, sink_.keys + begin_, touched, limit != 0 ? limit : touched);
        }
        sink_.counts[i] = size_ - begin_;
        begin_ = size_;
    }

    // max_t_ follows the best hit: a later one has to come earlier on the ray, or at the same t with a smaller slot.
    THRONG_INLINE void take_first(const simd::Floats<A>& t, const simd::Words<A>& slot_lanes,
                                  const simd::Mask<A>& hit) {
        using namespace simd;
        std::uint32_t slots[16];
        store(slots, slot_lanes);
        const Floats<A> times = select(hit, t, broadcast<A>(__builtin_inff()));
        const float first = reduce_min<A>(times);
        std::uint32_t lanes = bits(hit & (times == broadcast<A>(first))), slot = slots[lowest<A>(lanes)];
        while ((lanes &= lanes - 1) != 0)
            if (slots[lowest<A>(lanes)] < slot) slot = slots[lowest<A>(lanes)];
        if (has_best() && !(first < max_t_ || (first == max_t_ && slot < best_slot_))) return;
        max_t_ = first;
        best_slot_ = slot;
        if (batch_.any_hit) max_t_ = -1.f; // no other box is entered as early
    }

protected:
    const Batch& batch_;
    HitSink& sink_;
    std::uint32_t begin_, size_;
    float origin_x_ = 0, origin_y_ = 0, direction_x_ = 0, direction_y_ = 0, max_t_ = 0;
    float passed_ = 0; // every box that the ray enters up to this t has been tested
    double inverse_dy_ = 0;
    Filter filter_{};
    std::uint32_t best_slot_ = no_slot;
    std::uint64_t candidates_ = 0;
};

} // namespace throng::kernels
