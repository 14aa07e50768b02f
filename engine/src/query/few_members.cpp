// SPDX-License-Identifier: MIT
#include "engine/src/query/few_members.hpp"

#include "engine/src/base/grid_geometry.hpp"
#include "engine/src/base/tiles.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace throng {

using kernels::Batch;
using kernels::TileRef;

namespace {

// A search by places takes about 15 ns for each of k * elements / members candidates. To collect a member takes about
// five times as long, to test it a fifteenth of that, and a count of members a tenth of a nanosecond for each slot.
std::uint32_t enough_members(std::size_t rows, std::uint32_t k, std::uint32_t elements, std::uint32_t most) noexcept {
    const double searches = static_cast<double>(rows) * k;
    const double tests = std::min(0.2 * static_cast<double>(rows), 5.) * k * elements;
    return static_cast<std::uint32_t>(std::min({std::sqrt(tests), 100. * searches, static_cast<double>(most)}));
}

// Returns how many elements are in reach of a point, if all are spread evenly over the box around them or some of them.
double elements_in_reach(const Reading& reading, std::size_t elements, float reach) noexcept {
    constexpr std::size_t looks = 16;
    Aabb around = reading.shown().around;
    if (!has_area(around)) {
        const std::size_t slots = reading.view().slot_count;
        around = {{INFINITY, INFINITY}, {-INFINITY, -INFINITY}};
        for (std::size_t i = 0; i < looks; ++i) {
            const auto slot = static_cast<Slot>(i * slots / looks);
            if (reading.state().is_present(slot)) around = around_both(around, reading.state().box_of(slot));
        }
    }
    const auto share_of = [reach](float low, float high) {
        const double length = static_cast<double>(high) - static_cast<double>(low),
                     side = 2. * static_cast<double>(reach);
        return side < length ? side / length : 1.;
    };
    return share_of(around.min.x, around.max.x) * share_of(around.min.y, around.max.y) * static_cast<double>(elements);
}

// The bits of at least one query's mask.
std::uint32_t any_mask(const Batch& batch, std::size_t rows) noexcept {
    const kernels::WordColumn& masks = batch[Batch::masks];
    if (!masks) return batch.mask;
    std::uint32_t any = 0;
    for (std::size_t i = 0; i < rows; ++i) any |= masks[i];
    return any;
}

} // namespace

bool FewMembers::collect(const Reading& reading, std::size_t rows, Batch& batch) noexcept {
    if (!reading.allowed() || !batch.chooses() || !reading.shown().stores_boxes || batch.k == 0 || rows == 0)
        return false;
    // Members are looked for among all elements. A search of a small part of them may take less time than that.
    const std::size_t searched = reading.state().count_searched(batch);
    if (searched == 0 || searched < reading.view().size / 32) return false;
    constexpr std::size_t worth_a_guess = 16; // rows, where a guess has to look at elements
    std::uint32_t enough = enough_members(rows, batch.k, static_cast<std::uint32_t>(searched), most);
    if (batch.reach < INFINITY) { // a search of a small disc is short, whatever it finds
        if (rows < worth_a_guess && !has_area(reading.shown().around)) return false;
        const double tests = elements_in_reach(reading, searched, batch.reach);
        if (static_cast<double>(rows) * tests < reading.view().slot_count / 64.) return false;
        enough = static_cast<std::uint32_t>(std::min(16. * tests, static_cast<double>(enough)));
    }
    const bool by_set = batch.has_among;
    if (by_set ? !list_set(batch.among, enough)
               : !batch.categories ||
                     !list_categories(batch.categories, reading.view().slot_count, any_mask(batch, rows), enough))
        return false;
    fill_tiles(reading, batch, searched == reading.view().size);
    if (by_set)
        batch.has_among = false;
    else
        batch.has_mask = static_cast<bool>(batch[Batch::masks]); // a common mask selected them
    return true;
}

