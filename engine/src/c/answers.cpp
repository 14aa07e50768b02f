// SPDX-License-Identifier: MIT
// Answers and sets of slots.
#include "engine/src/c/input.hpp"

#include <new>

using namespace throng;
using namespace throng::c;

throng_hits* throng_hits_create(const throng_memory* memory) {
    Memory from;
    if (!read(memory, from)) return nullptr;
    auto* const handle = new (std::nothrow) throng_hits{Hits(from)};
    if (handle && !handle->hits.reserve(0, 0)) {
        delete handle;
        return nullptr;
    }
    return handle;
}

throng_hits* throng_hits_create_in(void* buffer, size_t bytes) {
    if (!buffer) return nullptr;
    return new (std::nothrow) throng_hits{Hits(std::span(static_cast<std::byte*>(buffer), bytes))};
}

void throng_hits_destroy(throng_hits* hits) { delete hits; }

void throng_hits_read(const throng_hits* hits, throng_hits_columns* out) {
    static constexpr uint32_t nothing = 0;
    if (!out) return;
    *out = {&nothing, 1, nullptr, 0, nullptr, 0, nullptr, 0};
    if (!hits || hits->hits.size() == 0) return;
    const auto offsets = hits->hits.offsets();
    const auto slots = hits->hits.slots();
    const auto distances = hits->hits.distances();
    const auto found = hits->hits.found();
    *out = {offsets.data(),   offsets.size(),   slots.data(), slots.size(),
            distances.data(), distances.size(), found.data(), found.size()};
}

size_t throng_hits_rows(const throng_hits* hits) { return hits ? hits->hits.size() : 0; }
size_t throng_hits_count(const throng_hits* hits) { return hits ? hits->hits.slots().size() : 0; }

const throng_slot* throng_hits_row(const throng_hits* hits, size_t row, size_t* count) {
    const auto slots = hits ? hits->hits[row] : std::span<const Slot>();
    if (count) *count = slots.size();
    return slots.data();
}

const float* throng_hits_row_distances(const throng_hits* hits, size_t row, size_t* count) {
    const auto distances = hits ? hits->hits.distances(row) : std::span<const float>();
    if (count) *count = distances.size();
    return distances.data();
}

uint32_t throng_hits_found(const throng_hits* hits, size_t row) { return hits ? hits->hits.found(row) : 0; }

throng_status throng_hits_rows_of_hits(const throng_hits* hits, uint32_t* out, size_t size) {
    if (!hits || !holds(out, size)) return to_c(invalid);
    const auto offsets = hits->hits.offsets();
    if (size < offsets.back()) return to_c({Fault::OutputTooSmall, no_slot, 0});
    for (std::size_t row = 0; row + 1 < offsets.size(); ++row) {
        for (std::uint32_t i = offsets[row]; i < offsets[row + 1]; ++i) out[i] = static_cast<std::uint32_t>(row);
    }
    return to_c(Status());
}

uint64_t throng_hits_candidates(const throng_hits* hits) { return hits ? hits->hits.candidates() : 0; }
uint64_t throng_hits_hash(const throng_hits* hits) { return hits ? hits->hits.hash() : 0; }

throng_status throng_hits_reserve(throng_hits* hits, size_t rows, size_t count) {
    return to_c(hits ? hits->hits.reserve(rows, count) : invalid);
}

void throng_hits_trim(throng_hits* hits) {
    if (hits) hits->hits.trim();
}

throng_pairs* throng_pairs_create(const throng_memory* memory) {
    Memory from;
    if (!read(memory, from)) return nullptr;
    auto* const handle = new (std::nothrow) throng_pairs{Pairs(from)};
    if (handle && !handle->pairs.reserve(0)) {
        delete handle;
        return nullptr;
    }
    return handle;
}

void throng_pairs_destroy(throng_pairs* pairs) { delete pairs; }

size_t throng_pairs_count(const throng_pairs* pairs) { return pairs ? pairs->pairs.size() : 0; }

// The same layout, see c_layout.cpp.
const throng_pair* throng_pairs_data(const throng_pairs* pairs) {
    return pairs ? reinterpret_cast<const throng_pair*>(pairs->pairs.view().data()) : nullptr;
}

const throng_id_pair* throng_pairs_ids(const throng_pairs* pairs) {
    return pairs ? reinterpret_cast<const throng_id_pair*>(pairs->pairs.ids().data()) : nullptr;
}

