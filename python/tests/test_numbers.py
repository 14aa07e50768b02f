# SPDX-License-Identifier: MIT
"""An argument means what it says, or is refused with a sentence: no integer is cut to the bits of a field."""
import contextlib
import inspect
import re

import numpy as np
import pytest
import throng

BEYOND = [-1, 2**32, 2**32 + 5, 2**64, 10**30]
NO_INTEGERS = [1.5, "2", None, [3], 1j, float("nan"), float("inf"), np.float32(0.5), b"2"]
AT = [[1.0, 2.0], [3.0, 4.0]]


@pytest.fixture(scope="module")
def world():
    world = throng.World(track_overlaps=True)
    world.spawn(np.arange(20).reshape(10, 2), 1.0, categories=np.arange(10))
    world.commit()
    return world


INTEGERS = {
    "k": lambda world, n: world.nearest(AT, n),
    "limit": lambda world, n: world.neighbors(1.0, limit=n),
    "most_hits": lambda world, n: world.overlap(AT, 1.0, most_hits=n),
    "mask": lambda world, n: world.within(AT, 1.0, mask=n),
    "blockers": lambda world, n: world.visible(AT, AT, n),
    "pairs: mask": lambda world, n: world.pairs(mask=n),
    "pairs: limit": lambda world, n: world.pairs(limit=n),
    "tracked": lambda world, n: throng.World(tracked=n),
    "tracked_against": lambda world, n: throng.World(tracked_against=n),
    "tag": lambda world, n: throng.World(tag=n),
    "capacity.elements": lambda world, n: throng.World(capacity=(n, 0, 0)),
    "capacity.static_elements": lambda world, n: throng.World(capacity=(0, n, 0)),
    "capacity.hits": lambda world, n: throng.World(capacity=throng.Capacity(hits=n)),
    "max_per_leaf": lambda world, n: throng.Quadtree(max_per_leaf=n),
    "max_depth": lambda world, n: throng.LooseQuadtree(max_depth=n),
    "Query: k": lambda world, n: throng.Query.nearest(AT, n),
    "Query: limit": lambda world, n: throng.Query.within(AT, 1.0, limit=n),
    "Query: mask": lambda world, n: throng.Query.cast(AT, AT, mask=n),
    "Query: exclude": lambda world, n: throng.Query.cone(AT, AT, 0.5, exclude=n),
}


@pytest.mark.parametrize("name", INTEGERS)
def test_integers_are_not_cut(name, world):
    call, said = INTEGERS[name], re.escape(name.split(": ")[-1])
    for number in BEYOND:
        with pytest.raises(ValueError, match="^%s is from 0 to " % said):
            call(world, number)
    for other in NO_INTEGERS:
        is_list = other == [3] and ("Query" in name or name in ("mask", "limit"))
        if is_list or other is None and name == "Query: exclude":
            continue  # these may be lists, or left out
        with pytest.raises(TypeError, match="^%s is an integer, not " % said):
            call(world, other)


@pytest.mark.parametrize("name", INTEGERS)
@pytest.mark.parametrize("kind", [int, np.int64, np.uint8, np.uint32, float, np.float32, np.array, bool])
def test_integers_of_every_type_are_taken(name, kind, world):
    with contextlib.suppress(throng.OutOfCapacity):
        INTEGERS[name](world, kind(1))


def test_integers_mean_what_they_say(world):
    crowded = throng.World(capacity=(np.uint16(5), 0, 0))
    crowded.spawn(np.zeros((6, 2)), 1.0)
    with pytest.raises(throng.OutOfCapacity):
        crowded.commit()
    assert world.nearest(AT, np.int64(3)).counts.tolist() == [3, 3] == world.nearest(AT, 3.0).counts.tolist()
    assert world.neighbors(9.0, limit=np.array(2)).counts.max() == 2
    assert throng.Query.nearest(AT, [1, 7])["k"].tolist() == [1, 7]
    assert throng.Query.within(AT, 1.0)["exclude"].tolist() == [throng.NO_SLOT] * 2


