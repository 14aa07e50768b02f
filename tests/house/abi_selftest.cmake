# SPDX-License-Identifier: MIT
# cmake -DCC=<compiler> -DABIDW=<abidw> -DABIDIFF=<abidiff> -DWORK_DIR=<dir> -P abi_selftest.cmake: abi.cmake refuses
# another parameter, another layout, one function less and one more.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

set(header ${WORK_DIR}/include/throng/c/tried.h)
file(WRITE ${WORK_DIR}/include/throng/throng.h "#include <throng/c/tried.h>\n")
set(command ${CMAKE_COMMAND} -DCC=${CC} -DABIDW=${ABIDW} -DABIDIFF=${ABIDIFF} -DINCLUDE_DIR=${WORK_DIR}/include
    -DRECORDED=${WORK_DIR}/recorded.abi -DWORK_DIR=${WORK_DIR}/work)
set(head "#ifndef TRIED_H\n#define TRIED_H\n#define THRONG_API\n")
set(struct "typedef struct point { float x, y; } point;\n")
set(functions "THRONG_API int first(const point* p);\nTHRONG_API void second(int count);\n")

function(expect verdict text)
    file(WRITE ${header} "${head}${text}#endif\n")
    expect_verdict("This header: ${text}" ${verdict} "" ${command} -P ${CMAKE_CURRENT_LIST_DIR}/abi.cmake)
endfunction()

file(WRITE ${header} "${head}${struct}${functions}#endif\n")
expect_verdict("The first record" accepted "2 functions" ${command} -DRENEW=ON -P ${CMAKE_CURRENT_LIST_DIR}/abi.cmake)
expect(accepted "${struct}${functions}")
expect(refused "typedef struct point { float x, y, z; } point;\n${functions}")
expect(refused "typedef struct point { double x, y; } point;\n${functions}")
expect(refused "${struct}THRONG_API int first(const point* p);\nTHRONG_API void second(long count);\n")
expect(refused "${struct}THRONG_API int first(const point* p);\n")
expect(refused "${struct}${functions}THRONG_API void third(void);\n")
