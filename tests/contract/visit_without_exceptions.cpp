// SPDX-License-Identifier: MIT
// Visiting where exceptions are off: this file is compiled with -fno-exceptions.
#include <throng/row_grid.hpp>

#if defined(__cpp_exceptions)
#error "to be compiled without exceptions"
#endif

namespace throng::test {

int nodes_without_exceptions(const RowGrid& grid, std::uint32_t deepest) {
    int count = 0;
    grid.visit([&](const Node& node) {
        ++count;
        return node.depth < deepest;
    });
    return count;
}

} // namespace throng::test
