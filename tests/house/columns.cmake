# SPDX-License-Identifier: MIT
# cmake -DROOT=<tree> -P columns.cmake: no line of a C++ file is longer than 120 columns. clang-format breaks code at this limit, but not
# comments.
cmake_minimum_required(VERSION 3.25)

set(most 120)
math(EXPR too_many "${most} + 1")
foreach(folder IN ITEMS apps bench engine examples parallel scenes simd support tests)
    file(GLOB_RECURSE files "${ROOT}/${folder}/*.hpp" "${ROOT}/${folder}/*.cpp" "${ROOT}/${folder}/*.h")
    if(NOT files)
        message(SEND_ERROR "There is no C++ file in ${ROOT}/${folder}")
    endif()
    foreach(file IN LISTS files)
        file(STRINGS "${file}" long LENGTH_MINIMUM ${too_many} ENCODING UTF-8)
        if(NOT long STREQUAL "")
            message(SEND_ERROR "${file} has a line of more than ${most} columns:\n${long}")
        endif()
    endforeach()
endforeach()
