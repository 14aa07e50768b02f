// SPDX-License-Identifier: MIT
// The elements of a world as they come in bytes, by slot: what a version keeps goes to its columns at once.
#pragma once

#include "engine/src/row_grid/unsorted_boxes.hpp"
#include "engine/src/world/saved_world.hpp"
#include "engine/src/world/staging.hpp"

namespace throng {

/// Memory grows with what was read, whatever the header says.
class LoadedContent {
public:
    /// `version` has no slots yet.
    LoadedContent(WorldVersion& version, const SavedWorld& header) noexcept
        : boxes(version.desc.memory), version_(version), header_(header), generations_(header.tag) {
        generations_.go_on_from(header.generations);
    }

    /// Reads all blocks: generations, categories, layers, flags if there are static elements, and the sizes. `routing`
    /// sees the dynamic elements. None, Corrupt or OutOfMemory.
    Fault read(LoadingBytes& bytes, WorldRouting& routing) noexcept;

    UnsortedBoxes boxes; // not those of dead slots

private:
    [[nodiscard]] bool grow(std::size_t slots) noexcept;
    bool all_issued(const std::uint32_t* generations, std::uint32_t count) const noexcept;
    bool take(const SavedBlock& block, std::uint32_t count, std::size_t first, std::size_t end,
              WorldRouting& routing) noexcept;

    WorldVersion& version_;
    const SavedWorld& header_;
    WorldGenerations generations_; // of the world that was saved
    bool categorized_ = false, layered_ = false;
};

} // namespace throng
