// SPDX-License-Identifier: MIT
// Box2D's b2BroadPhase: a dynamic tree of fat boxes, in which only those are moved that have left theirs, which is what
// it is for. It reports pairs of fat boxes that are perhaps new; its own world keeps them as contacts, and so do we, in
// a list, each then tested exactly. A box that has moved in the tree loses its pairs, and is given all of them again.
// Queries go to the same tree.
#include "bench/peers/peers.hpp"

#include <throng/predicates.hpp>

#include <box2d/b2_broad_phase.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace throng::bench {
namespace {

b2AABB to_box2d(const Aabb& box) {
    b2AABB made;
    made.lowerBound.Set(box.min.x, box.min.y);
    made.upperBound.Set(box.max.x, box.max.y);
    return made;
}

class Box2dBroadPhase final : public BoxPeer {
public:
    void load(const Crowd& crowd) override {
        begin_load(crowd);
        for (std::size_t i = 0; i < crowd.size(); ++i) take(crowd, i, box_of(crowd, i));
    }

    void build(const Crowd& crowd) override { build(crowd, 0); }

    bool load_former(const Crowd& crowd, const std::vector<Slot>* moved) override {
        begin_load(crowd);
        each_former(crowd, moved, [this, &crowd](std::size_t i, const Aabb& box) { take(crowd, i, box); });
        finish_move();
        return true;
    }

    void take_moved(const Crowd& crowd) override {
        for (const Slot slot : crowd.moved) take(crowd, slot, box_of(crowd, slot));
    }

    void pairs(std::vector<Pair>& out) override {
        finish_move();
        out.clear();
        for (const Pair pair : contacts_) {
            if (predicates::overlaps(boxes_[pair.a], boxes_[pair.b])) out.push_back(pair);
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
        each_overlapping(query, [&found](Slot) { ++found; });
        return found;
    }

    void count(const Squares& queries, std::vector<std::uint32_t>& out) override {
        out.resize(queries.size());
        for (std::size_t i = 0; i < queries.size(); ++i) out[i] = count(queries[i]);
    }

    // For b2BroadPhase::UpdatePairs, which names it.
    void AddPair(void* a, void* b) { // NOLINT(readability-identifier-naming)
        contacts_.push_back(ordered(slot_of(a), slot_of(b)));
    }

private:
    void build(const Crowd& crowd, float aside) {
        phase_ = std::make_unique<b2BroadPhase>();
        contacts_.clear();
        boxes_.resize(crowd.size());
        proxies_.resize(crowd.size());
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            boxes_[i] = predicates::box_around({crowd.x[i] + aside, crowd.y[i]}, crowd.half_extent[i]);
            proxies_[i] = phase_->CreateProxy(to_box2d(boxes_[i]), item_of(i));
        }
        moved_.clear();
        has_moved_.assign(crowd.size(), 0);
        pending_ = true;
    }

    void begin_load(const Crowd& crowd) {
        if (crowd.size() != proxies_.size()) build(crowd, crowd.side + 1); // beside the world, whence they jump
        finish_move();
    }

    void take(const Crowd& crowd, std::size_t i, const Aabb& box) {
        boxes_[i] = box;
        const b2AABB tight = to_box2d(box);
        const b2AABB& fat = phase_->GetFatAABB(proxies_[i]);
        if (fat.Contains(tight)) return;
        const b2AABB target = b2TestOverlap(fat, tight) ? tight : to_box2d(box_after_jump(crowd, i));
        phase_->MoveProxy(proxies_[i], target, {crowd.velocity_x[i], crowd.velocity_y[i]});
        if (!has_moved_[i]) moved_.push_back(static_cast<Slot>(i));
        has_moved_[i] = 1;
        pending_ = true;
    }

    void finish_move() {
        if (!std::exchange(pending_, false)) return;
        std::erase_if(contacts_, [this](Pair pair) { return (has_moved_[pair.a] | has_moved_[pair.b]) != 0; });
        phase_->UpdatePairs(this);
        for (const Slot slot : moved_) has_moved_[slot] = 0;
        moved_.clear();
    }

    template <class F> void each_overlapping(const Aabb& query, F&& visit) const {
        struct Visitor {
            const Box2dBroadPhase& peer;
            const Aabb& query;
            F& visit;

            // b2DynamicTree::Query calls this, by its name, to find out whether to go on.
            bool QueryCallback(int32 proxy) { // NOLINT(readability-identifier-naming)
                const Slot slot = slot_of(peer.phase_->GetUserData(proxy));
                if (predicates::overlaps(query, peer.boxes_[slot])) visit(slot);
                return true;
            }
        } visitor{*this, query, visit};
        phase_->Query(&visitor, to_box2d(query));
    }

    void append_row(const Aabb& query, Rows& out) const {
        each_overlapping(query, [&out](Slot slot) { out.slots.push_back(slot); });
        out.finish_row();
    }

    std::unique_ptr<b2BroadPhase> phase_;
    std::vector<Aabb> boxes_;
    std::vector<int32> proxies_;
    std::vector<Pair> contacts_; // at least all that overlap, but for what is pending
    std::vector<Slot> moved_;
    std::vector<std::uint8_t> has_moved_;
    bool pending_ = false; // something has moved since contacts_ was made
};

} // namespace

std::unique_ptr<BoxPeer> box2d_broad_phase() { return std::make_unique<Box2dBroadPhase>(); }

} // namespace throng::bench
