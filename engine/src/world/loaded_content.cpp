// SPDX-License-Identifier: MIT
#include "engine/src/world/loaded_content.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <limits>
#include <span>

namespace throng {
namespace {

// It has no branches.
bool all_valid(const Aabb* boxes, std::uint32_t count) noexcept {
    constexpr float most = std::numeric_limits<float>::max();
    unsigned wrong = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        const Aabb& box = boxes[i];
        wrong |= !(box.min.x >= -most) | !(box.min.x <= box.max.x) | !(box.max.x <= most) | !(box.min.y >= -most) |
                 !(box.min.y <= box.max.y) | !(box.max.y <= most);
    }
    return wrong == 0;
}

void see_dynamic(const SavedBlock& block, std::uint32_t count, bool statics, WorldRouting& routing) noexcept {
    float half_extents[SavedBlock::slots];
    std::uint32_t seen = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
        half_extents[seen] = half_extent_of(block.boxes[i]);
        seen += statics && block.statics[i] != 0 ? 0 : 1;
    }
    routing.see({half_extents, seen});
}

} // namespace

bool LoadedContent::grow(std::size_t slots) noexcept {
    WorldVersion& v = version_;
    if (slots > v.generations.capacity()) {
        const std::size_t most = room_to_load(v.generations.capacity(), slots, header_.slot_count);
        if (!boxes.reserve(most) || (header_.has(SavedWorld::Categories) && !v.categories.reserve(most)) ||
            (header_.has(SavedWorld::Layers) && !v.layers_by_slot.reserve(most)) ||
            (header_.has(SavedWorld::Statics) && !v.flags.reserve(most)) || !v.generations.reserve(most))
            return false;
    }
    boxes.resize(slots);
    v.generations.resize(slots);
    if (header_.has(SavedWorld::Categories)) v.categories.resize(slots);
    if (header_.has(SavedWorld::Layers)) v.layers_by_slot.resize(slots);
    if (header_.has(SavedWorld::Statics)) v.flags.resize(slots);
    return true;
}

// It has no branches.
bool LoadedContent::all_issued(const std::uint32_t* generations, std::uint32_t count) const noexcept {
    unsigned wrong = 0;
    for (std::uint32_t i = 0; i < count; ++i) wrong |= generations_.has_issued(generations[i]) ? 0u : 1u;
    return wrong == 0;
}

// False: a box is not valid, or a generation is still to come.
bool LoadedContent::take(const SavedBlock& block, std::uint32_t count, std::size_t first, std::size_t end,
                         WorldRouting& routing) noexcept {
    if (!all_valid(block.boxes, count) || !all_issued(block.generations, count)) return false;
    const bool statics = header_.has(SavedWorld::Statics);
    see_dynamic(block, count, statics, routing);
    // `slot_of` is the slot of each element of the block.
    const auto put_all = [&](auto slot_of) {
        const auto put = [&](auto* column, auto&& value_of) {
            for (std::uint32_t i = 0; i < count; ++i) column[slot_of(i)] = value_of(i);
        };
        put(version_.generations.data(), [&](std::uint32_t i) { return block.generations[i]; });
        float *const min_x = boxes.min_x.data(), *const min_y = boxes.min_y.data();
        float *const max_x = boxes.max_x.data(), *const max_y = boxes.max_y.data();
        for (std::uint32_t i = 0; i < count; ++i) {
            const Aabb box = block.boxes[i];
            const std::size_t slot = slot_of(i);
            min_x[slot] = box.min.x, min_y[slot] = box.min.y, max_x[slot] = box.max.x, max_y[slot] = box.max.y;
        }
        if (header_.has(SavedWorld::Categories)) {
            put(version_.categories.data(), [&](std::uint32_t i) { return block.categories[i]; });
            for (std::uint32_t i = 0; i < count; ++i) categorized_ |= block.categories[i] != ~0u;
        }
        if (header_.has(SavedWorld::Layers)) {
            put(version_.layers_by_slot.data(), [&](std::uint32_t i) { return block.layers[i]; });
            for (std::uint32_t i = 0; i < count; ++i) layered_ |= block.layers[i] != 0;
        }
        if (statics) {
            put(version_.flags.data(), [&](std::uint32_t i) {
                return static_cast<std::uint8_t>(block.statics[i] != 0 ? WorldView::alive | WorldView::static_element
                                                                       : WorldView::alive);
            });
            for (std::uint32_t i = 0; i < count; ++i) version_.statics += block.statics[i];
        }
    };
    if (count == end - first) {
        put_all([first](std::uint32_t i) { return first + i; });
        return true;
    }
    const auto clear = [&](auto& column, auto value) {
        if (!column.empty()) std::fill(column.begin() + first, column.begin() + end, value);
    };
    constexpr float none = std::numeric_limits<float>::quiet_NaN();
    for (Column<float>* const column : {&boxes.min_x, &boxes.min_y, &boxes.max_x, &boxes.max_y}) clear(*column, none);
    clear(version_.generations, 0u);
    clear(version_.categories, ~0u);
    clear(version_.layers_by_slot, std::uint16_t{0});
    clear(version_.flags, std::uint8_t{0});
    std::uint16_t in_block[SavedBlock::slots];
    std::uint32_t i = 0;
    for (std::uint32_t word = 0; word < SavedBlock::words; ++word)
        for (std::uint64_t rest = block.mask[word]; rest != 0; rest &= rest - 1)
            in_block[i++] = static_cast<std::uint16_t>(64 * word + static_cast<std::uint32_t>(std::countr_zero(rest)));
    put_all([&](std::uint32_t element) { return first + in_block[element]; });
    return true;
}

Fault LoadedContent::read(LoadingBytes& bytes, WorldRouting& routing) noexcept {
    SavedBlock block;
    std::uint64_t size = 0;
    for (std::size_t first = 0; first < header_.slot_count; first += SavedBlock::slots) {
        if (const Fault fault = load_block(bytes, header_, static_cast<std::uint32_t>(first), block);
            fault != Fault::None)
            return fault;
        const std::size_t end = std::min<std::size_t>(first + SavedBlock::slots, header_.slot_count);
        const std::uint32_t count = block.count();
        if (!grow(end)) return Fault::OutOfMemory;
        if (!take(block, count, first, end, routing)) return Fault::Corrupt;
        size += count;
    }
    const std::uint32_t needed = (categorized_ ? SavedWorld::Categories : 0u) | (layered_ ? SavedWorld::Layers : 0u) |
                                 (version_.statics != 0 ? SavedWorld::Statics : 0u);
    const bool above = header_.most_statics != 0 && version_.statics > header_.most_statics;
    if (size != header_.size || (header_.flags & SavedWorld::columns) != needed || above) return Fault::Corrupt;
    version_.size = header_.size;
    return Fault::None;
}

} // namespace throng
