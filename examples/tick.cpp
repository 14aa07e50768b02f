// SPDX-License-Identifier: MIT
// A crowd that makes room, in an index of its own: all is alike and moves, so a RowGrid alone does, and points are
// enough.

#include <throng/row_grid.hpp>

#include <cstdio>
#include <vector>

int main() {
    const std::size_t people = 100'000;
    std::vector<float> x(people), y(people), step_x(people), step_y(people);
    for (std::size_t i = 0; i < people; ++i) {
        x[i] = float(i % 400);
        y[i] = float(i / 400) + 0.5f * x[i];
    }

    const throng::PointView centers(x.data(), y.data(), people); // a view: the columns stay yours
    throng::RowGrid grid{throng::RowGridDesc{}};
    throng::Hits near; // used again and again: after the first ticks nothing is allocated
    throng::Status status = grid.build(centers);
    for (int tick = 0; tick < 60 && status.applied(); ++tick) {
        status = grid.update(centers);
        if (status.applied()) status = grid.neighbors(2.f, near, {.limit = 10}); // near[i]: the ten nearest of person i
        for (throng::Slot i = 0; i < near.size(); ++i) {
            step_x[i] = step_y[i] = 0;
            for (const throng::Slot other : near[i]) {
                step_x[i] += 0.02f * (x[i] - x[other]);
                step_y[i] += 0.02f * (y[i] - y[other]);
            }
        }
        for (std::size_t i = 0; i < people; ++i) {
            x[i] += step_x[i];
            y[i] += step_y[i];
        }
    }
    std::printf("%s %zu neighbours are listed.\n", describe(status).data(), near.slots().size());
}
