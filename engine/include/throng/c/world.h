/* SPDX-License-Identifier: MIT */
/* One index for elements of any size and motion, addressed by handle: spawn, move every tick, commit, query. */
#ifndef THRONG_C_WORLD_H
#define THRONG_C_WORLD_H

#include <throng/c/answers.h>
#include <throng/c/space.h>
#include <throng/c/types.h>
#include <throng/c/views.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_world throng_world;
typedef struct throng_snapshot throng_snapshot;

/* Whether an element is expected to move. Static elements may be moved; it costs more. */
enum { THRONG_STATIC, THRONG_DYNAMIC };

/* Limits, or the largest numbers so far. 0: no limit. */
typedef struct throng_capacity {
    uint32_t elements, static_elements, hits;
} throng_capacity;

/* How a world is set up. See WorldDesc in world.hpp.
 *
 * A zeroed one whose `track_overlaps` is set lists no overlaps, without a fault: `tracked` and `tracked_against` of 0
 * share a bit with no category. throng_world_create and throng_world_overlaps_changed say so by `reason`. Begin with
 * THRONG_WORLD_DESC_INIT or throng_world_desc_init(). */
typedef struct throng_world_desc {
    uint32_t struct_size;
    uint32_t track_overlaps;  /* 1: throng_world_overlaps_changed is available */
    throng_aabb bounds;       /* where elements are expected; never a limit, and no hint */
    float agent_half_extent;  /* the row grid stores dynamic elements up to this; 0: learned */
    float prop_half_extent;   /* no learned agent_half_extent is above this; 0: no bound */
    uint32_t tracked;         /* overlaps_changed: of an element whose category shares a bit with this */
    uint32_t tracked_against; /* and another one whose category shares a bit with this */
    throng_capacity capacity;
    uint32_t reserved; /* 0 */
    throng_memory memory;
    throng_executor executor;     /* where calls without an executor run */
    uint32_t track_across_layers; /* 1: overlaps_changed also lists pairs of elements in different layers */
    uint32_t reserved_too;        /* 0 */
    throng_double_vec2 origin;    /* what all coordinates in floats count from; see doubles.h */
    uint32_t tag;                 /* the ids of worlds with different tags differ; peers in lockstep use the same one */
    uint32_t reserved_three;      /* 0 */
} throng_world_desc;
#define THRONG_WORLD_DESC_INIT                                                                                  \
    {                                                                                                           \
        (uint32_t)sizeof(throng_world_desc), 0, {{0, 0}, {0, 0}}, 0, 0, 0xFFFFFFFFu, 0xFFFFFFFFu, {0, 0, 0}, 0, \
            {NULL, NULL, NULL}, {NULL, NULL}, 0, 0, {0, 0}, 0, 0                                                \
    }
/* Fills *out with THRONG_WORLD_DESC_INIT, as throng_query_options_init does. */
THRONG_API throng_status throng_world_desc_init(throng_world_desc* out, size_t size);

/* An empty world. On a fault *out is null. A null desc: the defaults. */
THRONG_API throng_status throng_world_create(const throng_world_desc* desc, throng_world** out);
THRONG_API void throng_world_destroy(throng_world* world);
/* What can be queried: the state after the last commit; null of null. */
THRONG_API const throng_space* throng_world_space(const throng_world* world);

/* Staging: commit applies all of it. One thread stages at a time. Arrays are copied, except by move_all. */

/* Stages new elements and writes their ids at once. A faulty box gets a null id. `size` is the room in `ids`: with
 * less than boxes->size, THRONG_OUTPUT_TOO_SMALL, and nothing is staged. `categories` is null (all bits), or has one
 * entry per box. */
THRONG_API throng_status throng_world_spawn(throng_world* world, const throng_boxes* boxes, uint32_t motion,
                                            throng_id* ids, size_t size, const uint32_t* categories);
