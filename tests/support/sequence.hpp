// SPDX-License-Identifier: MIT
// Random changes to an index, each followed by questions, compared with brute force. Test and fuzzer share this
// body. A twin goes through the same history with other instruction sets and another order of tasks, and must give the
// same bytes.
#pragma once

#include "support/any_index.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/reversed_executor.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/sequence_items.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

namespace throng::test {

using support::AnyIndex;

/// `Item` is Aabb or Vec2: a sequence of boxes or of points, which `kind` takes.
template <class Item, class Source> class Sequence {
public:
    Sequence(const IndexKind& kind, const Style& style, Source& source)
        : scale_(style.scale), cleans_up_(kind.cleans_up()), source_(source), items_(style, source),
          index_(kind.open(style.options)), twin_(kind.open(style.options)),
          content_(kind.route == Route::RowGrid ? style.options.max_half_extent : 0), sets_(instruction_sets()) {}

    /// One change, then questions. A failure says what was done.
    testing::AssertionResult step() {
        const ForcedIsa forced(any_set());
        change();
        if (const auto same = same_status(outcome_.expected, outcome_.got); !same) return told(same);
        if (const auto same = same_status(outcome_.expected, outcome_.twins); !same)
            return told(same) << ", from the twin";
        if (const auto state = check_state(); !state) return told(state);
        if (const auto answers = check_answers(); !answers) return told(answers);
        return testing::AssertionSuccess();
    }

private:
    using View = std::conditional_t<std::is_same_v<Item, Vec2>, PointView, BoxView>;

    testing::AssertionResult told(testing::AssertionResult what) const { return what << ", after " << done_; }

    simd::Isa any_set() { return sets_[source_.below(static_cast<std::uint32_t>(sets_.size()))]; }

    void change() {
        switch (source_.below(16)) {
        case 0: return build(source_.below(120 * scale_));
        case 1: return cleans_up_ && source_.below(2) == 0 ? cleanup() : refit();
        case 2:
        case 3: return insert(new_slots());
        case 4:
        case 5: return erase(old_slots());
        case 6:
        case 7:
        case 8: return move(old_slots());
        case 9: return rare();
        default: return update(content_.slot_count());
        }
    }
    void rare() {
        switch (source_.below(12)) {
        case 0: return clear();
        case 1: return update(content_.slot_count() + 1);
        case 2: return build(source_.below(3));
        default: return insert(new_slots());
        }
    }

    void build(std::size_t count) {
        const std::vector<Item> items = all_items(count);
        done_ = "build of " + std::to_string(count);
        outcome_.expected = content_.build(std::span<const Item>(items));
        both([&](AnyIndex& index, Executor e) { return index.build(View(items), e); });
    }
    void update(std::size_t count) {
        const std::vector<Item> items = all_items(count);
        done_ = "update of " + std::to_string(count);
        outcome_.expected = content_.update(std::span<const Item>(items));
        both([&](AnyIndex& index, Executor e) { return index.update(View(items), e); });
    }
    void insert(const std::vector<Slot>& slots) {
        const std::vector<Item> items = items_of(slots);
        done_ = "insert of " + std::to_string(slots.size());
        outcome_.expected = content_.insert(std::span<const Slot>(slots), std::span<const Item>(items));
        both([&](AnyIndex& index, Executor e) { return index.insert(slots, View(items), e); });
    }
    void move(const std::vector<Slot>& slots) {
        const std::vector<Item> items = items_of(slots);
        done_ = "move of " + std::to_string(slots.size());
        outcome_.expected = content_.move(std::span<const Slot>(slots), std::span<const Item>(items));
        both([&](AnyIndex& index, Executor e) { return index.move(slots, View(items), e); });
    }
    void erase(const std::vector<Slot>& slots) {
        done_ = "erase of " + std::to_string(slots.size());
        outcome_.expected = content_.erase(slots);
        both([&](AnyIndex& index, Executor e) { return index.erase(slots, e); });
    }
    void refit() {
        done_ = "refit";
        outcome_.expected = {};
        both([](AnyIndex& index, Executor e) { return index.refit(e); });
    }
    void cleanup() {
        done_ = "cleanup";
        outcome_.expected = {};
        both([](AnyIndex& index, Executor) { return index.cleanup(); });
    }
    void clear() {
        done_ = "clear";
        content_.clear();
        outcome_.expected = {};
        both([](AnyIndex& index, Executor) { return index.clear(); });
    }

    template <class Do> void both(Do&& act) {
        outcome_.got = act(*index_, serial());
        const ForcedIsa other(any_set());
        outcome_.twins = act(*twin_, reversed());
    }

    std::vector<Item> all_items(std::size_t count) {
        std::vector<Slot> slots(count);
        for (std::size_t i = 0; i < count; ++i) slots[i] = static_cast<Slot>(i);
        return items_of(slots);
    }
    std::vector<Item> items_of(const std::vector<Slot>& slots) {
        std::vector<Item> items(slots.size());
        for (std::size_t i = 0; i < slots.size(); ++i) items_.next(content_, slots[i], items[i]);
        return items;
    }

    // Mostly absent ones below 200; a few far away, present, repeated or impossible.
    std::vector<Slot> new_slots() {
        std::vector<Slot> slots;
        for (std::uint32_t left = source_.below(content_.size() < 150 * scale_ ? 30 * scale_ : 3); left > 0; --left) {
            const std::uint32_t kind = source_.below(200);
            slots.push_back(kind == 0   ? source_.below(1000 * scale_)
                            : kind == 1 ? no_slot
                                        : source_.below(200 * scale_));
        }
        return slots;
    }
    // Mostly present ones; a few absent or repeated.
    std::vector<Slot> old_slots() {
        std::vector<Slot> slots;
        const auto count = static_cast<std::uint32_t>(content_.slot_count());
        for (std::uint32_t left = source_.below(20 * scale_); left > 0; --left) {
            Slot slot = source_.below(count + 1);
            for (int tries = 0; tries < 8 && !content_.present(slot); ++tries) slot = source_.below(count + 1);
            slots.push_back(slot);
        }
        return slots;
    }

    testing::AssertionResult check_state() const {
        if (!index_->validate()) return testing::AssertionFailure() << "validate() is not content";
        if (!twin_->validate()) return testing::AssertionFailure() << "validate() of the twin is not content";
        if (index_->size() != content_.size())
            return testing::AssertionFailure() << "size " << index_->size() << ", expected " << content_.size();
        if (index_->slot_count() != content_.slot_count()) {
            return testing::AssertionFailure()
                   << "slot_count " << index_->slot_count() << ", expected " << content_.slot_count();
        }
        const auto order = index_->order();
        const auto twins = twin_->order();
        if (!std::equal(order.begin(), order.end(), twins.begin(), twins.end()))
            return testing::AssertionFailure() << "the twin has another order";
        return testing::AssertionSuccess();
    }

    testing::AssertionResult check_answers() {
        const std::size_t c = source_.below(static_cast<std::uint32_t>(option_choices.size()));
        const Scenario s(content_, 8, source_.below(0xFFFF'FFFFu));
        const QueryOptions o = s.options(c);
        const QueryOptions by_slot = s.options_by_slot(c);
        const float swept = s.swept_half_extent(c);
        const float radius = s.neighbor_radius(c);
        const auto rays = s.ray_view(swept);
        using Index = const AnyIndex&;

        auto result = answer("overlap", oracle::overlap(content_, s.boxes, o),
                             [&](Index i, Hits& out, Executor e) { return i.overlap(s.boxes, out, o, e); });
        if (result)
            result = answer("within", oracle::within(content_, s.points, s.radii, o),
                            [&](Index i, Hits& out, Executor e) { return i.within(s.discs(), out, o, e); });
        if (result) {
            result = answer("nearest", oracle::nearest(content_, s.points, s.k(c), s.max_distance(c), o),
                            [&](Index i, Hits& out, Executor e) {
                                return i.nearest(s.points, s.k(c), s.max_distance(c), out, o, e);
                            });
        }
        if (result)
            result = answer("along", oracle::along(content_, s.rays, swept, o),
                            [&](Index i, Hits& out, Executor e) { return i.along(rays, out, o, e); });
        if (result)
            result = answer("cast", oracle::cast(content_, s.rays, swept, o),
                            [&](Index i, Hits& out, Executor e) { return i.cast(rays, out, o, e); });
        if (result) {
            result = answer("neighbors", oracle::neighbors(content_, radius, by_slot),
                            [&](Index i, Hits& out, Executor e) { return i.neighbors(radius, out, by_slot, e); });
        }
        if (result) result = pairs(s.pair_options(c));
        if (result) result = pairs(s.distance_pair_options(c));
        return result ? result : result << ", option choice " << c;
    }

    template <class Ask> testing::AssertionResult answer(const char* what, const oracle::Answer& expected, Ask&& ask) {
        Hits hits;
        if (const auto same = same_status(expected.status, ask(*index_, hits, serial())); !same)
            return testing::AssertionResult(same) << " of " << what;
        if (const auto same = agrees(expected, hits); !same) return testing::AssertionResult(same) << " of " << what;

        const ForcedIsa other(any_set());
        Hits twins;
        if (const auto same = same_status(expected.status, ask(*twin_, twins, reversed())); !same)
            return testing::AssertionResult(same) << " of " << what << " by the twin";
        if (hits.hash() != twins.hash())
            return testing::AssertionFailure() << "the twin's " << what << " has other bytes";
        return testing::AssertionSuccess();
    }

    testing::AssertionResult pairs(const PairOptions& options) {
        Pairs pairs;
        if (!index_->pairs(pairs, options, serial())) return testing::AssertionFailure() << "pairs failed";
        if (const auto same = agrees(oracle::pairs(content_, options), pairs, options.order); !same)
            return testing::AssertionResult(same) << " of pairs";

        const ForcedIsa other(any_set());
        Pairs twins;
        if (!twin_->pairs(twins, options, reversed())) return testing::AssertionFailure() << "pairs of the twin failed";
        if (pairs.hash() != twins.hash()) return testing::AssertionFailure() << "the twin's pairs have other bytes";
        return testing::AssertionSuccess();
    }

    struct Outcome {
        Status expected, got, twins;
    };

    std::uint32_t scale_;
    bool cleans_up_;
    Source& source_;
    SequenceItems<Source> items_;
    std::unique_ptr<AnyIndex> index_;
    std::unique_ptr<AnyIndex> twin_;
    oracle::Content content_;
    std::vector<simd::Isa> sets_;
    Outcome outcome_;
    std::string done_;
};

} // namespace throng::test
