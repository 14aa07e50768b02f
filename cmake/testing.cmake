# SPDX-License-Identifier: MIT
# throng_test(name SOURCES file... [LABELS label...] [ENV NAME=value...] [LIBRARIES target...])
# One GoogleTest program that sees the whole repository. Each of its tests is a test of ctest.
include(GoogleTest)

function(throng_test name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LABELS;ENV;LIBRARIES")
    add_executable(${name} ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE throng_options throng_internal ${arg_LIBRARIES} GTest::gtest_main)
    if(TARGET throng_scenes)
        target_link_libraries(${name} PRIVATE throng_scenes)
    endif()
    # The thread sanitizer is asked about the concurrent tests. Clang looks at all of them, but need not make the others fast.
    if(CMAKE_CXX_FLAGS MATCHES "-fsanitize=thread" AND NOT "concurrent" IN_LIST arg_LABELS)
        target_compile_options(${name} PRIVATE -O0)
    endif()
    gtest_discover_tests(${name} DISCOVERY_TIMEOUT 60 PROPERTIES TIMEOUT 900)
    # gtest_discover_tests takes no lists as properties. What follows is read by ctest after the tests were discovered.
    if(arg_LABELS OR arg_ENV)
        set(file ${CMAKE_CURRENT_BINARY_DIR}/${name}_properties.cmake)
        file(WRITE ${file} "set_tests_properties(\${${name}_TESTS} PROPERTIES LABELS \"${arg_LABELS}\" ENVIRONMENT \"${arg_ENV}\")\n")
        set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES ${file})
    endif()
endfunction()
