// SPDX-License-Identifier: MIT
// One of two translation units with every public header; see headers_once_more.cpp.
#include <throng/throng.hpp>

int rows_of_an_empty_grid();

int main() {
    const throng::RowGrid grid;
    return int(grid.view().rows) - rows_of_an_empty_grid();
}
