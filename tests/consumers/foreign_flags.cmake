# SPDX-License-Identifier: MIT
# cmake -DSOURCE_DIR= -DWORK_DIR= -DSAME_TOOLS= -DGENERATOR= -DTBB= -DISA= -P foreign_flags.cmake: a project whose
# own flags are hostile still compiles the library: without exceptions and types at run time, with other chars,
# fast mathematics, everything visible, and any warning an error. Its sources are compiled as they are, without code.
cmake_minimum_required(VERSION 3.25)

set(flags "-fno-exceptions -fno-rtti -fvisibility=default -funsigned-char -Ofast -Wall -Wextra -Wconversion")
string(APPEND flags " -Wsign-conversion -Wold-style-cast -Wundef -Wpadded -Werror -Werror=padded")
set(build "${WORK_DIR}/foreign_flags")
file(REMOVE_RECURSE "${build}")
execute_process(COMMAND "${CMAKE_COMMAND}" -S "${SOURCE_DIR}/tests/consumers/add_subdirectory" -B "${build}"
    -G "${GENERATOR}" -C "${SAME_TOOLS}" -DCMAKE_BUILD_TYPE=Release "-DCMAKE_CXX_FLAGS:STRING=${flags}"
    "-DEXPECTED_CXX_FLAGS=${flags}" -DEXPECTED_BUILD_TYPE=Release "-DTHRONG_SOURCE_DIR=${SOURCE_DIR}"
    -DTHRONG_TBB=${TBB} -DBUILD_SHARED_LIBS=ON -DTHRONG_ISAS=${ISA} -DCMAKE_EXPORT_COMPILE_COMMANDS=ON
    -DCMAKE_CXX_COMPILER_LAUNCHER= -DTHRONG_PRECOMPILE=OFF # objects alone are cached and precompiled for
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)

# What a source sees after all flags, before its first line.
file(WRITE "${build}/seen.hpp" [[
#if !defined(OF_GUEST) && (__FINITE_MATH_ONLY__ || defined(__FAST_MATH__))
#error "Fast mathematics of the surrounding project have reached the library."
#endif
]])
file(READ "${build}/compile_commands.json" commands)
string(JSON count LENGTH "${commands}")
math(EXPR last "${count} - 1")
set(library 0)
function(expect_compiles source directory)
    execute_process(COMMAND ${ARGN} -fsyntax-only -include "${build}/seen.hpp" WORKING_DIRECTORY "${directory}"
        RESULT_VARIABLE result OUTPUT_QUIET ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        string(SUBSTRING "${output}" 0 3000 output)
        message(SEND_ERROR "With ${flags}\n${source} does not compile:\n${output}")
    endif()
endfunction()
set(kernels "")
foreach(i RANGE ${last})
    string(JSON command GET "${commands}" ${i} command)
    string(JSON directory GET "${commands}" ${i} directory)
    string(JSON source GET "${commands}" ${i} file)
    separate_arguments(command UNIX_COMMAND "${command}")
    if(source MATCHES "consumer\\.cpp$")
        expect_compiles("${source}" "${directory}" ${command} -DOF_GUEST)
        continue()
    endif()
    math(EXPR library "${library} + 1")
    if(source MATCHES "/engine/kernels/targets/")
        string(APPEND kernels "#include \"${source}\"\n")
        set(kernel_command ${command})
        set(kernel_directory "${directory}")
    else()
        expect_compiles("${source}" "${directory}" ${command})
    endif()
endforeach()
# All are compiled by the same flags, and as one in a quarter of the time.
file(WRITE "${build}/kernels.cpp" "${kernels}")
list(POP_BACK kernel_command)
expect_compiles("${build}/kernels.cpp" "${kernel_directory}" ${kernel_command} "${build}/kernels.cpp")

# Linked with fast mathematics, a shared library changes the arithmetic of the process that loads it.
set(links)
foreach(file IN ITEMS build.ninja throng/engine/CMakeFiles/throng.dir/link.txt)
    if(EXISTS "${build}/${file}")
        file(STRINGS "${build}/${file}" found REGEX "-Ofast.*libthrong|LINK_FLAGS = ")
        list(APPEND links ${found})
    endif()
endforeach()
if(NOT links MATCHES "-fno-fast-math")
    message(SEND_ERROR "The shared library is linked with fast mathematics:\n${links}")
endif()
if(library LESS 5)
    message(FATAL_ERROR "Only ${library} sources of the library were compiled.")
endif()
message(STATUS "${library} sources of the library compile.")
