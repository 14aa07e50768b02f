// SPDX-License-Identifier: MIT
// A history of one index and its twin, which has another memory, other hosts and other instruction sets.
#pragma once

#include "tests/fuzz/asker.hpp"
#include "tests/fuzz/changing.hpp"
#include "tests/fuzz/forms.hpp"
#include "tests/support/index_kinds.hpp"
#include "tests/support/saved_content.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

namespace throng::fuzz {

class IndexHistory {
public:
    IndexHistory(const test::IndexKind& kind, bool points, Bytes& source)
        : kind_(kind), points_(points), source_(source), answers_(source), opening_(some_opening()),
          content_(kind.route == Route::RowGrid ? opening_.max_half_extent : 0) {
        trace(kind.name, points ? " of points" : "", ", bounds ", opening_.bounds, ", cell ", opening_.cell,
              ", half extent ", opening_.max_half_extent, ", leaf ", opening_.max_per_leaf.value_or(0), ", depth ",
              opening_.max_depth.value_or(0));
        opening_.memory = memory_.memory();
        index_ = kind.open(opening_);
        opening_.memory = twins_memory_.memory();
        if (source.chance(2)) twin_ = kind.open(opening_);
    }

    void play() {
        std::size_t spent = 0;
        for (int steps = 0; !source_.exhausted() && spent < 400'000 && steps < 40; ++steps) {
            step();
            check_state();
            for (std::uint32_t asks = source_.below(3); asks > 0; --asks)
                spent += Asker(*index_, content_, source_, answers_).ask();
            spent += 5000 + content_.slot_count() * 20;
        }
    }

private:
    using Executors = std::pair<Executor, Executor>;

    test::IndexOptions some_opening() {
        test::IndexOptions options;
        const std::uint32_t how = source_.below(256);
        static constexpr Aabb bounds[] = {
            {{0, 0}, {0, 0}}, {{0, 0}, {100, 100}}, {{-1e6f, -1e6f}, {1e6f, 1e6f}}, {{-3, 5}, {0, 5.5f}}};
        static constexpr float cells[] = {0, 0, 1, 0.01f, 1e6f, 1e-30f, 1e30f, 16},
                               halves[] = {0, 0, 0.5f, 2, 1e-40f, 1e-3f, 1e38f, 0};
        options.bounds = bounds[how % 4 == 3 ? 1 + how / 4 % 3 : 0];
        options.cell = cells[how / 16 % 8];
        options.tight_cell = options.cell == 0 ? 0 : options.cell * static_cast<float>(1 << how % 5);
        options.max_half_extent = points_ || how % 8 == 1 ? halves[how / 32] : 0;
        if (how % 8 == 2) options.max_per_leaf = 1 + how / 8;
        if (how % 4 == 2) options.max_depth = how / 16;
        if (how % 16 == 5) options.executor = test::ascending();
        return options;
    }

    void step() {
        if (kind_.route == Route::StaticTree && source_.newer(4) == 3) return save_and_load();
        const std::uint32_t kind = source_.below(16);
        switch (content_.slot_count() == 0 ? 0 : kind) {
        case 0:
        case 1: return build();
        case 2:
        case 3:
        case 4:
        case 5:
        case 6: return update();
        case 7:
        case 8: return insert();
        case 9: return erase();
        case 10:
        case 11: return move();
        case 12: return tidy();
        case 13:
        case 14: return rest();
        default: return meddle();
        }
    }

    /// `act` on the index, first with refusals now and then, and on its twin. `after` is what follows; act(index,
    /// executor) -> Status.
    template <class Act> void change(const char* what, const Status& expected, Content after, Act&& act) {
        const Host by = host(source_);
        trace(what, ", by ", by.name);
        bool done = false;
        switch (source_.below(6)) {
        case 1: done = without_memory(what, expected, act, by); break;
        case 2: done = with_a_quitter(what, expected, act); break;
        default: break;
        }
        if (!done) {
            const test::ForcedIsa isa(some_isa(source_));
            demand(test::same_status(expected, act(*index_, by.executor)), what);
        }
        content_ = std::move(after);
        if (!twin_) return;
        const test::ForcedIsa isa(some_isa(source_));
        demand(test::same_status(expected, act(*twin_, host(source_).executor)), what, " of the twin");
    }

