// SPDX-License-Identifier: MIT
// Memory of rare large batches is not kept for the small ones after them.
#pragma once

#include <cstddef>

namespace throng {

/// True if `coming` new elements are so large a part of all `elements` that no tick repeats it.
inline bool is_bulk(std::size_t coming, std::size_t elements) noexcept {
    return coming >= 4096 && coming >= elements / 4;
}

} // namespace throng
