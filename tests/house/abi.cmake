# SPDX-License-Identifier: MIT
# cmake -DCC=<compiler> -DABIDW=<abidw> -DABIDIFF=<abidiff> -DINCLUDE_DIR=<dir> -DRECORDED=<file> -DWORK_DIR=<dir>
# [-DRENEW=ON] -P abi.cmake: the binary interface of C is the recorded one: functions with their parameters, structs
# with their layouts. RENEW records it.
#
# What is compared is a library of empty functions, one for each declaration of the headers: its debug information holds
# the interface alone. That the real library has each function is the test of exports; that they are defined as they are
# declared, the compiler has seen.
cmake_minimum_required(VERSION 3.25)

function(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK_DIR} RESULT_VARIABLE result OUTPUT_VARIABLE output
        ERROR_VARIABLE output)
    set(result ${result} PARENT_SCOPE)
    set(output "${output}" PARENT_SCOPE)
endfunction()

file(MAKE_DIRECTORY ${WORK_DIR})
set(source "#include <throng/throng.h>\n")
file(GLOB headers ${INCLUDE_DIR}/throng/c/*.h)
set(count 0)
foreach(header IN LISTS headers)
    file(READ ${header} text)
    string(REGEX MATCHALL "\nTHRONG_API [^;]*" declarations "${text}")
    foreach(declaration IN LISTS declarations)
        string(REGEX REPLACE "^\nTHRONG_API " "" declaration "${declaration}")
        string(APPEND source "${declaration} { __builtin_trap(); }\n")
        math(EXPR count "${count} + 1")
    endforeach()
endforeach()
if(count EQUAL 0)
    message(FATAL_ERROR "${INCLUDE_DIR} declares no function of C.")
endif()
file(WRITE ${WORK_DIR}/interface.c "${source}")
run(${CC} -std=c99 -g -O0 -fPIC -shared -I${INCLUDE_DIR} interface.c -o libinterface.so)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "The declarations of ${INCLUDE_DIR} cannot be defined:\n${output}")
endif()

if(RENEW)
    run(${ABIDW} --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --no-architecture --type-id-style
        hash
        --out-file ${RECORDED} libinterface.so)
else()
    run(${ABIDIFF} --no-architecture ${RECORDED} libinterface.so)
endif()
if(NOT result EQUAL 0)
    message(FATAL_ERROR
        "The binary interface of C is not the recorded one:\n${output}\nWhere that is meant to be, renew it:\n"
        "  cmake -DCC=${CC} -DABIDW=${ABIDW} -DABIDIFF=${ABIDIFF} -DINCLUDE_DIR=${INCLUDE_DIR} -DRECORDED=${RECORDED} "
        "-DWORK_DIR=${WORK_DIR} -DRENEW=ON -P ${CMAKE_CURRENT_LIST_FILE}")
endif()
message(STATUS "${count} functions as they are recorded.")
