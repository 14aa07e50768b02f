/* SPDX-License-Identifier: MIT */
/* Coordinates in doubles, for a world with an origin (docs/precision.md): views, changes and queries.
 *
 * A world stores floats relative to its origin: of a place p, (float)(p - origin), the subtraction in double. What is
 * out of the range of floats there is THRONG_INVALID_BOUNDS of its item. All coordinates in floats, given or returned,
 * count from the origin; lengths and directions do not. Strides are in bytes and multiples of 8; stride 0 repeats one
 * element `size` times. The manual is double_views.hpp and world_space.hpp. */
#ifndef THRONG_C_DOUBLES_H
#define THRONG_C_DOUBLES_H

#include <throng/c/answers.h>
#include <throng/c/space.h>
#include <throng/c/types.h>
#include <throng/c/views.h>
#include <throng/c/world.h>

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-nullptr): C has none */

/* A box with its border, in doubles. */
typedef struct throng_double_aabb {
    throng_double_vec2 min, max;
} throng_double_aabb;

/* `size` points: two columns of doubles, or one array of structures. */
typedef struct throng_double_points {
    const double* x;
    const double* y;
    size_t size;
    size_t stride; /* bytes from one point to the next, in both columns */
} throng_double_points;

/* Boxes by their corners, or by centres with half extents, which are rounded to floats. */
typedef struct throng_double_boxes {
    throng_double_points a, b; /* minima and maxima, or centres and half extents */
    float half_extent;         /* around centres, >= 0: common to all, b is unused; else -1, as 0 would be points */
    uint32_t around_centers;   /* 1: a and b are centres and half extents; 0: corners */
} throng_double_boxes;

/* Discs around centres in doubles, with one radius for all, or one each. */
typedef struct throng_double_discs {
    throng_double_points centers;
    const float* radii; /* null, or one per centre */
    float radius;       /* for all, where radii is null */
    uint32_t reserved;  /* 0 */
} throng_double_discs;

/* Rays from origins in doubles, with directions in floats; the rest is as of throng_rays. */
typedef struct throng_double_rays {
    throng_double_points origins;
    throng_points directions;
    const float* max_ts; /* null, or one per ray */
    float max_t;         /* for all, where max_ts is null */
    float half_extent;
} throng_double_rays;

/* One query of a mixed batch, with its place in doubles: query.at is not read, nor query.to of overlap.
 *
 * A zeroed one finds nothing, without a fault, as a zeroed throng_query: query.mask of 0, query.exclude of 0 and
 * query.layers of {0, 0}. Begin with THRONG_DOUBLE_QUERY_INIT or throng_double_query_init(), or make the whole query
 * with throng_double_query_within() and the like. */
typedef struct throng_double_query {
    throng_query query;
    throng_double_vec2 place;  /* overlap: min corner; else centre, origin or apex */
    throng_double_vec2 corner; /* overlap: max corner; else unused */
} throng_double_query;
#define THRONG_DOUBLE_QUERY_INIT            \
    {                                       \
        THRONG_QUERY_INIT, {0, 0}, { 0, 0 } \
    }
/* `size` is sizeof(throng_double_query), which never grows. */
THRONG_API throng_status throng_double_query_init(throng_double_query* out, size_t size);

/* As throng_query_overlap and so on. */
THRONG_API throng_double_query throng_double_query_overlap(throng_double_aabb box);
THRONG_API throng_double_query throng_double_query_within(throng_double_vec2 center, float radius);
THRONG_API throng_double_query throng_double_query_nearest(throng_double_vec2 point, uint32_t k, float max_distance);
THRONG_API throng_double_query throng_double_query_cast(throng_double_vec2 origin, throng_vec2 direction, float max_t);
THRONG_API throng_double_query throng_double_query_cone(throng_double_vec2 apex, throng_vec2 direction,
                                                        float cos_half_angle, float range);

/* Columns x and y of `size` doubles each. */
static inline throng_double_points throng_double_points_of(const double* x, const double* y, size_t size) {
    const throng_double_points points = {x, y, size, sizeof(double)};
    return points;
}

/* Boxes by corners: two views of equal size. */
static inline throng_double_boxes throng_double_boxes_between(const throng_double_points* min,
                                                              const throng_double_points* max) {
    const throng_double_boxes view = {*min, *max, -1, 0};
    return view;
}

