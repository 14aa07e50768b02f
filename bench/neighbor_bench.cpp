// SPDX-License-Identifier: MIT
// Everybody's neighbours within a radius, and everybody's ten nearest. Both include taking the new positions.
#include "hashes.hpp"
#include "question.hpp"

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
        require(grid_.neighbors(neighbor_radius, found_));
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

class SubjectNearest final : public Subject {
public:
    explicit SubjectNearest(const Setting& setting) : Subject(setting, Elements::Points) {}

    void ask(const Crowd& crowd) override {
        update(crowd);
        if (own_.size() != crowd.size()) {
            own_.resize(crowd.size());
            std::iota(own_.begin(), own_.end(), 0u);
        }
        require(grid_.nearest(crowd.centers(), nearest_count, std::numeric_limits<float>::infinity(), found_, {.exclude = own_}));
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
    explicit PeerNeighbors(std::unique_ptr<PointPeer> peer) : peer_(std::move(peer)) {}

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
    std::unique_ptr<PointPeer> peer_;
    Rows found_;
};

class PeerNearest final : public Contender {
public:
    explicit PeerNearest(std::unique_ptr<PointPeer> peer) : peer_(std::move(peer)) {}

    void ask(const Crowd& crowd) override {
        peer_->load(crowd);
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

template <class Ours, class Theirs> constexpr Question question(std::string_view name, std::string_view meaning) {
    return {
        .name = name,
        .meaning = meaning,
        .copied_bytes_per_element = 20,
        .brute_force_competes = false,
        .subject = [](const Setting& s) -> std::unique_ptr<Subject> { return std::make_unique<Ours>(s); },
        .box_peer = nullptr,
        .point_peer = [](std::unique_ptr<PointPeer> p) -> std::unique_ptr<Contender> { return std::make_unique<Theirs>(std::move(p)); }};
}

} // namespace

std::array<Question, 2> neighbor_questions() {
    return {question<SubjectNeighbors, PeerNeighbors>("neighbors", "take the new points, then list everybody's neighbours within 2"),
            question<SubjectNearest, PeerNearest>("nearest", "take the new points, then list everybody's ten nearest")};
}

} // namespace throng::bench
