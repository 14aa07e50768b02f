# SPDX-License-Identifier: MIT
# cmake -DWORK_DIR=<dir> -P columns_selftest.cmake: columns.cmake refuses a line of 121 columns in each kind of C++ file, and nothing else.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

set(folders apps bench engine examples parallel scenes simd support tests)
string(REPEAT "-" 117 rule)
string(REPEAT "[;" 58 brackets)

# expect(<what> accepted|refused <regex> [<file> <text appended to it>])
function(expect what verdict text)
    file(REMOVE_RECURSE "${WORK_DIR}")
    foreach(folder IN LISTS folders)
        file(WRITE "${WORK_DIR}/${folder}/part/full.cpp" "// ${rule}\n")
    endforeach()
    if(ARGC GREATER 3)
        file(APPEND "${WORK_DIR}/${ARGV3}" "${ARGV4}")
    endif()
    expect_verdict("${what}" ${verdict} "${text}"
        ${CMAKE_COMMAND} -DROOT=${WORK_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/columns.cmake)
endfunction()

expect("Lines of 120 columns" accepted "")
expect("A long line of another file" accepted "" docs/page.md "// ${rule}-\n")
foreach(folder IN LISTS folders)
    expect("A long line in ${folder}" refused "${folder}/part/full.cpp has a line of more" ${folder}/part/full.cpp "\n// ${rule}-\n")
endforeach()
expect("A long line of a header" refused "long.hpp has a line of more" engine/long.hpp "// ${rule}-\n")
expect("A long line of a C header" refused "long.h has a line of more" engine/long.h "// ${rule}-\n")
expect("A long line of brackets" refused "long.hpp has a line of more" engine/long.hpp "// ${brackets}--\n")
expect("A long last line without end" refused "long.hpp has a line of more" engine/long.hpp "// ${rule}-")
expect("A long line after other letters" refused "long.hpp has a line of more" engine/long.hpp "// é\n// ${rule}-\n")

# A folder without a C++ file is a check of nothing.
file(REMOVE_RECURSE "${WORK_DIR}")
foreach(folder IN LISTS folders)
    if(NOT folder STREQUAL simd)
        file(WRITE "${WORK_DIR}/${folder}/full.cpp" "// ${rule}\n")
    endif()
endforeach()
expect_verdict("A tree without simd/" refused "no C\\+\\+ file in .*simd"
    ${CMAKE_COMMAND} -DROOT=${WORK_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/columns.cmake)
