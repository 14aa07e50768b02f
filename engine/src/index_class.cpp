// SPDX-License-Identifier: MIT
#include "engine/src/index_class.hpp"

namespace throng {

Fault check_bounds(const Aabb& bounds) noexcept {
    for (const float v : {bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y})
        if (!std::isfinite(v)) return Fault::InvalidBounds;
    return bounds.min.x > bounds.max.x || bounds.min.y > bounds.max.y ? Fault::InvalidBounds : Fault::None;
}

Fault check_memory(const Memory& memory) noexcept { return !memory.allocate && memory.deallocate ? Fault::InvalidArgument : Fault::None; }

void require_open(Status status, const char* rules) {
    if (has(status.faults, Fault::InvalidBounds))
        throw std::invalid_argument("Desc::bounds must be finite, with min <= max; leave it empty to take it from the first build");
    if (has(status.faults, Fault::InvalidArgument)) throw std::invalid_argument(rules);
    if (!status) throw std::bad_alloc();
}

} // namespace throng
