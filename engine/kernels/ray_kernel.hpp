// SPDX-License-Identifier: MIT
// Rays through a row grid: rows are walked in the ray's direction, and in each row the cells that it crosses there, as runs of
// the columns. Empty rows and cells hold nothing to walk.
#pragma once

#include "engine/kernels/filter.hpp"
#include "engine/kernels/rank.hpp"
#include "engine/kernels/search_kernel.hpp"

namespace throng::kernels {

/// The first box that a ray enters, or every box that it touches.
enum class RayAnswer : std::uint8_t { First, All };

template <class A, bool points, RayAnswer wanted> class RayKernel {
public:
    static std::uint32_t run(const GridView& grid, const Batch& batch, std::uint32_t begin, std::uint32_t end, HitSink& sink) {
        const GridView g = grid; // copies that stores to the answer cannot alias
        RayKernel search{g, batch, sink};
        std::uint32_t i = begin;
        for (; i < end; ++i)
            if (!search.answer(i)) break;
        sink.size = search.begin_;
        sink.candidates += search.candidates_;
        return i;
    }

private:
    RayKernel(const GridView& g, const Batch& batch, HitSink& sink)
        : g_(g), batch_(batch), sink_(sink), begin_(sink.size), size_(sink.size) {}

    bool answer(std::uint32_t i) {
        origin_x_ = value_at(batch_.a_x, batch_.a_stride, i), origin_y_ = value_at(batch_.a_y, batch_.a_stride, i);
        direction_x_ = value_at(batch_.b_x, batch_.b_stride, i), direction_y_ = value_at(batch_.b_y, batch_.b_stride, i);
        max_t_ = batch_.reaches ? batch_.reaches[i] : batch_.reach;
        excluded_ = batch_.exclude ? batch_.exclude[i] : no_slot_excluded;
        best_slot_ = no_slot_excluded;
        const std::uint64_t tested = candidates_;
        if (sound(i) && g_.size != 0 && !walk()) {
            candidates_ = tested;
            size_ = begin_;
            return false;
        }
        finish(i);
        return true;
    }

    bool sound(std::uint32_t i) {
        std::uint32_t faults = finite(origin_x_) && finite(origin_y_) ? 0u : static_cast<std::uint32_t>(Fault::InvalidBounds);
        const bool directed = finite(direction_x_) && finite(direction_y_) && (direction_x_ != 0.f || direction_y_ != 0.f);
        if (!directed || !(max_t_ >= 0.f)) faults |= static_cast<std::uint32_t>(Fault::InvalidArgument);
        if (faults == 0) return true;
        sink_.faulty.faults |= faults;
        if (i < sink_.faulty.first) sink_.faulty.first = i;
        ++sink_.faulty.count;
        return false;
    }

    void finish(std::uint32_t i) {
        if constexpr (wanted == RayAnswer::First) {
            if (best_slot_ != no_slot_excluded) {
                sink_.slots[begin_] = best_slot_;
                sink_.keys[begin_] = max_t_;
                size_ = begin_ + 1;
            }
        } else {
            const std::uint32_t touched = size_ - begin_;
            if (sink_.found) sink_.found[i] = touched;
            const std::uint32_t limit = batch_.limit != 0 ? batch_.limit : touched;
            size_ = begin_ + Rank<A>::keep(sink_.slots + begin_, sink_.keys + begin_, touched, limit);
        }
        sink_.counts[i] = size_ - begin_;
        begin_ = size_;
    }

    // Where the ray may be in x while it is in [low, high] in y; false: nowhere. Computed in double and widened, so that it holds
    // whatever the float predicate accepts.
    bool stretch(double low, double high, double& enter, double& min_x, double& max_x) const {
        const double grown = static_cast<double>(batch_.half_extent), y = static_cast<double>(origin_y_),
                     dy = static_cast<double>(direction_y_);
        const double margin = 1e-6 * (magnitude_of(y) + magnitude_of(low) + magnitude_of(high) + grown) + 1e-37;
        low -= grown + margin, high += grown + margin;
        double from = 0, to = static_cast<double>(max_t_);
        if (dy == 0) {
            if (y < low || y > high) return false;
        } else {
            const double a = (low - y) / dy, b = (high - y) / dy;
            const double near = a < b ? a : b, far = a < b ? b : a;
            from = near > 0 ? near : 0;
            to = far < to ? far : to;
            if (from > to * 1.000001 + 1e-37) return false;
            if (to < from) to = from;
        }
        enter = from * 0.999999;
        const double x = static_cast<double>(origin_x_), dx = static_cast<double>(direction_x_);
        const double a = x + (dx == 0 ? 0 : dx * from), b = x + (dx == 0 ? 0 : dx * to);
        min_x = a < b ? a : b, max_x = a < b ? b : a;
        const double slack =
            2e-6 * (magnitude_of(x) + magnitude_of(a < b ? (a < -b ? a : b) : (b < -a ? b : a))) + grown * 1.000001 + 1e-37;
        min_x -= slack, max_x += slack;
        return true;
    }
    static double magnitude_of(double v) { return v < 0 ? -v : v; }

    // A ray without end whose t overflows in the float predicate touches every box there, wherever it is.
    bool overflows() const {
        if (max_t_ < __builtin_inff()) return false;
        const auto may = [&](float low, float high, float origin, float direction) {
            if (direction == 0.f) return false;
            const double a = static_cast<double>(low) - static_cast<double>(origin),
                         b = static_cast<double>(high) - static_cast<double>(origin);
            const double far =
                (magnitude_of(a) > magnitude_of(b) ? magnitude_of(a) : magnitude_of(b)) + static_cast<double>(batch_.half_extent);
            const double d = magnitude_of(static_cast<double>(direction));
            return far > 3e38 * (d < 1 ? d : 1);
        };
        return may(g_.min_x_all, g_.max_x_all, origin_x_, direction_x_) || may(g_.min_y_all, g_.max_y_all, origin_y_, direction_y_);
    }

    bool walk() {
        if (overflows()) return test({0, g_.size});
        const double infinity = static_cast<double>(__builtin_inff());
        double enter = 0, min_x = 0, max_x = 0;
        if (!stretch(static_cast<double>(g_.min_y_all), static_cast<double>(g_.max_y_all), enter, min_x, max_x)) return true;
        if (max_x < static_cast<double>(g_.min_x_all) || min_x > static_cast<double>(g_.max_x_all)) return true;
        // Rows that the ray's y passes, grown by what boxes reach beyond their row. The predicate's t, and so the ray's end, is rounded.
        const double y = static_cast<double>(origin_y_),
                     end = direction_y_ == 0.f ? y : y + static_cast<double>(direction_y_) * static_cast<double>(max_t_);
        double low = y < end ? y : end, high = y < end ? end : y;
        low -= 1e-6 * (magnitude_of(low) + magnitude_of(y));
        high += 1e-6 * (magnitude_of(high) + magnitude_of(y));
        const float reach = g_.reach_y + batch_.half_extent;
        const std::uint32_t first = row_of(g_, surely_below(as_float(low, -infinity), reach)),
                            last = row_of(g_, surely_above(as_float(high, infinity), reach));
        const bool upward = direction_y_ >= 0.f;
        // Tall rows first: a first hit ends the walk by what the others reach, and to meet a row twice does it no harm.
        for (std::uint32_t t = 0; t < g_.tall_count; ++t) {
            const std::uint32_t r = g_.tall_rows[t];
            if ((wanted == RayAnswer::First || r < first || r > last) && !cross(g_.rows[r])) return false;
        }
        for (std::uint32_t n = 0; n <= last - first; ++n) {
            const std::uint32_t r = upward ? first + n : last - n;
            if (upward && !occupied(r)) {
                const std::uint32_t next = next_occupied(g_, r);
                if (next > last) break;
                n = next - first - 1;
                continue;
            }
            if constexpr (wanted == RayAnswer::First) {
                if (best_slot_ != no_slot_excluded && beyond_best(r, upward)) break;
            }
            if (!cross(g_.rows[r])) return false;
        }
        return true;
    }

    static float as_float(double v, double limit) {
        const double largest = 3.4e38;
        if (v > largest || v < -largest) return static_cast<float>(limit);
        return static_cast<float>(v);
    }
    bool occupied(std::uint32_t r) const { return g_.rows[r].size != 0; }

    // Whether every box of row r and of the rows behind it is entered after the best hit so far: the ray reaches what such boxes
    // can reach only later. Border rows hold what lies far outside, in both directions.
    bool beyond_best(std::uint32_t r, bool upward) const {
        if (direction_y_ == 0.f || r == 0 || r + 1 == g_.row_count) return false;
        const double cell = 1.0 / static_cast<double>(g_.inverse_cell), origin = static_cast<double>(g_.origin_y);
        const double edge = origin + cell * (static_cast<double>(r) + (upward ? 0 : 1));
        const double reach = static_cast<double>(g_.reach_y) + static_cast<double>(batch_.half_extent) + cell * 1e-3 +
                             1e-5 * (magnitude_of(edge) + magnitude_of(origin));
        const double t = (edge + (upward ? -reach : reach) - static_cast<double>(origin_y_)) / static_cast<double>(direction_y_);
        return t * 0.999999 > static_cast<double>(max_t_);
    }

    // The run of a row where the ray is, in pieces from its near end, so that a first hit ends a long row early.
    bool cross(const GridRow& row) {
        double enter = 0, min_x = 0, max_x = 0;
        if (row.size == 0 || !stretch(static_cast<double>(row.min_y), static_cast<double>(row.max_y), enter, min_x, max_x)) return true;
        if (best_slot_ != no_slot_excluded && enter > static_cast<double>(max_t_)) return true;
        const double infinity = static_cast<double>(__builtin_inff());
        const Span span = candidates_in_row(g_, row, as_float(min_x, -infinity), as_float(max_x, infinity));
        return test(span);
    }

    bool test(Span span) {
        using namespace simd;
        const Rays<A> ray{{broadcast<A>(origin_x_), broadcast<A>(origin_y_)},
                          {broadcast<A>(direction_x_), broadcast<A>(direction_y_)},
                          broadcast<A>(max_t_)};
        const Floats<A> grown = broadcast<A>(batch_.half_extent);
        for (std::uint32_t at = span.begin; at < span.end; at += 16) {
            if (size_ > sink_.capacity) return false;
            Boxes<A> box = load_boxes<A, points>(g_.columns(), at);
            if (batch_.half_extent > 0.f) box = {box.min_x - grown, box.min_y - grown, box.max_x + grown, box.max_y + grown};
            const Entries<A> entry = enter(ray, box);
            const Mask<A> hit = keep_allowed<A>(batch_, g_, at, excluded_, live_lanes<A>(at, span.end) & entry.hit);
            if constexpr (wanted == RayAnswer::First) {
                if (const std::uint32_t hits = bits(hit); hits != 0) take_first(entry.t, at, hits);
            } else {
                pack_store<A>(sink_.keys + size_, entry.t, hit);
                size_ += pack_store<A>(sink_.slots + size_, load<A>(g_.slots + at), hit);
            }
        }
        candidates_ += span.end - span.begin;
        return true;
    }

    // max_t_ follows the best hit: later hits must come no later, and with a smaller slot where they come at the same t.
    void take_first(const simd::Floats<A>& t, std::uint32_t at, std::uint32_t hit) {
        float times[16];
        simd::store(times, t);
        for (std::uint32_t rest = hit; rest != 0; rest &= rest - 1) {
            const std::uint32_t lane = simd::lowest<A>(rest), slot = g_.slots[at + lane];
            if (best_slot_ != no_slot_excluded && !(times[lane] < max_t_ || (times[lane] == max_t_ && slot < best_slot_))) continue;
            max_t_ = times[lane];
            best_slot_ = slot;
        }
    }

    const GridView& g_;
    const Batch& batch_;
    HitSink& sink_;
    std::uint32_t begin_, size_;
    float origin_x_ = 0, origin_y_ = 0, direction_x_ = 0, direction_y_ = 0, max_t_ = 0;
    std::uint32_t excluded_ = no_slot_excluded, best_slot_ = no_slot_excluded;
    std::uint64_t candidates_ = 0;
};

} // namespace throng::kernels
