# SPDX-License-Identifier: MIT
# What the library needs from the system. A missing required package is one error that names it.
find_package(Threads REQUIRED)

# A path, not the package's target: Debian's xsimd target names xtl, which its headers do not need.
find_path(THRONG_XSIMD_INCLUDE_DIR xsimd/xsimd.hpp DOC "Where xsimd/xsimd.hpp is")
if(NOT THRONG_XSIMD_INCLUDE_DIR)
    message(FATAL_ERROR "xsimd was not found. Install the package libxsimd-dev (or set THRONG_XSIMD_INCLUDE_DIR).")
endif()

if(THRONG_TBB)
    find_package(TBB QUIET CONFIG)
    if(NOT TBB_FOUND)
        message(FATAL_ERROR
            "oneTBB was not found. Install the package libtbb-dev, or build without it: -DTHRONG_TBB=OFF.")
    endif()
endif()
