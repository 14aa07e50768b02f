// SPDX-License-Identifier: MIT
// No index at all: pairs and overlaps with vectors, as the yardstick of small crowds; the rest plainly, as the judge of
// their answers.
#include "bench/peers/first_hit.hpp"
#include "bench/peers/nearest_rank.hpp"
#include "bench/peers/peers.hpp"
#include "bench/peers/row_function.hpp"

#include <throng/predicates.hpp>

#include <limits>

namespace throng::bench {

RowFunction* row_function([[maybe_unused]] std::string_view isa) {
#if THRONG_HAVE_AVX512
    if (isa == "avx512") return overlapping_from<simd::avx512>;
#endif
#if THRONG_HAVE_AVX2
    if (isa == "avx2") return overlapping_from<simd::avx2>;
#endif
#if THRONG_HAVE_NEON64
    return overlapping_from<simd::neon64>;
#else
    return overlapping_from<simd::baseline>;
#endif
}

namespace {

class BruteForceBoxes final : public RayPeer {
public:
    explicit BruteForceBoxes(std::string_view isa) : row_(row_function(isa)) {}

    void load(const Crowd& crowd) override {
        if (size_ != crowd.size()) resize(crowd.size());
        for (std::size_t i = 0; i < size_; ++i) take(crowd, i);
    }

    void take_moved(const Crowd& crowd) override {
        for (const Slot slot : crowd.moved) take(crowd, slot);
    }

    void pairs(std::vector<Pair>& out) override {
        const BoxColumns boxes = columns();
        out.clear();
        for (Slot a = 0; a < size_; ++a) {
            const Slot* end = row_(boxes, std::size_t{a} + 1, box(a), found_.data());
            for (const Slot* b = found_.data(); b != end; ++b) out.push_back({a, *b});
        }
    }

    void overlap(const Squares& queries, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries.size(); ++i) append_row(queries[i], out);
    }

    void overlap(const Aabb& query, Rows& out) override {
        out.restart();
        append_row(query, out);
    }

    std::uint32_t count(const Aabb& query) override {
        std::uint32_t found = 0;
        for (std::size_t i = 0; i < size_; ++i) found += predicates::overlaps(query, box(i)) ? 1 : 0;
        return found;
    }

    void count(const Squares& queries, std::vector<std::uint32_t>& out) override {
        out.resize(queries.size());
        for (std::size_t i = 0; i < queries.size(); ++i) out[i] = count(queries[i]);
    }

    void cast(const Crowd& rays, float max_t, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < rays.size(); ++i) {
            FirstHit first;
            const Ray ray{{rays.x[i], rays.y[i]}, {rays.velocity_x[i], rays.velocity_y[i]}, max_t};
            for (std::size_t k = 0; k < size_; ++k) {
                if (k != i) first.offer(static_cast<Slot>(k), predicates::enter(box(k), ray));
            }
            if (first.slot != no_slot) out.slots.push_back(first.slot);
            out.finish_row();
        }
    }

private:
    void resize(std::size_t size) {
        constexpr float nowhere = std::numeric_limits<float>::infinity();
        size_ = size;
        found_.resize(size);
        for (auto* column : {&min_x_, &min_y_}) column->assign(size + beyond_the_end, nowhere);
        for (auto* column : {&max_x_, &max_y_}) column->assign(size + beyond_the_end, -nowhere);
    }

    void take(const Crowd& crowd, std::size_t i) {
        const Aabb box = box_of(crowd, i);
        min_x_[i] = box.min.x;
        min_y_[i] = box.min.y;
        max_x_[i] = box.max.x;
        max_y_[i] = box.max.y;
    }

    BoxColumns columns() const { return {min_x_.data(), min_y_.data(), max_x_.data(), max_y_.data(), size_}; }

    Aabb box(std::size_t i) const { return {{min_x_[i], min_y_[i]}, {max_x_[i], max_y_[i]}}; }

    void append_row(const Aabb& query, Rows& out) {
        const Slot* end = row_(columns(), 0, query, found_.data());
        out.slots.insert(out.slots.end(), static_cast<const Slot*>(found_.data()), end);
        out.finish_row();
    }

    RowFunction* row_;
    std::size_t size_ = 0;
    std::vector<float> min_x_, min_y_, max_x_, max_y_;
    std::vector<Slot> found_;
};

class BruteForcePoints final : public PointPeer {
public:
    void load(const Crowd& crowd) override { crowd_ = &crowd; }

    void within(const Crowd& queries, float radius, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries.size(); ++i) {
            for (std::size_t k = 0; k < crowd_->size(); ++k) {
                if (k != i && predicates::within(center(k), {{queries.x[i], queries.y[i]}, radius}))
                    out.slots.push_back(static_cast<Slot>(k));
            }
            out.finish_row();
        }
    }

    void nearest(const Crowd& queries, std::uint32_t k, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries.size(); ++i) {
            rank_.restart(k);
            for (std::size_t other = 0; other < crowd_->size(); ++other) {
                if (other != i)
                    rank_.offer(predicates::squared_distance(center(other), {queries.x[i], queries.y[i]}),
                                static_cast<Slot>(other));
            }
            rank_.append_to(out.slots);
            out.finish_row();
        }
    }

private:
    Vec2 center(std::size_t i) const { return {crowd_->x[i], crowd_->y[i]}; }

    const Crowd* crowd_ = nullptr;
    NearestRank rank_;
};

} // namespace

std::unique_ptr<RayPeer> brute_force_boxes(std::string_view isa) { return std::make_unique<BruteForceBoxes>(isa); }

std::unique_ptr<PointPeer> brute_force_points() { return std::make_unique<BruteForcePoints>(); }

} // namespace throng::bench
