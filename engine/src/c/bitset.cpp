// SPDX-License-Identifier: MIT
#include "engine/src/c/input.hpp"

#include <new>
#include <utility>

using namespace throng;
using namespace throng::c;

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
