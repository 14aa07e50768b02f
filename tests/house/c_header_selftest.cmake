# SPDX-License-Identifier: MIT
# cmake -DWORK_DIR=<dir> -DCC=<compiler> -DCXX=<compiler> -P c_header_selftest.cmake: c_header.cmake refuses bad
# headers.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

function(expect verdict text)
    file(WRITE ${WORK_DIR}/throng/tried.h "${text}\n")
    expect_verdict("This header: ${text}" ${verdict} ""
        ${CMAKE_COMMAND} -DHEADER=${WORK_DIR}/throng/tried.h -DINCLUDE_DIR=${WORK_DIR} -DCC=${CC} -DCXX=${CXX}
        -DWORK_DIR=${WORK_DIR}
        -P ${CMAKE_CURRENT_LIST_DIR}/c_header.cmake)
endfunction()

expect(accepted "#include <stdint.h>\ntypedef struct point { float x, y; } point;")
expect(refused "uint32_t uses_what_it_does_not_include(void);")
expect(refused "bool is_cpp(void);")
expect(refused "int* takes(int& reference);")
expect(refused "int takes_anything();")
expect(refused "static inline int* of(void* any) { return any; }")
expect(refused "static inline float narrows(double d) { return d; }")
