# SPDX-License-Identifier: MIT
# cmake -DHEADER=<file> -DINCLUDE_DIR=<dir> -DCC=<compiler> -DCXX=<compiler> -DWORK_DIR=<dir> -P c_header.cmake: a
# header of the C interface compiles alone, as C99, C11 and C++ of any age.
cmake_minimum_required(VERSION 3.25)

# C has no source without any declaration.
file(WRITE ${WORK_DIR}/nothing.c "typedef int nothing;\n")
get_filename_component(name ${HEADER} NAME)
set(warnings -Wall -Wextra -Wconversion -Wshadow -pedantic -Werror)
foreach(compiler IN ITEMS "${CC};-x;c;-std=c99;-Wstrict-prototypes" "${CC};-x;c;-std=c11"
        "${CXX};-x;c++;-std=c++11;-Weffc++" "${CXX};-x;c++;-std=c++20")
    foreach(option IN ITEMS -DTHRONG_STATIC_BUILD -DTHRONG_SHARED)
        execute_process(COMMAND ${compiler} -I${INCLUDE_DIR} ${warnings} ${option} -fsyntax-only -include ${HEADER}
            ${WORK_DIR}/nothing.c RESULT_VARIABLE result ERROR_VARIABLE errors)
        if(NOT result EQUAL 0)
            message(FATAL_ERROR "${name} does not compile alone by ${compiler} with ${option}:\n${errors}")
        endif()
    endforeach()
endforeach()