    template <class Act> bool without_memory(const char* what, const Status& expected, Act&& act, const Host& by) {
        const std::uint64_t before = probe(*index_);
        memory_.refuse(1 + source_.below(24), source_.chance(2));
        const Status status = act(*index_, by.executor);
        const bool refused = memory_.refused();
        memory_.refuse(0);
        trace("  with memory refused: ", status);
        return undone(what, expected, status, refused && out_of_memory(status), refused, before);
    }
    template <class Act> bool with_a_quitter(const char* what, const Status& expected, Act&& act) {
        const std::uint64_t before = probe(*index_);
        test::CancellingExecutor cancelling{static_cast<int>(source_.below(8)), source_.below(4)};
        const Status status = act(*index_, cancelling.executor());
        trace("  with a host that gives up: ", status);
        return undone(what, expected, status, cancelling.quit && cancelled(status), cancelling.quit, before);
    }
    /// Whether the change was made.
    bool undone(const char* what, const Status& expected, const Status& status, bool told, bool refused,
                std::uint64_t before) {
        if (told) {
            demand(status.first == no_slot, what, " refused: ", status);
            check_state();
            demand(probe(*index_) == before, what, " was refused and has changed the index");
            return false;
        }
        demand(test::same_status(expected, status), what, " with a refusal");
        if (refused) comparable_ = false; // a structure may have stayed as it was laid
        return true;
    }

    static std::uint64_t probe(const test::AnyIndex& index) {
        constexpr float most = 3e38f;
        const Aabb boxes[] = {{{-most, -most}, {most, most}}, {{0, 0}, {2, 2}}, {{-1e3f, -1e3f}, {10, 1e3f}}};
        Hits hits;
        demand(bool(index.overlap(boxes, hits, {}, serial())), "probe");
        return hits.hash();
    }

    void check_state() {
        demand(test::same_status({}, index_->validate()), "validate()");
        demand(index_->size() == content_.size(), "size() is ", index_->size(), ", not ", content_.size());
        demand(index_->slot_count() == content_.slot_count(), "slot_count() is ", index_->slot_count(), ", not ",
               content_.slot_count());
        if (!twin_ || !comparable_ || twin_->slot_count() != content_.slot_count()) return;
        demand(probe(*index_) == probe(*twin_), "the twin has other bytes");
    }

    Form some_form(std::vector<Aabb> boxes) { return Form(std::move(boxes), points_ ? 9 : source_.below(16)); }
    std::vector<Aabb> held_boxes() const {
        std::vector<Aabb> boxes;
        for (Slot slot = 0; slot < content_.slot_count(); ++slot) boxes.push_back(content_[slot].box);
        return boxes;
    }
    std::vector<Vec2> minima(const Form& form) const {
        std::vector<Vec2> points;
        for (const Aabb& b : form.boxes()) points.push_back(b.min);
        return points;
    }

