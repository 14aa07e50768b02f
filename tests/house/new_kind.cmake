# SPDX-License-Identifier: MIT
# cmake -DROOT=<tree> -DCXX=<compiler> -DISA=<instruction set> -DXSIMD_INCLUDE_DIR=<dir> -DWORK_DIR=<dir>
# -P new_kind.cmake: a copy of the library gets one more kind of search and of query. The files whose switches do not
# know it, which is an error in every build of the project, are those that docs/hacking.md lists.
cmake_minimum_required(VERSION 3.25)

file(READ ${ROOT}/docs/hacking.md text)
string(REGEX REPLACE "^.*\n## How to add a kind of query\n" "" text "${text}")
string(REGEX REPLACE "\n## .*$" "" text "${text}")
string(REGEX MATCHALL "\n\\* `[^`]+`" listed "${text}")
list(TRANSFORM listed REPLACE "\n\\* `([^`]+)`" "\\1")

file(REMOVE_RECURSE ${WORK_DIR})
file(COPY ${ROOT}/engine ${ROOT}/simd ${ROOT}/parallel DESTINATION ${WORK_DIR} FILES_MATCHING PATTERN "*.[ch]pp"
    PATTERN "*.h")
function(add_kind file enum)
    file(READ ${WORK_DIR}/${file} source)
    string(REGEX REPLACE "(enum class ${enum} [^}]*) }" "\\1, Swept }" with_kind "${source}")
    if(with_kind STREQUAL source)
        message(FATAL_ERROR "${file} has no enum class ${enum}")
    endif()
    file(WRITE ${WORK_DIR}/${file} "${with_kind}")
endfunction()
add_kind(engine/kernels/query/query_kernels.hpp SearchKind)
add_kind(engine/include/throng/query.hpp QueryKind)

# The sources that name a kind, and two that have the kernels which headers define.
file(GLOB_RECURSE sources ${WORK_DIR}/engine/src/*.cpp)
foreach(source IN LISTS sources)
    file(READ ${source} content)
    if(NOT content MATCHES "SearchKind|QueryKind")
        list(REMOVE_ITEM sources ${source})
    endif()
endforeach()
list(APPEND sources ${WORK_DIR}/engine/kernels/targets/tile_tree.cpp
    ${WORK_DIR}/engine/kernels/targets/grid_of_boxes.cpp)
string(TOUPPER ${ISA} have)
set(found)
foreach(source IN LISTS sources)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${CXX} -std=c++20 -fsyntax-only -Wswitch
        -DTHRONG_TARGET=${ISA} -DTHRONG_HAVE_${have}=1 -I ${WORK_DIR} -I ${WORK_DIR}/engine/include
        -idirafter ${XSIMD_INCLUDE_DIR} ${source} RESULT_VARIABLE result ERROR_VARIABLE told)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${source} does not compile: ${told}")
    endif()
    string(REGEX MATCHALL "[^\n:]+:[0-9]+:[0-9]+: warning: enumeration value 'Swept'" places "${told}")
    foreach(place IN LISTS places)
        string(REGEX REPLACE ":.*$" "" file "${place}")
        file(RELATIVE_PATH file ${WORK_DIR} ${file})
        list(APPEND found ${file})
    endforeach()
endforeach()
list(REMOVE_DUPLICATES found)
list(SORT found)
list(SORT listed)
if(NOT listed OR NOT "${found}" STREQUAL "${listed}")
    message(FATAL_ERROR "docs/hacking.md lists ${listed}, but these do not compile: ${found}")
endif()
