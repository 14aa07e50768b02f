# SPDX-License-Identifier: MIT
# cmake -DROOT=<tree> -P units_to_check.cmake: which sources clang-tidy is asked of, from what ninja knows of a build.
cmake_minimum_required(VERSION 3.25)

find_program(AWK awk REQUIRED)
# One unit by absolute names, a unity of two sources by names relative to the build folder, and a header of the system.
set(deps "src/a.cpp.o: #deps 4, deps mtime 1 (VALID)
    /a tree/src/a.cpp
    /usr/include/vector
    /a tree/src/shared.hpp
    /a tree/src/of_a.hpp

Unity/unity_world.cxx.o: #deps 5, deps mtime 1 (VALID)
    src/Unity/unity_world.cxx
    ../../src/b.cpp
    ../../src/shared.hpp
    ../../src/of_b.hpp
    ../../src/c.cpp
    ../../src/of_c.hpp

")

function(expect_units changed wanted)
    string(REPLACE " " "\n" lines "${changed}")
    file(WRITE "${WORK_DIR}/input" "${lines}\n--\n${deps}")
    execute_process(COMMAND ${CMAKE_COMMAND} -E env "root=/a tree/" "${AWK}" -f "${ROOT}/.ci/units_to_check.awk"
        INPUT_FILE "${WORK_DIR}/input" OUTPUT_VARIABLE units RESULT_VARIABLE status)
    string(STRIP "${units}" units)
    string(REPLACE "\n" " " units "${units}")
    if(NOT status EQUAL 0 OR NOT units STREQUAL wanted)
        message(SEND_ERROR "For a change of \"${changed}\" clang-tidy is asked of \"${units}\", not of \"${wanted}\"")
    endif()
endfunction()

expect_units("src/a.cpp" "src/a.cpp")
expect_units("src/c.cpp" "src/c.cpp")
expect_units("src/of_a.hpp" "src/a.cpp")
expect_units("src/of_c.hpp" "src/c.cpp")
expect_units("src/shared.hpp" "src/a.cpp")
expect_units("src/shared.hpp src/b.cpp" "src/b.cpp")
expect_units("src/of_b.hpp src/of_c.hpp src/c.cpp" "src/c.cpp src/b.cpp")
expect_units("src/not_compiled.cpp" "")
