# SPDX-License-Identifier: MIT
# How everything in this repository is compiled. Nothing here reaches consumers, no global flag is set.
add_library(throng_options INTERFACE)
target_compile_features(throng_options INTERFACE cxx_std_20)
# Within another project nothing warns: a compiler that we have not seen may have new warnings, a project may ask for
# some that these sources were never held to, and they may be errors there.
if(THRONG_WARNINGS)
    target_compile_options(throng_options INTERFACE -Wall -Wextra -Wconversion -Wshadow -Wpedantic)
else()
    target_compile_options(throng_options INTERFACE -w)
endif()
# Answers are the same bytes everywhere: no contraction to fused multiply-add, whatever flags the surrounding project
# uses.
target_compile_options(throng_options INTERFACE -fno-fast-math -ffp-contract=off)
# gcc 12 sees impossible overlaps in std::string's operator+ when it optimises (its bug 105651, mended in 13).
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # clang-tidy reads the same flags
    target_compile_options(throng_options INTERFACE -Wno-restrict -Wno-unknown-warning-option)
endif()

# gcc copies and clears structs of 100 to 1000 bytes by "rep movs" and "rep stos", which take 10 to 16 ns to start: a
# tenth of a query that is made alone. Loops of vector instructions take 3.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
    foreach(work IN ITEMS memcpy memset)
        target_compile_options(throng_options INTERFACE -m${work}-strategy=vector_loop:1024:noalign,libcall:-1:noalign)
    endforeach()
endif()

# throng_headers(name HEADERS <header>... LIBRARIES target... OPTIONS option...): compiles headers of others once, for
# the targets that throng_uses_headers(target name) names and that are compiled by the same flags. Own headers are not
# among them: the build tells what depends on them.
function(throng_headers name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HEADERS;LIBRARIES;OPTIONS")
    if(NOT THRONG_PRECOMPILE)
        return()
    endif()
    file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp "// What ${name} precompiles is its headers.\n")
    add_library(${name} OBJECT ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    target_link_libraries(${name} PRIVATE throng_options ${arg_LIBRARIES})
    target_compile_options(${name} PRIVATE ${arg_OPTIONS})
    target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
    set_target_properties(${name} PROPERTIES CXX_COMPILER_LAUNCHER "")
endfunction()
function(throng_uses_headers target name)
    if(TARGET ${name})
        target_precompile_headers(${target} REUSE_FROM ${name})
        set_target_properties(${target} PROPERTIES CXX_COMPILER_LAUNCHER "")
    endif()
endfunction()

# Which instruction sets are built, each file of engine/kernels/targets/ once per set. Own code asks #if
# THRONG_HAVE_AVX2 and so on.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(known_isas baseline avx2 avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
    set(known_isas neon64)
else()
    message(FATAL_ERROR "Throng runs on x86-64 and AArch64, not on ${CMAKE_SYSTEM_PROCESSOR}.")
endif()
set(THRONG_ISAS "${known_isas}" CACHE
    STRING "Instruction sets to build: the first of ${known_isas}, and any of the others")
set(THRONG_UNSANITIZED_ISAS "" CACHE STRING "Those whose kernels a sanitizer leaves as they are")
list(GET known_isas 0 required_isa)
if(NOT required_isa IN_LIST THRONG_ISAS)
    message(FATAL_ERROR "THRONG_ISAS is \"${THRONG_ISAS}\": it needs ${required_isa}, which every machine has.")
endif()
foreach(isa IN LISTS THRONG_ISAS)
    if(NOT isa IN_LIST known_isas)
        message(FATAL_ERROR "THRONG_ISAS names ${isa}: for ${CMAKE_SYSTEM_PROCESSOR} there are ${known_isas}.")
    endif()
endforeach()
add_library(throng_isas INTERFACE)
foreach(isa IN LISTS THRONG_ISAS)
    string(TOUPPER ${isa} upper)
    target_compile_definitions(throng_isas INTERFACE THRONG_HAVE_${upper}=1)
endforeach()

# The sources of the library see the whole repository, and nothing of theirs is visible outside a shared library.
function(throng_objects target)
    add_library(${target} OBJECT ${ARGN})
    target_link_libraries(${target} PRIVATE throng_options throng_isas Threads::Threads)
    target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/engine/include)
    target_include_directories(${target} SYSTEM PRIVATE ${THRONG_XSIMD_INCLUDE_DIR})
    set_target_properties(${target} PROPERTIES
        CXX_EXTENSIONS OFF
        CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON
        UNITY_BUILD OFF # whatever the surrounding project says: names are of one file
        POSITION_INDEPENDENT_CODE ON)
    if(BUILD_SHARED_LIBS)
        target_compile_definitions(${target} PRIVATE THRONG_SHARED THRONG_BUILDING)
    endif()
endfunction()

# The same, for the library itself.
function(throng_sources target)
    throng_objects(${target} ${ARGN})
    set_property(GLOBAL APPEND PROPERTY THRONG_OBJECTS $<TARGET_OBJECTS:${target}>)
endfunction()

# What throws and catches does so whatever flags the surrounding project uses: a constructor throws, and an exception of
# a host's task is caught. Kernels do neither.
function(throng_needs_exceptions)
    foreach(target IN LISTS ARGN)
        target_compile_options(${target} PRIVATE -fexceptions)
    endforeach()
endfunction()

# throng_by_folder(target...): what a target has in one folder is compiled as one source. Anonymous namespaces of one
# folder are one, then.
function(throng_by_folder)
    if(NOT THRONG_UNITY)
        return()
    endif()
    set_target_properties(${ARGN} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
    foreach(target IN LISTS ARGN)
        get_target_property(sources ${target} SOURCES)
        foreach(source IN LISTS sources)
            cmake_path(GET source PARENT_PATH folder)
            cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
            string(MAKE_C_IDENTIFIER "${folder}" group)
            set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
        endforeach()
    endforeach()
endfunction()
