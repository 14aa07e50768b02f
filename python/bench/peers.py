#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Throng beside scipy, scikit-learn, shapely and rtree, in one process, on the same crowd, with the same answers.

    python3 python/bench/peers.py [--sizes 100000 1000000] [--rounds 5] [--table FILE] [--json FILE]

Each tick the points have moved, and every question is asked with what the move costs: throng updates its grid, the
others build their tree again, as they have no update. The crowd is n points, uniform in a square of area n; within 2 of
each are about 12.5 others. A figure is the median over rounds; in each round every contender answers once, so that a
disturbance of the machine meets all. Answers are compared as sets of (row, slot), distances to seven digits.
`bench/run.sh --python` records a run.
"""
import argparse
import json
import statistics
import sys
import time

import numpy as np
import throng

import record

RADIUS, K, HALF = 2.0, 10, 0.375


class Crowd:
    def __init__(self, n):
        rng = np.random.default_rng(1)
        self.side = float(np.sqrt(n))
        self.at = rng.uniform(0, self.side, (n, 2)).astype(np.float32)
        angle = rng.uniform(0, 2 * np.pi, n)
        self.step = (0.05 * np.stack([np.cos(angle), np.sin(angle)], 1)).astype(np.float32)

    def move(self):
        self.at += self.step
        out = (self.at < 0) | (self.at > self.side)
        self.step[out] *= -1


def ours(crowd, workers):
    """The questions, with an index of points and one of boxes that live through all ticks."""
    points, boxes, hits = throng.RowGrid(), throng.RowGrid(), throng.Hits()

    def moved():
        points.update_points(crowd.at, workers=workers) if len(points) else points.build_points(crowd.at)
        return points

    def moved_boxes():
        boxes.update(crowd.at, HALF, workers=workers) if len(boxes) else boxes.build(crowd.at, HALF)
        return boxes

    return {
        "neighbors": lambda: moved().neighbors(RADIUS, workers=workers, out=hits),
        "neighbors, as Python lists": lambda: moved().within(crowd.at, RADIUS, workers=workers, out=hits).to_lists(),
        "nearest": lambda: moved().nearest(crowd.at, K, workers=workers, out=hits),
        "pairs": lambda: moved_boxes().pairs(workers=workers),
        "boxes": lambda: moved_boxes().overlap(crowd.at, HALF, workers=workers, out=hits),
    }


def scipy_tree(crowd, workers):
    from scipy.spatial import cKDTree

    return {
        "neighbors": lambda: cKDTree(crowd.at).query_ball_point(crowd.at, RADIUS, workers=workers),
        "neighbors, as Python lists": lambda: cKDTree(crowd.at).query_ball_point(crowd.at, RADIUS, workers=workers),
        "nearest": lambda: cKDTree(crowd.at).query(crowd.at, K, workers=workers),
        # Squares of one size overlap where their centres are near in the greatest of both distances.
        "pairs": lambda: cKDTree(crowd.at).query_pairs(2 * HALF, p=np.inf, output_type="ndarray"),
    }


def scikit_tree(crowd, workers):
    from sklearn.neighbors import KDTree

    return {
        "neighbors": lambda: KDTree(crowd.at).query_radius(crowd.at, RADIUS),
        "nearest": lambda: KDTree(crowd.at).query(crowd.at, K),
    }


def shapely_tree(crowd, workers):
    import shapely

    if int(shapely.__version__.split(".")[0]) >= 2:

        def boxes():
            squares = shapely.box(*(crowd.at - HALF).T, *(crowd.at + HALF).T)
            return shapely.STRtree(squares).query(squares)

        return {"boxes": boxes}
    from shapely.geometry import box
    from shapely.strtree import STRtree

    def boxes_of_version_1():
        squares = [box(x - HALF, y - HALF, x + HALF, y + HALF) for x, y in crowd.at.tolist()]
        tree = STRtree(squares)
        return [tree.query(square) for square in squares]

    return {"boxes": boxes_of_version_1}


def r_tree(crowd, workers):
    from rtree import index

    def boxes():
        corners = np.hstack([crowd.at - np.float32(HALF), crowd.at + np.float32(HALF)]).tolist()
        tree = index.Index((i, corner, None) for i, corner in enumerate(corners))
        return [list(tree.intersection(corner)) for corner in corners]

    return {"boxes": boxes}


CONTENDERS = [
    ("throng", ours, -1),
    ("throng, one thread", ours, 1),
    ("cKDTree", scipy_tree, -1),
    ("cKDTree, one thread", scipy_tree, 1),
    ("scikit-learn KDTree, one thread", scikit_tree, 1),
    ("shapely STRtree, one thread", shapely_tree, 1),
    ("rtree, one thread", r_tree, 1),
]
SLOW = {"shapely STRtree, one thread", "rtree, one thread"}  # once, and not for a million


def count_of(question, answer):
    """What answers of one question have in common: how many hits."""
    if isinstance(answer, throng.Hits):
        return len(answer.slots)
    if question == "nearest":
        return np.asarray(answer[0]).size
    if question == "pairs":
        return len(answer)
    if isinstance(answer, tuple):  # scikit-learn, of one array per row
        answer = answer[0]
    return sum(map(len, answer))


def agree(question, crowd, ours_answer, other):
    """Whether two answers are equal, up to hits at the border: float32 and float64 differ there by rounding."""
    if isinstance(other, throng.Hits):
        return ours_answer.digest() == other.digest()
    if question == "nearest":
        distances = other[0]
        mine = ours_answer.distances.reshape(-1, K)
        return bool(np.allclose(np.sort(distances, 1), mine, rtol=1e-5, atol=1e-5))
    a, b = count_of(question, ours_answer), count_of(question, other)
    if question == "neighbors":
        a += len(crowd.at)  # of neighbors each leaves itself out
    return abs(a - b) <= max(4, 1e-6 * b)


def overhead():
    """Microseconds of a call that has nothing to do, least of some thousand, in a median of rounds."""
    grid = throng.RowGrid()
    grid.build_points(np.zeros((1, 2), np.float32))
    point, slot, out = np.ones((1, 2), np.float32), np.zeros(1, np.uint32), throng.Hits()
    calls = {
        "within": lambda: grid.within(point, 0.5, out=out),
        "nearest": lambda: grid.nearest(point, 1, out=out),
        "neighbors_of": lambda: grid.neighbors_of(slot, 1.0, out=out),
        "neighbors": lambda: grid.neighbors(1.0, out=out),
        "neighbors, a new answer and its slots": lambda: grid.neighbors(1.0).slots,
        "update_points": lambda: grid.update_points(point),
    }
    told = {}
    for name, call in calls.items():
        rounds = []
        for _ in range(15):
            start = time.perf_counter()
            for _ in range(1000):
                call()
            rounds.append((time.perf_counter() - start) * 1e3)
        told[name] = statistics.median(rounds)
    return told


def measure(n, rounds):
    crowd = Crowd(n)
    contenders = []
    for name, make, workers in CONTENDERS:
        if n > 200_000 and name in SLOW:
            continue
        try:
            contenders.append((name, make(crowd, workers)))
        except ImportError as error:
            print("%s is not at hand: %s" % (name, error), file=sys.stderr)
    questions = list(contenders[0][1])
    times = {question: {} for question in questions}
    for turn in range(rounds + 1):  # the first is a warm-up, in which answers are compared
        crowd.move()
        for question in questions:
            mine = None
            for name, calls in contenders:
                if question not in calls or (name in SLOW and turn > 0):
                    continue
                start = time.perf_counter()
                answer = calls[question]()
                took = time.perf_counter() - start
                if turn > 0 or name in SLOW:
                    times[question].setdefault(name, []).append(took * 1e3)
                if turn == 0 and mine is not None and not agree(question, crowd, mine, answer):
                    raise SystemExit("%s of %d: %s gives another answer" % (question, n, name))
                mine = answer if mine is None else mine
                del answer
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--table", help="where the tables go, as Markdown")
    parser.add_argument("--json", help="where the figures go")
    arguments = parser.parse_args()
    known = record.facts()
    times = {n: measure(n, arguments.rounds) for n in arguments.sizes}
    calls = overhead()
    page = record.document(known, times, calls)
    print(page, end="")
    if arguments.table:
        with open(arguments.table, "w") as file:
            file.write(page)
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"facts": dict(known), "ms": times, "call_us": calls}, file, indent=1)


if __name__ == "__main__":
    main()
