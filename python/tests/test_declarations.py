# SPDX-License-Identifier: MIT
"""The structs and declarations of Python are those of the header: the C compiler compares them."""
import ast
import ctypes
import os
import shutil
import subprocess

import pytest
import throng
from throng import _declarations as c

CC = os.environ.get("CC") or shutil.which("cc")
INCLUDE = os.environ.get("THRONG_INCLUDE")


@pytest.fixture
def run_c(tmp_path, root):
    if not CC:
        pytest.skip("THERE IS NO C COMPILER: the declarations were not compared")
    include = INCLUDE or os.path.join(root, "engine", "include")

    def run(text):
        source, program = tmp_path / "probe.c", tmp_path / "probe"
        source.write_text("#include <stddef.h>\n#include <stdio.h>\n#include <throng/throng.h>\n" + text)
        flags = ["-std=c99", "-Wall", "-Wextra", "-pedantic", "-Werror", "-I", include]
        built = subprocess.run([CC, *flags, str(source), "-o", str(program)], stderr=subprocess.PIPE, text=True)
        assert built.returncode == 0, built.stderr
        return subprocess.run([str(program)], stdout=subprocess.PIPE, text=True, check=True).stdout

    return run


def test_structs_have_the_sizes_and_offsets_of_c(run_c):
    lines, expected = [], []
    for name, struct in c.STRUCTS.items():
        lines.append('printf("%s %%d\\n", (int)sizeof(%s));' % (name, name))
        expected.append("%s %d" % (name, ctypes.sizeof(struct)))
        for field, _ in struct._fields_:
            lines.append(
                'printf("%s.%s %%d %%d\\n", (int)offsetof(%s, %s), (int)sizeof(((%s*)0)->%s));'
                % (name, field, name, field, name, field)
            )
            told = getattr(struct, field)
            expected.append("%s.%s %d %d" % (name, field, told.offset, told.size))
    lines.append('printf("throng_query %d\\n", (int)sizeof(throng_query));')
    expected.append("throng_query %d" % throng.query_dtype.itemsize)
    for field, (dtype, offset) in throng.query_dtype.fields.items():
        lines.append(
            'printf("throng_query.%s %%d %%d\\n", (int)offsetof(throng_query, %s), '
            "(int)sizeof(((throng_query*)0)->%s));" % (field, field, field)
        )
        expected.append("throng_query.%s %d %d" % (field, offset, dtype.itemsize))

    told = run_c("int main(void) {\n%s\nreturn 0;\n}\n" % "\n".join(lines))

    assert told.splitlines() == expected


def test_functions_are_declared_as_in_the_header(run_c):
    # A declaration beside another one of the same function is an error unless both are the same.
    assert run_c(c.DECLARATIONS + 'int main(void) { printf("same"); return 0; }\n') == "same"


def test_another_declaration_is_refused(run_c):
    with pytest.raises(AssertionError, match="conflicting types"):
        run_c("size_t throng_size(throng_space*);\nint main(void) { return 0; }\n")


def test_constants_are_those_of_c(run_c):
    names = {
        "THRONG_NO_SLOT": throng.NO_SLOT,
        "THRONG_STALE_ID": c.STALE_ID,
        "THRONG_INVALID_BOUNDS": c.INVALID_BOUNDS,
        "THRONG_INVALID_ARGUMENT": c.INVALID_ARGUMENT,
        "THRONG_TOO_LARGE": c.TOO_LARGE,
        "THRONG_OUTPUT_TOO_SMALL": c.OUTPUT_TOO_SMALL,
        "THRONG_OUT_OF_CAPACITY": c.OUT_OF_CAPACITY,
        "THRONG_OUT_OF_MEMORY": c.OUT_OF_MEMORY,
        "THRONG_BUSY": c.BUSY,
        "THRONG_CANCELLED": c.CANCELLED,
        "THRONG_CORRUPT": c.CORRUPT,
        "THRONG_BY_SLOT": 1,
        "THRONG_TO_CENTER": 1,
        "THRONG_DYNAMIC": 1,
        "THRONG_ROW_GRID": 1,
        "THRONG_LOOSE_GRID": 2,
        "THRONG_QUADTREE": 3,
        "THRONG_LOOSE_QUADTREE": 4,
        "THRONG_STATIC_TREE": 5,
        "THRONG_QUERY_WITHIN": throng.Query.within([0, 0], 1)["kind"][0],
        "THRONG_QUERY_NEAREST": throng.Query.nearest([0, 0], 1)["kind"][0],
        "THRONG_QUERY_CAST": throng.Query.cast([0, 0], [1, 0])["kind"][0],
        "THRONG_QUERY_CONE": throng.Query.cone([0, 0], [1, 0], 1)["kind"][0],
    }
    lines = ['printf("%%u\\n", (unsigned)%s);' % name for name in names]
    told = run_c("int main(void) {\n%s\nreturn 0;\n}\n" % "\n".join(lines))
    assert [int(line) for line in told.split()] == list(map(int, names.values()))


