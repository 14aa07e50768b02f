// SPDX-License-Identifier: MIT
// Box searches: very many small ones, a few of elements that have just moved, one that covers nearly everything, and
// counts.
#include "bench/common/hashes.hpp"
#include "bench/common/question.hpp"

#include <throng/hits.hpp>

#include <cmath>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

namespace throng::bench {
namespace {

enum class Search { Boxes, Around, Few, Large, LargeCount, Count };

constexpr bool lists(Search search) { return search != Search::LargeCount && search != Search::Count; }
constexpr Motion motion_of(Search search) {
    return search == Search::Around ? Motion::None : search == Search::Few ? Motion::Few : Motion::All;
}

Aabb large_box(const Crowd& crowd) {
    const float margin = 0.5f * crowd.side * (1 - std::sqrt(large_share));
    return {{margin, margin}, {crowd.side - margin, crowd.side - margin}};
}

double sum(std::span<const std::uint32_t> counts) {
    double total = 0;
    for (const std::uint32_t count : counts) total += count;
    return total;
}

// The moved ones, gathered: what a program that moves a few has at hand.
struct Gathered {
    std::vector<float> x, y, half_extent;

    void take(const Crowd& crowd) {
        const auto gather = [&crowd](std::vector<float>& to, const std::vector<float>& from) {
            to.clear();
            for (const Slot slot : crowd.moved) to.push_back(from[slot]);
        };
        gather(x, crowd.x);
        gather(y, crowd.y);
        gather(half_extent, crowd.half_extent);
    }
    BoxView boxes() const {
        return BoxView::around(PointView(x.data(), y.data(), x.size()), std::span<const float>(half_extent));
    }
};

template <Search search> class SubjectSearch final : public Subject {
public:
    explicit SubjectSearch(const Setting& setting) : Subject(setting, Elements::Boxes) {}

    void prepare(const Crowd& crowd) override {
        if constexpr (motion_of(search) == Motion::All) update(crowd);
        if constexpr (search == Search::Few) moved_.take(crowd);
        large_ = large_box(crowd);
        if constexpr (search == Search::Count) counts_.resize(crowd.size());
        if constexpr (search == Search::LargeCount) counts_.resize(1);
    }
    void ask(const Crowd& crowd) override {
        if constexpr (search == Search::Boxes) require(index_->overlap(crowd.boxes(), found_));
        if constexpr (search == Search::Around)
            require(index_->overlap(BoxView::around(crowd.centers(), around_half_extent), found_));
        if constexpr (search == Search::Few) {
            move(crowd, moved_.boxes());
            require(index_->overlap(moved_.boxes(), found_));
        }
        if constexpr (search == Search::Large) require(index_->overlap(large_, found_));
        if constexpr (search == Search::LargeCount) require(index_->count(BoxView(large_), counts_));
        if constexpr (search == Search::Count)
            require(index_->count(BoxView::around(crowd.centers(), count_half_extent), counts_));
    }
    Answer answer(const Crowd&) override {
        if constexpr (lists(search)) {
            return {.queries = static_cast<double>(found_.size()),
                    .hits = static_cast<double>(found_.slots().size()),
                    .candidates = static_cast<double>(found_.candidates()),
                    .hash = hash_rows(found_.offsets(), found_.slots())};
        } else {
            return {.queries = static_cast<double>(counts_.size()), .hits = sum(counts_), .hash = hash_values(counts_)};
        }
    }

private:
    Gathered moved_;
    Aabb large_{};
    Hits found_;
    std::vector<std::uint32_t> counts_;
};

/// A copy of as many slots as a large search answers, from where the index has them: an update has swept the caches
/// before either.
class CopyOfSlots final : public Subject {
public:
    explicit CopyOfSlots(const Setting& setting) : Subject(setting, Elements::Boxes) {}

