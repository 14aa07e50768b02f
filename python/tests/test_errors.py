# SPDX-License-Identifier: MIT
"""Faults are exceptions with a sentence; faulty items do not stop the others."""
import threading
import warnings

import brute_force as brute
import numpy as np
import pytest
import throng

NAN = float("nan")


def test_exceptions_are_those_of_python():
    assert issubclass(throng.InvalidBounds, ValueError)
    assert issubclass(throng.InvalidArgument, ValueError)
    assert issubclass(throng.StaleId, LookupError)
    assert issubclass(throng.OutOfMemory, MemoryError)
    assert issubclass(throng.OutOfCapacity, OverflowError)
    assert issubclass(throng.Busy, RuntimeError)


def test_faulty_items_are_told_with_their_positions():
    world = throng.World()
    boxes = [[0, 0, 1, 1], [5, 5, 4, 6], [2, 2, 3, 3], [NAN, 0, 1, 1], [0, 0, np.inf, 1]]

    told = "spawn: 3 faulty items, the first at 1. .*minimum above its maximum"
    with pytest.raises(throng.InvalidBounds, match=told) as caught:
        world.spawn(box=boxes)

    error = caught.value
    assert (error.first, error.count, error.positions.tolist()) == (1, 3, [1, 3, 4])
    assert (error.result != 0).tolist() == [True, False, True, False, False]
    world.commit()
    assert len(world) == 2


def test_sentences_name_the_argument():
    world = throng.World()
    with pytest.raises(throng.InvalidArgument, match="neighbors.*: radius is negative or a NaN; it must be 0 or more"):
        world.neighbors(-1)
    with pytest.raises(throng.InvalidArgument, match="max_distance is negative or a NaN"):
        world.nearest([[0, 0]], 1, max_distance=NAN)
    with pytest.raises(throng.InvalidBounds, match="minimum above its maximum"):
        world.spawn(box=[[1, 0, 0, 1]])


def test_the_other_queries_are_answered(crowd):
    world, _, at, _ = crowd
    points = at[:5].copy()
    points[3] = NAN
    with pytest.raises(throng.InvalidBounds) as caught:
        world.within(points, 2)
    rows = caught.value.result.to_lists()
    assert caught.value.positions.tolist() == [3] and rows[3] == [] and all(rows[:3])

    with pytest.raises(throng.InvalidArgument) as caught:
        world.within(at[:3], [1, -1, NAN])
    assert caught.value.positions.tolist() == [1, 2]
    with pytest.raises(throng.InvalidArgument) as caught:
        world.cast(at[:3], [[1, 0], [0, 0], [1, 1]])
    assert caught.value.positions.tolist() == [1]
    with pytest.raises(throng.InvalidBounds) as caught:
        world.visible(points, at[:5])
    assert caught.value.result[3] == np.False_
    with pytest.raises(throng.InvalidBounds) as caught:
        world.count(points, radius=1)
    assert caught.value.result[3] == 0


def test_stale_ids_are_told(crowd):
    world, ids, at, half = crowd
    world.despawn(ids[3])
    world.commit()
    with pytest.raises(throng.StaleId) as caught:
        world.move(ids[:6], at[:6], half[:6])
    assert caught.value.first == 3 and caught.value.count == 1
    with pytest.raises(throng.StaleId):
        world.categorize([0], 1)
    with pytest.raises(throng.StaleId, match="null") as caught:
        world.categorize(np.array([0, ids[5], ids[3]], np.uint64), 1)
    assert caught.value.positions.tolist() == [0, 2]
    boxes = at[:6].copy()
    boxes[1] = NAN
    with pytest.raises(throng.ThrongError) as caught:
        world.move(ids[:6], boxes, half[:6])
    assert caught.value.positions.tolist() == [1, 3]


def test_faults_of_move_all_are_told_by_slot(crowd):
    world, _, at, half = crowd
    moved = at.copy()
    moved[[4, 9]] = NAN
    world.move_all(moved, half)
    with pytest.raises(throng.InvalidBounds, match="commit") as caught:
        world.commit()
    assert caught.value.positions.tolist() == [4, 9]
    world.commit()
    assert len(world) == 500


