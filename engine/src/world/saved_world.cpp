// SPDX-License-Identifier: MIT
#include "engine/src/world/saved_world.hpp"

#include "engine/src/world/queries/searched_parts.hpp"
#include "engine/src/world/world_state.hpp"

#include <algorithm>

namespace throng {
namespace {

std::uint32_t word_of(float value) noexcept { return std::bit_cast<std::uint32_t>(value); }
float float_of(std::uint32_t bits) noexcept { return std::bit_cast<float>(bits); }

SavedWorld header_of(const WorldVersion& version) noexcept {
    const WorldDesc& desc = version.desc;
    SavedWorld header;
    header.size = version.size;
    header.slot_count = static_cast<std::uint32_t>(version.slot_count());
    header.generations = version.progress[0].generations;
    // Only of live elements: columns may be there although all elements are as by default.
    const bool has_columns = !version.categories.empty() || !version.layers_by_slot.empty();
    for (Slot slot = 0; has_columns && slot < header.slot_count; ++slot) {
        if (version.generations[slot] == 0) continue;
        if (version.category_of(slot) != ~0u) header.flags |= SavedWorld::Categories;
        if (version.layer_of(slot) != 0) header.flags |= SavedWorld::Layers;
    }
    if (version.statics != 0) header.flags |= SavedWorld::Statics;
    if (desc.track_overlaps) header.flags |= SavedWorld::TrackOverlaps;
    if (desc.track_across_layers) header.flags |= SavedWorld::TrackAcrossLayers;
    header.tag = desc.tag;
    header.tracked = desc.tracked, header.tracked_against = desc.tracked_against;
    header.most_elements = desc.capacity.elements;
    header.most_statics = desc.capacity.static_elements;
    header.most_hits = desc.capacity.hits;
    const float bounds[] = {desc.bounds.min.x, desc.bounds.min.y, desc.bounds.max.x, desc.bounds.max.y};
    std::transform(std::begin(bounds), std::end(bounds), header.bounds, word_of);
    header.agent_half_extent = word_of(desc.agent_half_extent);
    header.prop_half_extent = word_of(desc.prop_half_extent);
    header.origin[0] = std::bit_cast<std::uint64_t>(version.origin.x);
    header.origin[1] = std::bit_cast<std::uint64_t>(version.origin.y);
    return header;
}

// Structures are read in the order of memory, which is several times as fast as a look for each slot.
bool list_boxes(const WorldVersion& version, Column<Aabb>& by_slot) noexcept {
    if (!by_slot.grow(version.slot_count())) return false;
    by_slot.resize(version.slot_count());
    for_each_element(version.view(), [&](const kernels::ElementColumns& c, std::uint32_t i, Slot slot) {
        by_slot[slot] = {{c.min_x[i], c.min_y[i]}, {c.max_x[i], c.max_y[i]}};
    });
    return true;
}

// True if all slots are alive: then generations and boxes stay where they are.
bool fill(SavedBlock& block, const SavedWorld& header, const WorldVersion& version, const Column<Aabb>& boxes,
          Slot first) noexcept {
    const auto slots =
        static_cast<std::uint32_t>(std::min<std::size_t>(SavedBlock::slots, version.slot_count() - first));
    std::fill(std::begin(block.mask), std::end(block.mask), std::uint64_t{0});
    const std::uint32_t* const generations = version.generations.begin() + first;
    const bool all_live = std::count(generations, generations + slots, 0u) == 0; // most blocks, and in vectors
    for (std::uint32_t i = 0; i < slots; i += 64) {
        const std::uint32_t count = std::min(slots - i, 64u);
        std::uint64_t& word = block.mask[i / 64];
        if (all_live)
            word = ~std::uint64_t{0} >> (64 - count);
        else
            for (std::uint32_t k = 0; k < count; ++k) word |= std::uint64_t{generations[i + k] != 0} << k;
    }
    // A column of the elements from what is known by slot.
    const auto take = [&](auto* column, auto&& of_slot) {
        if (all_live) {
            for (std::uint32_t i = 0; i < slots; ++i) column[i] = of_slot(first + i);
            return;
        }
        for (std::uint32_t word = 0; word < SavedBlock::words; ++word)
            for (std::uint64_t rest = block.mask[word]; rest != 0; rest &= rest - 1)
                *column++ = of_slot(first + 64 * word + static_cast<std::uint32_t>(std::countr_zero(rest)));
    };
    if (!all_live) {
        take(block.generations, [&](Slot slot) { return version.generations[slot]; });
        take(block.boxes, [&](Slot slot) { return boxes[slot]; });
    }
    if (header.has(SavedWorld::Categories)) take(block.categories, [&](Slot s) { return version.category_of(s); });
    if (header.has(SavedWorld::Layers)) take(block.layers, [&](Slot s) { return version.layer_of(s); });
    if (header.has(SavedWorld::Statics))
        take(block.statics, [&](Slot s) { return static_cast<std::uint8_t>(version.is_static(s)); });
    return all_live;
}

} // namespace

WorldDesc SavedWorld::desc(const Memory& memory, const Executor& executor) const noexcept {
    return {.bounds = {{float_of(bounds[0]), float_of(bounds[1])}, {float_of(bounds[2]), float_of(bounds[3])}},
            .agent_half_extent = float_of(agent_half_extent),
            .prop_half_extent = float_of(prop_half_extent),
            .track_overlaps = has(TrackOverlaps),
            .tracked = tracked,
            .tracked_against = tracked_against,
            .capacity = {most_elements, most_statics, most_hits},
            .memory = memory,
            .executor = executor,
            .track_across_layers = has(TrackAcrossLayers),
            .origin = {std::bit_cast<double>(origin[0]), std::bit_cast<double>(origin[1])},
            .tag = tag};
}

Fault save_world(const WorldVersion& version, const ByteWriter& writer) noexcept {
    if (!writer.write) return Fault::InvalidArgument;
    Column<Aabb> boxes(version.desc.memory);
    if (!list_boxes(version, boxes)) return Fault::OutOfMemory;
    SavingBytes bytes(writer);
    const SavedWorld header = header_of(version);
    bytes.put_header(header);
    SavedBlock block;
    for (std::size_t first = 0; first < header.slot_count && bytes.fault() == Fault::None; first += SavedBlock::slots) {
        const bool in_place = fill(block, header, version, boxes, static_cast<Slot>(first));
        bytes.put(block.mask, sizeof block.mask);
        block.for_each_column(header, block.count(), [&](const void* column, std::size_t size) {
            if (in_place && column == block.generations) column = version.generations.data() + first;
            if (in_place && column == block.boxes) column = boxes.data() + first;
            bytes.put(column, size);
            return true;
        });
        bytes.seal();
    }
    return bytes.fault();
}

Fault load_header(LoadingBytes& bytes, SavedWorld& header) noexcept {
    if (const Fault fault = bytes.get_header(header, SavedKind::World); fault != Fault::None) return fault;
    const bool possible = header.size <= header.slot_count && (header.flags & ~SavedWorld::known_flags) == 0 &&
                          header.generations <= UINT32_MAX && header.unused == 0 &&
                          (header.slot_count == 0 || header.generations != 0) &&
                          (header.most_elements == 0 || header.size <= header.most_elements);
    return possible && Access::WorldState::check(header.desc({}, {})).status().applied() ? Fault::None : Fault::Corrupt;
}

Fault load_block(LoadingBytes& bytes, const SavedWorld& header, std::uint32_t first, SavedBlock& block) noexcept {
    if (!bytes.get(block.mask, sizeof block.mask)) return Fault::Corrupt;
    const std::uint32_t left = header.slot_count - first, count = block.count();
    for (std::uint32_t word = 0; word < SavedBlock::words; ++word) {
        const std::uint32_t here = std::min(64u, left - std::min(left, 64 * word));
        if (here < 64 && block.mask[word] >> here != 0) return Fault::Corrupt; // beyond the last slot
    }
    const bool read =
        block.for_each_column(header, count, [&](void* column, std::size_t size) { return bytes.get(column, size); });
    if (!read || !bytes.is_sealed()) return Fault::Corrupt;
    unsigned wrong = 0; // without branches
    for (std::uint32_t i = 0; header.has(SavedWorld::Statics) && i < count; ++i)
        wrong |= block.statics[i] > 1 ? 1u : 0u;
    return wrong == 0 ? Fault::None : Fault::Corrupt;
}

} // namespace throng
