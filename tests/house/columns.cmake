# SPDX-License-Identifier: MIT
# cmake -DROOT=<tree> -P columns.cmake: no line of a source, a script or a Markdown file is longer than 120 columns.
# clang-format breaks code at this limit, but not comments. In Markdown tables, blocks of code between fences and lines
# of one word may be longer.
cmake_minimum_required(VERSION 3.25)

set(most 120)
math(EXPR too_many "${most} + 1")
set(folders apps bench engine examples parallel scenes simd support tests)

function(refuse file long)
    message(SEND_ERROR "${file} has a line of more than ${most} columns:\n${long}")
endfunction()

file(GLOB_RECURSE sources "${ROOT}/python/*.py")
foreach(folder IN LISTS folders)
    file(GLOB_RECURSE files "${ROOT}/${folder}/*.hpp" "${ROOT}/${folder}/*.cpp" "${ROOT}/${folder}/*.h"
        "${ROOT}/${folder}/*.c" "${ROOT}/${folder}/*.py" "${ROOT}/${folder}/*.rs")
    if(NOT files)
        message(SEND_ERROR "There is no C++ file in ${ROOT}/${folder}")
    endif()
    list(APPEND sources ${files})
endforeach()
foreach(folder IN LISTS folders ITEMS .ci cmake packaging scripts)
    file(GLOB_RECURSE files "${ROOT}/${folder}/*.cmake" "${ROOT}/${folder}/*.sh" "${ROOT}/${folder}/CMakeLists.txt"
        "${ROOT}/${folder}/*.awk" "${ROOT}/${folder}/run" "${ROOT}/${folder}/*.py" "${ROOT}/${folder}/*.hpp"
        "${ROOT}/${folder}/*.cpp")
    list(APPEND sources ${files})
endforeach()
file(GLOB files "${ROOT}/CMakeLists.txt" "${ROOT}/*.sh" "${ROOT}/.ci/*")
list(APPEND sources ${files})
list(FILTER sources EXCLUDE REGEX "/node_modules/")
foreach(file IN LISTS sources)
    file(STRINGS "${file}" long LENGTH_MINIMUM ${too_many} ENCODING UTF-8)
    if(NOT long STREQUAL "")
        refuse("${file}" "${long}")
    endif()
endforeach()

# Two characters that no document contains, in place of brackets: these would join the elements of a list.
string(ASCII 1 opening)
string(ASCII 2 closing)

# Columns are characters, not bytes: in UTF-8 all bytes of a character but the first are 80 to bf.
function(count_columns line result)
    string(HEX "${line}" bytes)
    string(REGEX MATCHALL ".." bytes "${bytes}")
    list(FILTER bytes EXCLUDE REGEX "^[89ab]")
    list(LENGTH bytes count)
    set(${result} ${count} PARENT_SCOPE)
endfunction()

function(check_markdown file)
    file(READ "${file}" text)
    string(REGEX REPLACE "[;\\]" "," text "${text}")
    string(REPLACE "[" "${opening}" text "${text}")
    string(REPLACE "]" "${closing}" text "${text}")
    string(REPLACE "\n" ";" lines "${text}")
    set(fenced FALSE)
    foreach(line IN LISTS lines)
        string(LENGTH "${line}" bytes)
        if(line MATCHES "^ *```")
            if(fenced)
                set(fenced FALSE)
            else()
                set(fenced TRUE)
            endif()
        elseif(bytes GREATER most AND NOT fenced AND NOT line MATCHES "^ *\\|"
               # One word, as a link is, after the mark of a list, or the name of a reference.
               AND NOT line MATCHES "^ *([*-] +|[0-9]+\\. +|${opening}[^${closing}]*${closing}: +)?[^ ]+$")
            count_columns("${line}" columns)
            if(columns GREATER most)
                string(REPLACE "${opening}" "[" line "${line}")
                string(REPLACE "${closing}" "]" line "${line}")
                refuse("${file}" "${line}")
            endif()
        endif()
    endforeach()
    if(fenced)
        message(SEND_ERROR "${file} has a block of code without an end")
    endif()
endfunction()

file(GLOB documents RELATIVE "${ROOT}" "${ROOT}/*.md")
foreach(folder IN LISTS folders ITEMS cmake docs)
    file(GLOB_RECURSE found RELATIVE "${ROOT}" "${ROOT}/${folder}/*.md")
    list(APPEND documents ${found})
endforeach()
# What benches have printed is kept as it is, and packages of others are not ours.
list(FILTER documents EXCLUDE REGEX "^bench/(results|compare_test)/|/node_modules/")
if(NOT documents)
    message(SEND_ERROR "There is no Markdown file in ${ROOT}")
endif()
foreach(document IN LISTS documents)
    check_markdown("${ROOT}/${document}")
endforeach()
