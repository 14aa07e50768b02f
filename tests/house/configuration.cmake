# SPDX-License-Identifier: MIT
# cmake -DSOURCE_DIR= -DWORK_DIR= -DGENERATOR= -DCXX= -DXSIMD_INCLUDE_DIR= -P configuration.cmake: what cannot be built
# is refused with the reason. Without GoogleTest a configuration that requires tests fails, any other succeeds.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

function(expect verdict text)
    file(REMOVE_RECURSE "${WORK_DIR}")
    expect_verdict("Without GoogleTest ${ARGN}" ${verdict} "${text}"
        "${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${WORK_DIR}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${CXX}"
        "-DTHRONG_XSIMD_INCLUDE_DIR=${XSIMD_INCLUDE_DIR}" -DTHRONG_TBB=OFF -DTHRONG_BUILD_BENCHES=OFF
        -DTHRONG_BUILD_APPS=OFF
        -DTHRONG_BUILD_EXAMPLES=OFF -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON ${ARGN})
endfunction()

expect(refused "GoogleTest was not found .*there are no tests to run" -DTHRONG_REQUIRE_TESTS=ON)
expect(refused "THRONG_BUILD_TESTS is off: there are no tests to run" -DTHRONG_REQUIRE_TESTS=ON
    -DTHRONG_BUILD_TESTS=OFF)
expect(accepted "GoogleTest was not found .*the tests are not built")
if(CMAKE_HOST_SYSTEM_PROCESSOR STREQUAL "x86_64")
    expect(refused "THRONG_ISAS is .avx2.: it needs baseline" -DTHRONG_ISAS=avx2)
    expect(refused "THRONG_ISAS names sse9: for x86_64 there are" "-DTHRONG_ISAS=baseline\\;sse9")
    expect(accepted "the tests are not built" "-DTHRONG_ISAS=baseline\\;avx2")
endif()
