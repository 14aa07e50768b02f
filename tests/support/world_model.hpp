// SPDX-License-Identifier: MIT
// A World kept as plainly as can be: an element per slot, as of the last commit and as of the next one. Every call has
// its Status, as World must give it.
#pragma once

#include "tests/support/content.hpp"

#include <throng/predicates.hpp>
#include <throng/world.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace throng::oracle {

struct WorldElement {
    Aabb box{};
    std::uint32_t generation = 0; // 0: no element
    std::uint32_t category = 0;
    bool is_static = false;
    std::uint16_t layer = 0;
};

/// What queries see: the elements of one commit, by slot.
struct WorldContent {
    std::vector<WorldElement> elements;
    DoubleVec2 origin{0, 0};

    bool alive(Slot slot) const { return slot < elements.size() && elements[slot].generation != 0; }
    Id id_of(Slot slot) const { return alive(slot) ? Id{slot, elements[slot].generation} : Id{}; }

    /// Elements of these layers and of categories that share a bit with both masks, but for one.
    Content found_by(std::uint32_t mask, std::uint32_t also = ~0u, Slot without = no_slot,
                     LayerRange layers = {}) const {
        std::vector<Aabb> boxes;
        std::vector<Slot> others;
        for (Slot slot = 0; slot < elements.size(); ++slot) {
            const WorldElement& e = elements[slot];
            boxes.push_back(e.box);
            if (!alive(slot) || (e.category & mask) == 0 || (e.category & also) == 0 || slot == without ||
                !layers.contains(e.layer))
                others.push_back(slot);
        }
        Content found;
        (void)found.build<Aabb>(boxes);
        (void)found.erase(others);
        return found;
    }
    /// Without static elements: their slots are dead.
    WorldContent dynamic() const {
        WorldContent moving = *this;
        for (WorldElement& e : moving.elements)
            if (e.is_static) e.generation = 0;
        return moving;
    }
    Content all() const {
        WorldContent plain = *this;
        for (WorldElement& e : plain.elements) e.category = ~0u;
        return plain.found_by(~0u);
    }

    /// All that overlap, but for two static ones, where one element has a category of `one` and the other a category
    /// of `other`. A mask of all bits is everything, whatever the category. `across`: in different layers as well.
    std::vector<IdPair> overlaps(std::uint32_t one = ~0u, std::uint32_t other = ~0u, bool across = false) const {
        const auto has = [&](Slot slot, std::uint32_t mask) {
            return mask == ~0u || (elements[slot].category & mask) != 0;
        };
        std::vector<IdPair> pairs;
        for (Slot a = 0; a < elements.size(); ++a) {
            for (Slot b = a + 1; b < elements.size(); ++b) {
                const bool still = elements[a].is_static && elements[b].is_static;
                const bool tracked = (has(a, one) && has(b, other)) || (has(a, other) && has(b, one));
                const bool together = across || elements[a].layer == elements[b].layer;
                if (alive(a) && alive(b) && together && !still && tracked &&
                    predicates::overlaps(elements[a].box, elements[b].box))
                    pairs.push_back({id_of(a), id_of(b)});
            }
        }
        return pairs;
    }
};