def test_defaults_are_those_of_c(run_c):
    from throng import _options

    key = (0, True, False, "stable", "box", c.ALL, 0, False)
    options = bytes(_options._build(key))
    text = "int main(void) { throng_query_options o = THRONG_QUERY_OPTIONS_INIT; throng_pair_options p = "
    text += "THRONG_PAIR_OPTIONS_INIT; const unsigned char* b = (const unsigned char*)&o; size_t i; "
    text += 'for (i = 0; i < sizeof o; ++i) printf("%02x", b[i]); b = (const unsigned char*)&p; printf(" "); '
    text += 'for (i = 0; i < sizeof p; ++i) printf("%02x", b[i]); return 0; }\n'
    kept = _options.pair_options("stable", None, c.ALL, None, False, 0).kept

    assert run_c(text).split() == [options.hex(), bytes(kept[0]).hex()]


def test_any_foreign_language_gets_the_defaults_of_c_from_functions(run_c):
    # By ctypes alone, as Lua, Go and Rust would: structs that are declared by hand, and functions of the library.
    lib = ctypes.CDLL(throng._library.lib._name)

    class Query(ctypes.Structure):
        _fields_ = [("kind", ctypes.c_uint8), ("reserved", ctypes.c_uint8 * 3), ("at", c.Vec2), ("to", c.Vec2)]
        _fields_ += [("reach", ctypes.c_float), ("cos_half_angle", ctypes.c_float), ("k", ctypes.c_uint32)]
        _fields_ += [("mask", ctypes.c_uint32), ("exclude", ctypes.c_uint32), ("layers", c.LayerRange)]

    lines, told = [], []
    for name, struct in [
        ("query_options", c.QueryOptions),
        ("pair_options", c.PairOptions),
        ("index_desc", c.IndexDesc),
        ("world_desc", c.WorldDesc),
        ("query", Query),
    ]:
        fill = getattr(lib, "throng_%s_init" % name)
        fill.restype, fill.argtypes = c.Status, [ctypes.c_void_p, ctypes.c_size_t]
        filled = struct()
        assert fill(ctypes.byref(filled), ctypes.sizeof(filled)).faults == 0
        assert fill(ctypes.byref(filled), 4).faults == c.INVALID_ARGUMENT
        told.append(bytes(filled).hex())
        lines.append("{ static const throng_%s s = THRONG_%s_INIT; show(&s, sizeof s); }" % (name, name.upper()))
    show = "static void show(const void* s, size_t n) { const unsigned char* b = (const unsigned char*)s; size_t i; "
    show += 'for (i = 0; i < n; ++i) printf("%02x", b[i]); printf("\\n"); }\n'
    assert run_c(show + "int main(void) { %s return 0; }\n" % "\n".join(lines)).split() == told

    within = lib.throng_query_within
    within.restype, within.argtypes = Query, [c.Vec2, ctypes.c_float]
    query = within(c.Vec2(1, 2), 9)
    assert (query.at.y, query.reach, query.mask, query.exclude, query.layers.last) == (2, 9, c.ALL, c.NO_SLOT, 0xFFFF)
    assert bytes(query) == throng.Query.within([1, 2], 9).tobytes()


def test_the_library_tells_its_version():
    assert throng.__version__.count(".") == 2
    assert throng.active_isa() in throng.available_isas()


def test_sources_are_python_3_8():
    folder = os.path.dirname(throng.__file__)
    for name in os.listdir(folder):
        if name.endswith(".py"):
            with open(os.path.join(folder, name)) as file:
                ast.parse(file.read(), name, feature_version=(3, 8))
