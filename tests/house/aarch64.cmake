# SPDX-License-Identifier: MIT
# cmake -DSOURCE_DIR= -DWORK_DIR= -DGENERATOR= -DAARCH64_CXX= -DXSIMD_INCLUDE_DIR= -P aarch64.cmake: cross-compiles the library for AArch64,
# warnings being errors, and looks at its objects. Without oneTBB, of which only the host's is installed.
cmake_minimum_required(VERSION 3.25)

execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${WORK_DIR} -G ${GENERATOR} -DCMAKE_SYSTEM_NAME=Linux
    -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=${AARCH64_CXX} -DCMAKE_BUILD_TYPE=Release -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
    -DTHRONG_XSIMD_INCLUDE_DIR=${XSIMD_INCLUDE_DIR} -DTHRONG_TBB=OFF -DTHRONG_BUILD_TESTS=OFF -DTHRONG_BUILD_BENCHES=OFF
    -DTHRONG_BUILD_APPS=OFF -DTHRONG_BUILD_EXAMPLES=OFF COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${WORK_DIR} --config Release --target throng COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE objects ${WORK_DIR}/engine/kernels/*/throng_neon64.dir/*.cpp.o)
list(TRANSFORM objects PREPEND neon64=)
list(JOIN objects "," objects)
execute_process(COMMAND ${CMAKE_COMMAND} -DNM=${NM} -DOBJECTS=${objects} -P ${CMAKE_CURRENT_LIST_DIR}/target_objects.cmake
    COMMAND_ERROR_IS_FATAL ANY)
