/* SPDX-License-Identifier: MIT */
/* A set of slots that skips emptiness 64, 4096, ... members at a time: the filter `among` of queries. */
#ifndef THRONG_C_BITSET_H
#define THRONG_C_BITSET_H

#include <throng/c/types.h>

#include <throng/names_begin.hpp>

#ifdef __cplusplus
extern "C" {
#endif

/* Slots at or beyond its size are not members. Any number of readers at once, or one writer. */
typedef struct throng_bitset throng_bitset;

/* The members first .. last, both included. first == THRONG_NO_SLOT: no members are left. */
typedef struct throng_run {
    throng_slot first, last;
} throng_run;

/* An empty set of slots 0 .. size - 1. On a fault *out is null. */
THRONG_API throng_status throng_bitset_create(size_t size, const throng_memory* memory, throng_bitset** out);
THRONG_API void throng_bitset_destroy(throng_bitset* set);

/* Makes room for slots 0 .. size - 1; members beyond the new size are removed. */
THRONG_API throng_status throng_bitset_resize(throng_bitset* set, size_t size);
/* Becomes equal to `other`, in size and members. */
THRONG_API throng_status throng_bitset_assign(throng_bitset* set, const throng_bitset* other);

THRONG_API size_t throng_bitset_size(const throng_bitset* set);
THRONG_API size_t throng_bitset_count(const throng_bitset* set);
THRONG_API int throng_bitset_any(const throng_bitset* set);
THRONG_API int throng_bitset_test(const throng_bitset* set, throng_slot slot);

THRONG_API void throng_bitset_set(throng_bitset* set, throng_slot slot);
THRONG_API void throng_bitset_set_run(throng_bitset* set, throng_run run);
THRONG_API void throng_bitset_reset(throng_bitset* set, throng_slot slot);
THRONG_API void throng_bitset_clear(throng_bitset* set);
/* throng_bitset_set for each of an array of slots. */
THRONG_API throng_status throng_bitset_set_slots(throng_bitset* set, const throng_slot* slots, size_t count);

/* The smallest member >= from, or THRONG_NO_SLOT. */
THRONG_API throng_slot throng_bitset_next(const throng_bitset* set, throng_slot from);
/* The longest run of members that begins at throng_bitset_next(set, from). */
THRONG_API throng_run throng_bitset_next_run(const throng_bitset* set, throng_slot from);
/* Writes all members, ascending. An array shorter than throng_bitset_count: THRONG_OUTPUT_TOO_SMALL. */
THRONG_API throng_status throng_bitset_slots(const throng_bitset* set, throng_slot* out, size_t size);

/* Adds, keeps only, or removes the members of `other`. */
THRONG_API void throng_bitset_unite(throng_bitset* set, const throng_bitset* other);
THRONG_API void throng_bitset_intersect(throng_bitset* set, const throng_bitset* other);
THRONG_API void throng_bitset_subtract(throng_bitset* set, const throng_bitset* other);
/* 1 if any slot is a member of both. */
THRONG_API int throng_bitset_intersects(const throng_bitset* set, const throng_bitset* other);

#ifdef __cplusplus
}
#endif

#include <throng/names_end.hpp>

#endif