/* Squares of one size. A negative half extent is THRONG_INVALID_ARGUMENT in the call that is given the view. */
static inline throng_double_boxes throng_double_boxes_around(const throng_double_points* centers, float half_extent) {
    const throng_double_boxes view = {*centers, {NULL, NULL, 0, sizeof(double)}, half_extent, 1};
    return view;
}

/* Boxes with a half width (x) and a half height (y) for each centre; with x == y, squares of several sizes. */
static inline throng_double_boxes throng_double_boxes_around_each(const throng_double_points* centers,
                                                                  const throng_double_points* half_extents) {
    const throng_double_boxes view = {*centers, *half_extents, -1, 1};
    return view;
}

/* NOLINTEND(modernize-use-nullptr) */

/* The point from which coordinates in floats count; that of a snapshot is the one of its commit. Of an index: zero. Not
 * guarded against commit and rebase. */
THRONG_API throng_double_vec2 throng_origin(const throng_space* space);
/* Gives the world another origin, at once: elements stay where they are in the plane. Nothing may be staged, and the
 * origin is finite: else THRONG_INVALID_ARGUMENT. THRONG_INVALID_BOUNDS: a box would not be finite; `first` is its
 * slot. A fault leaves the world as it was. Costs as much as a commit that spawns every element. */
THRONG_API throng_status throng_world_rebase(throng_world* world, throng_double_vec2 origin,
                                             const throng_executor* executor);

/* As the functions without _doubles. Null `layers` and `categories`: the defaults. move_all converts at once, so its
 * arrays need not stay unchanged. */
THRONG_API throng_status throng_world_spawn_doubles(throng_world* world, const throng_double_boxes* boxes,
                                                    uint32_t motion, throng_id* ids, size_t size,
                                                    const uint32_t* categories, const uint16_t* layers);
THRONG_API throng_status throng_world_move_doubles(throng_world* world, const throng_id* ids, size_t size,
                                                   const throng_double_boxes* boxes);
THRONG_API throng_status throng_world_move_all_doubles(throng_world* world, const throng_double_boxes* by_slot);

/* Queries of a world or a snapshot, as those without _doubles; other spaces: THRONG_INVALID_ARGUMENT. An answer takes 8
 * bytes a query besides, of boxes up to 16, of a mixed batch 44; counts and lines of sight take none. */
THRONG_API throng_status throng_overlap_doubles(const throng_space* space, const throng_double_boxes* boxes,
                                                throng_hits* out, const throng_query_options* options,
                                                const throng_executor* executor);
THRONG_API throng_status throng_within_doubles(const throng_space* space, const throng_double_discs* discs,
                                               throng_hits* out, const throng_query_options* options,
                                               const throng_executor* executor);
THRONG_API throng_status throng_nearest_doubles(const throng_space* space, const throng_double_points* points,
                                                uint32_t k, float max_distance, throng_hits* out,
                                                const throng_query_options* options, const throng_executor* executor);
THRONG_API throng_status throng_cast_doubles(const throng_space* space, const throng_double_rays* rays,
                                             throng_hits* out, const throng_query_options* options,
                                             const throng_executor* executor);
THRONG_API throng_status throng_along_doubles(const throng_space* space, const throng_double_rays* rays,
                                              throng_hits* out, const throng_query_options* options,
                                              const throng_executor* executor);
THRONG_API throng_status throng_count_overlap_doubles(const throng_space* space, const throng_double_boxes* boxes,
                                                      uint32_t* out, size_t size, const throng_query_options* options,
                                                      const throng_executor* executor);
THRONG_API throng_status throng_count_within_doubles(const throng_space* space, const throng_double_discs* discs,
                                                     uint32_t* out, size_t size, const throng_query_options* options,
                                                     const throng_executor* executor);
THRONG_API throng_status throng_query_batch_doubles(const throng_space* space, const throng_double_query* queries,
                                                    size_t size, throng_hits* out, const throng_query_options* options,
                                                    const throng_executor* executor);
/* Past elements of these layers alone: one range for all segments, or one for each; null with a count of 0: all. */
THRONG_API throng_status throng_visible_doubles(const throng_space* space, const throng_double_points* from,
                                                const throng_double_points* to, uint32_t blockers,
                                                const throng_layer_range* layers, size_t layer_count, uint8_t* out,
                                                size_t size, const throng_executor* executor);

#ifdef __cplusplus
}
#endif

#endif
