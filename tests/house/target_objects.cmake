# SPDX-License-Identifier: MIT
# cmake -DNM=<nm> -DOBJECTS=<isa>=<object>[,...] -P target_objects.cmake: what the objects of the instruction sets let
# out.
#
# The linker keeps one copy of a weak function, from whichever object it meets first. Were that copy from the AVX-512
# object, the whole program would need AVX-512. So a weak function must name the instruction set that it was compiled
# for, and no objects of two sets define the same.
cmake_minimum_required(VERSION 3.25)

# Names of instruction sets as they stand in mangled names, own and xsimd's, by rank.
set(rank_1 "[^0-9](8baseline|4sse2|6neon64|4neon)")
set(rank_2 "[^0-9](4avx2|9fma3.*4avx2)")
set(rank_3 "[^0-9](6avx512|7avx512f|8avx512(bw|dq|cd|vl))")
set(rank_of_baseline 1)
set(rank_of_neon64 1)
set(rank_of_avx2 2)
set(rank_of_avx512 3)

function(highest_rank symbol result)
    foreach(rank 3 2 1)
        if(symbol MATCHES "${rank_${rank}}")
            set(${result} ${rank} PARENT_SCOPE)
            return()
        endif()
    endforeach()
    set(${result} 0 PARENT_SCOPE)
endfunction()

set(failures 0)
macro(fail text)
    math(EXPR failures "${failures} + 1")
    message(NOTICE "${text}")
endmacro()

string(REPLACE "," ";" objects "${OBJECTS}")
set(defined 0)
foreach(entry IN LISTS objects)
    string(REGEX MATCH "^([^=]*)=(.*)$" entry "${entry}")
    set(isa ${CMAKE_MATCH_1})
    set(object ${CMAKE_MATCH_2})
    execute_process(COMMAND ${NM} --defined-only --format=posix ${object} RESULT_VARIABLE result OUTPUT_VARIABLE symbols
        ERROR_VARIABLE errors)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${NM} ${object}: ${errors}")
    endif()
    string(REGEX MATCHALL "[^\n]+" symbols "${symbols}")
    foreach(line IN LISTS symbols)
        math(EXPR defined "${defined} + 1")
        # W: a weak function. V and u are weak data, which no instruction set spoils.
        if(NOT line MATCHES "^([^ ]+) W")
            continue()
        endif()
        set(symbol ${CMAKE_MATCH_1})
        highest_rank("${symbol}" rank)
        if(rank LESS rank_of_${isa})
            fail("${isa}: the weak function ${symbol} does not name its instruction set")
        endif()
        if(DEFINED seen_${symbol} AND NOT seen_${symbol} STREQUAL isa)
            fail("the weak function ${symbol} is defined in ${seen_${symbol}} and in ${isa}")
        endif()
        set(seen_${symbol} ${isa})
    endforeach()
endforeach()

if(defined EQUAL 0)
    message(FATAL_ERROR "No symbol was found in ${OBJECTS}.")
elseif(failures GREATER 0)
    message(FATAL_ERROR "${failures} weak functions may end up in the wrong place.")
endif()
message(STATUS "${defined} symbols looked at.")
