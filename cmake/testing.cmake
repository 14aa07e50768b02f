# SPDX-License-Identifier: MIT
# What of the tests' support knows which host the build has; all other objects of tests are the same with and without
# oneTBB.
add_library(throng_test_hosts STATIC ${PROJECT_SOURCE_DIR}/tests/support/two_threads.cpp)
target_link_libraries(throng_test_hosts PRIVATE throng_options throng_internal)
target_compile_definitions(throng_test_hosts PRIVATE THRONG_TBB=$<BOOL:${THRONG_TBB}>)

# throng_test(name [COMPUTES] SOURCES file... [LABELS label...] [ENV NAME=value...] [LIBRARIES target...])
# One GoogleTest program that sees the whole repository. Each of its tests is a test of ctest. COMPUTES: most of its
# time is its own, as an oracle's is; a sanitizer may leave that as it is, since it is for the library.
include(GoogleTest)
set(THRONG_TESTS "" CACHE STRING "Labels of the test programs that are built; empty: all")
option(THRONG_TEST_PROGRAMS "A test of ctest is a whole test program, not one of its tests" OFF)
option(THRONG_SANITIZE_ORACLES "Tests that compute much themselves are sanitized as the library is" ON)

# What is to be fast is the library. A release build compiles tests that compute in two thirds of the time at -O1, and
# they take as long; others are not optimised, which takes another quarter off, as with the address sanitizer.
set(test_options $<$<CONFIG:Release>:-O1>)
set(quick_test_options $<$<CONFIG:Release>:-O0>)
if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=address")
    list(APPEND quick_test_options -O0)
endif()
if(NOT THRONG_SANITIZE_ORACLES)
    set(test_options -O1 -fno-sanitize=all -DTHRONG_SANITIZED_LIBRARY=1)
endif()
set(test_headers <gtest/gtest.h> <algorithm> <cmath> <functional> <memory> <numeric> <set> <span> <string> <vector>)
throng_headers(throng_test_headers HEADERS ${test_headers} LIBRARIES throng_internal GTest::gtest
    OPTIONS ${test_options})
throng_headers(throng_quick_test_headers HEADERS ${test_headers} LIBRARIES throng_internal GTest::gtest
    OPTIONS ${quick_test_options})

function(throng_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "COMPUTES" "" "SOURCES;LABELS;ENV;LIBRARIES")
    add_executable(${name} ${arg_SOURCES})
    set_target_properties(${name} PROPERTIES UNITY_BUILD ${THRONG_UNITY} UNITY_BUILD_BATCH_SIZE 0)
    target_link_libraries(${name} PRIVATE throng_options throng_internal throng_test_hosts ${arg_LIBRARIES}
        GTest::gtest_main)
    if(TARGET throng_scenes)
        target_link_libraries(${name} PRIVATE throng_scenes)
    endif()
    if(arg_COMPUTES)
        target_compile_options(${name} PRIVATE ${test_options})
        throng_uses_headers(${name} throng_test_headers)
        if(NOT THRONG_SANITIZE_ORACLES)
            # First in the command of the linker: an inline function of both is the library's.
            target_link_options(${name} PRIVATE LINKER:--whole-archive $<TARGET_FILE:throng> LINKER:--no-whole-archive)
        endif()
    else()
        target_compile_options(${name} PRIVATE ${quick_test_options})
        throng_uses_headers(${name} throng_quick_test_headers)
    endif()
    if(THRONG_TESTS)
        set(others "${arg_LABELS}")
        list(REMOVE_ITEM others ${THRONG_TESTS})
        if("${others}" STREQUAL "${arg_LABELS}")
            set_target_properties(${name} PROPERTIES EXCLUDE_FROM_ALL ON)
            return()
        endif()
    endif()
    if(THRONG_TEST_PROGRAMS)
        add_test(NAME ${name} COMMAND ${name} --gtest_brief=1)
        set_tests_properties(${name} PROPERTIES TIMEOUT 900 LABELS "${arg_LABELS}" ENVIRONMENT "${arg_ENV}")
        return()
    endif()
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 900)
    # gtest_discover_tests takes no lists as properties. What follows is read by ctest after the tests were discovered.
    if(arg_LABELS OR arg_ENV)
        set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}_properties.cmake)
        file(WRITE ${file}
            "set_tests_properties(\${${name}_TESTS} PROPERTIES LABELS \"${arg_LABELS}\" ENVIRONMENT \"${arg_ENV}\")\n")
        set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
    endif()
endfunction()
