# SPDX-License-Identifier: MIT
# cmake -DWORK_DIR=<dir> -DCXX=<compiler> -P header_selftest.cmake: header.cmake refuses bad headers.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

function(expect verdict text)
    file(WRITE ${WORK_DIR}/throng/tried.hpp "#pragma once\n${text}\n")
    expect_verdict("This header: ${text}" ${verdict} ""
        ${CMAKE_COMMAND} -DHEADER=${WORK_DIR}/throng/tried.hpp -DINCLUDE_DIR=${WORK_DIR} -DCXX=${CXX}
        -P ${CMAKE_CURRENT_LIST_DIR}/header.cmake)
endfunction()

expect(accepted "#include <cstdint>\n#include <span>\n#include <string_view>")
expect(refused "inline std::uint32_t uses_what_it_does_not_include;")
expect(refused "inline int narrows(double d) { return d; }")
expect(refused "class Keeps { int* data_ = nullptr; public: Keeps(); ~Keeps(); };")
expect(refused "inline void throws() { throw 1; }")
expect(refused "#include <vector>")
expect(refused "#include <memory>")
expect(refused "namespace xsimd { struct batch; }\nstruct Lanes { xsimd::batch* one; };")
if(CMAKE_HOST_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    expect(refused "#include <xmmintrin.h>")
endif()
