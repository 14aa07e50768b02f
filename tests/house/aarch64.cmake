# SPDX-License-Identifier: MIT
# cmake -DSOURCE_DIR= -DWORK_DIR= -DGENERATOR= -DGCC= -DCLANG= -DQEMU= -DGTEST_SOURCES= -DXSIMD_INCLUDE_DIR= -P
# aarch64.cmake: cross-compiles the library for AArch64, warnings being errors, and looks at its objects. Without
# oneTBB, of which only the host's is installed. Where CLANG is one it compiles, what is no kernel at -O1, and in less
# than half the time; of gcc only the front end has a look at the kernels, since it takes fewer vector types for each
# other. THRONG_TEST_FULL=1 asks all of gcc. Where QEMU is one it runs tests: the operations on lanes, and the stored
# bytes of a row grid; THRONG_TEST_FULL=1: all that are not of the house.
cmake_minimum_required(VERSION 3.25)

set(compiler gcc)
set(arguments -DCMAKE_CXX_COMPILER=${GCC})
if(CLANG AND NOT DEFINED ENV{THRONG_TEST_FULL})
    set(compiler clang)
    set(arguments -DCMAKE_CXX_COMPILER=${CLANG} -DCMAKE_CXX_COMPILER_TARGET=aarch64-linux-gnu
        "-DCMAKE_CXX_FLAGS_RELEASE=-O1 -DNDEBUG")
endif()
set(build ${WORK_DIR}/${compiler})
set(target -G ${GENERATOR} -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_BUILD_TYPE=Release)
set(tests -DTHRONG_BUILD_TESTS=OFF -DTHRONG_REQUIRE_TESTS=OFF)
set(emulate OFF)
if(QEMU AND EXISTS ${GTEST_SOURCES}/CMakeLists.txt)
    set(emulate ON)
    set(gtest ${WORK_DIR}/gtest)
    execute_process(COMMAND ${CMAKE_COMMAND} -S ${GTEST_SOURCES} -B ${gtest}/build ${target} -DCMAKE_CXX_COMPILER=${GCC}
        -DBUILD_GMOCK=OFF "-DCMAKE_CXX_FLAGS_RELEASE=-O0"
        -DCMAKE_INSTALL_PREFIX=${gtest} -DCMAKE_INSTALL_LIBDIR=lib COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${gtest}/build --target install COMMAND_ERROR_IS_FATAL ANY)
    # Static: the emulator finds no libraries of the other architecture.
    set(tests -DTHRONG_BUILD_TESTS=ON -DTHRONG_REQUIRE_TESTS=ON -DGTest_DIR=${gtest}/lib/cmake/GTest
        -DCMAKE_EXE_LINKER_FLAGS=-static
        -DCMAKE_CROSSCOMPILING_EMULATOR=${QEMU})
endif()
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE_DIR} -B ${build} ${target} ${arguments} ${tests}
    -DCMAKE_COMPILE_WARNING_AS_ERROR=ON
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DTHRONG_XSIMD_INCLUDE_DIR=${XSIMD_INCLUDE_DIR} -DTHRONG_TBB=OFF
    -DTHRONG_PRECOMPILE=OFF # gcc has a look by the same commands
    -DTHRONG_BUILD_BENCHES=OFF -DTHRONG_BUILD_APPS=OFF -DTHRONG_BUILD_EXAMPLES=OFF COMMAND_ERROR_IS_FATAL ANY)
execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} --config Release --target throng COMMAND_ERROR_IS_FATAL ANY)
file(GLOB_RECURSE objects ${build}/engine/kernels/*/throng_neon64.dir/*.cpp.o)
list(TRANSFORM objects PREPEND neon64=)
list(JOIN objects "," objects)
execute_process(COMMAND ${CMAKE_COMMAND} -DNM=${NM} -DOBJECTS=${objects}
    -P ${CMAKE_CURRENT_LIST_DIR}/target_objects.cmake
    COMMAND_ERROR_IS_FATAL ANY)
if(emulate)
    set(targets --target simd_test same_bytes_test)
    set(chosen -R "Simd|SameBytes.*/RowGridUpdated")
    if(DEFINED ENV{THRONG_TEST_FULL})
        set(targets)
        set(chosen -LE house -E install_consumers) # which run what they build on the host
    endif()
    execute_process(COMMAND ${CMAKE_COMMAND} --build ${build} --config Release ${targets} COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${build} --output-on-failure --no-tests=error ${chosen}
        COMMAND_ERROR_IS_FATAL ANY)
endif()
if(compiler STREQUAL gcc)
    return()
endif()

file(READ ${build}/compile_commands.json commands)
string(JSON count LENGTH "${commands}")
math(EXPR last "${count} - 1")
set(kernels "")
foreach(i RANGE ${last})
    string(JSON file GET "${commands}" ${i} file)
    if(file MATCHES "/engine/kernels/targets/")
        string(APPEND kernels "#include \"${file}\"\n")
        string(JSON command GET "${commands}" ${i} command)
    endif()
endforeach()
if(kernels STREQUAL "")
    message(FATAL_ERROR "No kernel is among the commands of ${build}.")
endif()
# All are compiled by the same flags, and as one in a seventh of the time.
file(WRITE ${WORK_DIR}/kernels.cpp "${kernels}")
separate_arguments(command UNIX_COMMAND "${command}")
list(POP_FRONT command)
list(POP_BACK command)
list(REMOVE_ITEM command --target=aarch64-linux-gnu)
execute_process(COMMAND ${GCC} ${command} ${WORK_DIR}/kernels.cpp -fsyntax-only COMMAND_ERROR_IS_FATAL ANY)
