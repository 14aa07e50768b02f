// SPDX-License-Identifier: MIT
// The k-d tree of nanoflann: built anew each tick, then queried point by point. Its own result sets compare with <, and
// break ties by visiting order; ours search a hair farther and decide exactly, at the same cost.
#include "bench/peers/nearest_rank.hpp"
#include "bench/peers/peers.hpp"

#include <nanoflann.hpp>

#include <cstddef>
#include <limits>
#include <optional>

namespace throng::bench {
namespace {

// One cache line per point where two columns would cost two.
struct Points {
    std::vector<Vec2> all;

    std::size_t kdtree_get_point_count() const noexcept { return all.size(); }
    float kdtree_get_pt(std::size_t i, std::size_t axis) const noexcept { return axis == 0 ? all[i].x : all[i].y; }
    template <class Box> bool kdtree_get_bbox(Box&) const noexcept { return false; }
};

using Tree = nanoflann::KDTreeSingleIndexAdaptor<nanoflann::L2_Simple_Adaptor<float, Points>, Points, 2, Slot>;

// Pruning sums rounded squares: it may be off by ulps, so it gets this much room.
constexpr float room = 1.00001f;

// NOLINTBEGIN(readability-identifier-naming): nanoflann asks for these names
class WithinCollector {
public:
    WithinCollector(float squared, Slot self, std::vector<Slot>& out) noexcept
        : squared_(squared), self_(self), out_(out) {}

    bool full() const noexcept { return true; }
    float worstDist() const noexcept { return squared_ * room; }
    bool addPoint(float squared, Slot slot) {
        if (squared <= squared_ && slot != self_) out_.push_back(slot);
        return true;
    }

private:
    float squared_;
    Slot self_;
    std::vector<Slot>& out_;
};

class NearestCollector {
public:
    NearestCollector(NearestRank& rank, Slot self) noexcept : rank_(rank), self_(self) {}

    bool full() const noexcept { return true; }
    float worstDist() const noexcept { return rank_.worst() * room; }
    bool addPoint(float squared, Slot slot) noexcept {
        if (slot != self_) rank_.offer(squared, slot);
        return true;
    }

private:
    NearestRank& rank_;
    Slot self_;
};
// NOLINTEND(readability-identifier-naming)

class Nanoflann final : public PointPeer {
public:
    void load(const Crowd& crowd) override {
        points_.all.resize(crowd.size());
        for (std::size_t i = 0; i < crowd.size(); ++i) points_.all[i] = {crowd.x[i], crowd.y[i]};
        if (!tree_) tree_.emplace(2, points_, nanoflann::KDTreeSingleIndexAdaptorParams(leaf_size));
        tree_->buildIndex();
    }

    void within(const Crowd& queries, float radius, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries.size(); ++i) {
            const float point[2] = {queries.x[i], queries.y[i]};
            WithinCollector collector(radius * radius, static_cast<Slot>(i), out.slots);
            tree_->findNeighbors(collector, point, {});
            out.finish_row();
        }
    }

    void nearest(const Crowd& queries, std::uint32_t k, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries.size(); ++i) {
            const float point[2] = {queries.x[i], queries.y[i]};
            rank_.restart(k);
            NearestCollector collector(rank_, static_cast<Slot>(i));
            tree_->findNeighbors(collector, point, {});
            rank_.append_to(out.slots);
            out.finish_row();
        }
    }

private:
    static constexpr std::size_t leaf_size = 10;

    Points points_;
    std::optional<Tree> tree_;
    NearestRank rank_;
};

} // namespace

std::unique_ptr<PointPeer> nanoflann() { return std::make_unique<Nanoflann>(); }

} // namespace throng::bench