// First the groups of 64 slots that have members take the places of slots. Then members replace them, from the last
// group backward: each group has a member at least.
template <class CountIn, class BitsIn>
bool FewMembers::list(std::size_t slots, std::uint32_t enough, CountIn&& count_in, BitsIn&& bits_in) noexcept {
    // Many members are mostly seen in a few groups far apart; few of them may be together in one.
    constexpr std::size_t looks = 8, far_more = 4;
    if (const std::size_t step = slots / looks / group * group; step >= looks * group) {
        std::size_t seen = 0, in_groups = 0;
        for (std::size_t begin = 0; begin < looks * step; begin += step) {
            const std::uint32_t here = count_in(begin, begin + group);
            seen += here;
            in_groups += here != 0 ? 1 : 0;
        }
        if (in_groups > 2 && seen * (step / group) > far_more * enough) return false;
    }
    std::uint32_t groups = 0;
    for (std::size_t begin = 0; begin < slots; begin += group) {
        const std::uint32_t members = count_in(begin, std::min(slots, begin + group));
        if (members == 0) continue;
        count_ += members;
        if (count_ > enough) return false;
        slots_[groups++] = static_cast<Slot>(begin);
    }
    for (std::uint32_t to = count_; groups != 0;) {
        const Slot begin = slots_[--groups];
        for (std::uint64_t left = bits_in(begin, std::min<std::size_t>(slots, std::size_t{begin} + group));
             left != 0;) {
            const auto last = static_cast<Slot>(std::bit_width(left) - 1);
            left ^= std::uint64_t{1} << last;
            slots_[--to] = begin + last;
        }
    }
    return true;
}

bool FewMembers::list_set(const kernels::BitsetView& set, std::uint32_t enough) noexcept {
    const auto word_at = [&](std::size_t begin, std::size_t) { return set.words[begin / group]; };
    const auto count_in = [&](std::size_t begin, std::size_t end) {
        const std::uint64_t word = word_at(begin, end);
        return word == 0 ? 0u : static_cast<std::uint32_t>(std::popcount(word));
    };
    return list(set.size, enough, count_in, word_at);
}

bool FewMembers::list_categories(const std::uint32_t* by_slot, std::size_t slots, std::uint32_t mask,
                                 std::uint32_t enough) noexcept {
    const auto count_in = [&](std::size_t begin, std::size_t end) {
        std::uint32_t met = 0;
        for (std::size_t s = begin; s < end; ++s) met += (by_slot[s] & mask) != 0 ? 1u : 0u;
        return met;
    };
    const auto bits_in = [&](std::size_t begin, std::size_t end) {
        std::uint64_t met = 0;
        for (std::size_t s = begin; s < end; ++s) met |= std::uint64_t{(by_slot[s] & mask) != 0} << (s - begin);
        return met;
    };
    return list(slots, enough, count_in, bits_in);
}

void FewMembers::fill_tiles(const Reading& reading, const Batch& batch, bool all_are_searched) noexcept {
    const bool turned = reading.shown().turned;
    std::uint32_t filled = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
        if (!reading.state().is_present(slots_[i])) continue;
        if (!all_are_searched && !reading.state().is_searched(slots_[i], batch)) continue;
        const Aabb box = reading.state().box_of(slots_[i]);
        kernels::Tile& tile = tiles_[filled / 16];
        kernels::set_box(tile, filled % 16,
                         turned ? kernels::Region{box.min.y, box.min.x, box.max.y, box.max.x}
                                : kernels::Region{box.min.x, box.min.y, box.max.x, box.max.y});
        tile.ids[filled % 16] = slots_[i];
        ++filled;
    }
    // Each tile continues in the next one.
    const auto ref_at = [filled](std::uint32_t tile) {
        return tile * 16 < filled ? TileRef::make(tile, true, std::min(filled - tile * 16, 16u)) : kernels::no_tile;
    };
    for (std::uint32_t tile = 0; tile * 16 < filled; ++tile) next_[tile] = ref_at(tile + 1);
    view_.size = filled;
    view_.slot_count = reading.view().slot_count;
    view_.tiles = tiles_.data();
    view_.next = next_.data();
    view_.root = ref_at(0);
    view_.tile_count = (filled + 15) / 16;
}

} // namespace throng
