# SPDX-License-Identifier: MIT
# cmake -DWORK_DIR=<dir> -DCXX=<compiler> -DNM=<nm> -P target_objects_selftest.cmake: target_objects.cmake tells
# dangerous objects.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

function(compile name text)
    file(WRITE ${WORK_DIR}/${name}.cpp "${text}\n")
    execute_process(COMMAND ${CXX} -std=c++20 -O2 -c ${WORK_DIR}/${name}.cpp -o ${WORK_DIR}/${name}.o
        COMMAND_ERROR_IS_FATAL ANY)
endfunction()
function(expect verdict text objects)
    expect_verdict("${objects}" ${verdict} "${text}"
        ${CMAKE_COMMAND} -DNM=${NM} -DOBJECTS=${objects} -P ${CMAKE_CURRENT_LIST_DIR}/target_objects.cmake)
endfunction()

# Functions that are kept out of line, as a compiler is free to keep any.
set(tagged "namespace throng::simd { struct baseline; struct avx2; struct avx512; }
template <class T> __attribute__((noinline)) int tagged() { asm volatile(\"\"); return 1; }
__attribute__((noinline)) inline int untagged() { asm volatile(\"\"); return 1; }")
compile(lower "${tagged}\nint lower() { return tagged<throng::simd::baseline>(); }")
compile(good "${tagged}\nint good() { return tagged<throng::simd::avx2>(); }")
compile(same "${tagged}\nint same() { return tagged<throng::simd::avx2>(); }")
compile(bare "${tagged}\nint bare() { return untagged(); }")
compile(wide "${tagged}\nint wide() { return tagged<throng::simd::avx512>(); }")

expect(accepted "symbols looked at" "baseline=${WORK_DIR}/lower.o,avx2=${WORK_DIR}/good.o,avx512=${WORK_DIR}/wide.o")
expect(accepted "symbols looked at" "avx2=${WORK_DIR}/good.o,avx2=${WORK_DIR}/same.o")
expect(refused "does not name its instruction set" "avx2=${WORK_DIR}/bare.o")
expect(refused "does not name its instruction set" "baseline=${WORK_DIR}/bare.o")
expect(refused "does not name its instruction set" "avx2=${WORK_DIR}/lower.o")
expect(refused "does not name its instruction set" "avx512=${WORK_DIR}/good.o")
expect(refused "is defined in avx2 and in avx512" "avx2=${WORK_DIR}/good.o,avx512=${WORK_DIR}/same.o")
