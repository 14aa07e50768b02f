/* SPDX-License-Identifier: MIT */
/* The queries and reads of a world, a snapshot and each of the five indexes.
 *
 * Queries come in batches: row i of the answer belongs to query i. A faulty query gets an empty row and is reported by
 * `first` and `count` of the status; the other queries are answered. Any number of threads may query at once, each with
 * an answer of its own; a query during a change returns THRONG_BUSY. Null `options` and `executor` are the defaults.
 * The published predicates and orders are those of queries.hpp and spatial_index.hpp, costs those of docs/costs.md. */
#ifndef THRONG_C_SPACE_H
#define THRONG_C_SPACE_H

#include <throng/c/answers.h>
#include <throng/c/bitset.h>
#include <throng/c/types.h>
#include <throng/c/views.h>

#include <throng/names_begin.hpp>

#ifdef __cplusplus
extern "C" {
#endif

/* Whatever can be queried. It belongs to the world, snapshot or index that it comes from and ends with it. */
typedef struct throng_space throng_space;

/* The order of a row, or of pairs, if the query itself defines none. */
enum { THRONG_STABLE, THRONG_BY_SLOT };
/* The target of a distance: the nearest point of the element's box, or its centre. */
enum { THRONG_TO_BOX, THRONG_TO_CENTER };
/* The structure that stores an element. */
enum {
    THRONG_NO_ROUTE,
    THRONG_ROW_GRID,
    THRONG_LOOSE_GRID,
    THRONG_QUADTREE,
    THRONG_LOOSE_QUADTREE,
    THRONG_STATIC_TREE
};

/* The options of a query. See QueryOptions in query_options.hpp.
 *
 * A zeroed one finds nothing, without a fault: a `mask` of 0 shares a bit with no category, and `layers` of {0, 0} are
 * layer 0 alone. Begin with THRONG_QUERY_OPTIONS_INIT or throng_query_options_init(). Arrays with a value for each
 * query may be longer than the batch. */
typedef struct throng_query_options {
    uint32_t struct_size;
    uint32_t mask;         /* keeps elements whose category shares a bit; only worlds have categories */
    const uint32_t* masks; /* null, or a mask for each query in place of `mask` */
    size_t mask_count;
    const throng_bitset* among; /* null, or keeps members of this set */
    const throng_slot* exclude; /* null, or for each query one slot that it leaves out; THRONG_NO_SLOT: none */
    size_t exclude_count;
    uint32_t limit;            /* 0: every match. Else the nearest `limit` of them */
    uint32_t measure;          /* THRONG_TO_BOX or THRONG_TO_CENTER */
    uint32_t order;            /* THRONG_STABLE or THRONG_BY_SLOT */
    uint32_t distances;        /* 1: fills distances for overlap, within and neighbors */
    uint32_t most_hits;        /* an answer of more hits than this is THRONG_OUT_OF_CAPACITY; 0: no limit */
    uint32_t reserved;         /* 0 */
    throng_layer_range layers; /* keeps elements of these; only worlds have layers */
    uint32_t across_layers;    /* 1: neighbors also lists elements of other layers than that of the slot */
    const throng_layer_range* layers_by_query; /* null, or a range for each query in place of `layers` */
    size_t layers_by_query_count;
    uint32_t only_dynamic; /* 1: keeps dynamic elements; of neighbors, rows of static elements are empty. Worlds only */
    uint32_t skip_found;   /* 1: nothing is counted beyond the limit; throng_hits_found is the length of the row */
    const uint32_t* limits; /* null, or a limit for each query in place of `limit`; 0: every match */
    size_t limit_count;
} throng_query_options;
#define THRONG_QUERY_OPTIONS_INIT                                                                      \
    {                                                                                                  \
        (uint32_t)sizeof(throng_query_options), 0xFFFFFFFFu, NULL, 0, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, \
            THRONG_ALL_LAYERS, 0, NULL, 0, 0, 0, NULL, 0                                               \
    }
/* Fills *out with THRONG_QUERY_OPTIONS_INIT, for languages without macros of C. `size` is the size of the caller's
 * struct, of any version of the header; one below that of the first version, or above 4096, is
 * THRONG_INVALID_ARGUMENT, and *out is as it was. The same holds for each function of this form. */
THRONG_API throng_status throng_query_options_init(throng_query_options* out, size_t size);

/* The options of throng_overlapping_pairs. See PairOptions in query_options.hpp.
 *
 * A zeroed one finds nothing, without a fault: a `mask` of 0 shares a bit with no category, and `layers` of {0, 0} are
 * layer 0 alone. Begin with THRONG_PAIR_OPTIONS_INIT or throng_pair_options_init(). */
typedef struct throng_pair_options {
    uint32_t struct_size;
    uint32_t order;
    const throng_bitset* among;    /* null, or keeps pairs with both elements in this set */
    const uint32_t* collides_with; /* null, or a mask by slot: keeps pairs that accept each other's category */
    size_t collides_with_count;
    uint32_t mask;             /* keeps pairs whose categories both share a bit with it */
    uint32_t static_static;    /* 1: also pairs of two static elements of a world */
    uint32_t limit;            /* a list of more pairs than this is THRONG_OUT_OF_CAPACITY; 0: no limit */
    uint32_t reserved;         /* 0 */
    throng_layer_range layers; /* keeps pairs with both elements in these; only worlds have layers */
    uint32_t across_layers;    /* 1: also pairs of two elements in different layers */
    uint32_t by_distance;      /* 1: pairs whose centres are at most `distance` apart, in place of boxes that overlap */
    float distance;            /* 0 or more, also +infinity; read with by_distance only */
    uint32_t squared_distances; /* 1: fills throng_pairs_squared_distances */
    uint32_t reserved_too;      /* 0 */
} throng_pair_options;
#define THRONG_PAIR_OPTIONS_INIT \
    { (uint32_t)sizeof(throng_pair_options), 0, NULL, NULL, 0, 0xFFFFFFFFu, 0, 0, 0, THRONG_ALL_LAYERS, 0, 0, 0, 0, 0 }
THRONG_API throng_status throng_pair_options_init(throng_pair_options* out, size_t size);

/* Row i lists the elements whose box overlaps boxes[i]. */
THRONG_API throng_status throng_overlap(const throng_space* space, const throng_boxes* boxes, throng_hits* out,
                                        const throng_query_options* options, const throng_executor* executor);

/* Row i lists the elements at distance <= radius, by options->measure. */
THRONG_API throng_status throng_within(const throng_space* space, const throng_discs* discs, throng_hits* out,
                                       const throng_query_options* options, const throng_executor* executor);

/* Row i lists the `k` elements nearest to points[i], none farther than max_distance (INFINITY: no limit), by ascending
 * (squared distance, slot), with distances. */
THRONG_API throng_status throng_nearest(const throng_space* space, const throng_points* points, uint32_t k,
                                        float max_distance, throng_hits* out, const throng_query_options* options,
                                        const throng_executor* executor);

/* Row i holds the first box that rays[i] enters, if any; its distance is t. */
THRONG_API throng_status throng_cast(const throng_space* space, const throng_rays* rays, throng_hits* out,
                                     const throng_query_options* options, const throng_executor* executor);

/* Row i lists every box that rays[i] touches, by ascending (t, slot). */
THRONG_API throng_status throng_along(const throng_space* space, const throng_rays* rays, throng_hits* out,
                                      const throng_query_options* options, const throng_executor* executor);

/* out[i] is the number of elements that throng_overlap would list. `size` is the number of boxes. */
THRONG_API throng_status throng_count_overlap(const throng_space* space, const throng_boxes* boxes, uint32_t* out,
                                              size_t size, const throng_query_options* options,
                                              const throng_executor* executor);

/* out[i] is the number of elements that throng_within would list. `size` is the number of discs. */
THRONG_API throng_status throng_count_within(const throng_space* space, const throng_discs* discs, uint32_t* out,
                                             size_t size, const throng_query_options* options,
                                             const throng_executor* executor);

/* Row s lists the elements whose centre is within `radius` of the centre of slot s, without s itself. */
THRONG_API throng_status throng_neighbors(const throng_space* space, float radius, throng_hits* out,
                                          const throng_query_options* options, const throng_executor* executor);

/* The same with a radius for each slot. `size` is throng_space_slot_count. */
THRONG_API throng_status throng_neighbors_by_radii(const throng_space* space, const float* radii, size_t size,
                                                   throng_hits* out, const throng_query_options* options,
                                                   const throng_executor* executor);

/* Row i is row of[i] of throng_neighbors. */
THRONG_API throng_status throng_neighbors_of(const throng_space* space, const throng_slot* of, size_t size,
                                             float radius, throng_hits* out, const throng_query_options* options,
                                             const throng_executor* executor);

/* Every pair of elements whose boxes overlap, or whose centres are within a distance, once. */
THRONG_API throng_status throng_overlapping_pairs(const throng_space* space, throng_pairs* out,
                                                  const throng_pair_options* options, const throng_executor* executor);

/* What a throng_query searches for. */
enum { THRONG_QUERY_OVERLAP, THRONG_QUERY_WITHIN, THRONG_QUERY_NEAREST, THRONG_QUERY_CAST, THRONG_QUERY_CONE };

/* One query of a mixed batch. Its fields are those of Query in world.hpp.
 *
 * A zeroed one, or one that is set by designated initialisers, finds nothing, without a fault: a `mask` of 0 shares a
 * bit with no category. With a mask alone it still leaves out the element of slot 0 (`exclude` of 0), and elements
 * outside layer 0 (`layers` of {0, 0}). Begin with THRONG_QUERY_INIT or throng_query_init(), or make the whole query
 * with throng_query_within() and the like below. */
typedef struct throng_query {
    uint8_t kind;
    uint8_t reserved[3];       /* 0 */
    throng_vec2 at;            /* overlap: min corner; else centre, origin or apex */
    throng_vec2 to;            /* overlap: max corner; cast, cone: direction */
    float reach;               /* within: radius; nearest: max distance; cast: max_t; cone: range */
    float cos_half_angle;      /* cone */
    uint32_t k;                /* nearest: k; others: limit (0: all) */
    uint32_t mask;             /* keeps elements whose category shares a bit with it */
    throng_slot exclude;       /* an element that is left out; THRONG_NO_SLOT: none */
    throng_layer_range layers; /* keeps elements of these layers */
} throng_query;
#define THRONG_QUERY_INIT \
    { 0, {0, 0, 0}, {0, 0}, {0, 0}, 0, 0, 0, 0xFFFFFFFFu, THRONG_NO_SLOT, THRONG_ALL_LAYERS }
/* `size` is sizeof(throng_query), which never grows. */
THRONG_API throng_status throng_query_init(throng_query* out, size_t size);

/* Queries with all defaults, for FFI as well; `mask`, `exclude`, `layers` and `k` (the limit of all but nearest) may be
 * set afterwards. */

/* The elements whose box overlaps `box`. */
THRONG_API throng_query throng_query_overlap(throng_aabb box);
/* The elements at distance <= radius, by options->measure. */
THRONG_API throng_query throng_query_within(throng_vec2 center, float radius);
/* The `k` elements nearest to `point`, none farther than max_distance (INFINITY: no limit). */
THRONG_API throng_query throng_query_nearest(throng_vec2 point, uint32_t k, float max_distance);
/* The first box that the ray enters; `max_t` is in lengths of the direction (INFINITY: a ray without end). */
THRONG_API throng_query throng_query_cast(throng_vec2 origin, throng_vec2 direction, float max_t);
/* The elements whose centre is within `range` of the apex and within the half angle around `direction`: a cosine of 1
 * is straight ahead, 0 half the plane, -1 or less all around. */
THRONG_API throng_query throng_query_cone(throng_vec2 apex, throng_vec2 direction, float cos_half_angle, float range);

/* Row i is the answer to queries[i], of any kind. Worlds and snapshots only, as the calls below but throng_order;
 * other spaces: THRONG_INVALID_ARGUMENT. */
THRONG_API throng_status throng_query_batch(const throng_space* space, const throng_query* queries, size_t size,
                                            throng_hits* out, const throng_query_options* options,
                                            const throng_executor* executor);

/* out[i] is 1 if no element whose category shares a bit with `blockers` touches the segment from[i] to to[i]. */
THRONG_API throng_status throng_visible(const throng_space* space, const throng_points* from, const throng_points* to,
                                        uint32_t blockers, uint8_t* out, size_t size, const throng_executor* executor);

/* The same, past elements of these layers alone: one range for all segments, or one for each. */
THRONG_API throng_status throng_visible_in_layers(const throng_space* space, const throng_points* from,
                                                  const throng_points* to, uint32_t blockers,
                                                  const throng_layer_range* layers, size_t layer_count, uint8_t* out,
                                                  size_t size, const throng_executor* executor);

/* Writes all present slots, elements that are near each other mostly near each other. Worlds, snapshots and row grids.
 * An array shorter than throng_size: THRONG_OUTPUT_TOO_SMALL. */
THRONG_API throng_status throng_order(const throng_space* space, throng_slot* out, size_t size);
/* The same slots, ascending. */
THRONG_API throng_status throng_live_slots(const throng_space* space, throng_slot* out, size_t size);

/* 1 if the id names an element of the last commit. */
THRONG_API int throng_alive(const throng_space* space, throng_id id);
/* The handle of a live slot; null for a dead one. */
THRONG_API throng_id throng_id_of(const throng_space* space, throng_slot slot);
/* The structure that stores an element: THRONG_ROW_GRID ...; THRONG_NO_ROUTE for a dead id. */
THRONG_API uint32_t throng_route(const throng_space* space, throng_id id);
/* The layer of a live slot; 0 for a dead one. */
THRONG_API uint32_t throng_layer_of(const throng_space* space, throng_slot slot);
/* throng_alive for each of an array of ids, throng_layer_of and throng_id_of for each of an array of slots. */
THRONG_API throng_status throng_alive_each(const throng_space* space, const throng_id* ids, size_t size, uint8_t* out);
THRONG_API throng_status throng_layers_of(const throng_space* space, const throng_slot* slots, size_t size,
                                          uint16_t* out);
THRONG_API throng_status throng_ids_of(const throng_space* space, const throng_slot* slots, size_t size,
                                       throng_id* out);

/* The box of an element as queries see it; all zero for an absent slot. Not guarded against changes, nor are the sizes
 * and throng_visit. */
THRONG_API throng_aabb throng_bounds_of(const throng_space* space, throng_slot slot);
/* throng_bounds_of for each of an array of slots. */
THRONG_API throng_status throng_bounds(const throng_space* space, const throng_slot* slots, size_t size,
                                       throng_aabb* out);
/* The length of per-slot arrays, how many elements are present, and all memory taken, in bytes. */
THRONG_API size_t throng_slot_count(const throng_space* space);
THRONG_API size_t throng_size(const throng_space* space);
THRONG_API size_t throng_bytes(const throng_space* space);
/* Checks every invariant that queries rely on. */
THRONG_API throng_status throng_validate(const throng_space* space);

/* A part of an index, for drawing and study. See Node in spatial_index.hpp. */
typedef struct throng_node {
    throng_aabb bounds;
    uint32_t depth, elements;
    uint32_t leaf;  /* 1: no parts below it */
    uint32_t route; /* THRONG_ROW_GRID ... */
} throng_node;

/* Called for each part that holds elements, parents first. 0: skip the parts below this one. */
typedef int throng_visitor(void* context, const throng_node* node);
THRONG_API throng_status throng_visit(const throng_space* space, throng_visitor* visitor, void* context);

#ifdef __cplusplus
}
#endif

#include <throng/names_end.hpp>

#endif