class WorldModel {
public:
    Status spawn(std::span<const Aabb> boxes, Motion motion, std::vector<Id>& out,
                 std::span<const std::uint32_t> categories, std::span<const std::uint16_t> layers = {}) {
        Status status;
        out.clear();
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (!predicates::is_valid(boxes[i])) {
                tell(status, Fault::InvalidBounds, i);
                out.push_back({});
                continue;
            }
            const Slot slot = take();
            next_[slot] = {boxes[i], generation_, categories.empty() ? ~0u : categories[i], motion == Motion::Static,
                           layers.empty() ? std::uint16_t{0} : layers[i]};
            out.push_back({slot, generation_});
            spawned_ = true;
        }
        return status;
    }

    Status move(std::span<const Id> ids, std::span<const Aabb> boxes) {
        return for_each(ids, [&](WorldElement& element, std::size_t i) {
            if (!predicates::is_valid(boxes[i])) return Fault::InvalidBounds;
            element.box = boxes[i];
            return Fault::None;
        });
    }

    Status categorize(std::span<const Id> ids, std::span<const std::uint32_t> categories) {
        return for_each(ids, [&](WorldElement& element, std::size_t i) {
            element.category = categories[i];
            return Fault::None;
        });
    }

    Status set_layers(std::span<const Id> ids, std::span<const std::uint16_t> layers) {
        return for_each(ids, [&](WorldElement& element, std::size_t i) {
            element.layer = layers[i];
            return Fault::None;
        });
    }

    Status despawn(std::span<const Id> ids) {
        return for_each(ids, [](WorldElement& element, std::size_t) {
            element = {};
            return Fault::None;
        });
    }

    void move_all(std::span<const Aabb> by_slot) {
        moved_all_.emplace(by_slot.begin(), by_slot.end());
        for (Slot slot = 0; slot < now_.elements.size() && slot < by_slot.size(); ++slot)
            if (follows(slot))
                next_[slot].box = predicates::is_valid(by_slot[slot]) ? by_slot[slot] : now_.elements[slot].box;
    }

    Status commit() {
        if (moved_all_ && moved_all_->size() < now_.elements.size()) return whole_call(Fault::InvalidArgument);
        Status status;
        for (Slot slot = 0; moved_all_ && slot < now_.elements.size(); ++slot)
            if (follows(slot) && !predicates::is_valid((*moved_all_)[slot])) tell(status, Fault::InvalidBounds, slot);
        std::size_t count = now_.elements.size();
        for (std::size_t slot = 0; slot < next_.size(); ++slot)
            if (next_[slot].generation != 0) count = std::max(count, slot + 1);
        before_ = now_;
        now_.elements.assign(next_.begin(), next_.begin() + static_cast<std::ptrdiff_t>(count));
        forget();
        committed_ = generation_;
        return status;
    }

    void discard() { forget(); }

    /// Empty, as after World::open() of an open world: generations go on.
    void open_anew(DoubleVec2 origin = {0, 0}) {
        forget();
        const std::uint32_t generation = generation_;
        *this = {};
        generation_ = committed_ = generation;
        now_.origin = before_.origin = origin;
    }

    /// Where nothing is staged.
    Status rebase(DoubleVec2 origin) {
        if (!std::isfinite(origin.x) || !std::isfinite(origin.y)) return whole_call(Fault::InvalidArgument);
        const DoubleVec2 by{now_.origin.x - origin.x, now_.origin.y - origin.y};
        const auto shifted = [](Vec2 p, DoubleVec2 shift) {
            return Vec2{static_cast<float>(double{p.x} + shift.x), static_cast<float>(double{p.y} + shift.y)};
        };
        WorldContent moved = now_;
        moved.origin = origin;
        for (Slot slot = 0; slot < moved.elements.size(); ++slot) {
            if (!moved.alive(slot)) continue;
            Aabb& box = moved.elements[slot].box;
            box = {shifted(box.min, by), shifted(box.max, by)};
            if (!predicates::is_valid(box)) return {Fault::InvalidBounds, slot, 0};
        }
        before_ = std::exchange(now_, std::move(moved));
        forget();
        return {};
    }

    /// What a snapshot keeps.
    struct Kept {
        WorldContent content;
        std::uint32_t generation;
    };
    Kept keep() const { return {now_, committed_}; }
    void restore(const Kept& kept) {
        before_ = std::move(now_);
        now_ = kept.content;
        if (next_.size() < now_.elements.size()) next_.resize(now_.elements.size());
        free_.resize(next_.size());
        forget();
        generation_ = committed_ = kept.generation;
    }

    /// The last commit, and the one before.
    const WorldContent& now() const { return now_; }
    const WorldContent& before() const { return before_; }

    /// Whether something can be staged for it.
    bool known(Id id) const {
        return id.generation != 0 && id.slot < next_.size() && next_[id.slot].generation == id.generation;
    }
    bool is_static(Slot slot) const { return next_[slot].is_static; }
    /// All elements that are alive or about to be.
    std::vector<Id> ids() const {
        std::vector<Id> ids;
        for (Slot slot = 0; slot < next_.size(); ++slot)
            if (next_[slot].generation != 0) ids.push_back({slot, next_[slot].generation});
        return ids;
    }

private:
    template <class Change> Status for_each(std::span<const Id> ids, Change&& change) {
        Status status;
        for (std::size_t i = 0; i < ids.size(); ++i)
            tell(status, known(ids[i]) ? change(next_[ids[i].slot], i) : Fault::StaleId, i);
        return status;
    }

    // Alive, dynamic and not about to end.
    bool follows(Slot slot) const { return now_.alive(slot) && next_[slot].generation != 0 && !next_[slot].is_static; }

    Slot take() {
        const auto from = free_.begin() + static_cast<std::ptrdiff_t>(none_free_below_);
        const auto free = std::find(from, free_.end(), true);
        const auto slot = static_cast<Slot>(free - free_.begin());
        none_free_below_ = slot;
        if (free == free_.end()) {
            free_.push_back(false);
            next_.emplace_back();
        }
        free_[slot] = false;
        return slot;
    }

    void forget() {
        for (Slot slot = 0; slot < next_.size(); ++slot) {
            next_[slot] = now_.alive(slot) ? now_.elements[slot] : WorldElement{};
            free_[slot] = !now_.alive(slot);
        }
        none_free_below_ = 0;
        moved_all_.reset();
        generation_ += spawned_ ? 1 : 0;
        spawned_ = false;
    }

    WorldContent now_, before_;
    std::vector<WorldElement> next_; // by slot that was ever issued
    std::vector<bool> free_;
    std::size_t none_free_below_ = 0; // until slots become free, which is when forget() is called
    std::optional<std::vector<Aabb>> moved_all_;
    std::uint32_t generation_ = 1; // of the next elements
    std::uint32_t committed_ = 1;  // the same, after the last commit
    bool spawned_ = false;         // some element has it
};

} // namespace throng::oracle
