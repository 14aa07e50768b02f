// SPDX-License-Identifier: MIT
// Three points, two of them near each other.
#include <throng/row_grid.hpp>

#include <vector>

int main() {
    const std::vector<throng::Vec2> points = {{0, 0}, {1, 0}, {5, 5}};
    throng::RowGrid grid{throng::RowGridDesc{}};
    throng::Hits near;
    throng::Status status = grid.build(points);
    if (status) status = grid.neighbors(2, near);
    return status && near.size() == 3 && near[0].size() == 1 && near[0][0] == 1 && near[2].empty() ? 0 : 1;
}
