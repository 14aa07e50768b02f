// SPDX-License-Identifier: MIT
// What README.md shows of C++: people walk, and each tick lists the neighbours of all.

#include <throng/row_grid.hpp>

#include <vector>

int main() {
    std::vector<throng::Vec2> people;
    for (int i = 0; i < 10'000; ++i) people.push_back({float(i % 100), float(i / 100)});

    throng::RowGrid grid{throng::RowGridDesc{}};
    throng::Hits near; // reused: soon nothing is allocated
    throng::Status status = grid.build(people);
    for (int tick = 0; tick < 100 && status.applied(); ++tick) {
        for (throng::Vec2& person : people) person.x += 0.01f;
        status = grid.update(people);                           // a view: the array stays yours
        if (status.applied()) status = grid.neighbors(2, near); // near[i]: the slots within 2 of person i
    }
    return status.applied() && near.size() == people.size() ? 0 : 1;
}
