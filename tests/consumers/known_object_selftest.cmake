# SPDX-License-Identifier: MIT
# cmake -DWORK_DIR=<dir> -P known_object_selftest.cmake: known_object.cmake gives the object of the same command alone,
# and calls the compiler for any other.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../house/verdict.cmake)

file(REMOVE_RECURSE "${WORK_DIR}")
set(known "${WORK_DIR}/a b/compile_commands.json")
file(WRITE "${WORK_DIR}/a b/one.o" "known")
# A unity source is the same in a second build, and includes another source in a third one.
set(unity CMakeFiles/some.dir/Unity/unity_0.cxx)
file(WRITE "${WORK_DIR}/a b/${unity}" "#include \"/x.cpp\"\n")
file(WRITE "${WORK_DIR}/same/${unity}" "#include \"/x.cpp\"\n")
file(WRITE "${WORK_DIR}/changed/${unity}" "#include \"/y.cpp\"\n")
file(WRITE "${known}" "[
{
  \"directory\": \"${WORK_DIR}\",
  \"command\": \"no_compiler -O2 -DA=1 -o one.o -c \\\"${WORK_DIR}/x y.cpp\\\"\",
  \"file\": \"${WORK_DIR}/x y.cpp\",
  \"output\": \"one.o\"
},
{
  \"directory\": \"${WORK_DIR}\",
  \"command\": \"no_compiler -O2 -DA=1 -o gone.o -c /gone.cpp\",
  \"file\": \"/gone.cpp\"
},
{
  \"directory\": \"${WORK_DIR}\",
  \"command\": \"no_compiler -O2 -Winvalid-pch -include /b/cmake_pch.hxx -o one.o -c /headers.cpp\",
  \"file\": \"/headers.cpp\"
},
{
  \"directory\": \"${WORK_DIR}\",
  \"command\": \"no_compiler -O2 -o one.o -c \\\"${WORK_DIR}/a b/${unity}\\\"\",
  \"file\": \"${WORK_DIR}/a b/${unity}\"
}
]
")

function(expect verdict object)
    file(REMOVE "${WORK_DIR}/out.o")
    expect_verdict("${ARGN}" ${verdict} "" "${CMAKE_COMMAND}" "-DCOMMANDS=${known}"
        -P ${CMAKE_CURRENT_LIST_DIR}/known_object.cmake
        -- ${ARGN})
    set(got "")
    if(EXISTS "${WORK_DIR}/out.o")
        file(READ "${WORK_DIR}/out.o" got)
    endif()
    if(NOT got STREQUAL object)
        message(SEND_ERROR "${ARGN} must leave '${object}', but leaves '${got}'")
    endif()
endfunction()

set(output -MD -MT out.o -MF "${WORK_DIR}/out.d" -o "${WORK_DIR}/out.o" -c)
expect(accepted "known" no_compiler -O2 -DA=1 ${output} "${WORK_DIR}/x y.cpp")
expect(refused "" no_compiler -O2 -DA=2 ${output} "${WORK_DIR}/x y.cpp")
expect(refused "" no_compiler -O2 ${output} "${WORK_DIR}/x y.cpp")
expect(refused "" other_compiler -O2 -DA=1 ${output} "${WORK_DIR}/x y.cpp")
expect(refused "" no_compiler -O2 -DA=1 ${output} /y.cpp)
expect(refused "" no_compiler -O2 -DA=1 ${output} /gone.cpp)
expect(accepted "known" no_compiler -O2 ${output} /headers.cpp)
expect(refused "" no_compiler -O2 -include /b/other.hpp ${output} /headers.cpp)
expect(accepted "known" no_compiler -O2 ${output} "${WORK_DIR}/same/${unity}")
expect(refused "" no_compiler -O1 ${output} "${WORK_DIR}/same/${unity}")
expect(refused "" no_compiler -O2 ${output} "${WORK_DIR}/changed/${unity}")
expect(refused "" no_compiler -O2 ${output} "${WORK_DIR}/none/${unity}")
expect(accepted "" ${CMAKE_COMMAND} -E true)
