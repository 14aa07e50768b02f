// SPDX-License-Identifier: MIT
// Update alone, all overlapping pairs alone, and the tick that is both.
#include "hashes.hpp"
#include "question.hpp"

#include <throng/hits.hpp>

#include <utility>

namespace throng::bench {
namespace {

enum class Part { Update, Pairs, Tick };

template <Part part> class SubjectPairs final : public Subject {
public:
    explicit SubjectPairs(const Setting& setting) : Subject(setting, Elements::Boxes) {}

    void prepare(const Crowd& crowd) override {
        if constexpr (part == Part::Pairs) update(crowd);
    }
    void ask(const Crowd& crowd) override {
        if constexpr (part != Part::Pairs) update(crowd);
        if constexpr (part != Part::Update) require(grid_.pairs(found_));
    }
    // An update has no answer of its own: that of the pairs after it shows what it did.
    Answer answer(const Crowd& crowd) override {
        if constexpr (part == Part::Update) require(grid_.pairs(found_));
        return {.queries = static_cast<double>(crowd.size()),
                .hits = static_cast<double>(found_.size()),
                .candidates = part == Part::Update ? 0 : static_cast<double>(found_.candidates()),
                .hash = hash_pairs(found_.view())};
    }

private:
    Pairs found_;
};

template <Part part> class PeerPairs final : public Contender {
public:
    explicit PeerPairs(std::unique_ptr<BoxPeer> peer) : peer_(std::move(peer)) {}

    void prepare(const Crowd& crowd) override {
        if constexpr (part == Part::Pairs) peer_->load(crowd);
    }
    void ask(const Crowd& crowd) override {
        if constexpr (part != Part::Pairs) peer_->load(crowd);
        if constexpr (part != Part::Update) peer_->pairs(found_);
    }
    Answer answer(const Crowd& crowd) override {
        if constexpr (part == Part::Update) peer_->pairs(found_);
        return {.queries = static_cast<double>(crowd.size()), .hits = static_cast<double>(found_.size()), .hash = hash_pairs(found_)};
    }

private:
    std::unique_ptr<BoxPeer> peer_;
    std::vector<Pair> found_;
};

template <Part part> constexpr Question question(std::string_view name, std::string_view meaning) {
    return {.name = name,
            .meaning = meaning,
            .copied_bytes_per_element = 20,
            .brute_force_competes = part != Part::Update,
            .subject = [](const Setting& s) -> std::unique_ptr<Subject> { return std::make_unique<SubjectPairs<part>>(s); },
            .box_peer = [](std::unique_ptr<BoxPeer> p) -> std::unique_ptr<Contender> {
                return std::make_unique<PeerPairs<part>>(std::move(p));
            },
            .point_peer = nullptr};
}

} // namespace

std::array<Question, 3> tick_questions() {
    return {question<Part::Update>("update", "take the new boxes (a peer: its bulk load)"),
            question<Part::Pairs>("pairs", "write every overlapping pair"),
            question<Part::Tick>("tick", "take the new boxes, then write every overlapping pair")};
}

} // namespace throng::bench
