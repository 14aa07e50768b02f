// SPDX-License-Identifier: MIT
#include "bench/robustness/prey.hpp"

#include "bench/common/figures.hpp"

#include <throng/throng.hpp>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <stdexcept>

namespace throng::bench {
namespace {

constexpr std::size_t most_pairs = 60, most_queries = 20'000;

// What is asked in each round, beside the content itself.
struct Questions {
    explicit Questions(const HuntedContent& content) {
        const std::vector<Aabb>& all = content.boxes();
        const std::size_t step = all.size() / most_queries + 1;
        for (std::size_t slot = 0; slot < all.size(); slot += step) {
            const Vec2 at = predicates::center_of(all[slot]);
            const float spacing = content.spacings()[slot];
            points.push_back(at);
            boxes.push_back(predicates::box_around(at, Vec2{spacing, spacing}));
            directions.push_back(slot / step % 2 == 0 ? Vec2{0.8f, 0.6f} : Vec2{-0.6f, 0.8f});
            lengths.push_back(10 * spacing);
            radii.push_back(1.5f * spacing);
        }
    }
    std::vector<Vec2> points, directions;
    std::vector<Aabb> boxes;
    std::vector<float> lengths, radii;
};

// The sum of items and hits, and of what was answered, which must be the same for all.
struct Answered {
    std::size_t items = 0, hits = 0;
};

class Prey {
public:
    explicit Prey(std::string name) : name_(std::move(name)) {}
    virtual ~Prey() = default;
    const std::string& name() const noexcept { return name_; }
    virtual void prepare(const HuntedContent&) {}
    virtual void tick(const HuntedContent& content) = 0;
    virtual const Space& space() const = 0;

    Answered pairs(std::size_t elements) {
        PairOptions options;
        options.limit = static_cast<std::uint32_t>(most_pairs * elements + 4096);
        if (const Status status = space().pairs(pairs_, options); !status)
            return {0, std::numeric_limits<std::size_t>::max()};
        return {elements, pairs_.size()};
    }
    Answered ask(std::size_t question, const Questions& q) {
        QueryOptions options;
        options.measure = Measure::Center;
        const PointView points(q.points);
        switch (question) {
        case 1: check(space().nearest(points, 10, std::numeric_limits<float>::infinity(), hits_, options)); break;
        case 2: check(space().overlap(q.boxes, hits_)); break;
        case 3: check(space().cast(RayView(points, PointView(q.directions), q.lengths), hits_)); break;
        default: check(space().within(DiscView(points, q.radii), hits_, options)); break;
        }
        return {q.points.size(), hits_.slots().size()};
    }

protected:
    static void check(const Status& status) {
        if (!status) throw std::runtime_error(std::string(describe(status)));
    }

private:
    std::string name_;
    Pairs pairs_;
    Hits hits_;
};

class WorldPrey final : public Prey {
public:
    explicit WorldPrey(const HuntedContent& content) : Prey("World"), world_({.executor = serial()}) {
        const std::span<const Aabb> boxes(content.boxes());
        ids_.resize(boxes.size());
        const std::span<Id> ids(ids_);
        const std::size_t still = content.still();
        check(world_.spawn(boxes.first(still), Motion::Static, ids.first(still)));
        check(world_.spawn(boxes.subspan(still), Motion::Dynamic, ids.subspan(still)));
        check(world_.commit());
    }
    // New elements have other slots than those that they replace.
    void prepare(const HuntedContent& content) override {
        const std::vector<Slot>& replaced = content.replaced();
        by_slot_.resize(world_.slot_count() + replaced.size());
        for (std::size_t i = 0; i < ids_.size(); ++i) by_slot_[ids_[i].slot] = content.boxes()[i];
        gone_.clear(), born_.clear();
        for (const Slot i : replaced) gone_.push_back(ids_[i]), born_.push_back(content.boxes()[i]);
    }
    void tick(const HuntedContent& content) override {
        if (!gone_.empty()) {
            check(world_.despawn(gone_));
            check(world_.spawn(born_, Motion::Dynamic, gone_));
            for (std::size_t i = 0; i < gone_.size(); ++i) ids_[content.replaced()[i]] = gone_[i];
        }
        check(world_.commit(by_slot_));
    }
    const Space& space() const override { return world_; }

private:
    World world_;
    std::vector<Id> ids_, gone_;
    std::vector<Aabb> by_slot_, born_;
};

template <class Index> class IndexPrey final : public Prey {
public:
    template <class Desc>
    IndexPrey(std::string name, const Desc& desc, const HuntedContent& content) : Prey(std::move(name)), index_(desc) {
        check(index_.build(content.boxes()));
    }
    void tick(const HuntedContent& content) override {
        const std::vector<Slot>& replaced = content.replaced();
        if (!replaced.empty()) {
            std::vector<Aabb> boxes;
            for (const Slot slot : replaced) boxes.push_back(content.boxes()[slot]);
            check(index_.erase(replaced));
            check(index_.insert(replaced, boxes));
        }
        check(index_.update(content.boxes()));
    }
    const Space& space() const override { return index_; }

private:
    Index index_;
};

} // namespace

double Catch::over_best(std::size_t question) const {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 1; i < all.size(); ++i) best = std::min(best, all[i].ns[question]);
    return all[0].ns[question] / best;
}