const float* throng_pairs_squared_distances(const throng_pairs* pairs) {
    const std::span<const float> squared = pairs ? pairs->pairs.squared_distances() : std::span<const float>{};
    return squared.empty() ? nullptr : squared.data();
}

uint64_t throng_pairs_candidates(const throng_pairs* pairs) { return pairs ? pairs->pairs.candidates() : 0; }
uint64_t throng_pairs_hash(const throng_pairs* pairs) { return pairs ? pairs->pairs.hash() : 0; }

throng_status throng_pairs_reserve(throng_pairs* pairs, size_t count) {
    return to_c(pairs ? pairs->pairs.reserve(count) : invalid);
}

void throng_pairs_trim(throng_pairs* pairs) {
    if (pairs) pairs->pairs.trim();
}

throng_status throng_bitset_create(size_t size, const throng_memory* memory, throng_bitset** out) {
    if (!out) return to_c(invalid);
    *out = nullptr;
    Memory from;
    if (!read(memory, from)) return to_c(invalid);
    if (size > no_slot) return to_c({Fault::OutOfCapacity, no_slot, 0});
    try {
        *out = new throng_bitset{HierarchicalBitset(size, from)};
    } catch (...) { // std::bad_alloc
        return to_c({Fault::OutOfMemory, no_slot, 0});
    }
    return to_c(Status());
}

void throng_bitset_destroy(throng_bitset* set) { delete set; }

throng_status throng_bitset_resize(throng_bitset* set, size_t size) {
    return to_c(set ? set->set.resize(size) : invalid);
}

throng_status throng_bitset_assign(throng_bitset* set, const throng_bitset* other) {
    return to_c(set && other ? set->set.assign(other->set) : invalid);
}

size_t throng_bitset_size(const throng_bitset* set) { return set ? set->set.size() : 0; }
size_t throng_bitset_count(const throng_bitset* set) { return set ? set->set.count() : 0; }
int throng_bitset_any(const throng_bitset* set) { return set && set->set.any(); }
int throng_bitset_test(const throng_bitset* set, throng_slot slot) { return set && set->set.test(slot); }

void throng_bitset_set(throng_bitset* set, throng_slot slot) {
    if (set) set->set.set(slot);
}

void throng_bitset_set_run(throng_bitset* set, throng_run run) {
    if (set) set->set.set_run({run.first, run.last});
}

void throng_bitset_reset(throng_bitset* set, throng_slot slot) {
    if (set) set->set.reset(slot);
}

void throng_bitset_clear(throng_bitset* set) {
    if (set) set->set.clear();
}

throng_status throng_bitset_set_slots(throng_bitset* set, const throng_slot* slots, size_t count) {
    if (!set || !holds(slots, count)) return to_c(invalid);
    for (const throng_slot slot : std::span(slots, count)) set->set.set(slot);
    return to_c(Status());
}

throng_slot throng_bitset_next(const throng_bitset* set, throng_slot from) {
    return set ? set->set.next(from) : THRONG_NO_SLOT;
}

throng_run throng_bitset_next_run(const throng_bitset* set, throng_slot from) {
    const Run run = set ? set->set.next_run(from) : Run();
    return {run.first, run.last};
}

throng_status throng_bitset_slots(const throng_bitset* set, throng_slot* out, size_t size) {
    if (!set || !holds(out, size)) return to_c(invalid);
    if (size < set->set.count()) return to_c({Fault::OutputTooSmall, no_slot, 0});
    for (Run run = set->set.next_run(0); run.first != no_slot; run = set->set.next_run(run.last + 1)) {
        for (Slot slot = run.first; slot <= run.last; ++slot) *out++ = slot;
    }
    return to_c(Status());
}

void throng_bitset_unite(throng_bitset* set, const throng_bitset* other) {
    if (set && other) set->set.unite(other->set);
}

void throng_bitset_intersect(throng_bitset* set, const throng_bitset* other) {
    if (set && other) set->set.intersect(other->set);
}

void throng_bitset_subtract(throng_bitset* set, const throng_bitset* other) {
    if (set && other) set->set.subtract(other->set);
}

int throng_bitset_intersects(const throng_bitset* set, const throng_bitset* other) {
    return set && other && set->set.intersects(other->set);
}