/* The same with a layer for each box: elements of different layers are apart, wherever their boxes are. */
THRONG_API throng_status throng_world_spawn_in_layers(throng_world* world, const throng_boxes* boxes, uint32_t motion,
                                                      throng_id* ids, size_t size, const uint32_t* categories,
                                                      const uint16_t* layers);
/* Stages new boxes for some elements: ids[i] goes to boxes[i]. `size` is the number of ids, and of boxes. */
THRONG_API throng_status throng_world_move(throng_world* world, const throng_id* ids, size_t size,
                                           const throng_boxes* boxes);
/* Stages boxes[slot] for every live dynamic element, but not for those spawned since the last commit, which keep the
 * box of spawn: the call for a crowd. At least slot_count boxes; their arrays must stay unchanged until commit has
 * succeeded, which reports their faults by slot. */
THRONG_API throng_status throng_world_move_all(throng_world* world, const throng_boxes* by_slot);
/* Stages categories: queries find elements whose category shares a bit with their mask. */
THRONG_API throng_status throng_world_categorize(throng_world* world, const throng_id* ids, size_t size,
                                                 const uint32_t* categories);
/* Stages layers of some elements: ids[i] comes to layers[i]. */
THRONG_API throng_status throng_world_set_layers(throng_world* world, const throng_id* ids, size_t size,
                                                 const uint16_t* layers);
/* Stages the end of elements. Their slots are free after commit. */
THRONG_API throng_status throng_world_despawn(throng_world* world, const throng_id* ids, size_t size);

/* All faulty items of a staging call: positions of ids that are null or dead, and where `boxes` is not null, of faulty
 * boxes; see faulty.h. Of despawn, call this before it. */
THRONG_API size_t throng_world_faulty_ids(const throng_world* world, const throng_id* ids, size_t size,
                                          const throng_boxes* boxes, throng_slot* out, size_t room);
/* All faulty items of move_all, by slot: live dynamic elements, as of the last commit, with a faulty box. */
THRONG_API size_t throng_world_faulty_slots(const throng_world* world, const throng_boxes* by_slot, throng_slot* out,
                                            size_t room);

/* Applies everything staged, or nothing. */
THRONG_API throng_status throng_world_commit(throng_world* world, const throng_executor* executor);

/* Lays out all structures anew for the present content, at once; nothing may be staged. For hosts that know of a better
   time than a commit, such as a loading screen. Costs as much as a commit that spawns every element. */
THRONG_API throng_status throng_world_refit(throng_world* world, const throng_executor* executor);
/* Forgets what is staged. */
THRONG_API void throng_world_discard(throng_world* world);

/* The pairs that overlap after the last commit but did not at the call before, and those that no longer do, by slots
 * and with ids (throng_pairs_ids). THRONG_INVALID_ARGUMENT without track_overlaps. */
THRONG_API throng_status throng_world_overlaps_changed(const throng_world* world, throng_pairs* begun,
                                                       throng_pairs* ended, const throng_executor* executor);

/* How many elements each structure stores, and all memory taken, in bytes. row_grid: in row grids, of dynamic and of
 * static elements; loose_quadtree: in the quadtrees of dynamic ones, static_tree: in the trees of static ones;
 * loose_grid is 0. */
typedef struct throng_world_stats {
    uint32_t row_grid, loose_grid, loose_quadtree, static_tree;
    size_t bytes;
} throng_world_stats;
/* All zero of null. */
THRONG_API void throng_world_read_stats(const throng_world* world, throng_world_stats* out);
/* The largest numbers of elements, static elements and hits so far. */
THRONG_API void throng_world_high_water(const throng_world* world, throng_capacity* out);

/* The last commit, which stays readable while the next one is staged and applied. Never changes, and may outlive its
 * world. On a fault *out is null. */
THRONG_API throng_status throng_snapshot_create(const throng_world* world, throng_snapshot** out);
THRONG_API void throng_snapshot_destroy(throng_snapshot* snapshot);
THRONG_API const throng_space* throng_snapshot_space(const throng_snapshot* snapshot);

#ifdef __cplusplus
}
#endif

#endif
