/* SPDX-License-Identifier: MIT */
/* Answers: rows of slots, and pairs. They are used again: each grows to its largest answer and then never allocates. */
#ifndef THRONG_C_ANSWERS_H
#define THRONG_C_ANSWERS_H

#include <throng/c/types.h>

#include <throng/names_begin.hpp>

#ifdef __cplusplus
extern "C" {
#endif

/* The answer to a batch of queries: row i lists the slots that answer query i. A query replaces the content; after a
 * fault of the whole call it is empty. One query writes at a time, or any number of readers read. */
typedef struct throng_hits throng_hits;

/* The columns of an answer, valid until the next query, reserve or destruction.
 * Row i is slots[offsets[i]] .. slots[offsets[i + 1] - 1]. */
typedef struct throng_hits_columns {
    const uint32_t* offsets; /* rows + 1 */
    size_t offset_count;
    const throng_slot* slots; /* of all rows, one row after the other */
    size_t slot_count;
    const float* distances; /* one per slot where the query fills them, else none. A radius that surely reaches a
                               reported distance is the next larger float: nextafterf(distance, INFINITY) */
    size_t distance_count;
    const uint32_t* found; /* matches of each row before a limit cut it; none without a limit: the row's length */
    size_t found_count;
} throng_hits_columns;

/* An empty answer; null if its first block of about 450 bytes is refused. */
THRONG_API throng_hits* throng_hits_create(const throng_memory* memory);
/* An answer inside a buffer of the caller's that outlives it. When the buffer is full, a query returns
 * THRONG_OUTPUT_TOO_SMALL and rows [0, first) are complete. */
THRONG_API throng_hits* throng_hits_create_in(void* buffer, size_t bytes);
THRONG_API void throng_hits_destroy(throng_hits* hits);

/* All columns at once. *out is all zero, with one offset of 0, for an empty answer. */
THRONG_API void throng_hits_read(const throng_hits* hits, throng_hits_columns* out);
/* How many rows there are, and how many hits all rows have together. */
THRONG_API size_t throng_hits_rows(const throng_hits* hits);
THRONG_API size_t throng_hits_count(const throng_hits* hits);
/* The slots of one row, and their number in *count; null beyond the last row. */
THRONG_API const throng_slot* throng_hits_row(const throng_hits* hits, size_t row, size_t* count);
/* The distances of one row; null where the query fills none. */
THRONG_API const float* throng_hits_row_distances(const throng_hits* hits, size_t row, size_t* count);
/* The matches of a row before a limit cut it. */
THRONG_API uint32_t throng_hits_found(const throng_hits* hits, size_t row);
/* Writes for each hit the row that it is in. An array shorter than throng_hits_count: THRONG_OUTPUT_TOO_SMALL. */
THRONG_API throng_status throng_hits_rows_of_hits(const throng_hits* hits, uint32_t* out, size_t size);

/* The number of boxes tested, and a hash that is equal for equal answers on every machine. */
THRONG_API uint64_t throng_hits_candidates(const throng_hits* hits);
THRONG_API uint64_t throng_hits_hash(const throng_hits* hits);
/* Makes room, and drops the answer. */
THRONG_API throng_status throng_hits_reserve(throng_hits* hits, size_t rows, size_t count);
/* Frees the memory beside the answer, which stays. */
THRONG_API void throng_hits_trim(throng_hits* hits);

/* All overlapping pairs of a space, each once, with a < b. */
typedef struct throng_pairs throng_pairs;

/* An empty list; null if its first block of a few hundred bytes is refused. */
THRONG_API throng_pairs* throng_pairs_create(const throng_memory* memory);
THRONG_API void throng_pairs_destroy(throng_pairs* pairs);

THRONG_API size_t throng_pairs_count(const throng_pairs* pairs);
/* The pairs, valid until the next call that fills the list, reserve or destruction. */
THRONG_API const throng_pair* throng_pairs_data(const throng_pairs* pairs);
/* The same by handles after throng_world_overlaps_changed, dead elements included; null after every other call. */
THRONG_API const throng_id_pair* throng_pairs_ids(const throng_pairs* pairs);
/* The squared distance between the centres of each pair, if throng_pair_options.squared_distances asked for it. NULL
 * for no pairs, and after every other call. */
THRONG_API const float* throng_pairs_squared_distances(const throng_pairs* pairs);

THRONG_API uint64_t throng_pairs_candidates(const throng_pairs* pairs);
THRONG_API uint64_t throng_pairs_hash(const throng_pairs* pairs);
/* Makes room, and keeps the pairs. */
THRONG_API throng_status throng_pairs_reserve(throng_pairs* pairs, size_t count);
/* Frees the memory beside the pairs, which stay. */
THRONG_API void throng_pairs_trim(throng_pairs* pairs);

#ifdef __cplusplus
}
#endif

#include <throng/names_end.hpp>

#endif
