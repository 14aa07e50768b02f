# SPDX-License-Identifier: MIT
"""What worlds, snapshots and static trees save comes back, from bytes, from files and by pickle; faults come out."""
import copy
import gc
import io
import pickle
import threading
import weakref

import numpy as np
import pytest
import throng


def some(count, seed, side=30):
    return np.random.default_rng(seed).uniform(0, side, (count, 2)).astype(np.float32)


@pytest.fixture
def world():
    """A world whose saved bytes take several blocks, with free slots, static elements and layers."""
    made = throng.World(track_overlaps=True, tag=3)
    ids = made.spawn(some(6000, 1), 0.4, categories=np.arange(6000), layers=np.arange(6000) % 2)
    made.spawn(some(300, 2), 1.0, motion="static")
    made.commit()
    made.despawn(ids[::50])
    made.commit()
    return made


@pytest.fixture
def tree():
    made = throng.StaticTree()
    at = some(9000, 5)
    at[7] = np.nan
    with throng.errstate(items="ignore"):
        made.build(at, 0.5)
    return made


class Trickle:
    """A file that takes and gives few bytes at once."""

    def __init__(self, data=b""):
        self.data, self.at = bytearray(data), 0

    def write(self, data):
        taken = data[:1000]
        self.data += taken
        return len(taken)

    def read(self, count):
        got = bytes(self.data[self.at : self.at + min(count, 999)])
        self.at += len(got)
        return got


class TrickleInto(io.RawIOBase):
    def __init__(self, data):
        self.file = Trickle(data)

    def readable(self):
        return True

    def readinto(self, buffer):
        got = self.file.read(len(buffer))
        buffer[: len(got)] = got
        return len(got)


def sources(data):
    yield "bytes", data
    yield "bytearray", bytearray(data)
    yield "array", np.frombuffer(data, np.uint8)
    yield "BytesIO", io.BytesIO(data)
    yield "read", Trickle(data)
    yield "readinto", TrickleInto(data)
    yield "BufferedReader", io.BufferedReader(TrickleInto(data))


def test_every_kind_of_source_gives_the_same_world(world):
    data = world.save()
    assert len(data) > 100_000

    for name, source in sources(data):
        assert throng.World.loaded(source).save() == data, name


def test_every_kind_of_file_takes_the_same_bytes(world, tmp_path):
    data = world.save()
    assert type(data) is bytes

    memory, trickle, silent = io.BytesIO(), Trickle(), []
    for file in (memory, trickle, type("Silent", (), {"write": lambda self, block: silent.append(block)})()):
        assert world.save(file) is None
    with open(tmp_path / "world", "wb", buffering=0) as file:
        world.save(file)

    assert memory.getvalue() == bytes(trickle.data) == b"".join(silent) == data
    assert (tmp_path / "world").read_bytes() == data
    with open(tmp_path / "world", "rb", buffering=0) as file:
        assert throng.World.loaded(file).hash() == world.hash()


def test_a_late_joiner_goes_on_as_the_others(world):
    joiner, member = throng.World.loaded(world.save()), throng.World(track_overlaps=True, tag=3)
    member.spawn(some(3, 3), 0.5)
    member.load(world.save())

    for number in range(3):
        seen = []
        for each in (world, joiner, member):
            each.despawn(each.ids_of(each.live_slots()[number::100]))
            ids = each.spawn(some(100, number), 0.5)
            each.commit(some(each.slot_count, number + 9), 0.5)
            seen.append((ids.tolist(), each.hash(), each.neighbors(1.0, order="by_slot").slots.tolist()))
            each.validate()
        assert seen[0] == seen[1] == seen[2]
    assert joiner.overlaps_changed().begun.shape[1] == 2  # with the arguments of the world that was saved


def test_a_load_discards_what_is_staged_and_knows_static_elements(world):
    other = throng.World(tag=3)
    other.spawn(some(50, 1), 0.5)
    other.commit()
    other.move_all(some(50, 2), 0.5)

    other.load(world.save())
    other.commit()

    assert other.hash() == world.hash() and len(other) == len(world)
    assert np.array_equal(other.neighbors(1.0, order="by_slot").slots, world.neighbors(1.0, order="by_slot").slots)
    world.commit(some(6000, 7), 0.5)  # walls at the end need no boxes
    other.commit(some(6000, 7), 0.5)
    assert other.hash() == world.hash()


