// SPDX-License-Identifier: MIT
// The ticks of a row grid, with arrays that stay as they are or are put in order now and then, and of a World.
#include "bench/steady/steady_subject.hpp"

#include "bench/common/hashes.hpp"
#include "bench/common/subject.hpp"
#include "bench/common/workload.hpp"

#include <throng/row_grid.hpp>
#include <throng/world.hpp>

#include <utility>

namespace throng::bench {
namespace {

// Where all elements walk for thousands of ticks, arrays end up in no order, whatever they began with.
Crowd shuffled_crowd(std::size_t n) {
    Crowd crowd(n);
    crowd.shuffle(1);
    return crowd;
}

template <bool arranged> class SteadyGrid final : public SteadySubject {
public:
    SteadyGrid(std::size_t n, Executor executor)
        : SteadySubject(shuffled_crowd(n)), grid_({.memory = index_memory_.memory(), .executor = executor}) {
        require(grid_.build(crowd_.boxes()));
    }

    std::vector<std::string_view> phases() const override { return {"update", "pairs"}; }
    void run(std::size_t phase) override { require(phase == 0 ? grid_.update(crowd_.boxes()) : grid_.pairs(found_)); }
    std::size_t bytes() const override { return grid_.bytes(); }
    bool prepare() override {
        const bool now = arranged && ticks_++ % arrangement_period == 0;
        if (now) {
            crowd_.arrange(grid_.order());
            require(grid_.build(crowd_.boxes()));
        }
        SteadySubject::prepare();
        return now;
    }

private:
    RowGrid grid_;
    int ticks_ = 0;
};

class SteadyWorld final : public SteadySubject {
public:
    SteadyWorld(std::size_t n, Executor executor)
        : SteadySubject(shuffled_crowd(n)), world_({.memory = index_memory_.memory(), .executor = executor}) {
        std::vector<Id> ids(n);
        require(world_.spawn(crowd_.boxes(), throng::Motion::Dynamic, ids));
        require(world_.commit());
    }

    std::vector<std::string_view> phases() const override { return {"move_all", "commit", "pairs"}; }
    void run(std::size_t phase) override {
        require(phase == 0 ? world_.move_all(crowd_.boxes()) : phase == 1 ? world_.commit() : world_.pairs(found_));
    }
    std::size_t bytes() const override { return world_.bytes(); }

private:
    World world_;
};

template <class Made> std::unique_ptr<SteadySubject> make(std::size_t n, Executor executor) {
    return std::make_unique<Made>(n, executor);
}

} // namespace

std::uint64_t SteadySubject::hash() const { return hash_pairs(found_.view()); }

const std::vector<SteadyKind>& steady_kinds() {
    static const std::vector<SteadyKind> kinds = {
        {"row_grid", "update and pairs; arrays in no order", make<SteadyGrid<false>>},
        {"row_grid_arranged", "the same; arrays are put in order every 64 ticks, and the grid is built anew, untimed",
         make<SteadyGrid<true>>},
        {"world", "move_all, commit and pairs; arrays in no order", make<SteadyWorld>}};
    return kinds;
}

} // namespace throng::bench
