// SPDX-License-Identifier: MIT
// A search for the nearest members of a set, or elements of a category, tests very many others where members are few.
// Members that are so few that testing each takes less time are collected once for the whole batch.
#pragma once

#include "engine/kernels/base/tile.hpp"
#include "engine/src/query/space_state.hpp"

#include <array>

namespace throng {

/// The elements that QueryOptions::among or the masks of a batch select, as leaves of a tree without branches.
class FewMembers {
public:
    FewMembers() noexcept {}

    /// Collects the members that the layers and the motion of the batch allow, if all members are few enough for `rows`
    /// searches, and takes out of the batch what all of them pass. False: they are too many or unknown, and the batch
    /// is unchanged.
    bool collect(const Reading& reading, std::size_t rows, kernels::Batch& batch) noexcept;

    /// The view for the kernels of StaticTree.
    const kernels::TileTreeView& view() const noexcept { return view_; }

private:
    static constexpr std::uint32_t most = 512;
    static constexpr std::size_t group = 64; // slots that are looked at together

    template <class CountIn, class BitsIn>
    bool list(std::size_t slots, std::uint32_t enough, CountIn&& count_in, BitsIn&& bits_in) noexcept;
    bool list_set(const kernels::BitsetView& set, std::uint32_t enough) noexcept;
    bool list_categories(const std::uint32_t* by_slot, std::size_t slots, std::uint32_t mask,
                         std::uint32_t enough) noexcept;
    void fill_tiles(const Reading& reading, const kernels::Batch& batch, bool all_are_searched) noexcept;

    kernels::TileTreeView view_;
    std::uint32_t count_ = 0;
    std::array<Slot, most> slots_;
    std::array<std::uint32_t, most / 16> next_;
    std::array<kernels::Tile, most / 16> tiles_;
};

} // namespace throng