def test_snapshots_are_saved_and_restore_worlds(world):
    snapshot, content = world.snapshot(), world.hash()
    data = snapshot.save()
    world.despawn(world.ids_of(world.live_slots()[::2]))
    world.commit()

    again = throng.Snapshot.load(io.BytesIO(data))

    assert snapshot.hash() == again.hash() == content != world.hash()
    assert again.save() == data
    assert np.array_equal(again.neighbors(1.0, order="by_slot").slots, snapshot.neighbors(1.0, order="by_slot").slots)
    world.restore(again)
    assert world.hash() == content
    again.close()
    world.validate()


def test_origins_are_saved():
    world = throng.World(origin=(5e5, 5e6))
    at = np.array([[500_001.0, 5_000_002.0]])
    world.spawn(at, 0.5)
    world.commit()
    plain = throng.World()

    plain.load(world.save())

    for other in (throng.World.loaded(world.save()), plain, throng.Snapshot.load(world.save()), copy.copy(world)):
        assert other.origin == (5e5, 5e6)
        assert other.nearest(at, 1, measure="center").distances.tolist() == [0]


def test_trees_are_saved(tree):
    data, again = tree.save(), throng.StaticTree()
    again.build(some(3, 1), 1.0)

    for name, source in sources(data):
        again.load(source)
        assert np.array_equal(again.bounds(), tree.bounds()), name
    assert again.save() == data and len(again) == 8999
    assert np.array_equal(again.neighbors(1.0, order="by_slot").slots, tree.neighbors(1.0, order="by_slot").slots)


def test_files_may_hold_several_and_are_read_no_further(world, tree):
    file = io.BytesIO()
    for each in (world, tree, world.snapshot()):
        each.save(file)
    file.write(b"more")
    file.seek(0)

    again, forest = throng.World.loaded(file), throng.StaticTree()
    forest.load(file)
    snapshot = throng.Snapshot.load(file)

    assert (again.hash(), len(forest), snapshot.hash()) == (world.hash(), len(tree), world.hash())
    assert file.read() == b"more"


class Own(throng.World):
    def __init__(self, name):
        super().__init__()
        self.name = name


@pytest.mark.parametrize("protocol", range(2, pickle.HIGHEST_PROTOCOL + 1))
def test_pickle_and_copy_make_equal_objects_of_their_own(world, tree, protocol):
    for each in (world, world.snapshot(), tree):
        for again in (pickle.loads(pickle.dumps(each, protocol)), copy.deepcopy(each), copy.copy(each)):
            assert type(again) is type(each) and again is not each
            assert again.save() == each.save()
            again.close()
    assert len(world) and len(tree)
    own = Own(["Ann"])
    own.spawn(some(3, 1), 0.5)
    own.commit()
    again = copy.deepcopy({"own": own})["own"]
    assert type(again) is Own and again.name == ["Ann"] and again.name is not own.name
    again.commit(some(3, 2), 0.5)
    assert again.hash() != own.hash() and len(again) == 3


def test_exceptions_of_files_come_out_and_leave_all_as_it_was(world, tree):
    class Full(Exception):
        pass

    class Bad:
        blocks = 0

        def fail(self, *_):
            self.blocks += 1
            if self.blocks == 2:
                raise Full("no space")
            assert self.blocks < 2
            return None

        write = fail

    content, data, forest = world.hash(), world.save(), tree.save()
    for each in (world, world.snapshot(), tree):
        with pytest.raises(Full, match="no space"):
            each.save(Bad())

    def file(of):
        class Ends(io.BytesIO):
            def readinto(self, buffer):
                if self.tell() + len(buffer) > len(of) // 2:
                    raise KeyboardInterrupt
                return super().readinto(buffer)

        return Ends(of)

    for call, of in (
        (world.load, data),
        (throng.World.loaded, data),
        (throng.Snapshot.load, data),
        (tree.load, forest),
    ):
        with pytest.raises(KeyboardInterrupt):
            call(file(of))
    assert world.hash() == content and tree.save() == forest
    world.commit()


