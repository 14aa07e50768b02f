// SPDX-License-Identifier: MIT
// The other translation unit: a definition in a header that is not inline would meet its twin here.
#include <throng/throng.hpp>

int rows_of_an_empty_grid() {
    const throng::RowGrid grid;
    return int(grid.view().rows);
}
