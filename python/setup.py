# SPDX-License-Identifier: MIT
"""Puts the shared library into the wheel, and names the wheel for any CPython 3 on this machine's architecture.

The library is built from the sources beside this folder. THRONG_LIBRARY names a file that was built before, in place of
that. oneTBB, which the library is linked with, comes along, as its package need not be where the wheel is used.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent


def version():
    text = (ROOT / "engine" / "include" / "throng" / "version.hpp").read_text()
    return ".".join(re.findall(r"#define THRONG_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", text))


def built_library(folder):
    """The shared library, of a file that was built before or of a build in `folder`."""
    given = os.environ.get("THRONG_LIBRARY")
    if given:
        return Path(given).resolve(strict=True)
    options = ["-DBUILD_SHARED_LIBS=ON", "-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_INSTALL_RPATH=$ORIGIN"]
    parts = ["TESTS", "BENCHES", "APPS", "EXAMPLES"]
    options += ["-DTHRONG_BUILD_%s=OFF" % part for part in parts]
    configured = (folder / "CMakeCache.txt").exists()
    if shutil.which("ninja") and not configured and "CMAKE_GENERATOR" not in os.environ:
        options += ["-G", "Ninja"]
    subprocess.run(["cmake", "-S", str(ROOT), "-B", str(folder), *options], check=True)
    # Make starts all compilers at once if it gets no number, and they do not fit into the memory.
    jobs = str(len(os.sched_getaffinity(0)))
    subprocess.run(["cmake", "--build", str(folder), "--target", "throng", "--parallel", jobs], check=True)
    return (folder / "engine" / "libthrong.so").resolve(strict=True)


def needed(library, name):
    """Where the loader finds a library that `library` is linked with, or None."""
    listed = subprocess.run(["ldd", str(library)], stdout=subprocess.PIPE, text=True, check=True).stdout
    found = re.search(r"%s\S* => (\S+)" % re.escape(name), listed)
    return Path(found.group(1)).resolve() if found else None


def copy_licence(package, file):
    """The licence of what comes from a Debian package, where it does."""
    licence = Path("/usr/share/doc") / package / "copyright"
    if licence.exists():
        shutil.copyfile(licence, file)


class build_py_with_library(build_py):
    def run(self):
        super().run()
        folder = Path(self.build_lib) / "throng" / "lib"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        library = built_library(Path(self.get_finalized_command("build").build_temp).resolve() / "library")
        name = "libthrong.so." + version().rsplit(".", 1)[0]
        shutil.copyfile(library, folder / name)
        shutil.copyfile(ROOT / "LICENSE", folder / "LICENSE")
        tbb = needed(library, "libtbb.so")
        if tbb:
            shutil.copyfile(tbb, folder / ("libtbb.so." + tbb.name.split(".so.")[1].split(".")[0]))
            copy_licence("libtbb12", folder / "LICENSE.oneTBB")
        copy_licence("libxsimd-dev", folder / "LICENSE.xsimd")  # whose headers are compiled into the library


class bdist_wheel_of_any_python(bdist_wheel):
    def get_tag(self):
        return ("py3", "none", super().get_tag()[2])


class DistributionOfOnePlatform(Distribution):
    def has_ext_modules(self):
        return True


if not sys.platform.startswith("linux"):
    raise SystemExit("The wheel is made on Linux alone: see docs/python.md")
setup(
    version=version(),
    distclass=DistributionOfOnePlatform,
    cmdclass={"build_py": build_py_with_library, "bdist_wheel": bdist_wheel_of_any_python},
)