    void build() {
        const std::size_t n = some_size(source_);
        Places places(source_);
        const Form form = some_form(places.boxes(n));
        trace("build of ", n, ", ", places.name(), ", form ", form.kind());
        Content after = content_;
        const Status expected = points_ ? after.build<Vec2>(minima(form)) : after.build<Aabb>(form.boxes());
        change("build", expected, std::move(after), [&](test::AnyIndex& index, Executor e) {
            return points_ ? index.build(form.points(), e) : index.build(form.view(), e);
        });
    }
    void update() {
        std::vector<Aabb> boxes = held_boxes();
        change_boxes(boxes, source_);
        if (source_.chance(32)) boxes.pop_back();
        update(some_form(std::move(boxes)));
    }
    void update(const Form& form) {
        Content after = content_;
        const Status expected = points_ ? after.update<Vec2>(minima(form)) : after.update<Aabb>(form.boxes());
        change("update", expected, std::move(after), [&](test::AnyIndex& index, Executor e) {
            return points_ ? index.update(form.points(), e) : index.update(form.view(), e);
        });
    }
    void insert() {
        const std::size_t n = std::min<std::size_t>(some_size(source_), 600);
        Places places(source_);
        const Form form = some_form(places.boxes(n));
        std::vector<Slot> slots(n);
        const auto count = static_cast<std::uint32_t>(content_.slot_count());
        const std::uint32_t how = source_.below(4);
        for (std::size_t i = 0; i < n; ++i) {
            slots[i] =
                how < 2 ? count + static_cast<Slot>(i) : places.random().below(count + static_cast<std::uint32_t>(n));
            if (how == 3 && places.random().below(100) == 0) slots[i] = no_slot;
        }
        trace("insert of ", n, ", ", places.name(), how < 2 ? ", new slots" : ", any slots");
        Content after = content_;
        const Status expected =
            points_ ? after.insert<Vec2>(slots, minima(form)) : after.insert<Aabb>(slots, form.boxes());
        change("insert", expected, std::move(after), [&](test::AnyIndex& index, Executor e) {
            return points_ ? index.insert(slots, form.points(), e) : index.insert(slots, form.view(), e);
        });
    }
    void erase() {
        Generator random(source_.below(1 << 16));
        const std::uint32_t of = source_.below(4);
        std::vector<Slot> slots;
        for (Slot slot = 0; slot < content_.slot_count(); ++slot)
            if (of == 0 || random.below(of * of * 4) == 0) slots.push_back(slot);
        trace("erase of ", slots.size());
        Content after = content_;
        const Status expected = after.erase(slots);
        change("erase", expected, std::move(after),
               [&](test::AnyIndex& index, Executor e) { return index.erase(slots, e); });
    }
    void move() {
        Generator random(source_.below(1 << 16));
        const std::size_t n = std::min<std::size_t>(some_size(source_), 300);
        std::vector<Slot> slots;
        std::vector<Aabb> boxes;
        for (std::size_t i = 0; i < n; ++i) {
            slots.push_back(random.below(static_cast<std::uint32_t>(content_.slot_count()) + (i % 16 == 7 ? 1 : 0)));
            boxes.push_back(content_.present(slots.back()) ? content_[slots.back()].box : Aabb{});
        }
        change_boxes(boxes, source_);
        const Form form = some_form(std::move(boxes));
        trace("move of ", n);
        Content after = content_;
        const Status expected = points_ ? after.move<Vec2>(slots, minima(form)) : after.move<Aabb>(slots, form.boxes());
        change("move", expected, std::move(after), [&](test::AnyIndex& index, Executor e) {
            return points_ ? index.move(slots, form.points(), e) : index.move(slots, form.view(), e);
        });
    }
    void tidy() {
        const std::uint32_t how = source_.below(8);
        if (how == 0) {
            Content after = content_;
            after.clear();
            return change("clear", {}, std::move(after), [](test::AnyIndex& index, Executor) { return index.clear(); });
        }
        if (how < 4)
            return change("cleanup", {}, content_, [](test::AnyIndex& index, Executor) { return index.cleanup(); });
        change("refit", {}, content_, [](test::AnyIndex& index, Executor e) { return index.refit(e); });
    }

