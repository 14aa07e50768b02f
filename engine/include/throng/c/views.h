/* SPDX-License-Identifier: MIT */
/* Zero-copy views of the caller's columns: points, boxes, discs and rays.
 *
 * A view owns nothing; its arrays stay unchanged until the call that is given it returns. Strides are in bytes and
 * multiples of 4; stride 0 repeats one element `size` times, and so does a view whose stride was left zeroed: the
 * functions below set it. */
#ifndef THRONG_C_VIEWS_H
#define THRONG_C_VIEWS_H

#include <throng/c/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/* NOLINTBEGIN(modernize-use-nullptr): C has none */

/* `size` points: two columns of floats, or one array of structures. */
typedef struct throng_points {
    const float* x;
    const float* y;
    size_t size;
    size_t stride; /* bytes from one point to the next, in both columns */
} throng_points;

/* Boxes by their corners, or by centres with half extents. Around centres, a box is {c - h, c + h}, each coordinate
 * rounded once. */
typedef struct throng_boxes {
    throng_points a, b;      /* minima and maxima, or centres and half extents */
    float half_extent;       /* around centres, >= 0: common to all, b is unused; else -1, as 0 would be points */
    uint32_t around_centers; /* 1: a and b are centres and half extents; 0: corners */
} throng_boxes;

/* Discs: centres with one radius for all, or one each. A radius is 0 or more; +infinity covers the whole plane. */
typedef struct throng_discs {
    throng_points centers;
    const float* radii; /* null, or one per centre */
    float radius;       /* for all, where radii is null */
    uint32_t reserved;  /* 0 */
} throng_discs;

/* Rays: origins and directions in equal numbers, with one length for all, or one each, in lengths of the direction. */
typedef struct throng_rays {
    throng_points origins, directions;
    const float* max_ts; /* null, or one per ray */
    float max_t;         /* for all, where max_ts is null; +infinity is a ray without end, 0 ends at its origin */
    float half_extent;   /* > 0 sweeps a square: boxes grow by it on every side */
} throng_rays;

/* Columns x and y of `size` floats each. */
static inline throng_points throng_points_of(const float* x, const float* y, size_t size) {
    const throng_points points = {x, y, size, sizeof(float)};
    return points;
}

/* An array of points. */
static inline throng_points throng_points_of_vec2(const throng_vec2* points, size_t size) {
    const throng_points view = {points ? &points->x : NULL, points ? &points->y : NULL, size, sizeof(throng_vec2)};
    return view;
}

/* An array of boxes. */
static inline throng_boxes throng_boxes_of(const throng_aabb* boxes, size_t size) {
    throng_boxes view = {throng_points_of_vec2(boxes ? &boxes->min : NULL, size),
                         throng_points_of_vec2(boxes ? &boxes->max : NULL, size), -1, 0};
    view.a.stride = view.b.stride = sizeof(throng_aabb);
    return view;
}

/* Boxes by corners: two views of equal size. */
static inline throng_boxes throng_boxes_between(const throng_points* min, const throng_points* max) {
    const throng_boxes view = {*min, *max, -1, 0};
    return view;
}

/* Squares of one size. A negative half extent is THRONG_INVALID_ARGUMENT in the call that is given the view. */
static inline throng_boxes throng_boxes_around(const throng_points* centers, float half_extent) {
    const throng_boxes view = {*centers, {NULL, NULL, 0, sizeof(float)}, half_extent, 1};
    return view;
}

/* Boxes with a half width (x) and a half height (y) for each centre; with x == y, squares of several sizes. */
static inline throng_boxes throng_boxes_around_each(const throng_points* centers, const throng_points* half_extents) {
    const throng_boxes view = {*centers, *half_extents, -1, 1};
    return view;
}

/* Discs of one size. */
static inline throng_discs throng_discs_of(const throng_points* centers, float radius) {
    const throng_discs view = {*centers, NULL, radius, 0};
    return view;
}

/* Rays of one length. */
static inline throng_rays throng_rays_of(const throng_points* origins, const throng_points* directions, float max_t) {
    const throng_rays view = {*origins, *directions, NULL, max_t, 0};
    return view;
}

/* NOLINTEND(modernize-use-nullptr) */

#ifdef __cplusplus
}
#endif

#endif
