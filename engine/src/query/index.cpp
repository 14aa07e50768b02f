// SPDX-License-Identifier: MIT
#include "engine/src/query/index.hpp"

#include <string>

namespace throng {

Fault check_bounds(const Aabb& bounds) noexcept {
    for (const float v : {bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y})
        if (!std::isfinite(v)) return Fault::InvalidBounds;
    return bounds.min.x > bounds.max.x || bounds.min.y > bounds.max.y ? Fault::InvalidBounds : Fault::None;
}

Fault check_memory(const Memory& memory) noexcept { return check_argument(memory.allocate || !memory.deallocate); }

void require_open(Status status, const char* rules) {
    if (!status && !has(status.faults, Fault::InvalidBounds | Fault::InvalidArgument)) throw std::bad_alloc();
    std::string sentence;
    if (has(status.faults, Fault::InvalidBounds))
        sentence = "Desc::bounds must be finite, with min <= max; leave it empty to take it from the first build";
    if (has(status.faults, Fault::InvalidArgument)) sentence.append(sentence.empty() ? "" : ". ").append(rules);
    if (!status) throw std::invalid_argument(sentence);
}

} // namespace throng
