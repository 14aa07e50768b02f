// SPDX-License-Identifier: MIT
// Each element looks ahead as far as a tenth of the world: the first other box on the way.
#include "bench/common/hashes.hpp"
#include "bench/common/question.hpp"

#include <throng/hits.hpp>

#include <numeric>
#include <utility>

namespace throng::bench {
namespace {

// Rays are given in lengths of their direction, here the velocity: 0.05 a tick.
float reach(const Crowd& crowd) { return 0.1f * crowd.side / 0.05f; }

class SubjectCast final : public Subject {
public:
    explicit SubjectCast(const Setting& setting) : Subject(setting, Elements::Boxes) {}

    void prepare(const Crowd& crowd) override {
        update(crowd);
        own_.resize(crowd.size());
        std::iota(own_.begin(), own_.end(), 0u);
    }
    void ask(const Crowd& crowd) override {
        const PointView ahead(crowd.velocity_x.data(), crowd.velocity_y.data(), crowd.size());
        require(index_->cast(RayView(crowd.centers(), ahead, reach(crowd)), found_, {.exclude = own_}));
    }
    Answer answer(const Crowd& crowd) override {
        return {.queries = static_cast<double>(crowd.size()),
                .hits = static_cast<double>(found_.slots().size()),
                .candidates = static_cast<double>(found_.candidates()),
                .hash = hash_rows(found_.offsets(), found_.slots())};
    }

private:
    std::vector<Slot> own_;
    Hits found_;
};

class PeerCast final : public Contender {
public:
    explicit PeerCast(std::unique_ptr<RayPeer> peer) : peer_(std::move(peer)) {}

    void prepare(const Crowd& crowd) override { peer_->load(crowd); }
    void ask(const Crowd& crowd) override { peer_->cast(crowd, reach(crowd), found_); }
    Answer answer(const Crowd& crowd) override {
        return {.queries = static_cast<double>(crowd.size()),
                .hits = static_cast<double>(found_.slots.size()),
                .hash = hash_rows(found_.offsets, found_.slots)};
    }

private:
    std::unique_ptr<RayPeer> peer_;
    Rows found_;
};

} // namespace

std::array<Question, 1> cast_questions() {
    return {Question{
        .name = "cast",
        .meaning = "cast, one ray per element: ahead, a tenth of the world long, itself excluded",
        .copied_bytes_per_element = 20,
        .subject = [](const Setting& s) -> std::unique_ptr<Subject> { return std::make_unique<SubjectCast>(s); },
        .ray_peer = [](std::unique_ptr<RayPeer> p) -> std::unique_ptr<Contender> {
            return std::make_unique<PeerCast>(std::move(p));
        }}};
}

} // namespace throng::bench