def test_a_world_tells_that_its_elements_await_their_first_commit():
    world = throng.World(track_overlaps=True)
    questions = (
        lambda: world.overlap(box=[[0, 0, 1, 1]]),
        lambda: world.count([[0, 0]], radius=2.0),
        lambda: world.neighbors(2.0),
        lambda: world.pairs(),
        lambda: world.visible([[0, 0]], [[1, 1]]),
        lambda: world.overlaps_changed(),
    )
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for ask in questions:  # nothing is spawned
            ask()
        world.within([[0, 0]], 1.0, mask=0)
        throng.World(track_overlaps=True, tracked=0).overlaps_changed()
    world.spawn([[0, 0], [1, 0]], half_extent=0.5)
    for ask in questions:
        with pytest.warns(throng.EmptyWarning, match=r"call commit\(\)") as caught:
            ask()
        assert caught[0].filename == __file__
    world.commit()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for ask in questions:
            ask()


def test_errstate_chooses_what_becomes_of_faulty_items(crowd):
    world, _, at, _ = crowd
    boxes = [[0, 0, 1, 1], [5, 5, 4, 6]]
    assert throng.geterr() == {"items": "raise"}
    with throng.errstate(items="ignore"):
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            assert (world.spawn(box=boxes) != 0).tolist() == [True, False]
        with throng.errstate(items="warn"):
            with pytest.warns(throng.ItemWarning, match="1 faulty item"):
                assert world.overlap(box=boxes).to_lists()[1] == []
        assert throng.geterr() == {"items": "ignore"}
        with pytest.raises(throng.InvalidArgument):  # of the whole call
            world.neighbors(NAN)
        others = []
        thread = threading.Thread(target=lambda: others.append(throng.geterr()))
        thread.start()
        thread.join()
        assert others == [{"items": "raise"}]
    assert throng.geterr() == {"items": "raise"}
    with pytest.raises(ValueError, match="raise"):
        throng.errstate(items="loud")


@pytest.mark.parametrize(
    "call",
    [
        lambda w: w.neighbors(-1),
        lambda w: w.neighbors(NAN),
        lambda w: w.within([[0, 0]], -1),
        lambda w: w.nearest([[0, 0]], 1, -1),
        lambda w: w.nearest([[0, 0]], -1),
        lambda w: w.cast([[0, 0]], [[1, 0]], -1),
        lambda w: w.cast([[0, 0]], [[1, 0]], half_extent=-1),
        lambda w: w.cast([[0, 0], [1, 1]], [[1, 0], [1, 0], [1, 0]]),
        lambda w: w.overlap([[0, 0]], -1),
        lambda w: w.overlap([[0, 0]], [1, 2]),
        lambda w: w.overlap(box=np.zeros((2, 3))),
        lambda w: w.overlap(box=([[0, 0]], [[1, 1], [2, 2]])),
        lambda w: w.neighbors(1, order="random"),
        lambda w: w.within([[0, 0]], 1, measure="surface"),
        lambda w: w.neighbors(1, limit=-1),
        lambda w: w.neighbors(1, mask=2**32),
        lambda w: w.neighbors(1, exclude=[1, 2]),
        lambda w: w.within([[0, 0], [1, 1]], 1, exclude=[1]),
        lambda w: w.neighbors(1, workers=7),
        lambda w: w.spawn([[0, 0]], 1, motion="slow"),
        lambda w: w.spawn([[0, 0]], 1, categories=[1, 2]),
        lambda w: w.move([0, 1], [[0, 0]], 1),
        lambda w: w.visible([[0, 0]], [[0, 0], [1, 1]]),
        lambda w: throng.Query.within(np.zeros((2, 3)), 1),
    ],
)
def test_arguments_out_of_range_are_value_errors(crowd, call):
    with pytest.raises(ValueError) as caught:
        call(crowd[0])
    assert len(str(caught.value)) > 15


