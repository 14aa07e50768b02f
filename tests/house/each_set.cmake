# SPDX-License-Identifier: MIT
# cmake -DROOT=<tree> -P each_set.cmake: the files that name the instruction sets by hand are those that
# docs/hacking.md lists: those with every set of simd::Isa, and those with two or more of them. Baseline is no name, but
# a word. Documents, and what benches have printed, are not looked at.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/listed_files.cmake)

file(READ ${ROOT}/simd/instruction_sets.hpp source)
if(NOT source MATCHES "enum class Isa {([^}]*)}")
    message(FATAL_ERROR "simd/instruction_sets.hpp has no enum class Isa")
endif()
string(REGEX MATCHALL "[a-z0-9_]+" sets "${CMAKE_MATCH_1}")
list(REMOVE_ITEM sets baseline)
list(LENGTH sets set_count)

set(files)
foreach(folder IN ITEMS .ci .github apps bench cmake engine examples packaging parallel python scenes scripts simd
        support tests)
    file(GLOB_RECURSE found RELATIVE ${ROOT} ${ROOT}/${folder}/*)
    list(APPEND files ${found})
endforeach()
file(GLOB found RELATIVE ${ROOT} LIST_DIRECTORIES false ${ROOT}/*)
list(APPEND files ${found})
# What builds leave in the tree is not of it.
list(FILTER files EXCLUDE REGEX "/node_modules/|/__pycache__/|^python/(build|src/throng/lib)/|^compile_commands.json$")
list(FILTER files EXCLUDE REGEX "\\.md$|^bench/results/")

set(with_all)
set(with_some)
foreach(file IN LISTS files)
    file(READ ${ROOT}/${file} text)
    string(TOLOWER "${text}" text)
    set(count 0)
    foreach(isa IN LISTS sets)
        if(text MATCHES "(^|[^a-z0-9])${isa}([^a-z0-9]|$)")
            math(EXPR count "${count} + 1")
        endif()
    endforeach()
    if(count EQUAL set_count)
        list(APPEND with_all ${file})
    elseif(count GREATER 1)
        list(APPEND with_some ${file})
    endif()
endforeach()

set(section "How to add an instruction set")
list(JOIN sets ", " sets)
read_listed(${ROOT}/docs/hacking.md "${section}" "These files name every set" listed)
expect_listed("The list of files with every set in docs/hacking.md" "${listed}" "${with_all}" "names ${sets}")
read_listed(${ROOT}/docs/hacking.md "${section}" "These name some sets" listed)
expect_listed("The list of files with some sets in docs/hacking.md" "${listed}" "${with_some}"
    "names two of ${sets} and not all")
