# SPDX-License-Identifier: MIT
# Debian packages of a shared build, one for each component, by `cpack -G DEB`. packaging/build.sh configures such a
# build and checks what comes out; packaging/debian/stage.cmake does to the installed files what Debian asks for.
find_program(THRONG_PACKAGING_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH)
find_program(THRONG_DPKG_SHLIBDEPS dpkg-shlibdeps)
if(THRONG_PACKAGING_PYTHON)
    execute_process(COMMAND ${THRONG_PACKAGING_PYTHON} -c "import setuptools, wheel" RESULT_VARIABLE lacks_setuptools
        OUTPUT_QUIET ERROR_QUIET)
endif()
if(NOT TARGET throng_program OR NOT THRONG_PACKAGING_PYTHON OR lacks_setuptools OR NOT THRONG_DPKG_SHLIBDEPS)
    return() # nothing to tell: packages are asked for by packaging/build.sh, which installs what they need
endif()

set(THRONG_PACKAGED ON)
set(debian ${PROJECT_SOURCE_DIR}/packaging/debian)
set(CPACK_GENERATOR DEB)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL throng_runtime throng program python)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_PACKAGE_CONTACT "The Throng authors <throng@localhost>" CACHE STRING "Maintainer of the packages")
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
# The first line of a description is its synopsis; CPack would put one of its own above it.
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")

# A minor version has a soname of its own, and its package takes the place of the last: a program that is linked with it
# depends on the span of versions that have it.
math(EXPR next_minor "${PROJECT_VERSION_MINOR} + 1")
set(throng_debian_version ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})
set(soname_version ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR})
set(same_interface "libthrong0 (>= ${PROJECT_VERSION}), libthrong0 (<< ${PROJECT_VERSION_MAJOR}.${next_minor}~)")

set(what "Throng answers whole batches of spatial queries in the plane: all
neighbours within a radius, the nearest few, all overlapping pairs, the
elements in a box or disc, the first hit of a ray. All elements may move
every tick.")

set(CPACK_DEBIAN_THRONG_RUNTIME_PACKAGE_NAME libthrong0)
set(CPACK_DEBIAN_THRONG_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_THRONG_RUNTIME_PACKAGE_SHLIBDEPS ON)
file(WRITE ${PROJECT_BINARY_DIR}/debian/shlibs "libthrong ${soname_version} ${same_interface}\n")
set(CPACK_DEBIAN_THRONG_RUNTIME_PACKAGE_CONTROL_EXTRA "${PROJECT_BINARY_DIR}/debian/shlibs;${debian}/triggers")
set(CPACK_DEBIAN_THRONG_RUNTIME_DESCRIPTION "spatial queries over many moving things (shared library)
${what}
.
It has an interface for C++20 and one for C99.")

set(CPACK_DEBIAN_THRONG_PACKAGE_NAME libthrong-dev)
set(CPACK_DEBIAN_THRONG_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_THRONG_PACKAGE_DEPENDS "libthrong0 (= ${throng_debian_version})")
set(CPACK_DEBIAN_THRONG_PACKAGE_SUGGESTS libtbb-dev) # for throng/tbb.hpp
set(CPACK_DEBIAN_THRONG_DESCRIPTION "spatial queries over many moving things (development files)
${what}
.
This package has the headers for C++20 and C99, the files of CMake and
pkg-config, and examples. The header throng/tbb.hpp needs libtbb-dev.")

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME throng)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "neighbours and density in recorded trajectories of crowds
The program throng lists neighbours and draws densities of recorded
trajectories, writes them in other formats, simulates two streams of people
that cross, and draws the structures of spatial indexes.
.
It contains the engine of the library Throng.")

# Python alone, over the library; not part of an installation without packages, which is for pip to do.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/python/src/throng DESTINATION lib/python3/dist-packages COMPONENT python
    EXCLUDE_FROM_ALL FILES_MATCHING PATTERN *.py PATTERN py.typed PATTERN lib EXCLUDE PATTERN __pycache__ EXCLUDE)
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-throng)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3:any, python3-numpy, ${same_interface}")
set(CPACK_DEBIAN_PYTHON_PACKAGE_SUGGESTS python3-scipy) # for Hits.to_csr
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_EXTRA "${debian}/postinst;${debian}/prerm")
set(CPACK_DEBIAN_PYTHON_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PYTHON_DESCRIPTION "spatial queries over many moving things (Python 3)
${what}
.
Python reads and gives numpy arrays, and takes the place of a tree of points
that is built again whenever the points have moved.")

configure_file(${debian}/changelog.in ${PROJECT_BINARY_DIR}/debian/changelog @ONLY)
configure_file(${debian}/stage.cmake.in ${PROJECT_BINARY_DIR}/debian/stage.cmake @ONLY)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_BINARY_DIR}/debian/stage.cmake)
include(CPack)
