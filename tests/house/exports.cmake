# SPDX-License-Identifier: MIT
# cmake -DNM=<nm> -DLIBRARY=<shared library> -DLIST=<file> -DTBB=<bool> [-DVERSION=<name>] [-DONLY_C=ON] [-DRENEW=ON]
# -P exports.cmake: what a shared library lets out is what the list names, no less and no more, all of it with the
# symbol version VERSION. ONLY_C: of the list only functions of C. RENEW writes the list instead.
#
# Templates and inline functions of the standard library leave as weak symbols wherever the compiler has not inlined
# them; they are the same in each library that has them, and no part of this one. Weak members of our own class
# templates are a part of it, whatever their arguments are.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${NM} -D -C --defined-only ${LIBRARY} RESULT_VARIABLE result OUTPUT_VARIABLE text
    ERROR_VARIABLE errors)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "${NM} ${LIBRARY}: ${errors}")
endif()
# Versions of oneTBB and of the standard library have namespaces of their own.
string(REGEX REPLACE "tbb::detail::d[0-9]+::" "oneapi::tbb::" text "${text}")
string(REPLACE "std::__1::" "std::" text "${text}")
string(REGEX MATCHALL "[^\n]+" lines "${text}")
set(exported)
foreach(line IN LISTS lines)
    if(NOT line MATCHES "^[0-9a-f]* *([A-Za-z]) (.*)$")
        message(FATAL_ERROR "${NM} says what is not understood: ${line}")
    endif()
    set(type "${CMAKE_MATCH_1}")
    set(name "${CMAKE_MATCH_2}")
    set(version)
    if(name MATCHES "^(.*[^@])@@?([A-Za-z0-9_.]+)$")
        set(name "${CMAKE_MATCH_1}")
        set(version "${CMAKE_MATCH_2}")
    endif()
    if(type STREQUAL "A")
        continue() # the name of a version
    endif()
    if(VERSION AND NOT version STREQUAL VERSION)
        message(SEND_ERROR "${name} of ${LIBRARY} has not the version ${VERSION}, but '${version}'.")
    endif()
    if(NOT type MATCHES "[WVu]" OR NOT name MATCHES "(^|[ *&])(std|__gnu_cxx)::|^operator (new|delete)"
        OR name MATCHES "^throng::[^ (]*(<[^(]*>)?[^ (]*\\(")
        list(APPEND exported "${name}")
    endif()
endforeach()
if(NOT exported)
    message(FATAL_ERROR "${LIBRARY} lets nothing out.")
endif()

file(STRINGS ${LIST} listed REGEX "^[^#]")
if(ONLY_C)
    list(FILTER listed INCLUDE REGEX "^throng_[a-z0-9_]+$")
endif()
set(of_tbb ${listed})
list(FILTER of_tbb INCLUDE REGEX "oneapi::tbb::")
if(NOT TBB)
    if(RENEW)
        list(APPEND exported ${of_tbb})
    elseif(of_tbb)
        list(REMOVE_ITEM listed ${of_tbb})
    endif()
endif()
list(REMOVE_DUPLICATES exported) # constructors and destructors have two symbols
list(SORT exported)

if(RENEW)
    file(STRINGS ${LIST} comments REGEX "^#")
    list(JOIN comments "\n" comments)
    list(JOIN exported "\n" text)
    file(WRITE ${LIST} "${comments}\n${text}\n")
    return()
endif()
set(unlisted ${exported})
list(REMOVE_ITEM unlisted ${listed})
set(missing ${listed})
list(REMOVE_ITEM missing ${exported})
foreach(name IN LISTS unlisted)
    message(NOTICE "not listed: ${name}")
endforeach()
foreach(name IN LISTS missing)
    message(NOTICE "not let out: ${name}")
endforeach()
if(unlisted OR missing)
    message(FATAL_ERROR "${LIBRARY} does not let out what ${LIST} names. Where that is meant to be, renew the list:\n"
        "  cmake -DNM=${NM} -DLIBRARY=${LIBRARY} -DLIST=${LIST} -DTBB=${TBB} -DRENEW=ON -P ${CMAKE_CURRENT_LIST_FILE}")
endif()
list(LENGTH exported count)
message(STATUS "${count} symbols, all of them listed.")
