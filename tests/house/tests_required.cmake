# SPDX-License-Identifier: MIT
# cmake -DSOURCE_DIR= -DWORK_DIR= -DGENERATOR= -DCXX= -DXSIMD_INCLUDE_DIR= -P tests_required.cmake: without GoogleTest, who asks for tests
# is told that there are none, and who does not is not stopped.
cmake_minimum_required(VERSION 3.25)

function(expect verdict text)
    file(REMOVE_RECURSE "${WORK_DIR}")
    execute_process(COMMAND "${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${WORK_DIR}" -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${CXX}"
        "-DTHRONG_XSIMD_INCLUDE_DIR=${XSIMD_INCLUDE_DIR}" -DTHRONG_TBB=OFF -DTHRONG_BUILD_BENCHES=OFF -DTHRONG_BUILD_APPS=OFF
        -DTHRONG_BUILD_EXAMPLES=OFF -DCMAKE_DISABLE_FIND_PACKAGE_GTest=ON ${ARGN}
        RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(status EQUAL 0)
        set(got accepted)
    else()
        set(got refused)
    endif()
    string(REGEX REPLACE "[ \n]+" " " output "${output}")
    if(NOT got STREQUAL verdict OR NOT output MATCHES "${text}")
        message(SEND_ERROR "Without GoogleTest ${ARGN} must be ${verdict} with '${text}', but was ${got}: ${output}")
    endif()
endfunction()

expect(refused "GoogleTest was not found .*there are no tests to run" -DTHRONG_REQUIRE_TESTS=ON)
expect(refused "THRONG_BUILD_TESTS is off: there are no tests to run" -DTHRONG_REQUIRE_TESTS=ON -DTHRONG_BUILD_TESTS=OFF)
expect(accepted "GoogleTest was not found .*the tests are not built")
