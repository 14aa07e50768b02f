// SPDX-License-Identifier: MIT
// Which index follows a town best whose people walk, come and go.
#include "bench/common/hashes.hpp"
#include "bench/trees/tree_content.hpp"
#include "bench/trees/tree_figures.hpp"

#include <throng/hits.hpp>

#include <algorithm>
#include <limits>
#include <string>

namespace throng::bench {
namespace {

constexpr float decades = 3;
// An index that sorts its elements again now and then does so in each round.
constexpr std::size_t ticks_a_round = 16;
constexpr std::size_t walkers_one_in = 4, comers_one_in = 100;

struct Town {
    explicit Town(std::size_t n) {
        for (std::size_t i = 0; i < n; ++i) boxes.push_back(square_by_spacing(random, n, decades));
        for (Slot slot = 0; slot < n; slot += walkers_one_in) walkers.push_back(slot);
    }

    void tick() {
        const std::size_t n = boxes.size(), batch = std::max<std::size_t>(1, n / comers_one_in);
        walked.clear(), replaced.clear(), came.clear();
        for (const Slot slot : walkers) {
            walk(boxes[slot], 0.1f, random);
            walked.push_back(boxes[slot]);
        }
        // Walkers have every fourth slot, those who come the one behind a walker's.
        const std::size_t spacing = n / batch / walkers_one_in * walkers_one_in;
        const std::size_t first = random.below(static_cast<std::uint32_t>(spacing)) / walkers_one_in * walkers_one_in;
        for (std::size_t i = 0; i < batch; ++i) {
            const std::size_t slot = first + 1 + i * spacing;
            replaced.push_back(static_cast<Slot>(slot));
            came.push_back(boxes[slot] = square_by_spacing(random, n, decades));
        }
        points.clear();
        for (std::size_t i = 0; i < n; i += 8) points.push_back(boxes[i].max);
    }

    scenes::Generator random{11};
    std::vector<Aabb> boxes; // by slot; one who comes has the slot of one who left
    std::vector<Slot> walkers, replaced;
    std::vector<Aabb> walked, came;
    std::vector<Vec2> points;
};

// ns per element of a tick, on average over the round.
struct TownRound {
    double changes = 0, pairs = 0, nearest = 0;
    double whole() const { return changes + pairs + nearest; }
};

enum class Form { Changes, Update, Build };

class Follower {
public:
    Follower(std::string_view kind, Form form, const Town& town) : kind_(kind), form_(form), index_(open_index(kind)) {
        require(index_->build(town.boxes));
    }

    // Returns a hash of its answers.
    std::uint64_t tick(const Town& town) {
        const double each = 1e9 / static_cast<double>(town.boxes.size() * ticks_a_round);
        round_.changes += each * seconds([&] { follow(town); });
        round_.pairs += each * seconds([&] { require(index_->pairs(pairs_)); });
        round_.nearest +=
            each * seconds([&] {
                require(index_->nearest(town.points, 10, std::numeric_limits<float>::infinity(), nearest_));
            });
        return hash_pairs(pairs_.view()) + hash_ranked_rows(nearest_.offsets(), nearest_.slots());
    }

    void end_round(bool counts) {
        if (counts) rounds_.push_back(round_);
        round_ = {};
    }

    TownFigure figure(const Follower& first) const {
        const auto told = [&](auto&& value) { return spread_of_rounds(rounds_.size(), value); };
        return {.index = std::string(kind_),
                .form = form_ == Form::Changes  ? "erase, insert, move"
                        : form_ == Form::Update ? "update"
                                                : "build",
                .changes = told([&](std::size_t round) { return rounds_[round].changes; }),
                .pairs = told([&](std::size_t round) { return rounds_[round].pairs; }),
                .nearest = told([&](std::size_t round) { return rounds_[round].nearest; }),
                .tick = told([&](std::size_t round) { return rounds_[round].whole(); }),
                .over_first =
                    told([&](std::size_t round) { return rounds_[round].whole() / first.rounds_[round].whole(); })};
    }

    std::string_view kind() const { return kind_; }

private:
    void follow(const Town& town) {
        if (form_ == Form::Changes) {
            require(index_->erase(town.replaced));
            require(index_->insert(town.replaced, town.came));
            require(index_->move(town.walkers, town.walked));
        } else {
            require(form_ == Form::Update ? index_->update(town.boxes) : index_->build(town.boxes));
        }
    }

    std::string_view kind_;
    Form form_;
    std::unique_ptr<support::AnyIndex> index_;
    Pairs pairs_;
    Hits nearest_;
    TownRound round_;
    std::vector<TownRound> rounds_;
};

} // namespace

std::vector<TownFigure> town_figures(const TreeSetup& setup) {
    Town town(setup.n);
    std::vector<Follower> all;
    for (const std::string_view kind : {"loose_quadtree", "static_tree", "loose_grid", "row_grid", "quadtree"}) {
        for (const Form form : {Form::Changes, Form::Update, Form::Build}) all.emplace_back(kind, form, town);
    }
    std::vector<std::uint64_t> hashes(all.size());
    // In the first round indexes grow to what they need.
    for (std::size_t tick = 0; tick < (1 + setup.rounds) * ticks_a_round; ++tick) {
        town.tick();
        for (std::size_t turn = 0; turn < all.size(); ++turn) {
            const std::size_t each = (tick + turn) % all.size();
            hashes[each] = all[each].tick(town);
            if ((tick + 1) % ticks_a_round == 0) all[each].end_round(tick >= ticks_a_round);
        }
        for (std::size_t i = 1; i < all.size(); ++i) {
            if (hashes[i] != hashes[0])
                throw Disagreement("town: the answers of " + std::string(all[i].kind()) + " and " +
                                   std::string(all[0].kind()) + " differ");
        }
    }
    std::vector<TownFigure> figures;
    for (const Follower& each : all) figures.push_back(each.figure(all.front()));
    return figures;
}

} // namespace throng::bench
