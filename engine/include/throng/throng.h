/* SPDX-License-Identifier: MIT */
/* The C interface: everything that the C++ headers declare, for C99 and for languages that call C.
 *
 *     throng_world* world = NULL;
 *     throng_status s = throng_world_create(NULL, &world);
 *     ... spawn, commit, query throng_world_space(world) ..., throng_world_destroy(world);
 *
 * Spaces    whatever can be queried is a throng_space: a world, a snapshot, and each of the five indexes. Queries
 *           are declared once, in c/space.h.
 * Answers   throng_hits and throng_pairs are created once and used again; columns are one pointer and a length each.
 * Status    every call that can fail returns a throng_status; `faults` is 0 after success. No call throws, and none
 *           crashes on a null handle, a null array with a size, a misaligned array or a wrong struct_size: these are
 *           THRONG_INVALID_ARGUMENT. A handle that was destroyed is not recognised.
 * Structs   are passed by const pointer. Null options, descs, executors and memories are the defaults. Structs that
 *           may grow begin with struct_size and have an initialiser (THRONG_WORLD_DESC_INIT and so on), and a
 *           function that fills them with it (throng_world_desc_init and so on): set from it, then change fields. A
 *           zeroed struct is not the default: most of them find nothing, without a fault.
 * Threads, costs, order and faults are those of the C++ functions, documented in the .hpp files of the same folder.
 */
#ifndef THRONG_THRONG_H
#define THRONG_THRONG_H

#include <throng/c/answers.h>
#include <throng/c/bitset.h>
#include <throng/c/doubles.h>
#include <throng/c/faulty.h>
#include <throng/c/index.h>
#include <throng/c/space.h>
#include <throng/c/time.h>
#include <throng/c/types.h>
#include <throng/c/views.h>
#include <throng/c/world.h>

#endif
