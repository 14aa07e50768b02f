# SPDX-License-Identifier: MIT
# cmake -DHEADER=<file> -DINCLUDE_DIR=<dir> -DCXX=<compiler> -P header.cmake: a public header compiles alone, and drags
# nothing large behind it.
cmake_minimum_required(VERSION 3.25)

get_filename_component(name ${HEADER} NAME)
set(command ${CXX} -std=c++20 -I${INCLUDE_DIR} -x c++)
# Whatever programs that include it are compiled with: more warnings than our own; a shared library and no exceptions.
foreach(options IN ITEMS -Weffc++ "-DTHRONG_SHARED -fno-exceptions")
    separate_arguments(words UNIX_COMMAND "${options}")
    execute_process(COMMAND ${command} -Wall -Wextra -Wconversion -Wshadow -Wpedantic -Werror ${words} -fsyntax-only
        -include ${HEADER} /dev/null RESULT_VARIABLE result ERROR_VARIABLE errors)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${name} does not compile alone, with ${options}:\n${errors}")
    endif()
endforeach()

execute_process(COMMAND ${command} -E -include ${HEADER} /dev/null RESULT_VARIABLE result OUTPUT_VARIABLE text
    ERROR_VARIABLE errors)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${name} cannot be preprocessed:\n${errors}")
endif()
if(name STREQUAL "tbb.hpp")
    return()
endif()
set(unwanted
    "[^\"\n]*(tbb|xsimd|intrin\\.h|arm_neon)[^\"\n]*|[^\"\n]*/(memory|vector|algorithm|functional|map|iostream)")
if(text MATCHES "\n# [0-9]+ \"(${unwanted})\"")
    message(FATAL_ERROR "${name} includes ${CMAKE_MATCH_1}")
endif()
# The text of the headers themselves, not only the files behind them, names no scheduler and no vector type.
if(text MATCHES "[^\n\"]*(tbb::|xsimd::|__m(128|256|512)|float32x4_t)[^\n\"]*")
    message(FATAL_ERROR "${name} names another library or an instruction set: ${CMAKE_MATCH_0}")
endif()
