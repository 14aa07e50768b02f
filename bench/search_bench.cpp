// SPDX-License-Identifier: MIT
// Box searches: very many small ones, one that covers nearly everything, and counts.
#include "hashes.hpp"
#include "question.hpp"

#include <throng/hits.hpp>

#include <cmath>
#include <utility>

namespace throng::bench {
namespace {

enum class Search { Boxes, Large, LargeCount, Count };

Aabb large_box(const Crowd& crowd) {
    const float margin = 0.5f * crowd.side * (1 - std::sqrt(large_share));
    return {{margin, margin}, {crowd.side - margin, crowd.side - margin}};
}

double sum(std::span<const std::uint32_t> counts) {
    double total = 0;
    for (const std::uint32_t count : counts) total += count;
    return total;
}

template <Search search> class SubjectSearch final : public Subject {
public:
    explicit SubjectSearch(const Setting& setting) : Subject(setting, Elements::Boxes) {}

    void prepare(const Crowd& crowd) override {
        update(crowd);
        large_ = large_box(crowd);
        if constexpr (search == Search::Count) counts_.resize(crowd.size());
        if constexpr (search == Search::LargeCount) counts_.resize(1);
    }
    void ask(const Crowd& crowd) override {
        if constexpr (search == Search::Boxes) require(grid_.overlap(crowd.boxes(), found_));
        if constexpr (search == Search::Large) require(grid_.overlap(large_, found_));
        if constexpr (search == Search::LargeCount) require(grid_.count(BoxView(large_), counts_));
        if constexpr (search == Search::Count) require(grid_.count(BoxView::around(crowd.centers(), count_half_extent), counts_));
    }
    Answer answer(const Crowd&) override {
        if constexpr (search == Search::Boxes || search == Search::Large) {
            return {.queries = static_cast<double>(found_.size()),
                    .hits = static_cast<double>(found_.slots().size()),
                    .candidates = static_cast<double>(found_.candidates()),
                    .hash = hash_rows(found_.offsets(), found_.slots())};
        } else {
            return {.queries = static_cast<double>(counts_.size()), .hits = sum(counts_), .hash = hash_values(counts_)};
        }
    }

private:
    Aabb large_{};
    Hits found_;
    std::vector<std::uint32_t> counts_;
};

template <Search search> class PeerSearch final : public Contender {
public:
    explicit PeerSearch(std::unique_ptr<BoxPeer> peer) : peer_(std::move(peer)) {}

    void prepare(const Crowd& crowd) override { peer_->load(crowd); }
    void ask(const Crowd& crowd) override {
        if constexpr (search == Search::Boxes) peer_->overlap(crowd, found_);
        if constexpr (search == Search::Large) peer_->overlap(large_box(crowd), found_);
        if constexpr (search == Search::LargeCount) counts_.assign(1, peer_->count(large_box(crowd)));
        if constexpr (search == Search::Count) peer_->count(crowd, count_half_extent, counts_);
    }
    Answer answer(const Crowd&) override {
        if constexpr (search == Search::Boxes || search == Search::Large) {
            return {.queries = static_cast<double>(found_.offsets.size() - 1),
                    .hits = static_cast<double>(found_.slots.size()),
                    .hash = hash_rows(found_.offsets, found_.slots)};
        } else {
            return {.queries = static_cast<double>(counts_.size()), .hits = sum(counts_), .hash = hash_values(counts_)};
        }
    }

private:
    std::unique_ptr<BoxPeer> peer_;
    Rows found_;
    std::vector<std::uint32_t> counts_;
};

template <Search search> constexpr Question question(std::string_view name, std::string_view meaning, double copied_bytes) {
    return {.name = name,
            .meaning = meaning,
            .copied_bytes_per_element = copied_bytes,
            .brute_force_competes = false,
            .subject = [](const Setting& s) -> std::unique_ptr<Subject> { return std::make_unique<SubjectSearch<search>>(s); },
            .box_peer = [](std::unique_ptr<BoxPeer> p) -> std::unique_ptr<Contender> {
                return std::make_unique<PeerSearch<search>>(std::move(p));
            },
            .point_peer = nullptr};
}

} // namespace

std::array<Question, 4> search_questions() {
    constexpr double answered_bytes = sizeof(Slot) * static_cast<double>(large_share);
    return {question<Search::Boxes>("boxes", "overlap, one query per element: its own box", 20),
            question<Search::Large>("large", "overlap, one query that covers 90 % of the world (the copy: as many slots)", answered_bytes),
            question<Search::LargeCount>("large_count", "count, one query that covers 90 % of the world (the copy: as many slots)",
                                         answered_bytes),
            question<Search::Count>("count", "count, one query per element: the square of side 4 around it", 20)};
}

} // namespace throng::bench
