# SPDX-License-Identifier: MIT
# cmake -DROOT=<tree> -DSECTION=<heading> -DENUMS=<file>:<enum>[:<last value>],... [-DALSO=<source>,...]
# -DCXX=<compiler> -DISA=<instruction set> -DXSIMD_INCLUDE_DIR=<dir> -DWORK_DIR=<dir> -P new_value.cmake: in a copy of
# the library these enums get one more value, before the last one if it is named. The files that do not compile then, by
# a switch or a static_assert, which every build refuses, are those that the section of docs/hacking.md lists.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/listed_files.cmake)

read_listed(${ROOT}/docs/hacking.md "${SECTION}" "not compile until they know it" listed)

file(REMOVE_RECURSE ${WORK_DIR})
file(COPY ${ROOT}/engine ${ROOT}/simd ${ROOT}/parallel DESTINATION ${WORK_DIR} FILES_MATCHING PATTERN "*.[ch]pp"
    PATTERN "*.h")
set(names)
string(REPLACE "," ";" enums "${ENUMS}")
foreach(enum IN LISTS enums)
    string(REPLACE ":" ";" enum "${enum}")
    list(POP_FRONT enum file name last)
    file(READ ${WORK_DIR}/${file} source)
    if(last)
        string(REGEX REPLACE "(enum (class )?${name} [^}]*)${last}" "\\1Swept, ${last}" with_value "${source}")
    else()
        string(REGEX REPLACE "(enum (class )?${name} [^}]*[^} \n])([ \n]*})" "\\1, Swept\\3" with_value "${source}")
    endif()
    if(with_value STREQUAL source)
        message(FATAL_ERROR "${file} has no enum ${name}")
    endif()
    file(WRITE ${WORK_DIR}/${file} "${with_value}")
    list(APPEND names ${name})
    # The values of an unscoped enum may be named without it.
    if(source MATCHES "enum ${name} [^{]*{([^}]*)}")
        string(REGEX MATCHALL "[A-Za-z_]+" values "${CMAKE_MATCH_1}")
        list(APPEND names ${values})
    endif()
endforeach()
list(JOIN names "|" names)

# What is compiled: all headers that name such an enum, and the sources that do or have the kernels of headers. Those of
# one folder are one source, in a third of the time, as they are in a build.
file(GLOB_RECURSE files ${WORK_DIR}/engine/src/*.[ch]pp ${WORK_DIR}/engine/include/*.hpp)
string(REPLACE "," ";" also "${ALSO}")
list(TRANSFORM also PREPEND ${WORK_DIR}/)
foreach(file IN LISTS files also)
    file(READ ${file} content)
    if(NOT content MATCHES "[^a-zA-Z_](${names})[^a-zA-Z_]" AND NOT file IN_LIST also)
        continue()
    endif()
    set(unit headers)
    if(file MATCHES "cpp$")
        cmake_path(GET file PARENT_PATH unit)
        string(MAKE_C_IDENTIFIER "${unit}" unit)
    endif()
    file(APPEND ${WORK_DIR}/units/${unit}.cpp "#include \"${file}\"\n")
endforeach()
file(GLOB units ${WORK_DIR}/units/*.cpp)
string(TOUPPER ${ISA} have)
set(found)
foreach(unit IN LISTS units)
    execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${CXX} -std=c++20 -fsyntax-only -Wswitch
        -DTHRONG_TARGET=${ISA} -DTHRONG_HAVE_${have}=1 -I ${WORK_DIR} -I ${WORK_DIR}/engine/include
        -idirafter ${XSIMD_INCLUDE_DIR} ${unit} RESULT_VARIABLE result ERROR_VARIABLE told)
    # Brackets and semicolons would make lists of it.
    string(REGEX REPLACE "[][;]" " " told "${told}")
    string(REGEX MATCHALL "[^\n:]+:[0-9]+:[0-9]+: (error: static.assert|warning: enumeration value 'Swept')" places
        "${told}")
    string(REGEX REPLACE "error: static.assert" "" other "${told}")
    if(other MATCHES "error:" OR (NOT result EQUAL 0 AND NOT places))
        message(FATAL_ERROR "${unit} does not compile: ${told}")
    endif()
    foreach(place IN LISTS places)
        string(REGEX REPLACE ":.*$" "" file "${place}")
        file(RELATIVE_PATH file ${WORK_DIR} ${file})
        list(APPEND found ${file})
    endforeach()
endforeach()
list(REMOVE_DUPLICATES found)
list(SORT found)
expect_listed("'${SECTION}' of docs/hacking.md" "${listed}" "${found}" "fails to compile")
