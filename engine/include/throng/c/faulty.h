/* SPDX-License-Identifier: MIT */
/* All faulty items of a batch: a status names only the first of them and their number.
 *
 * After a call with status.count != 0, pass the same arguments again. Each function writes the positions of the faulty
 * items to `out`, ascending, as far as its `room` goes, and returns how many there are. 0 for what cannot be read:
 * null, misaligned, columns of unequal length. Time in proportion to the items, no memory, any number of callers at
 * once. */
#ifndef THRONG_C_FAULTY_H
#define THRONG_C_FAULTY_H

#include <throng/c/space.h>
#include <throng/c/types.h>
#include <throng/c/views.h>

#ifdef __cplusplus
extern "C" {
#endif

/* `max_half_extent`: the bound of a row grid; 0: none. */
THRONG_API size_t throng_faulty_boxes(const throng_boxes* boxes, float max_half_extent, throng_slot* out, size_t room);
/* `half_extent`: of the elements of a row grid of points; else 0. */
THRONG_API size_t throng_faulty_points(const throng_points* points, float half_extent, throng_slot* out, size_t room);
THRONG_API size_t throng_faulty_discs(const throng_discs* discs, throng_slot* out, size_t room);
THRONG_API size_t throng_faulty_rays(const throng_rays* rays, throng_slot* out, size_t room);
THRONG_API size_t throng_faulty_queries(const throng_query* queries, size_t size, throng_slot* out, size_t room);

#ifdef __cplusplus
}
#endif

#endif