@pytest.mark.parametrize(
    "call",
    [
        lambda w: w.overlap(),
        lambda w: w.overlap([[0, 0]]),
        lambda w: w.overlap([[0, 0]], 1, box=[[0, 0, 1, 1]]),
        lambda w: w.count([[0, 0]], 1, radius=1),
        lambda w: w.neighbors(1, among={1, 2}),
        lambda w: w.neighbors("far"),
        lambda w: w.neighbors(None),
    ],
)
def test_arguments_of_other_types_are_refused(crowd, call):
    with pytest.raises((TypeError, ValueError)):
        call(crowd[0])


def test_a_closed_space_says_so(crowd):
    world, ids, at, _ = crowd
    with world:
        pass
    for call in (
        lambda: world.neighbors(1),
        lambda: len(world),
        lambda: world.spawn(at, 1),
        lambda: world.commit(),
        lambda: world.pairs(),
        lambda: world.snapshot(),
        lambda: world.stats(),
        lambda: world.alive(ids),
        lambda: world.count(at, 1),
        lambda: world.visit(print),
    ):
        with pytest.raises(ValueError, match="closed"):
            call()
    assert "closed" in repr(world)


def test_an_exception_of_a_visitor_ends_the_visit(crowd):
    world = crowd[0]
    calls = []

    def visitor(node):
        calls.append(node)
        raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        world.visit(visitor)
    assert len(calls) == 1
    with pytest.raises(throng.Busy):
        world.visit(lambda node: world.commit())
    top = []
    world.visit(lambda node: top.append(node) or False)
    assert 0 < len(top) <= 4
    world.commit()


def test_what_moves_is_told_from_where_it_goes(crowd):
    world, ids, at, _ = crowd
    box = brute.corners(at, np.full(500, 0.5))
    looks_like = "These ids look like slots: world.ids_of"
    calls = {
        "^boxes are missing: .*, or box. %s" % looks_like: (([1, 2],), {}),
        "^boxes are missing: give centers and half_extent, or box$": ((ids,), {}),
        "^half_extent is missing: ": ((ids, at), {}),
        "^centers is missing: ": ((ids, None, 0.5), {}),
        "^ids has integers, not float32; these look like places or boxes": ((box,), {}),
        "^ids has integers, not float32; these look like places": ((at, 0.5), {}),
        r"^ids has shape \(n,\), not \(500, 4\); these look like places or boxes": ((box.astype(int),), {}),
        r"^centers has shape \(n, 2\), .*, not \(500, 4\); boxes by their corners are given as box=": ((ids, box), {}),
        "^2 ids and 500 boxes. %s" % looks_like: (([1, 2], at, 0.5), {}),
        "^499 ids and 500 boxes$": ((ids[1:],), {"box": box}),
        "^move: 2 faulty items.* %s" % looks_like: (([1, 2],), {"box": box[:2]}),
    }
    before = world.hash()
    for sentence, (arguments, named) in calls.items():
        with pytest.raises((TypeError, ValueError, throng.StaleId), match=sentence):
            world.move(*arguments, **named)
    world.commit()
    assert world.hash() == before
    with pytest.raises(TypeError, match="^slots has integers, not float32; these look like places"):
        world.neighbors_of(at, 1)
    with pytest.raises(TypeError, match="^categories has integers, not float32$"):
        world.categorize(ids, at)


def test_too_large_an_answer_names_the_limit_to_raise(crowd):
    world, _, at, _ = crowd
    hits = len(world.within(at, 3).slots)
    with pytest.raises(throng.OutOfCapacity, match="^within: There are %d hits, .* raise most_hits" % hits) as caught:
        world.within(at, 3, most_hits=hits - 1)
    assert caught.value.count == hits
    assert len(world.within(at, 3, most_hits=hits).slots) == hits
    pairs = len(world.pairs())
    with pytest.raises(throng.OutOfCapacity, match="^pairs: There are %d pairs, .* raise limit" % pairs):
        world.pairs(limit=pairs - 1)
    small = throng.World(capacity=(0, 0, 3))
    small.spawn(np.zeros((4, 2)), 1)
    small.commit()
    with pytest.raises(throng.OutOfCapacity, match="There are 4 hits, .*capacity.hits of the World"):
        small.within([[0, 0]], 1)