    void prepare(const Crowd& crowd) override {
        if (index_->size() == crowd.size()) {
            update(crowd);
        } else {
            build(crowd);
        }
        const std::span<const Slot> told = index_->order();
        if (told.empty()) own_.resize(crowd.size()); // of an index that has no column of them
        slots_ = (told.empty() ? std::span<const Slot>(own_) : told)
                     .first(static_cast<std::size_t>(large_share * static_cast<float>(crowd.size())));
        to_.resize(slots_.size());
    }
    void ask(const Crowd&) override {
        std::memcpy(to_.data(), slots_.data(), slots_.size_bytes());
        asm volatile("" : : "r"(to_.data()) : "memory");
    }
    Answer answer(const Crowd&) override { return {}; }

private:
    std::span<const Slot> slots_;
    std::vector<Slot> own_, to_;
};

template <Search search> class PeerSearch final : public Contender {
public:
    explicit PeerSearch(std::unique_ptr<BoxPeer> peer) : peer_(std::move(peer)) {}

    void prepare(const Crowd& crowd) override {
        if (search != Search::Few || !peer_->load_former(crowd, &crowd.moved)) peer_->load(crowd);
        if constexpr (search != Search::Large && search != Search::LargeCount) peer_->expect(squares(crowd));
    }
    void ask(const Crowd& crowd) override {
        if constexpr (search == Search::Few) peer_->take_moved(crowd);
        if constexpr (search == Search::Boxes || search == Search::Around || search == Search::Few)
            peer_->overlap(squares(crowd), found_);
        if constexpr (search == Search::Large) peer_->overlap(large_box(crowd), found_);
        if constexpr (search == Search::LargeCount) counts_.assign(1, peer_->count(large_box(crowd)));
        if constexpr (search == Search::Count) peer_->count(squares(crowd), counts_);
    }
    Answer answer(const Crowd&) override {
        if constexpr (lists(search)) {
            return {.queries = static_cast<double>(found_.offsets.size() - 1),
                    .hits = static_cast<double>(found_.slots.size()),
                    .hash = hash_rows(found_.offsets, found_.slots)};
        } else {
            return {.queries = static_cast<double>(counts_.size()), .hits = sum(counts_), .hash = hash_values(counts_)};
        }
    }

private:
    static Squares squares(const Crowd& crowd) {
        if constexpr (search == Search::Around) return {crowd, around_half_extent};
        if constexpr (search == Search::Count) return {crowd, count_half_extent};
        if constexpr (search == Search::Few) return {.crowd = crowd, .of = &crowd.moved};
        return {crowd};
    }

    std::unique_ptr<BoxPeer> peer_;
    Rows found_;
    std::vector<std::uint32_t> counts_;
};

std::unique_ptr<Contender> copy_of_slots(const Setting& s) { return std::make_unique<CopyOfSlots>(s); }

template <Search search>
constexpr Question question(std::string_view name, std::string_view meaning, double copied_bytes = 0) {
    return {.name = name,
            .meaning = meaning,
            .copied_bytes_per_element = copied_bytes,
            .brute_force_competes = search == Search::Around || search == Search::Few,
            .motion = motion_of(search),
            .subject = [](const Setting& s) -> std::unique_ptr<Subject> {
                return std::make_unique<SubjectSearch<search>>(s);
            },
            .copy = search == Search::Large || search == Search::LargeCount ? copy_of_slots : nullptr,
            .box_peer = [](std::unique_ptr<BoxPeer> p) -> std::unique_ptr<Contender> {
                return std::make_unique<PeerSearch<search>>(std::move(p));
            }};
}

} // namespace

std::array<Question, 6> search_questions() {
    return {
        question<Search::Boxes>("boxes", "overlap, one query per element: its own box", 20),
        question<Search::Around>(
            "around", "overlap, one query per element: the square of side 2.714 around it; no element moves", 20),
        question<Search::Few>("few", "one in a hundred has moved: take its new box, then list what that overlaps", 0.2),
        question<Search::Large>(
            "large",
            "overlap, one query that covers 90 % of the world (the copy: as many slots, after an update as well)"),
        question<Search::LargeCount>(
            "large_count",
            "count, one query that covers 90 % of the world (the copy: as many slots, after an update as well)"),
        question<Search::Count>("count", "count, one query per element: the square of side 4 around it", 20)};
}

} // namespace throng::bench
