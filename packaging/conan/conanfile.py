# SPDX-License-Identifier: MIT
"""Throng for Conan 2: conan create packaging/conan"""
import os
import re

from conan import ConanFile
from conan.tools.build import check_min_cppstd
from conan.tools.cmake import CMake, CMakeDeps, CMakeToolchain, cmake_layout
from conan.tools.files import copy, load, rmdir


class ThrongConan(ConanFile):
    name = "throng"
    description = "Multithreaded SIMD 2D spatial query engine, for C++20 and C99"
    license = "MIT"
    topics = ("spatial-index", "simd", "crowd", "neighbors")
    package_type = "library"
    settings = "os", "arch", "compiler", "build_type"
    options = {"shared": [True, False], "fPIC": [True, False], "tbb": [True, False]}
    default_options = {"shared": False, "fPIC": True, "tbb": True}
    implements = ["auto_shared_fpic"]

    @property
    def _root(self):
        return os.path.join(self.recipe_folder, "..", "..")

    def set_version(self):
        header = load(self, os.path.join(self._root, "engine", "include", "throng", "version.hpp"))
        self.version = ".".join(re.findall(r"#define THRONG_VERSION_(?:MAJOR|MINOR|PATCH) (\d+)", header))

    def export_sources(self):
        for name in ("CMakeLists.txt", "LICENSE", "cmake/*", "engine/*", "parallel/*", "simd/*"):
            copy(self, name, src=self._root, dst=self.export_sources_folder)

    def requirements(self):
        self.requires("xsimd/[>=8.1 <14]")
        if self.options.tbb:
            self.requires("onetbb/[>=2021.8 <2023]")

    def validate(self):
        check_min_cppstd(self, 20)

    def layout(self):
        cmake_layout(self)

    def generate(self):
        CMakeDeps(self).generate()
        toolchain = CMakeToolchain(self)
        toolchain.cache_variables["THRONG_TBB"] = bool(self.options.tbb)
        toolchain.cache_variables["THRONG_XSIMD_INCLUDE_DIR"] = self.dependencies["xsimd"].cpp_info.includedirs[0]
        for part in ("TESTS", "BENCHES", "APPS", "EXAMPLES"):
            toolchain.cache_variables["THRONG_BUILD_" + part] = False
        toolchain.generate()

    def build(self):
        cmake = CMake(self)
        cmake.configure()
        cmake.build()

    def package(self):
        CMake(self).install()
        copy(self, "LICENSE", src=self.source_folder, dst=os.path.join(self.package_folder, "licenses"))
        # What finds the library is made by Conan from package_info.
        for folder in (os.path.join("lib", "cmake"), os.path.join("lib", "pkgconfig"), "share"):
            rmdir(self, os.path.join(self.package_folder, folder))

    def package_info(self):
        self.cpp_info.libs = ["throng"]
        self.cpp_info.set_property("cmake_file_name", "throng")
        self.cpp_info.set_property("cmake_target_name", "throng::throng")
        self.cpp_info.set_property("pkg_config_name", "throng")
        self.cpp_info.requires = ["xsimd::xsimd"]
        if self.options.tbb:
            self.cpp_info.requires.append("onetbb::libtbb")
        if self.options.shared:
            self.cpp_info.defines = ["THRONG_SHARED"]
        else:
            self.cpp_info.system_libs = ["pthread"]
