// SPDX-License-Identifier: MIT
#include "engine/src/world/layers.hpp"

#include "engine/src/base/allocation.hpp"
#include "engine/src/base/box_input.hpp"
#include "engine/src/query/opening.hpp"
#include "parallel/for_each_block.hpp"

#include <algorithm>

namespace throng {
WorldLayers::~WorldLayers() {
    for (WorldVersion* version : versions_) WorldVersion::release(version);
}

bool WorldLayers::add(std::uint32_t layer, const Staged& item) noexcept {
    if (layer >= counts_.size()) {
        if (!counts_.grow(layer + std::size_t{1})) return false;
        counts_.extend(layer + std::size_t{1}, 0u);
    }
    if (!entries_.push({layer, item})) return false;
    if (counts_[layer]++ != 0) return true;
    if (touched_.push({layer, 0, 0})) return true;
    counts_[layer] = 0;
    return false;
}

Fault WorldLayers::sort_out(const WorldVersion& now, const StagedChanges& staged,
                            kernels::ItemFaults& faulty) noexcept {
    for (const Touched& touched : touched_) counts_[touched.layer] = 0; // of a commit that failed
    empty_all(touched_, entries_);
    staged_ = staged;
    all_boxes_size_ = now.slot_count();
    const std::size_t count = staged.items.size();
    if (!items_.resize_with_room(count)) return Fault::OutOfMemory;
    for (std::size_t i = 0; i < count; ++i) {
        Staged& item = items_[i];
        item = staged.items[i];
        const bool is_new = item.has(Staged::Spawned), ends = item.has(Staged::Ended);
        if (is_new && ends) continue;
        const std::uint32_t from = is_new ? 0u : now.layer_of(item.slot);
        const std::uint32_t to = item.has(Staged::Spawned | Staged::Layered) ? item.layer : from;
        Staged own = item;
        own.layer = 0;
        own.what = static_cast<std::uint16_t>(own.what & ~unsigned{Staged::Layered});
        if (is_new || ends || from == to) {
            const std::uint32_t layer = is_new ? to : from;
            if (layer != 0 && own.what != 0 && !add(layer, own)) return Fault::OutOfMemory;
            continue;
        }
        const bool still = now.is_static(item.slot);
        const bool named = still ? item.has(Staged::Moved) : staged.box_counts(item);
        if (!named) {
            item.box = now.box_of(item.slot);
            if (const Aabb box = still || !staged.all_boxes ? item.box : box_at(*staged.all_boxes, item.slot);
                is_valid(box))
                item.box = box;
            else
                note_fault(faulty, Fault::InvalidBounds, item.slot);
        }
        item.note(Staged::Moved);
        item.move_alls = staged.move_alls;
        own.what = Staged::Ended;
        if (from != 0 && !add(from, own)) return Fault::OutOfMemory;
        own.what = static_cast<std::uint16_t>(Staged::Spawned | (still ? unsigned{Staged::Static} : 0u));
        own.box = item.box;
        if (!item.has(Staged::Categorized)) own.category = now.categories.empty() ? ~0u : now.categories[item.slot];
        if (to != 0 && !add(to, own)) return Fault::OutOfMemory;
    }
    return group() ? Fault::None : Fault::OutOfMemory;
}

// Moves the entries of each layer together, behind the items of the world, in their order.
bool WorldLayers::group() noexcept {
    const std::size_t world_items = items_.size();
    if (!items_.grow(world_items + entries_.size())) return false;
    items_.resize(world_items + entries_.size());
    std::sort(touched_.begin(), touched_.end(), [](const Touched& a, const Touched& b) { return a.layer < b.layer; });
    auto at = static_cast<std::uint32_t>(world_items);
    for (Touched& touched : touched_) {
        touched.begin = touched.end = at;
        at += std::exchange(counts_[touched.layer], touched.begin);
    }
    for (const Entry& entry : entries_) items_[counts_[entry.layer]++] = entry.item;
    for (Touched& touched : touched_) touched.end = std::exchange(counts_[touched.layer], 0u);
    staged_.items = {items_.data(), world_items};
    return true;
}

Fault WorldLayers::commit(const WorldVersion& now, WorldVersion& next, std::uint64_t edition,
                          const WorldRouting& routing, const Executor& executor, kernels::ItemFaults& faulty) noexcept {
    const std::size_t most = now.layers.size() + touched_.size();
    if (!before_.grow(next.layers.size())) return Fault::OutOfMemory;
    before_.resize(next.layers.size());
    std::copy(next.layers.begin(), next.layers.end(), before_.begin());
    next.layers.resize(0);
    free_from_ = 0;

    const auto group_of = [&](std::uint32_t layer) {
        const Touched* const at = first_from(touched_.begin(), touched_.end(), layer);
        return at != touched_.end() && at->layer == layer ? std::span(items_.data() + at->begin, at->end - at->begin)
                                                          : std::span<Staged>();
    };
    const auto changes = [&](const WorldVersion& layer, std::span<Staged> items) {
        return !items.empty() || (staged_.all_boxes && layer.size > layer.statics);
    };
    // What the next version has of layers that do not change is free, or shared.
    for (WorldLayer& layer : before_) {
        const WorldVersion* const current = now.content_of_layer(layer.layer);
        const std::span<Staged> items = group_of(layer.layer);
        const bool kept = layer.content != current && changes(current ? *current : nothing_, items);
        if (!kept) WorldVersion::release(std::exchange(layer.content, nullptr));
    }
    Fault fault = next.layers.grow(most) ? Fault::None : Fault::OutOfMemory;
    const WorldLayer* old = now.layers.begin();
    const Touched* touched = touched_.begin();
    while (fault == Fault::None && (old != now.layers.end() || touched != touched_.end())) {
        const std::uint32_t layer = old == now.layers.end()        ? touched->layer
                                    : touched == touched_.end()    ? old->layer
                                    : old->layer <= touched->layer ? old->layer
                                                                   : touched->layer;
        const bool is_old = old != now.layers.end() && old->layer == layer;
        const WorldVersion& content = is_old ? *old->content : nothing_;
        const std::span<Staged> items = group_of(layer);
        if (changes(content, items)) {
            fault = make(layer, content, next, items, edition, routing, executor, faulty);
        } else {
            old->content->hold();
            next.layers.append(*old);
        }
        old += is_old ? 1 : 0;
        touched += items.empty() ? 0 : 1;
    }
    for (const WorldLayer& layer : before_)
        if (layer.content) WorldVersion::release(layer.content);
    return fault;
}

// Held once for the version of the world that it is for. Versions that this world has not made are never changed: they
// are held only by versions of worlds, of which there may be any number.
WorldVersion* WorldLayers::target(std::uint32_t layer, const WorldVersion* now) noexcept {
    WorldLayer* const at = first_from(before_.begin(), before_.end(), layer);
    if (at != before_.end() && at->layer == layer && at->content && at->content != now && made(*at->content) &&
        at->content->held_by(2))
        return std::exchange(at->content, nullptr);
    for (; free_from_ < versions_.size(); ++free_from_) {
        WorldVersion* const version = versions_[free_from_];
        if (!version->held_once()) continue;
        version->forget(); // its content may be that of another layer
        version->hold();
        return version;
    }
    if (!versions_.grow(versions_.size() + 1)) return nullptr;
    auto* const version = create<WorldVersion>(desc_.memory, desc_);
    if (!version) return nullptr;
    version->owner = id_;
    version->hold();
    versions_.append(version);
    return version;
}

Fault WorldLayers::make(std::uint32_t layer, const WorldVersion& now, WorldVersion& next, std::span<Staged> items,
                        std::uint64_t edition, const WorldRouting& routing, const Executor& executor,
                        kernels::ItemFaults& faulty) noexcept {
    WorldVersion* const made = target(layer, &now);
    if (!made) return Fault::OutOfMemory;
    bool renumbered = false;
    Fault fault = number_slots(now, *made, items, edition, renumbered);
    StagedChanges own{items, {}, staged_.move_alls};
    if (fault == Fault::None && staged_.all_boxes) {
        if (!gather_boxes(*made)) fault = Fault::OutOfMemory;
        own.all_boxes = box_source_of(BoxView(std::span<const Aabb>(boxes_.data(), boxes_.size())), 0);
    }
    const WorldVersion& from = renumbered ? *made : now;
    if (fault == Fault::None && !changes_.sort_out(from, own, routing)) fault = Fault::OutOfMemory;
    kernels::ItemFaults of_layer;
    if (fault == Fault::None) {
        const Executor on = parallel::unless_few(now.size + items.size(), executor);
        fault = WorldCommit(from, *made, edition, own, changes_, routing, on).run(of_layer);
    }
    if (fault != Fault::None || made->size == 0) {
        made->forget();
        WorldVersion::release(made);
        free_from_ = 0;
        return fault;
    }
    if (of_layer.count != 0) of_layer.first = made->members[of_layer.first];
    merge(faulty, of_layer);
    made->finish();
    made->made_at = edition;
    next.layers.append({layer, &made->view(), made});
    return Fault::None;
}

// New elements take numbers in the order of the world's slots: a free one, or one above all others; if there is none,
// all elements are numbered again, without those that are dead.
Fault WorldLayers::number_slots(const WorldVersion& now, WorldVersion& next, std::span<Staged> items,
                                std::uint64_t edition, bool& renumbered) noexcept {
    std::sort(items.begin(), items.end(), [](const Staged& a, const Staged& b) { return a.slot < b.slot; });
    const Column<Slot>& known = now.members;
    std::size_t appended = 0;
    renumbered = known.size() > 2 * std::size_t{now.size} + 256;
    for (const Staged& item : items) {
        if (!item.has(Staged::Spawned)) continue;
        const Slot* const at = std::lower_bound(known.begin(), known.end(), item.slot);
        appended += at == known.end() ? 1u : 0u;
        renumbered |= at != known.end() && *at != item.slot;
    }
    Column<Slot>& members = next.members;
    if (!renumbered) {
        if (next.members_edition != now.members_edition || appended != 0) {
            next.members_edition = being_made;
            if (!members.grow(known.size() + appended)) return Fault::OutOfMemory;
            members.resize(known.size());
            std::copy(known.begin(), known.end(), members.begin());
            for (const Staged& item : items)
                if (item.has(Staged::Spawned) && (members.empty() || members[members.size() - 1] < item.slot))
                    members.append(item.slot);
            next.members_edition = appended != 0 ? edition : now.members_edition;
        }
    } else {
        next.members_edition = being_made;
        if (!to_.resize_with_room(known.size()) || !members.resize_with_room(now.size + items.size()))
            return Fault::OutOfMemory;
        members.resize(0);
        auto item = items.begin();
        const auto put_new_below = [&](Slot slot) {
            for (; item != items.end() && item->slot < slot; ++item)
                if (item->has(Staged::Spawned)) members.append(item->slot);
        };
        for (std::size_t s = 0; s < known.size(); ++s) {
            to_[s] = no_slot;
            if (now.generations[s] == 0) continue;
            put_new_below(known[s]);
            to_[s] = static_cast<Slot>(members.size());
            members.append(known[s]);
        }
        put_new_below(no_slot);
        if (!next.renumber(now, to_, members.size(), edition)) return Fault::OutOfMemory;
        next.members_edition = edition;
    }
    const Slot* from = members.begin();
    for (Staged& item : items) {
        from = std::lower_bound(from, static_cast<const Slot*>(members.end()), item.slot);
        item.slot = static_cast<Slot>(from - members.begin());
    }
    return Fault::None;
}

// Elements that come with this commit have no box there.
bool WorldLayers::gather_boxes(const WorldVersion& next) noexcept {
    const Column<Slot>& members = next.members;
    if (!boxes_.resize_with_room(members.size())) return false;
    const Slot *const slots = members.begin(), *const end = std::lower_bound(slots, members.end(), all_boxes_size_);
    const auto known = static_cast<std::size_t>(end - slots);
    Aabb* const to = boxes_.data();
    const kernels::BoxSource source = *staged_.all_boxes;
    const std::size_t a = source.a_stride / sizeof(float), b = source.b_stride / sizeof(float);
    if (source.form == kernels::BoxSource::Form::Corners)
        for (std::size_t i = 0; i < known; ++i)
            to[i] = {{source.a_x[slots[i] * a], source.a_y[slots[i] * a]},
                     {source.b_x[slots[i] * b], source.b_y[slots[i] * b]}};
    else
        for (std::size_t i = 0; i < known; ++i) to[i] = box_at(source, slots[i]);
    std::fill(to + known, to + members.size(), Aabb{});
    return true;
}

void WorldLayers::applied(std::size_t elements) noexcept {
    if (is_bulk(entries_.size(), elements)) release_all(entries_, items_);
}

void WorldLayers::trim(std::size_t used) noexcept {
    std::size_t kept = 0, free = 0;
    for (WorldVersion* version : versions_) {
        if (version->held_once() && ++free > used + 16)
            WorldVersion::release(version);
        else
            versions_[kept++] = version;
    }
    versions_.resize(kept);
}

std::size_t WorldLayers::bytes() const noexcept {
    std::size_t total =
        sizeof(WorldLayers) + bytes_of(versions_, changes_, entries_, counts_, touched_, items_, before_, to_, boxes_);
    for (const WorldVersion* version : versions_) total += version->bytes_here();
    return total;
}

} // namespace throng
