/* SPDX-License-Identifier: MIT */
/* Points, boxes, slots and ids, the status of a call, and where work and memory come from. */
#ifndef THRONG_C_TYPES_H
#define THRONG_C_TYPES_H

#include <throng/c/export.h>

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A point or a direction of the plane, in the caller's units. */
typedef struct throng_vec2 {
    float x, y;
} throng_vec2;

/* A point of the plane in doubles. */
typedef struct throng_double_vec2 {
    double x, y;
} throng_double_vec2;

/* An axis-aligned box with its border. Valid when finite and min <= max on both axes. */
typedef struct throng_aabb {
    throng_vec2 min, max;
} throng_aabb;

/* A dense index into the caller's own arrays: below THRONG_NO_SLOT. */
typedef uint32_t throng_slot;
#define THRONG_NO_SLOT 0xFFFFFFFFu

/* A handle of an element that stays valid when its slot is used again. All zero is null and names no element. */
typedef struct throng_id {
    throng_slot slot;
    uint32_t generation;
} throng_id;

/* The layers `first` to `last` of a world, both included. THRONG_ALL_LAYERS or throng_all_layers(): all. A zeroed range
 * is layer 0 alone. */
typedef struct throng_layer_range {
    uint16_t first, last;
} throng_layer_range;
#define THRONG_ALL_LAYERS \
    { 0, 0xFFFF }

/* Two elements that overlap; a < b. */
typedef struct throng_pair {
    throng_slot a, b;
} throng_pair;

/* Two elements by their stable handles, in the order of their throng_pair. */
typedef struct throng_id_pair {
    throng_id a, b;
} throng_id_pair;

/* The bits of throng_status.faults. throng_describe_status returns which argument broke which rule, throng_describe the
 * remedy for each bit. */
enum {
    THRONG_OK = 0,
    THRONG_STALE_ID = 1,         /* a null id, or one of an element that no longer exists */
    THRONG_INVALID_BOUNDS = 2,   /* a NaN, an infinity, or a box with min > max */
    THRONG_INVALID_ARGUMENT = 4, /* outside the documented range, or not fitting the other arguments */
    THRONG_TOO_LARGE = 8,        /* above the extent that a row grid was created with */
    THRONG_OUTPUT_TOO_SMALL = 16,
    THRONG_OUT_OF_CAPACITY = 32, /* beyond 2^32 - 1, or beyond a limit of the caller's */
    THRONG_OUT_OF_MEMORY = 64,
    THRONG_BUSY = 128,      /* another thread changes the object, or for a change: another thread uses it */
    THRONG_CANCELLED = 256, /* the host stopped before all work had run */
    THRONG_CORRUPT = 512    /* throng_validate found a broken invariant */
};

/* The result of a call. It did either everything, or everything except the faulty items of its batch, or nothing. */
typedef struct throng_status {
    uint32_t faults;   /* THRONG_OK, or every kind of fault in this call */
    throng_slot first; /* smallest position in the batch of a faulty item; THRONG_NO_SLOT: none */
    uint32_t count;    /* faulty items; 0 with a fault: the whole call failed and changed nothing */
    uint32_t reason;   /* for throng_describe_status: which argument broke which rule; 0: not known */
} throng_status;

/* 1 when the work was done, except for the faulty items; else 0. */
static inline int throng_applied(throng_status status) {
    return status.faults == 0 || (status.count != 0 && (status.faults & THRONG_OUT_OF_CAPACITY) == 0);
}

/* One sentence: what happened and how to remove it. A set of several faults gets a sentence that says so. The text
 * lasts as long as the program. */
THRONG_API const char* throng_describe(uint32_t faults);

/* One sentence that names the argument and the rule that it broke; of a batch, those of the item at status.first. Where
 * nothing more is known, throng_describe(status.faults). The text lasts as long as the program. */
THRONG_API const char* throng_describe_status(throng_status status);

/* The two functions through which an object takes and frees its memory: `allocate` returns null when out of memory,
 * `deallocate` may be null (blocks are never freed). Both are called from any thread. All zero is the default: operator
 * new. */
typedef struct throng_memory {
    void* (*allocate)(void* self, size_t bytes, size_t alignment);
    void (*deallocate)(void* self, void* block, size_t bytes, size_t alignment);
    void* self;
} throng_memory;

/* One part of a loop. Independent of the other parts. */
typedef void throng_task(void* context, uint32_t index);

/* A host for parallel loops: calls task(context, i) once for each i < count, in any order, on any threads, and returns
 * after the last call has returned. A null parallel_for: the executor of the object's desc; if that is null as well,
 * oneTBB in the caller's current arena, or without oneTBB the calling thread. Answers do not depend on it. */
typedef struct throng_executor {
    void (*parallel_for)(void* self, uint32_t count, throng_task* task, void* context);
    void* self;
} throng_executor;

/* Says whether a call is to stop; not 0: stop. It must not use the object whose call asks. */
typedef struct throng_stopper {
    int (*stop)(void* self);
    void* self;
} throng_stopper;

/* Runs loops in oneTBB, or in a library without it on the calling thread, whatever a desc says, and meanwhile asks
 * `stopper`, on the thread that has called and at most twenty times a second. If it says so the call is cancelled:
 * THRONG_CANCELLED, and nothing has changed. Small batches, and the part of a change that can no longer be undone, do
 * not ask. `stopper` outlives every call and object that has the executor. Null, or a null stop: a null executor. */
THRONG_API throng_executor throng_stoppable(const throng_stopper* stopper);

/* The calling thread alone. */
THRONG_API throng_executor throng_serial(void);

/* THRONG_ALL_LAYERS for languages without macros of C. */
THRONG_API throng_layer_range throng_all_layers(void);

/* The version of the library: 10203 is 1.2.3. */
THRONG_API uint32_t throng_version(void);

/* The name of the instruction set in use, such as "avx2". */
THRONG_API const char* throng_active_isa(void);

/* The name of instruction set `index` of those that this machine can run, narrowest first; null beyond the last. */
THRONG_API const char* throng_available_isa(size_t index);

#ifdef __cplusplus
}
#endif

#endif
