// SPDX-License-Identifier: MIT
// Each element's neighbours within a radius, and its ten nearest, with and without taking the new positions.
#include "bench/common/hashes.hpp"
#include "bench/common/question.hpp"

#include <throng/hits.hpp>

#include <limits>
#include <numeric>
#include <utility>

namespace throng::bench {
namespace {

class SubjectNeighbors final : public Subject {
public:
    explicit SubjectNeighbors(const Setting& setting) : Subject(setting, Elements::Points) {}

    void ask(const Crowd& crowd) override {
        update(crowd);
        require(index_->neighbors(neighbor_radius, found_));
    }
    Answer answer(const Crowd& crowd) override {
        return {.queries = static_cast<double>(crowd.size()),
                .hits = static_cast<double>(found_.slots().size()),
                .candidates = static_cast<double>(found_.candidates()),
                .hash = hash_rows(found_.offsets(), found_.slots())};
    }

private:
    Hits found_;
};

template <Motion motion> class SubjectNearest final : public Subject {
public:
    explicit SubjectNearest(const Setting& setting) : Subject(setting, Elements::Points) {}

    void prepare(const Crowd& crowd) override {
        if (own_.size() == crowd.size()) return;
        own_.resize(crowd.size());
        std::iota(own_.begin(), own_.end(), 0u);
    }
    void ask(const Crowd& crowd) override {
        if constexpr (motion == Motion::All) update(crowd);
        require(index_->nearest(crowd.centers(), nearest_count, std::numeric_limits<float>::infinity(), found_,
                                {.exclude = own_}));
    }
    Answer answer(const Crowd& crowd) override {
        return {.queries = static_cast<double>(crowd.size()),
                .hits = static_cast<double>(found_.slots().size()),
                .candidates = static_cast<double>(found_.candidates()),
                .hash = hash_ranked_rows(found_.offsets(), found_.slots())};
    }

private:
    std::vector<Slot> own_;
    Hits found_;
};

class PeerNeighbors final : public Contender {
public:
    explicit PeerNeighbors(std::unique_ptr<NeighborPeer> peer) : peer_(std::move(peer)) {}

    void ask(const Crowd& crowd) override {
        peer_->load(crowd);
        peer_->within(crowd, neighbor_radius, found_);
    }
    Answer answer(const Crowd& crowd) override {
        return {.queries = static_cast<double>(crowd.size()),
                .hits = static_cast<double>(found_.slots.size()),
                .hash = hash_rows(found_.offsets, found_.slots)};
    }

private:
    std::unique_ptr<NeighborPeer> peer_;
    Rows found_;
};

template <Motion motion> class PeerNearest final : public Contender {
public:
    explicit PeerNearest(std::unique_ptr<PointPeer> peer) : peer_(std::move(peer)) {}

    void prepare(const Crowd& crowd) override {
        if constexpr (motion == Motion::None) peer_->load(crowd);
    }
    void ask(const Crowd& crowd) override {
        if constexpr (motion == Motion::All) peer_->load(crowd);
        peer_->nearest(crowd, nearest_count, found_);
    }
    Answer answer(const Crowd& crowd) override {
        return {.queries = static_cast<double>(crowd.size()),
                .hits = static_cast<double>(found_.slots.size()),
                .hash = hash_ranked_rows(found_.offsets, found_.slots)};
    }

private:
    std::unique_ptr<PointPeer> peer_;
    Rows found_;
};

template <class Theirs, class Peer> std::unique_ptr<Contender> contender(std::unique_ptr<Peer> peer) {
    return std::make_unique<Theirs>(std::move(peer));
}

template <class Ours> constexpr Question question(std::string_view name, std::string_view meaning, Motion motion) {
    return {.name = name,
            .meaning = meaning,
            .copied_bytes_per_element = 20,
            .motion = motion,
            .subject = [](const Setting& s) -> std::unique_ptr<Subject> { return std::make_unique<Ours>(s); }};
}

constexpr Question neighbors_question() {
    Question made = question<SubjectNeighbors>(
        "neighbors", "take the new points, then list each element's neighbours within 2", Motion::All);
    made.neighbor_peer = contender<PeerNeighbors, NeighborPeer>;
    return made;
}

template <Motion motion> constexpr Question nearest_question(std::string_view name, std::string_view meaning) {
    Question made = question<SubjectNearest<motion>>(name, meaning, motion);
    made.point_peer = contender<PeerNearest<motion>, PointPeer>;
    return made;
}

} // namespace

std::array<Question, 3> neighbor_questions() {
    return {neighbors_question(),
            nearest_question<Motion::All>("nearest", "take the new points, then list each element's ten nearest"),
            nearest_question<Motion::None>("nearest_still", "list each element's ten nearest; no element moves")};
}

} // namespace throng::bench
