# SPDX-License-Identifier: MIT
"""The published predicates in numpy, in float32 and in the order in which throng/predicates.hpp writes them."""
import numpy as np


def corners(at, half):
    half = np.asarray(half, np.float32)
    half = half[:, None] if half.ndim == 1 else half
    return np.hstack([at - half, at + half])


def centers(boxes):
    return np.float32(0.5) * boxes[:, :2] + np.float32(0.5) * boxes[:, 2:]


def overlaps(a, b):
    """bool (len(a), len(b)) of boxes (n, 4)."""
    a, b = a[:, None, :], b[None, :, :]
    return (
        (a[..., 0] <= b[..., 2]) & (b[..., 0] <= a[..., 2]) & (a[..., 1] <= b[..., 3]) & (b[..., 1] <= a[..., 3])
    )


def squared(d):
    return d[..., 0] * d[..., 0] + d[..., 1] * d[..., 1]


def squared_to_boxes(points, boxes):
    p, b = points[:, None, :], boxes[None, :, :]
    zero = np.float32(0)
    return squared(np.maximum(np.maximum(b[..., :2] - p, zero), p - b[..., 2:]))


def squared_to_centers(points, boxes):
    return squared(centers(boxes)[None, :, :] - points[:, None, :])


def enters(origin, direction, max_t, boxes):
    """t of a ray for each box; nan: none."""
    near, far = np.zeros(len(boxes), np.float32), np.full(len(boxes), max_t, np.float32)
    misses = np.zeros(len(boxes), bool)
    for axis in (0, 1):
        low, high, o, d = boxes[:, axis], boxes[:, axis + 2], origin[axis], direction[axis]
        if d == 0:
            misses |= (o < low) | (high < o)
            continue
        with np.errstate(over="ignore"):
            a, b = (low - o) / d, (high - o) / d
        near, far = np.maximum(near, np.minimum(a, b)), np.minimum(far, np.maximum(a, b))
    return np.where(misses | (near > far), np.float32(np.nan), near)


def sets(hits):
    return [set(row) for row in hits.to_lists()]


def rows(matrix):
    return [set(np.flatnonzero(row).tolist()) for row in matrix]
