// SPDX-License-Identifier: MIT
// The remedy order(): with the crowd's arrays in no order of space, an update costs a cache miss for each element.
// Sorted by order() now and then, the same arrays are read as a stream.
//
// Usage: sort_by_order [people]
#include <throng/row_grid.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

namespace {

using namespace throng;

/// The caller's arrays: a person is an index into all of them.
struct Crowd {
    std::vector<float> x, y, step_x, step_y;

    explicit Crowd(std::size_t people) : x(people), y(people), step_x(people), step_y(people) {
        std::mt19937 random(1);
        const float side = std::sqrt(static_cast<float>(people));
        std::uniform_real_distribution<float> place(0, side), step(-0.05f, 0.05f);
        for (std::size_t i = 0; i < people; ++i) {
            x[i] = place(random);
            y[i] = place(random);
            step_x[i] = step(random);
            step_y[i] = step(random);
        }
    }

    PointView centers() const { return {x.data(), y.data(), x.size()}; }

    void walk() {
        for (std::size_t i = 0; i < x.size(); ++i) {
            x[i] += step_x[i];
            y[i] += step_y[i];
        }
    }

    /// Person order[i] gets the index i. Everything that is indexed by people has to follow, references by index too.
    void arrange(std::span<const Slot> order) {
        for (std::vector<float>* column : {&x, &y, &step_x, &step_y}) {
            std::vector<float> sorted;
            sorted.reserve(column->size());
            for (const Slot person : order) sorted.push_back((*column)[person]);
            column->swap(sorted);
        }
    }
};

// Prints a fault. True if the call failed as a whole; otherwise only faulty items were left out.
bool failed(const Status& status) {
    if (!status) std::printf("%s\n", describe(status).data());
    return !status.applied();
}

/// The median over some ticks, in nanoseconds per person; negative: a call failed.
double nanoseconds_per_update(RowGrid& grid, Crowd& crowd) {
    constexpr std::size_t ticks = 15;
    std::vector<double> times;
    while (times.size() < ticks) {
        crowd.walk();
        const auto begin = std::chrono::steady_clock::now();
        if (failed(grid.update(crowd.centers()))) return -1;
        times.push_back(std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count());
    }
    std::nth_element(times.begin(), times.begin() + ticks / 2, times.end());
    return times[ticks / 2] / static_cast<double>(crowd.x.size());
}

} // namespace

int main(int count, char** arguments) {
    const std::size_t people = count > 1 ? std::strtoull(arguments[1], nullptr, 10) : 1'000'000;
    if (people == 0 || people > 100'000'000) {
        std::fprintf(stderr, "usage: sort_by_order [people, from 1 to 100000000]\n");
        return 2;
    }
    Crowd crowd(people);
    RowGrid grid{RowGridDesc{}};
    if (failed(grid.build(crowd.centers()))) return 1;
    const double before = nanoseconds_per_update(grid, crowd);

    // Slots are indices into the arrays: after these were sorted, the grid is built once for the new indices. Every
    // person is present, so that order() is a permutation.
    crowd.arrange(grid.order());
    if (failed(grid.build(crowd.centers()))) return 1;
    const double after = nanoseconds_per_update(grid, crowd);

    if (before < 0 || after < 0) return 1;
    std::printf("update of %zu people: %.1f ns each in random order, %.1f ns in order()\n", people, before, after);
}