LISTS = {
    "slots": lambda world, n: world.neighbors_of(n, 1.0),
    "slots of bounds": lambda world, n: world.bounds(n),
    "slots of a set": lambda world, n: throng.Bitset(9).add(n),
    "exclude": lambda world, n: world.nearest([AT[0]], exclude=n),
    "mask": lambda world, n: world.nearest([AT[0]], mask=n),
    "collides_with": lambda world, n: world.pairs(collides_with=n),
    "categories": lambda world, n: world.spawn([AT[0]], 1.0, categories=n),
    "exclude of Query": lambda world, n: throng.Query.within([AT[0]], 1.0, exclude=n),
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_of_integers_are_not_cut(name, world):
    for number in BEYOND:
        with pytest.raises(ValueError, match=r"^%s has numbers from 0 to 2\*\*32 - 1" % name.split()[0]):
            LISTS[name](world, [number])
    for other in (1.5, "2", None, 1j, True):
        with pytest.raises(TypeError, match="^%s has integers, not " % name.split()[0]):
            LISTS[name](world, [other])


def test_ids_and_layers_are_not_cut(world):
    for number in (-1, 2**64, 2**70):
        for call in (world.alive, lambda ids: world.move(ids, [AT[0]], 1.0), world.despawn, throng.slots_of):
            with pytest.raises(ValueError, match=r"^ids has numbers from 0 to 2\*\*64 - 1"):
                call([number])
        with pytest.raises(ValueError, match=r"^id is from 0 to 2\*\*64 - 1, not"):
            world.route(number)
    for number in (-1, 2**16, 2**64):
        for call in (lambda n: world.spawn([AT[0]], 1, layers=n), lambda n: world.neighbors(1.0, layers=n)):
            with pytest.raises(ValueError, match="^layers has numbers from 0 to 65535"):
                call(number)


def test_a_set_has_integers_alone():
    one = throng.Bitset(np.int64(100), [5])
    for number in BEYOND[:4]:
        one.discard(number)
        assert number not in one
    assert one.slots.tolist() == [5] and np.uint8(5) in one and 5.0 in one
    for call in (one.discard, one.resize, one.__contains__, throng.Bitset):
        for other in NO_INTEGERS:
            with pytest.raises(TypeError, match="^(slot|size) is an integer, not "):
                call(other)
    for size in (-1, 2**64, 2**64 + 5):
        for call in (throng.Bitset, one.resize):
            with pytest.raises(ValueError, match=r"^size is from 0 to 2\*\*64 - 1, not"):
                call(size)
    for size in (2**32, 2**63):
        with pytest.raises(throng.OutOfCapacity):
            one.resize(size)
    one.discard(np.int16(5))
    assert len(one) == 0


REALS = {
    "radius": lambda world, x: world.neighbors(x),
    "radius of discs": lambda world, x: world.within(AT, x),
    "max_distance": lambda world, x: world.nearest(AT, 1, x),
    "max_t": lambda world, x: world.cast(AT, AT, x),
    "half_extent": lambda world, x: world.overlap(AT, x),
    "half_extent of rays": lambda world, x: world.along(AT, AT, 1.0, x),
    "cell_size": lambda world, x: throng.RowGrid(cell_size=x),
    "max_half_extent": lambda world, x: throng.RowGrid(max_half_extent=x),
    "agent_half_extent": lambda world, x: throng.World(agent_half_extent=x),
    "radius of Query": lambda world, x: throng.Query.within(AT, x),
    "cos_half_angle": lambda world, x: throng.Query.cone(AT, AT, x),
}


@pytest.mark.parametrize("name", REALS)
def test_numbers_are_numbers(name, world):
    said = name.split()[0]
    for number in (1, 0.5, np.float32(1), np.int8(1), np.array(1.0), True):
        REALS[name](world, number)
    for other in ("1", b"1", None, 1j):
        with pytest.raises(TypeError, match="^%s is a number, not |^half_extent is missing" % said):
            REALS[name](world, other)
    with pytest.raises(OverflowError, match="^%s is larger than any float" % said):
        REALS[name](world, 10**400)


@pytest.mark.parametrize(
    "call, error, sentence",
    [
        (lambda w: throng.World(bounds=(0, 0, 1)), ValueError, r"bounds is \(min_x, min_y, max_x, max_y\)"),
        (lambda w: throng.RowGrid(bounds=(0, 0, 1, 1, 1)), ValueError, r"bounds is \(min_x"),
        (lambda w: throng.RowGrid(bounds=7), TypeError, r"bounds is \(min_x"),
        (lambda w: throng.World(bounds=(0, 0, 1, "2")), TypeError, "bounds is a number, not '2'"),
        (lambda w: throng.World(origin=(1,)), ValueError, r"origin is \(x, y\)"),
        (lambda w: throng.World(origin="ab"), TypeError, r"origin is \(x, y\)"),
        (lambda w: throng.World().rebase((1, 2, 3)), ValueError, r"origin is \(x, y\)"),
        (lambda w: throng.Query.within(AT, 1, origin=3), TypeError, r"origin is \(x, y\)"),
        (lambda w: throng.World(origin=(np.nan, 0)), ValueError, "World: origin, rebase: the origin is a NaN"),
        (lambda w: throng.World(capacity=5), TypeError, r"capacity is throng.Capacity\("),
        (lambda w: throng.World(capacity=(1, 2, 3, 4)), TypeError, r"capacity is throng.Capacity\("),
        (lambda w: throng.Quadtree(max_depth=16), ValueError, "Quadtree: max_depth: it is above 15"),
        (lambda w: w.neighbors(1.0, order=[]), ValueError, "order is "),
        (lambda w: w.within(AT, 1.0, measure=0), ValueError, "measure is "),
        (lambda w: w.spawn(AT, 1.0, motion=[]), ValueError, 'motion is "static" or "dynamic"'),
        (lambda w: w.neighbors(1.0, distances="no"), TypeError, "distances is True or False"),
        (lambda w: w.neighbors(1.0, distances=[]), TypeError, "distances is True or False"),
        (lambda w: w.neighbors(1.0, static="no"), TypeError, "static is True or False"),
        (lambda w: w.pairs(across_layers="no"), TypeError, "across_layers is True or False"),
        (lambda w: throng.World(track_overlaps="no"), TypeError, "track_overlaps is True or False"),
        (lambda w: w.neighbors(1.0, out=3), TypeError, "out is a throng.Hits, not int"),
        (lambda w: w.neighbors(1.0, workers=[]), ValueError, "workers is -1"),
        (lambda w: w.query(None), TypeError, "queries has dtype throng.query_dtype"),
        (lambda w: w.query([1, 2]), TypeError, "or a list of them"),
        (lambda w: throng.Query.within(AT, [1, 2, 3]), ValueError, r"radius is one number, or has shape \(2,\)"),
        (lambda w: throng.Query.nearest(AT, [[1, 2]]), ValueError, r"k has shape \(n,\)"),
        (lambda w: throng.Query.cast(AT, [1, 2, 3]), ValueError, r"directions has shape \(2,\) or \(2, 2\)"),
        (lambda w: throng.Query.within("ab", 1.0), ValueError, "places have shape"),
        (lambda w: throng.Query.within([["a", "b"]], 1.0), TypeError, "places has numbers"),
        (lambda w: w.nearest(None), TypeError, "points has numbers, not NoneType"),
        (lambda w: throng.Bitset.from_mask(np.ones((2, 2))), ValueError, r"mask has shape \(n,\)"),
    ],
)
def test_what_is_wrong_is_told_in_a_sentence(call, error, sentence, world):
    with pytest.raises(error, match=sentence):
        call(world)


def test_a_batch_may_be_a_list_of_batches(world):
    parts = [throng.Query.within(AT, 3.0), throng.Query.nearest(AT[0], 2), throng.Query.cast(AT, [1, 0])]
    assert world.query(parts).digest() == world.query(np.concatenate(parts)).digest()
    assert world.query([part[0] for part in parts]).digest() == world.query(np.stack([p[0] for p in parts])).digest()
    assert len(world.query([])) == 0 and len(world.query(())) == 0


def test_rows_of_an_answer_are_indexed_like_a_list(world):
    hits = world.neighbors(9.0)
    rows = hits.to_lists()
    for part in (slice(2, 5), slice(None), slice(None, None, -1), slice(-3, None), slice(5, 2), slice(0, 99, 4)):
        assert [row.tolist() for row in hits[part]] == rows[part]
    for row in (np.int64(3), np.uint8(3), 3, -7, True):
        assert hits[row].tolist() == rows[row]
    for row in (10, -11, 10**30):
        with pytest.raises(IndexError, match="row .* of 10"):
            hits[row]
    for other in (1.5, "a", None, [1, 2], (1, 2)):
        with pytest.raises(TypeError, match="a row is an integer or a slice, not "):
            hits[other]


def test_places_without_end_are_refused_without_memory():
    # More rows than any call takes, over a single one: no copy of them is made.
    with pytest.raises(throng.OutOfCapacity):
        throng.RowGrid().build_points(np.broadcast_to(np.float32([1, 2]), (2**33, 2)))


def digests(world, options, at):
    of = np.arange(len(at), dtype=np.uint32)
    half = np.full(len(at), 2.0)
    yield world.within(at, 2, **options).digest()
    yield world.overlap(at, half, **options).digest()
    yield world.nearest(at, 3, **options).digest()
    yield world.along(at, [1, 0], **options).digest()
    yield world.neighbors_of(of, 2, **options).digest()
    yield world.neighbors(2, **options).digest()
    yield world.query(throng.Query.within(at, 2), **options).digest()
    if "limit" not in options:
        yield world.cast(at, [1, 0], **options).digest()
        yield tuple(world.count(at, 2, **options))


@pytest.mark.parametrize(
    "name, value",
    [
        ("mask", np.arange(503, dtype=np.uint32) % 4),
        ("mask", (np.arange(503) % 4).tolist()),
        ("limit", np.arange(503) % 3),
        ("exclude", np.arange(503)),
        ("layers", np.arange(503) % 3),
        ("layers", np.stack([np.zeros(503, np.uint16), np.arange(503, dtype=np.uint16) % 3], 1)),
    ],
)
def test_arrays_for_each_query_may_be_longer_than_the_batch(name, value, crowd):
    world, ids, at, _ = crowd
    world.categorize(ids, np.arange(500) % 4)
    world.set_layers(ids, np.arange(500) % 3)
    world.commit()

    longer = list(digests(world, {name: value}, at))

    assert longer == list(digests(world, {name: value[:500]}, at))
    assert longer != list(digests(world, {}, at)), "it filters"
    for short in (value[:499], value[:1]):
        with pytest.raises(ValueError, match="%s has an entry for each of 500 queries, or more, not" % name):
            world.within(at, 2, **{name: short})
        with pytest.raises(ValueError, match="shorter|for each|entry"):
            world.neighbors(2, **{name: short})


def test_options_of_a_mixed_batch_may_be_longer_than_it():
    at = np.zeros((3, 2))
    longer = throng.Query.within(at, 1, limit=[1, 2, 3, 4], mask=[5, 6, 7, 8, 9], exclude=np.arange(4))
    exact = throng.Query.within(at, 1, limit=[1, 2, 3], mask=[5, 6, 7], exclude=[0, 1, 2])
    assert longer.tobytes() == exact.tobytes()
    assert len(throng.Query.within(np.zeros((0, 2)), 1, mask=[1, 2])) == 0
    for name in ("limit", "mask", "exclude"):
        with pytest.raises(ValueError, match="%s has an entry for each of 3 queries, or more, not 2" % name):
            throng.Query.within(at, 1, **{name: [1, 2]})
    with pytest.raises(ValueError, match="radius is one number, or has shape"):
        throng.Query.within(at, [1, 2, 3, 4])


def test_help_shows_the_types_of_arguments():
    wanted = {"radius": "FloatOrArray", "limit": "IntOrArray", "mask": "IntOrArray", "k": "int"}
    seen = set()
    for kind in (throng.World, throng.Snapshot, throng.RowGrid, throng.StaticTree, throng.Query, throng.Bitset):
        for name, function in inspect.getmembers(kind, inspect.isroutine):
            if name.startswith("_"):
                continue
            for argument in inspect.signature(function).parameters.values():
                if argument.name not in ("self", "options", "source", "file"):
                    assert argument.annotation not in ("Any", inspect.Parameter.empty), (kind, name, argument)
                if name not in ("neighbors_of", "pairs", "from_mask") and kind is not throng.Query:
                    expected = wanted.get(argument.name)
                    assert expected is None or expected in argument.annotation, (kind, name, argument)
                    seen.add(argument.name)
    assert set(wanted) < seen
