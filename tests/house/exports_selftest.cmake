# SPDX-License-Identifier: MIT
# cmake -DWORK_DIR=<dir> -DCXX=<compiler> -DNM=<nm> -P exports_selftest.cmake: exports.cmake tells what a library lets
# out too much, what too little and what without its version, and renews its list.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

set(api "__attribute__((visibility(\"default\")))")
set(local "__attribute__((visibility(\"hidden\")))")
function(library name text)
    file(WRITE ${WORK_DIR}/${name}.cpp "${text}\n")
    execute_process(COMMAND ${CXX} -std=c++20 -fPIC -fvisibility=hidden -shared ${WORK_DIR}/${name}.cpp ${ARGN} -o
        ${WORK_DIR}/${name}.so
        COMMAND_ERROR_IS_FATAL ANY)
endfunction()
library(outside "struct ${api} Set { void add(); struct State { void grow(); }; };
void Set::add() {}\nvoid Set::State::grow() {}\nvoid hidden() {}")
library(inside "struct ${api} Set { void add(); struct ${local} State { void grow(); }; };
void Set::add() {}\nvoid Set::State::grow() {}\nvoid hidden() {}")
library(standard
    "#include <vector>\nstruct ${api} Set { std::vector<int*> a; void add(); };\nvoid Set::add() { a.push_back({}); }")
library(instance
    "#include <span>\nnamespace throng { template <class T> struct ${api} Set { void add(T, std::span<T>); };
template <class T> void Set<T>::add(T, std::span<T>) {}\ntemplate struct Set<int>; }")
library(of_tbb
    "struct ${api} Set { void add(); };\nnamespace tbb { namespace detail { namespace d7 { struct arena; } } }
void Set::add() {}\n${api} void on(tbb::detail::d7::arena&) {}")

set(list ${WORK_DIR}/list.txt)
function(expect verdict text library)
    expect_verdict("${library}" ${verdict} "${text}" ${CMAKE_COMMAND} -DNM=${NM} -DLIBRARY=${WORK_DIR}/${library}.so
        -DLIST=${list} ${ARGN}
        -P ${CMAKE_CURRENT_LIST_DIR}/exports.cmake)
endfunction()
file(WRITE ${list} "# About it.\nSet::add()\non(oneapi::tbb::arena&)\n")
expect(accepted "1 symbols" inside -DTBB=OFF)
expect(accepted "1 symbols" standard -DTBB=OFF)
expect(accepted "2 symbols" of_tbb -DTBB=ON)
expect(refused "not listed: Set::State::grow\\(\\) .*renew the list" outside -DTBB=OFF)
expect(refused "not listed: throng::Set<int>::add\\(int, std::span" instance -DTBB=OFF)
expect(refused "not let out: on\\(oneapi::tbb::arena&\\)" inside -DTBB=ON)
expect(refused "not listed: on\\(oneapi" of_tbb -DTBB=OFF)

expect(refused "has not the version SET_1" inside -DTBB=OFF -DVERSION=SET_1)
file(WRITE ${WORK_DIR}/script.map "SET_1 { global: _ZN3Set*; throng_*; local: *; };\n")
library(versioned "extern \"C\" ${api} void throng_add() {}" -Wl,--version-script=${WORK_DIR}/script.map)
file(APPEND ${list} "throng_add\n")
expect(accepted "1 symbols" versioned -DTBB=OFF -DVERSION=SET_1 -DONLY_C=ON)
expect(accepted "1 symbols" versioned -DTBB=OFF -DONLY_C=ON)
expect(refused "has not the version SET_2" versioned -DTBB=OFF -DVERSION=SET_2 -DONLY_C=ON)
expect(refused "not let out: Set::add" versioned -DTBB=OFF -DVERSION=SET_1)
file(WRITE ${list} "# About it.\nSet::add()\non(oneapi::tbb::arena&)\n")

expect(accepted "" outside -DTBB=OFF -DRENEW=ON)
expect(accepted "2 symbols" outside -DTBB=OFF)
file(READ ${list} renewed)
if(NOT renewed STREQUAL "# About it.\nSet::State::grow()\nSet::add()\non(oneapi::tbb::arena&)\n")
    message(SEND_ERROR "The list that was renewed is\n${renewed}")
endif()
