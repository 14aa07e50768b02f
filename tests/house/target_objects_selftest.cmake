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

# A function whose address is given away is a weak one, whatever the compiler makes of calls. One that is called alone
# may become a local clone, even if it is not inlined.
set(tagged "namespace throng::simd { struct baseline; struct avx2; struct avx512; }
template <class T> int tagged() { return 1; }
inline int untagged() { return 1; }
using Function = int (*)();")
compile(lower "${tagged}\nFunction lower() { return tagged<throng::simd::baseline>; }")
compile(good "${tagged}\nFunction good() { return tagged<throng::simd::avx2>; }")
compile(same "${tagged}\nFunction same() { return tagged<throng::simd::avx2>; }")
compile(bare "${tagged}\nFunction bare() { return untagged; }")
compile(wide "${tagged}\nFunction wide() { return tagged<throng::simd::avx512>; }")

expect(accepted "symbols looked at" "baseline=${WORK_DIR}/lower.o,avx2=${WORK_DIR}/good.o,avx512=${WORK_DIR}/wide.o")
expect(accepted "symbols looked at" "avx2=${WORK_DIR}/good.o,avx2=${WORK_DIR}/same.o")
expect(refused "does not name its instruction set" "avx2=${WORK_DIR}/bare.o")
expect(refused "does not name its instruction set" "baseline=${WORK_DIR}/bare.o")
expect(refused "does not name its instruction set" "avx2=${WORK_DIR}/lower.o")
expect(refused "does not name its instruction set" "avx512=${WORK_DIR}/good.o")
expect(refused "is defined in avx2 and in avx512" "avx2=${WORK_DIR}/good.o,avx512=${WORK_DIR}/same.o")
