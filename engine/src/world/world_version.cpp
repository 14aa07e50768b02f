// SPDX-License-Identifier: MIT
#include "engine/src/world/world_version.hpp"

#include "engine/src/query/opening.hpp"
#include "engine/src/row_grid/row_grid_part.hpp"
#include "engine/src/tile_tree/tile_tree_part.hpp"

#include <algorithm>
#include <iterator>

namespace throng {

namespace {

// Worlds with other executors may restore the version, and outlive the world that made it.
WorldDesc without_executor(WorldDesc desc) noexcept {
    desc.executor = {};
    return desc;
}

} // namespace

// The content alone decides about the layout: bounds that do not fit it would make each query slower.
WorldVersion::WorldVersion(const WorldDesc& d) noexcept
    : desc(without_executor(d)), origin(d.origin), row_grid(RowGridDesc{.memory = d.memory}),
      static_grid(RowGridDesc{.memory = d.memory}), quadtree(LooseQuadtreeDesc{.memory = d.memory}),
      static_tree(StaticTreeDesc{.memory = d.memory}), generations(d.memory), routes(d.memory), flags(d.memory),
      categories(d.memory), layers_by_slot(d.memory), slot_editions(d.memory), layers(d.memory), members(d.memory),
      progress(d.memory) {}

WorldVersion::~WorldVersion() { release_layers(); }

void WorldVersion::release_layers() noexcept {
    for (const WorldLayer& layer : layers) release(layer.content);
    layers.resize(0);
}

// finish(), bytes_here(), stats() and valid() name each structure.
static_assert(world_structures == 4);

// Members are set one by one: to clear the view first would take a small world longer.
void WorldVersion::finish() noexcept {
    WorldView& v = view_;
    v.categories = categories.empty() ? nullptr : categories.data();
    v.all_kinds = CategorySummary::of_nothing();
    v.parts = parts_;
    v.part_count = v.dynamic_parts = 0;
    const auto show = [&](WorldStructure structure, const auto& state, auto& view, const PartKind& kind) {
        if (state.size == 0) return;
        view = state.view();
        Part& part = parts_[v.part_count++];
        part.view = &view;
        part.kind = &kind;
        part.names = members.empty() ? nullptr : members.data();
        part.name_count = static_cast<std::uint32_t>(members.size());
        part.categories = v.categories;
        part.summary = v.categories ? kinds[structure] : CategorySummary{};
        part.structure = structure;
        if (!part.is_static()) v.dynamic_parts = v.part_count;
        v.all_kinds.add(part.summary);
    };
    show(in_row_grid, row_grid, shown_.row_grid, row_grid_part);
    show(in_quadtree, quadtree, shown_.quadtree, tile_tree_part);
    show(in_static_grid, static_grid, shown_.static_grid, row_grid_part);
    show(in_static_tree, static_tree, shown_.static_tree, tile_tree_part);
    for (const WorldLayer& layer : layers) v.all_kinds.add(layer.view->all_kinds);
    v.routes = routes.data();
    v.flags = flags.data();
    v.generations = generations.data();
    v.slot_count = static_cast<std::uint32_t>(slot_count());
    v.size = size;
    v.layers = layers.data();
    v.layer_count = static_cast<std::uint32_t>(layers.size());
    v.layer_by_slot = layers_by_slot.empty() ? nullptr : layers_by_slot.data();
    v.members = members.empty() ? nullptr : members.data();
}

std::size_t WorldVersion::bytes() const noexcept {
    std::size_t total = bytes_here();
    for (const WorldLayer& layer : layers) total += layer.content->bytes_here();
    return total;
}

std::size_t WorldVersion::bytes_here() const noexcept {
    std::size_t total = sizeof(WorldVersion);
    total -= 2 * sizeof(row_grid) + sizeof(quadtree) + sizeof(static_tree); // which the structures count
    for (const SpaceState* const structure : structures) total += structure->bytes();
    return total +
           bytes_of(generations, routes, flags, categories, layers_by_slot, slot_editions, layers, members, progress);
}

void WorldVersion::begin_change(WorldPart part) noexcept {
    edition(part) = being_made;
    if (part == columns_by_slot) return;
    versioned(static_cast<WorldStructure>(part)).begin_edition();
}

const WorldVersion* WorldVersion::content_of_layer(std::uint32_t layer) const noexcept {
    const WorldLayer* const at = first_from(layers.begin(), layers.end(), layer);
    return at != layers.end() && at->layer == layer ? at->content : nullptr;
}

WorldVersion::Place WorldVersion::place_of(Slot slot) const noexcept {
    const std::uint16_t layer = layer_of(slot);
    if (layer == 0) return {*this, slot};
    const WorldVersion* const content = content_of_layer(layer);
    if (!content) return {*this, no_slot}; // only if it is corrupt
    const Column<Slot>& of_layer = content->members;
    const Slot* const own = std::lower_bound(of_layer.begin(), of_layer.end(), slot);
    return {*content, static_cast<Slot>(own - of_layer.begin())};
}

Aabb WorldVersion::box_of(Slot slot) const noexcept {
    if (layer_of(slot) != 0) {
        const Place place = place_of(slot);
        return place.content.box_of(place.slot);
    }
    const WorldStructure structure = structure_of(slot);
    return structure == world_structures ? Aabb{} : structures[structure]->box_of(slot);
}

Id WorldVersion::id_of(Slot slot) const noexcept {
    return slot < slot_count() && generations[slot] != 0 ? Id{slot, generations[slot]} : Id{};
}

WorldStats WorldVersion::stats() const noexcept {
    WorldStats all{row_grid.size + static_grid.size, quadtree.size, static_tree.size, bytes()};
    for (const WorldLayer& layer : layers) {
        const WorldStats own = layer.content->stats();
        all.row_grid += own.row_grid;
        all.loose_quadtree += own.loose_quadtree;
        all.static_tree += own.static_tree;
    }
    return all;
}

void WorldVersion::visit(NodeVisitor* visitor, void* context) const noexcept {
    for (const SpaceState* const structure : structures)
        if (structure->element_count() != 0) structure->visit(visitor, context);
    for (const WorldLayer& layer : layers) layer.content->visit(visitor, context);
}

// Each structure is valid, and every live slot is in the structure of its route, or in its layer.
bool WorldVersion::valid() const noexcept {
    if (!std::all_of(std::begin(structures), std::end(structures), [](const SpaceState* s) { return s->valid(); }))
        return false;
    std::uint32_t alive = 0, fixed = 0, fixed_here = 0, elsewhere = 0;
    for (Slot slot = 0; slot < slot_count(); ++slot) {
        const bool lives = generations[slot] != 0, still = is_static(slot);
        if (((flags[slot] & WorldView::alive) != 0) != lives || (!lives && layer_of(slot) != 0)) return false;
        alive += lives ? 1u : 0u;
        fixed += still ? 1u : 0u;
        const WorldStructure structure = structure_of(slot);
        if (lives && layer_of(slot) != 0) {
            if (structure != world_structures || !is_placed(slot)) return false;
            ++elsewhere;
            continue;
        }
        fixed_here += still ? 1u : 0u;
        if ((structure != world_structures) != lives || (lives && !structures[structure]->is_present(slot)))
            return false;
        if (lives && !categories.empty() && !kinds[structure].includes(categories[slot])) return false;
    }
    if (alive != size || fixed != statics || fixed_here != static_count() ||
        alive - elsewhere - fixed_here != dynamic_count())
        return false;
    for (const WorldLayer& layer : layers) elsewhere -= layer.content->valid() ? layer.content->size : 0;
    return elsewhere == 0;
}

// An element of a layer is alive there, and of the same motion and category.
bool WorldVersion::is_placed(Slot slot) const noexcept {
    const Place place = place_of(slot);
    const WorldVersion& layer = place.content;
    if (&layer == this || place.slot >= layer.members.size() || layer.members[place.slot] != slot) return false;
    const auto category = [](const WorldVersion& of, Slot s) { return of.categories.empty() ? ~0u : of.categories[s]; };
    return layer.generations[place.slot] != 0 && layer.is_static(place.slot) == is_static(slot) &&
           category(layer, place.slot) == category(*this, slot);
}

void WorldVersion::add_kind(Slot slot) noexcept {
    if (const WorldStructure structure = structure_of(slot); structure != world_structures)
        kinds[structure].add(categories[slot]);
}

bool WorldVersion::assign_slots(const WorldVersion& other) noexcept {
    const std::size_t known = slot_count(), count = other.slot_count();
    const bool kept = known <= count && categories.empty() == other.categories.empty() &&
                      layers_by_slot.empty() == other.layers_by_slot.empty();
    if (!kept) slot_editions.resize(0);
    const std::size_t known_chunks = slot_editions.size(), chunks = other.slot_editions.size();
    const auto by_slot = [&](auto&& body) {
        for_each_column([&](bool, auto, auto& to, const auto& from) { body(to, from); }, *this, other);
    };
    bool grown = slot_editions.grow(chunks);
    by_slot([&](auto& to, const auto& from) { grown = grown && to.grow(from.size()); });
    if (!grown) return false;
    by_slot([&](auto& to, const auto& from) { to.resize(from.size()); });
    slot_editions.resize(chunks);
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
        const std::size_t begin = chunk * chunk_slots, end = std::min(begin + chunk_slots, count);
        if (chunk < known_chunks && end <= known && slot_editions[chunk] == other.slot_editions[chunk]) continue;
        by_slot([&](auto& to, const auto& from) {
            if (!from.empty()) std::copy(from.begin() + begin, from.begin() + end, to.begin() + begin);
        });
        slot_editions[chunk] = other.slot_editions[chunk];
    }
    return true;
}

bool WorldVersion::grow_slots(std::size_t count) noexcept {
    if (count <= slot_count()) return true;
    const std::size_t chunks = (count + chunk_slots - 1) / chunk_slots;
    bool grown = slot_editions.grow(chunks);
    for_each_column(
        [&](bool always, auto, auto& column) { grown = grown && ((!always && column.empty()) || column.grow(count)); },
        *this);
    if (!grown) return false;
    slot_editions.extend(chunks, 0);
    for_each_column(
        [&](bool always, auto dead, auto& column) {
            if (always || !column.empty()) column.extend(count, dead);
        },
        *this);
    return true;
}

void WorldVersion::release(WorldVersion* version) noexcept {
    if (version && version->holders.fetch_sub(1, std::memory_order_acq_rel) == 1)
        destroy(version->desc.memory, version);
}

} // namespace throng