    /// The same update again and again: after a refit, which looks at the content as a sixteenth update does, and two
    /// of them nothing is allocated.
    void rest() {
        if (content_.size() > 3000) return;
        const Form form(held_boxes(), 9);
        const Host by = host(source_);
        trace("rest, by ", by.name);
        Content after = content_;
        const Status expected = points_ ? after.update<Vec2>(minima(form)) : after.update<Aabb>(form.boxes());
        content_ = std::move(after);
        std::size_t requests = 0;
        for (test::AnyIndex* index : {index_.get(), twin_.get()}) {
            if (index == nullptr) continue;
            const auto update = [&] {
                const Status status =
                    points_ ? index->update(form.points(), by.executor) : index->update(form.view(), by.executor);
                demand(test::same_status(expected, status), "update at rest");
            };
            update();
            demand(bool(index->refit(by.executor)), "refit at rest");
            for (int tick = 0; tick < 36; ++tick) {
                const std::size_t before = memory_.requests() + twins_memory_.requests();
                update();
                requests = memory_.requests() + twins_memory_.requests() - before;
                demand(tick < 2 || requests == 0, "the identical update ", tick + 1, " after a refit allocates ",
                       requests, " times");
            }
        }
    }

    /// Moved to another object and back, with the one moved from asked meanwhile; or opened again.
    void meddle() {
        if (source_.chance(4)) {
            opening_ = some_opening();
            opening_.memory = memory_.memory();
            trace("open again");
            demand(bool(index_->open(opening_)), "open");
            opening_.memory = twins_memory_.memory();
            if (twin_) demand(bool(twin_->open(opening_)), "open of the twin");
            content_ = Content(kind_.route == Route::RowGrid ? opening_.max_half_extent : 0);
            comparable_ = true;
            return;
        }
        trace("move to another object");
        const std::unique_ptr<test::AnyIndex> taken = index_->take();
        const Content nothing;
        demand(index_->size() == 0 && index_->slot_count() == 0, "moved from, and not empty");
        demand(failed(index_->build(Aabb{{0, 0}, {1, 1}}, serial())), "moved from, and built");
        (void)Asker(*index_, nothing, source_, answers_).ask();
        index_->assign(*taken);
    }

    /// Tree and twin go on as what they have saved. Answers are in an order of their own then.
    void save_and_load() {
        const auto tree_of = [](test::AnyIndex& index) -> StaticTree& {
            return static_cast<support::IndexOf<StaticTree>&>(index).index();
        };
        const std::uint32_t how = source_.below(256);
        StaticTree& tree = tree_of(*index_);
        const test::Bytes bytes = test::saved(tree);
        trace("save and load of ", bytes.size(), " bytes");
        const std::uint64_t before = probe(*index_);
        const auto load = [&](StaticTree& to, std::size_t length) {
            test::Rest rest{bytes.data(), length};
            return to.load(test::reader_of(rest), host(how).executor);
        };
        const Status cut = load(tree, bytes.size() * (how % 64) / 64);
        demand(has(cut.faults, Fault::Corrupt) && cut.count == 0, "load of bytes that were cut: ", cut);
        demand(probe(*index_) == before, "load of bytes that were cut has changed the tree");
        memory_.refuse(how % 4 == 0 ? 1 + how / 4 % 16 : 0);
        Status status = load(tree, bytes.size());
        const bool refused = memory_.refused();
        memory_.refuse(0);
        if (!status) {
            demand(refused && out_of_memory(status) && probe(*index_) == before, "load with memory refused: ", status);
            status = load(tree, bytes.size());
        }
        demand(test::same_status({}, status), "load");
        demand(test::saved(tree) == bytes, "a loaded tree saves other bytes");
        StaticTree closed;
        demand(bool(test::load(closed, bytes)) && test::saved(closed) == bytes, "load of a closed tree");
        if (!twin_) return;
        demand(test::saved(tree_of(*twin_)) == bytes, "the twin saves other bytes");
        demand(test::same_status({}, load(tree_of(*twin_), bytes.size())), "load of the twin");
    }

    const test::IndexKind& kind_;
    bool points_;
    Bytes& source_;
    StrictMemory memory_{0xCD}, twins_memory_{0x3B};
    Answers answers_;
    test::IndexOptions opening_;
    std::unique_ptr<test::AnyIndex> index_, twin_;
    Content content_;
    bool comparable_ = true;
};

} // namespace throng::fuzz