def test_what_was_not_saved_is_corrupt(world, tree):
    data, content, forest = world.save(), world.hash(), tree.save()
    changed = bytearray(data)
    changed[len(data) // 3] ^= 16

    for call, kind, bad in (
        (world.load, "World", data[:-1]),
        (throng.World.loaded, "World", data[:-1]),
        (throng.Snapshot.load, "World", data[: len(data) // 2]),
        (tree.load, "StaticTree", forest[:-1]),
        (world.load, "World", b""),
        (tree.load, "StaticTree", b""),
    ):
        with pytest.raises(throng.Corrupt, match="holds no %s.*ends" % kind):
            call(bad)
        with pytest.raises(throng.Corrupt, match="ends"):
            call(Trickle(bad))
    for call, bad in ((world.load, changed), (throng.Snapshot.load, forest), (tree.load, data), (world.load, forest)):
        with pytest.raises(throng.Corrupt, match="other than"):
            call(bytes(bad))
    assert world.hash() == content and tree.save() == forest
    with pytest.raises(throng.InvalidArgument, match="tag"):
        throng.World().load(data)


def test_what_is_no_file_is_refused(world, tree):
    class Text:
        def read(self, count):
            return "x"

    class Odd:
        def __init__(self, told):
            self.told = told

        def write(self, _):
            return self.told

        def readinto(self, _):
            return self.told

    class Long:
        def read(self, count):
            return bytes(count + 1)

    for source in ("name.world", 5, None, {}):
        for call in (world.load, throng.World.loaded, throng.Snapshot.load, tree.load):
            with pytest.raises(TypeError, match="binary file"):
                call(source)
    for file in ("name.world", 5):
        with pytest.raises(TypeError, match="binary file"):
            world.save(file)
    with pytest.raises(TypeError):
        world.save(io.StringIO())
    with pytest.raises(TypeError, match="binary mode"):
        world.load(Text())
    for told in (-1, 0, 10**9):
        with pytest.raises(OSError, match="returned"):
            world.save(Odd(told))
    for told in (-1, 10**9):
        with pytest.raises(OSError, match="returned"):
            world.load(Odd(told))
    with pytest.raises(OSError, match="returned"):
        world.load(Long())
    with pytest.raises(BlockingIOError):
        world.load(Odd(None))
    with pytest.raises(ValueError, match="workers"):
        throng.Snapshot.load(world.save(), workers=2)


def test_files_that_block_are_refused(world):
    class Full(io.RawIOBase):
        def write(self, _):
            return None

    with pytest.raises(BlockingIOError):
        world.save(Full())


def test_files_may_use_the_world_and_keep_what_they_are_given(world):
    data, kept = world.save(), []

    class Curious(io.BytesIO):
        def write(self, block):
            kept.append(block)
            world.neighbors(1.0, limit=1)
            world.spawn(some(1, 1), 0.5)
            return super().write(block)

        def readinto(self, buffer):
            kept.append(buffer)
            assert len(world)
            return super().readinto(buffer)

    file = Curious()
    world.save(file)
    world.commit()
    file.seek(0)
    world.load(file)

    assert file.getvalue() == data == world.save()
    assert len(kept) > 4
    world.close()
    assert b"".join(block for block in kept if type(block) is bytes) == data
    for block in kept:
        if type(block) is memoryview:
            block[:1] = b"x"  # memory of its own


def test_a_callback_of_visit_may_save_but_not_load(world, tree):
    data, told = world.save(), []
    world.visit(lambda node: told.append(world.save()) or False)
    assert set(told) == {data}
    for each, of in ((world, data), (tree, tree.save())):
        with pytest.raises(throng.Busy):
            each.visit(lambda node: each.load(of))


def test_what_is_closed_is_not_saved(world, tree):
    for each in (world.snapshot(), world, tree):
        each.close()
        for call in (each.save, lambda: pickle.dumps(each), lambda: copy.copy(each)):
            with pytest.raises(ValueError, match="closed"):
                call()


def test_nothing_is_kept_after_a_save(world):
    file = io.BytesIO()
    told = weakref.ref(file)
    world.save(file)
    file.seek(0)
    world.load(file)
    gc.disable()
    try:
        del file
        assert told() is None
    finally:
        gc.enable()


def test_a_save_beside_commits_is_one_of_them(world):
    contents, ended = [world.hash()], threading.Event()

    def commits():
        for number in range(30):
            world.commit(some(6000, number), 0.5)
            contents.append(world.hash())
        ended.set()

    thread = threading.Thread(target=commits)
    thread.start()
    saved = [world.save()]
    while not ended.is_set():
        saved.append(world.save())
    thread.join()

    assert {throng.Snapshot.load(data).hash() for data in saved} <= set(contents)
