// SPDX-License-Identifier: MIT
// Bullet's btDbvt, the tree of its broad phase, with a fat volume for each leaf: only a box that has left its own is
// moved, with Box2D's margins. All pairs are found by the tree against itself, and tested exactly. Its space is flat: z
// is 0.
#include "bench/peers/peers.hpp"

#include <throng/predicates.hpp>

#include <BulletCollision/BroadphaseCollision/btDbvt.h>

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <random>
#include <type_traits>
#include <utility>

namespace throng::bench {
namespace {

btDbvtVolume to_bullet(const Aabb& box) {
    return btDbvtVolume::FromMM({box.min.x, box.min.y, 0}, {box.max.x, box.max.y, 0});
}

template <class F> struct Visitor final : btDbvt::ICollide {
    explicit Visitor(F& f) : visit(f) {}
    void Process(const btDbvtNode* leaf) override {
        if constexpr (std::is_invocable_v<F, Slot>) visit(static_cast<Slot>(leaf->dataAsInt));
    }
    void Process(const btDbvtNode* a, const btDbvtNode* b) override {
        if constexpr (std::is_invocable_v<F, Slot, Slot>)
            visit(static_cast<Slot>(a->dataAsInt), static_cast<Slot>(b->dataAsInt));
    }
    using btDbvt::ICollide::Process;

    F& visit;
};

class BulletTree final : public BoxPeer {
public:
    void load(const Crowd& crowd) override {
        begin_load(crowd);
        for (std::size_t i = 0; i < crowd.size(); ++i) take(crowd, i, box_of(crowd, i));
    }

    void build(const Crowd& crowd) override { build(crowd, 0); }

    bool load_former(const Crowd& crowd, const std::vector<Slot>* moved) override {
        begin_load(crowd);
        each_former(crowd, moved, [this, &crowd](std::size_t i, const Aabb& box) { take(crowd, i, box); });
        return true;
    }

    void take_moved(const Crowd& crowd) override {
        for (const Slot slot : crowd.moved) take(crowd, slot, box_of(crowd, slot));
    }

    void pairs(std::vector<Pair>& out) override {
        out.clear();
        auto add = [this, &out](Slot a, Slot b) {
            if (predicates::overlaps(boxes_[a], boxes_[b])) out.push_back(ordered(a, b));
        };
        Visitor visitor(add);
        tree_.collideTTpersistentStack(tree_.m_root, tree_.m_root, visitor);
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
        each_overlapping(query, [&found](Slot) { ++found; });
        return found;
    }

    void count(const Squares& queries, std::vector<std::uint32_t>& out) override {
        out.resize(queries.size());
        for (std::size_t i = 0; i < queries.size(); ++i) out[i] = count(queries[i]);
    }

private:
    static constexpr btScalar margin = 0.1f;
    static constexpr btScalar ticks_ahead = 4;

    // In random order: it does not balance itself, and in an order of space it would become a list.
    void build(const Crowd& crowd, float aside) {
        tree_.clear();
        if (order_.size() != crowd.size()) {
            order_.resize(crowd.size());
            std::iota(order_.begin(), order_.end(), Slot{0});
            std::shuffle(order_.begin(), order_.end(), std::mt19937(1));
        }
        boxes_.resize(crowd.size());
        leaves_.resize(crowd.size());
        for (const Slot i : order_) {
            boxes_[i] = predicates::box_around({crowd.x[i] + aside, crowd.y[i]}, crowd.half_extent[i]);
            leaves_[i] = tree_.insert(to_bullet(boxes_[i]), nullptr);
            leaves_[i]->dataAsInt = static_cast<int>(i);
        }
    }

    void begin_load(const Crowd& crowd) {
        if (crowd.size() != leaves_.size()) build(crowd, crowd.side + 1); // beside the world, whence they jump
    }

    void take(const Crowd& crowd, std::size_t i, const Aabb& box) {
        boxes_[i] = box;
        btDbvtVolume volume = to_bullet(box);
        if (!Intersect(leaves_[i]->volume, volume)) volume = to_bullet(box_after_jump(crowd, i));
        tree_.update(leaves_[i], volume, {ticks_ahead * crowd.velocity_x[i], ticks_ahead * crowd.velocity_y[i], 0},
                     margin);
    }

    template <class F> void each_overlapping(const Aabb& query, F&& visit) {
        auto test = [this, &query, &visit](Slot slot) {
            if (predicates::overlaps(query, boxes_[slot])) visit(slot);
        };
        Visitor visitor(test);
        tree_.collideTVNoStackAlloc(tree_.m_root, to_bullet(query), stack_, visitor);
    }

    void append_row(const Aabb& query, Rows& out) {
        each_overlapping(query, [&out](Slot slot) { out.slots.push_back(slot); });
        out.finish_row();
    }

    btDbvt tree_;
    btNodeStack stack_;
    std::vector<Aabb> boxes_;
    std::vector<btDbvtNode*> leaves_;
    std::vector<Slot> order_;
};

} // namespace

std::unique_ptr<BoxPeer> bullet_tree() { return std::make_unique<BulletTree>(); }

} // namespace throng::bench
