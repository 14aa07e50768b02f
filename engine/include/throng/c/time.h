/* SPDX-License-Identifier: MIT */
/* Worlds in time: back to a snapshot, saved and loaded, compared by a hash; a tick in one call, and reads of many
 * slots. The manual is world.hpp, static_tree.hpp and byte_stream.hpp. */
#ifndef THRONG_C_TIME_H
#define THRONG_C_TIME_H

#include <throng/c/index.h>
#include <throng/c/space.h>
#include <throng/c/types.h>
#include <throng/c/views.h>
#include <throng/c/world.h>

#include <throng/names_begin.hpp>

#ifdef __cplusplus
extern "C" {
#endif

/* Makes the world what it was at the commit of the snapshot, in O(1): elements, handles, categories, layers and the
 * origin. What is staged is discarded. Then the same calls give the same bytes again, new ids included: a rollback. The
 * snapshot may be of another world whose desc is the same, but for its executor and origin; else
 * THRONG_INVALID_ARGUMENT. */
THRONG_API throng_status throng_world_restore(throng_world* world, const throng_snapshot* snapshot);
/* throng_world_move_all and throng_world_commit: a tick in one call. What was spawned in it keeps the box of spawn. The
 * view ends with the call: if it fails, only what was staged before is staged. */
THRONG_API throng_status throng_world_commit_boxes(throng_world* world, const throng_boxes* by_slot,
                                                   const throng_executor* executor);

/* Takes the bytes of a save, in order, on the thread that saves; up to 64 KiB at once. */
typedef struct throng_writer {
    int (*write)(void* self, const void* bytes, size_t count); /* 1: all are taken; 0 ends the save: THRONG_CANCELLED */
    void* self;
} throng_writer;

/* Gives the bytes of a load, in order, on the thread that loads; up to 64 KiB at once, never beyond what was saved. */
typedef struct throng_reader {
    int (*read)(void* self, void* bytes, size_t count); /* 1: all are filled; 0: there are no more: THRONG_CORRUPT */
    void* self;
} throng_reader;

/* Saves the last commit. The bytes are the same on every machine, and equal contents give equal ones. */
THRONG_API throng_status throng_world_save(const throng_world* world, const throng_writer* writer);
THRONG_API throng_status throng_snapshot_save(const throng_snapshot* snapshot, const throng_writer* writer);
/* Static trees; other indexes: THRONG_INVALID_ARGUMENT. */
THRONG_API throng_status throng_index_save(const throng_index* index, const throng_writer* writer);

/* Loads what was saved, which need not be trusted: THRONG_CORRUPT for whatever no world or tree has saved. After a
 * fault the world or tree is as before, and *out is null. */

/* Makes the world what was saved: handles name the same elements, and the next ones are the same. It keeps its own desc
 * but for the origin. Another tag: THRONG_INVALID_ARGUMENT. */
THRONG_API throng_status throng_world_load(throng_world* world, const throng_reader* reader,
                                           const throng_executor* executor);
/* A new world of what was saved, with the saved desc: that of a late joiner. */
THRONG_API throng_status throng_world_create_loaded(const throng_reader* reader, const throng_executor* executor,
                                                    throng_world** out);
/* A snapshot of what a world or a snapshot has saved. */
THRONG_API throng_status throng_snapshot_create_loaded(const throng_reader* reader, const throng_memory* memory,
                                                       const throng_executor* executor, throng_snapshot** out);
/* Replaces everything in a static tree by what a tree has saved. */
THRONG_API throng_status throng_index_load(throng_index* index, const throng_reader* reader,
                                           const throng_executor* executor);

/* A hash of the content of a world or a snapshot: the id, box, category, motion and layer of each element, and the
 * origin. Equal contents have equal hashes on every machine, so peers in lockstep compare it. 0 of null and of other
 * spaces. */
THRONG_API uint64_t throng_hash(const throng_space* space);

/* The category of a live slot; 0 for a dead one. */
THRONG_API uint32_t throng_category_of(const throng_space* space, throng_slot slot);
/* THRONG_STATIC or THRONG_DYNAMIC; THRONG_DYNAMIC for a dead slot. */
THRONG_API uint32_t throng_motion_of(const throng_space* space, throng_slot slot);
/* The same for each of an array of slots, as throng_ids_of and throng_layers_of. THRONG_BUSY during a commit. */
THRONG_API throng_status throng_categories_of(const throng_space* space, const throng_slot* slots, size_t size,
                                              uint32_t* out);
THRONG_API throng_status throng_motions_of(const throng_space* space, const throng_slot* slots, size_t size,
                                           uint8_t* out);

#ifdef __cplusplus
}
#endif

#include <throng/names_end.hpp>

#endif
