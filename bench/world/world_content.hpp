// SPDX-License-Identifier: MIT
// What is put into a World that is measured: the crowd workload, or things of all kinds on the same land.
#pragma once

#include "bench/common/contender.hpp"
#include "bench/common/crowd_kind.hpp"

#include <throng/world.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace throng::bench {

struct Content {
    std::string_view name;
    Crowd crowd;
    std::size_t dynamic;                     // so many come first and walk; the others are static
    std::vector<std::uint32_t> categories{}; // empty: all bits

    std::size_t statics() const noexcept { return crowd.size() - dynamic; }
};

/// A crowd of one kind, all of which walks.
Content crowd_content(const CrowdKind& kind, std::size_t n);

/// Nine of ten a common crowd; beside them one for each ten agents that is 2 to 16 times as large, and one of nine
/// thousand that is a giant, 32 to 128 times as large; and one static for each ninety, 2 to 16 times as large. Sizes
/// are log-uniform. `land`: area for each element.
Content content_of_kinds(std::size_t n, float land);

/// The same with giants that are 10 to 50 % as wide as the world.
Content content_with_vast_giants(std::size_t n, float land);

/// One of four bits for each.
void categorize(Content& content);

/// A world of it, on the calling thread or on all. Element i has slot i. Throws std::runtime_error.
World world_of(const Content& content, bool one_thread);

} // namespace throng::bench
