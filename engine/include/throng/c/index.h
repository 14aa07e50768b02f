/* SPDX-License-Identifier: MIT */
/* The five indexes: elements under slots of the caller's choosing. */
#ifndef THRONG_C_INDEX_H
#define THRONG_C_INDEX_H

#include <throng/c/space.h>
#include <throng/c/types.h>
#include <throng/c/views.h>

#include <throng/names_begin.hpp>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct throng_index throng_index;

/* How an index is set up. Fields of other kinds keep their value of THRONG_INDEX_DESC_INIT. See the Desc of each kind:
 * RowGridDesc in row_grid.hpp and so on.
 *
 * A zeroed one is refused with THRONG_INVALID_ARGUMENT: `kind` of 0 is no index. Begin with THRONG_INDEX_DESC_INIT or
 * throng_index_desc_init(). */
typedef struct throng_index_desc {
    uint32_t struct_size;
    uint32_t kind;         /* THRONG_ROW_GRID ... THRONG_STATIC_TREE */
    throng_aabb bounds;    /* where it is laid out; never a limit. No area: around the elements */
    float max_half_extent; /* row grid: of points their half side, of boxes the largest half extent; 0: any */
    float cell_size;       /* row grid: the side of a cell; loose grid: of a loose cell; 0: chosen */
    float tight_cell_size; /* loose grid: the side of a tight cell; 0: chosen */
    uint32_t max_per_leaf; /* quadtrees: a leaf splits above this many elements; 0: that of the kind */
    uint32_t max_depth;    /* quadtrees: no leaf is deeper; at most 15; 0: that of the kind */
    uint32_t reserved;     /* 0 */
    throng_memory memory;
    throng_executor executor; /* where calls without an executor run */
} throng_index_desc;
#define THRONG_INDEX_DESC_INIT                                                                                        \
    {                                                                                                                 \
        (uint32_t)sizeof(throng_index_desc), THRONG_ROW_GRID, {{0, 0}, {0, 0}}, 0, 0, 0, 0, 0, 0, {NULL, NULL, NULL}, \
        {                                                                                                             \
            NULL, NULL                                                                                                \
        }                                                                                                             \
    }
/* Fills *out with THRONG_INDEX_DESC_INIT, as throng_query_options_init does. */
THRONG_API throng_status throng_index_desc_init(throng_index_desc* out, size_t size);

/* An empty index of desc->kind. On a fault *out is null. A null desc: a row grid. */
THRONG_API throng_status throng_index_create(const throng_index_desc* desc, throng_index** out);
THRONG_API void throng_index_destroy(throng_index* index);
/* What can be queried; null of null. */
THRONG_API const throng_space* throng_index_space(const throng_index* index);
/* THRONG_ROW_GRID ...; THRONG_NO_ROUTE of null. */
THRONG_API uint32_t throng_index_kind(const throng_index* index);

/* Changes happen as a whole or not at all; a faulty item is skipped and the rest is done. See BoxIndex in changes.hpp.
 */

/* Replaces everything: element i has box i and slot i. */
THRONG_API throng_status throng_index_build(throng_index* index, const throng_boxes* boxes,
                                            const throng_executor* executor);
/* The call for each tick: item i is the new box of slot i, for all slots. */
THRONG_API throng_status throng_index_update(throng_index* index, const throng_boxes* boxes,
                                             const throng_executor* executor);
/* Adds elements: boxes[i] gets slots[i]. `size` is the number of slots, and of boxes. */
THRONG_API throng_status throng_index_insert(throng_index* index, const throng_slot* slots, size_t size,
                                             const throng_boxes* boxes, const throng_executor* executor);
/* Moves some elements: slots[i] to boxes[i]. */
THRONG_API throng_status throng_index_move(throng_index* index, const throng_slot* slots, size_t size,
                                           const throng_boxes* boxes, const throng_executor* executor);
/* Removes elements; their slots may be inserted again. */
THRONG_API throng_status throng_index_erase(throng_index* index, const throng_slot* slots, size_t size,
                                            const throng_executor* executor);
/* Restores the best shape, at most once per frame. Answers are exact without it. */
THRONG_API throng_status throng_index_refit(throng_index* index, const throng_executor* executor);
/* Makes every slot absent. */
THRONG_API throng_status throng_index_clear(throng_index* index);
/* Quadtrees: one step of refit. Others: THRONG_INVALID_ARGUMENT. */
THRONG_API throng_status throng_index_cleanup(throng_index* index);

/* The same with points, for row grids: of boxes of max_half_extent around the points. The first build or insert
 * decides whether the elements of a grid are points or boxes. */
THRONG_API throng_status throng_index_build_points(throng_index* index, const throng_points* points,
                                                   const throng_executor* executor);
THRONG_API throng_status throng_index_update_points(throng_index* index, const throng_points* points,
                                                    const throng_executor* executor);
THRONG_API throng_status throng_index_insert_points(throng_index* index, const throng_slot* slots, size_t size,
                                                    const throng_points* points, const throng_executor* executor);
THRONG_API throng_status throng_index_move_points(throng_index* index, const throng_slot* slots, size_t size,
                                                  const throng_points* points, const throng_executor* executor);

/* All faulty items of an update, of boxes or of points, by slot: those that have an element; see faulty.h. 0 for an
 * index that has no such change. */
THRONG_API size_t throng_index_faulty_slots(const throng_index* index, const throng_boxes* by_slot, throng_slot* out,
                                            size_t room);
THRONG_API size_t throng_index_faulty_points(const throng_index* index, const throng_points* by_slot, throng_slot* out,
                                             size_t room);

/* All positions of slots that move and erase refuse now (without an element), or that insert refuses (with one), and of
 * those that come twice. Call this before insert and erase, which change the slots. */
THRONG_API size_t throng_index_absent_slots(const throng_index* index, const throng_slot* slots, size_t size,
                                            throng_slot* out, size_t room);
THRONG_API size_t throng_index_taken_slots(const throng_index* index, const throng_slot* slots, size_t size,
                                           throng_slot* out, size_t room);

/* The layout of a row grid. See RowGridView in row_grid.hpp. */
typedef struct throng_row_grid_layout {
    throng_vec2 origin; /* the lower left corner of row 0 */
    float cell_size;    /* the height of a row */
    uint32_t rows;      /* 0: the grid is empty */
    float half_extent;  /* of the squares around points, else 0 */
    uint32_t turned;    /* 1: rows lie along y */
    float column_size;  /* the width of a column */
} throng_row_grid_layout;

/* The raw columns of one row, in memory order: cell by cell. Valid until the next change. */
typedef struct throng_row {
    const float *min_x, *min_y, *max_x, *max_y; /* of a grid of points: min == max == the point */
    const throng_slot* slots;
    const uint32_t* cell_begin;  /* cells + 1 offsets into the row */
    uint32_t cells, shift, size; /* a cell of this row is column_size * 2^shift wide; an empty row has no cells */
    uint32_t reserved;
} throng_row;

/* All zero for other kinds than row grids, and for rows beyond the last. Not guarded against changes. */
THRONG_API void throng_row_grid_read(const throng_index* index, throng_row_grid_layout* out);
THRONG_API void throng_row_grid_row(const throng_index* index, uint32_t row, throng_row* out);
/* Every present slot in memory order, and their number in *count, without a copy. Valid until the next change. */
THRONG_API const throng_slot* throng_row_grid_order(const throng_index* index, size_t* count);

#ifdef __cplusplus
}
#endif

#include <throng/names_end.hpp>

#endif
