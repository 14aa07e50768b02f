// SPDX-License-Identifier: MIT
// A build, an update and all overlapping pairs alone, and the tick that is the latter two.
#include "bench/common/hashes.hpp"
#include "bench/common/question.hpp"

#include <throng/hits.hpp>

#include <type_traits>
#include <utility>

namespace throng::bench {
namespace {

enum class Part { Build, Update, Pairs, Tick };

// A change has no answer of its own: that of the pairs after it shows what it did.
constexpr bool is_change(Part part) { return part == Part::Build || part == Part::Update; }

template <Part part> class SubjectPairs final : public Subject {
public:
    explicit SubjectPairs(const Setting& setting) : Subject(setting, Elements::Boxes) {}

    void prepare(const Crowd& crowd) override {
        if constexpr (part == Part::Pairs) update(crowd);
    }
    void ask(const Crowd& crowd) override {
        if constexpr (part == Part::Build) build(crowd);
        if constexpr (part == Part::Update || part == Part::Tick) update(crowd);
        if constexpr (!is_change(part)) require(index_->pairs(found_));
    }
    Answer answer(const Crowd& crowd) override {
        if constexpr (is_change(part)) require(index_->pairs(found_));
        return {.queries = static_cast<double>(crowd.size()),
                .hits = static_cast<double>(found_.size()),
                .candidates = is_change(part) ? 0 : static_cast<double>(found_.candidates()),
                .hash = hash_pairs(found_.view())};
    }

private:
    Pairs found_;
};

template <Part part> class PeerPairs final : public Contender {
public:
    using Peer = std::conditional_t<is_change(part), BoxPeer, PairPeer>; // a peer with pairs alone has nothing to build

    explicit PeerPairs(std::unique_ptr<Peer> peer) : peer_(std::move(peer)) {}

    void prepare(const Crowd& crowd) override {
        if constexpr (part != Part::Build) peer_->load_former(crowd, nullptr);
        if constexpr (part == Part::Pairs) peer_->load(crowd);
    }
    void ask(const Crowd& crowd) override {
        if constexpr (part == Part::Build) peer_->build(crowd);
        if constexpr (part == Part::Update || part == Part::Tick) peer_->load(crowd);
        if constexpr (!is_change(part)) peer_->pairs(found_);
    }
    Answer answer(const Crowd& crowd) override {
        if constexpr (is_change(part)) peer_->pairs(found_);
        return {.queries = static_cast<double>(crowd.size()),
                .hits = static_cast<double>(found_.size()),
                .hash = hash_pairs(found_)};
    }

private:
    std::unique_ptr<Peer> peer_;
    std::vector<Pair> found_;
};

template <Part part> std::unique_ptr<Contender> contender(std::unique_ptr<typename PeerPairs<part>::Peer> peer) {
    return std::make_unique<PeerPairs<part>>(std::move(peer));
}

template <Part part> constexpr Question question(std::string_view name, std::string_view meaning) {
    Question made{.name = name,
                  .meaning = meaning,
                  .copied_bytes_per_element = 20,
                  .brute_force_competes = !is_change(part),
                  .subject = [](const Setting& s) -> std::unique_ptr<Subject> {
                      return std::make_unique<SubjectPairs<part>>(s);
                  }};
    if constexpr (is_change(part)) made.box_peer = contender<part>;
    if constexpr (!is_change(part)) made.pair_peer = contender<part>;
    return made;
}

} // namespace

std::array<Question, 4> tick_questions() {
    return {question<Part::Build>("build", "begin anew with the new boxes (a peer: its bulk load)"),
            question<Part::Update>("update", "take the new boxes (a peer: its bulk load)"),
            question<Part::Pairs>("pairs", "write every overlapping pair"),
            question<Part::Tick>("tick", "take the new boxes, then write every overlapping pair")};
}

} // namespace throng::bench