double Catch::badness() const {
    double worst = 0;
    if (elements == 0) return 0;
    for (std::size_t q = 0; q < hunted_question_count; ++q)
        worst = std::max(worst, over_best(q) / (q == 0 ? 1.3 : 1.5));
    return worst;
}

Catch hunt_content(const Drawn& drawn, std::size_t most_elements, std::size_t rounds, bool all_indexes) {
    HuntedContent content(drawn, most_elements);
    const std::size_t elements = content.boxes().size();
    std::vector<std::unique_ptr<Prey>> prey;
    prey.push_back(std::make_unique<WorldPrey>(content));
    if (prey[0]->pairs(elements).items == 0) return {.drawn = drawn, .all = {}};
    prey.push_back(
        std::make_unique<IndexPrey<StaticTree>>("StaticTree", StaticTreeDesc{.executor = serial()}, content));
    prey.push_back(std::make_unique<IndexPrey<RowGrid>>("RowGrid", RowGridDesc{.executor = serial()}, content));
    if (all_indexes) {
        prey.push_back(
            std::make_unique<IndexPrey<LooseGrid>>("LooseGrid", LooseGridDesc{.executor = serial()}, content));
        prey.push_back(std::make_unique<IndexPrey<LooseQuadtree>>("LooseQuadtree",
                                                                  LooseQuadtreeDesc{.executor = serial()}, content));
    }
    constexpr std::size_t warm_up = 3;
    std::vector<std::array<std::vector<double>, hunted_question_count>> times(prey.size());
    Catch caught{.drawn = drawn, .elements = elements, .all = {}};
    for (std::size_t round = 0; round < warm_up + rounds; ++round) {
        content.step();
        const Questions questions(content);
        std::array<Answered, hunted_question_count> expected;
        for (std::size_t turn = 0; turn < prey.size(); ++turn) {
            const std::size_t p = (round + turn) % prey.size();
            for (std::size_t q = 0; q < hunted_question_count; ++q) {
                Answered answered;
                if (q == 0) prey[p]->prepare(content);
                const double time = seconds([&] {
                    if (q == 0) prey[p]->tick(content);
                    answered = q == 0 ? prey[p]->pairs(elements) : prey[p]->ask(q, questions);
                });
                if (answered.items == 0) return {.drawn = drawn, .all = {}};
                if (turn == 0) expected[q] = answered;
                if (content.still() == 0 && answered.hits != expected[q].hits)
                    throw std::runtime_error("Answers to " + std::string(hunted_questions[q]) + " differ in " +
                                             drawn.text() + ".");
                if (round < warm_up) continue;
                // A World lists no pairs of static elements, so that pairs do not count.
                const std::size_t work = answered.items + (q == 0 ? 0 : answered.hits);
                times[p][q].push_back(time * 1e9 / static_cast<double>(work));
                if (q == 0)
                    caught.pairs_per_element = static_cast<double>(answered.hits) / static_cast<double>(elements);
            }
        }
    }
    for (std::size_t p = 0; p < prey.size(); ++p) {
        caught.all.push_back({.name = prey[p]->name(), .ns = {}});
        for (std::size_t q = 0; q < hunted_question_count; ++q) caught.all.back().ns[q] = spread(times[p][q]).median;
    }
    return caught;
}

} // namespace throng::bench
