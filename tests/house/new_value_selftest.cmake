# SPDX-License-Identifier: MIT
# cmake -DCXX=<compiler> -DISA=<instruction set> -DWORK_DIR=<dir> -P new_value_selftest.cmake: new_value.cmake refuses
# lists that lack a file, or have one too many, and trees where there is nothing to list.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

set(tree ${WORK_DIR}/tree)
set(enums engine/src/kinds.hpp:Kind,engine/src/kinds.hpp:Place:places)
set(all_files src/by_kind.cpp src/by_place.hpp src/counted.cpp kernels/kernel.hpp)

function(make_tree files)
    file(REMOVE_RECURSE ${tree})
    file(WRITE ${tree}/simd/none.hpp "")
    file(WRITE ${tree}/parallel/none.hpp "")
    file(WRITE ${tree}/engine/src/kinds.hpp "#pragma once\nenum class Kind { One, Two };\n"
        "enum Place : unsigned char {\n    here,\n    there,\n    places\n};\n")
    set(head "#include \"engine/src/kinds.hpp\"\n")
    set(by_kind "(Kind kind) {\n    switch (kind) {\n    case Kind::One:\n    case Kind::Two: break;\n    }\n}\n")
    file(WRITE ${tree}/engine/src/by_kind.cpp "${head}void by_kind${by_kind}")
    file(WRITE ${tree}/engine/src/by_place.hpp "#pragma once\n${head}template <class T> bool is(T at) {\n"
        "    switch (at) {\n    case here:\n    case there:\n    case places: break;\n    }\n    return true;\n}\n"
        "inline bool is_here() { return is(here); }\n")
    file(WRITE ${tree}/engine/src/counted.cpp "${head}const int list[] = {here, there};\n"
        "static_assert(sizeof list / sizeof *list == places);\n")
    file(WRITE ${tree}/engine/src/other.cpp "${head}void other(Kind kind) {\n    switch (kind) {\n"
        "    case Kind::One:\n    default: break;\n    }\n}\n")
    file(WRITE ${tree}/engine/kernels/kernel.hpp "${head}template <class T> void kernel${by_kind}")
    file(WRITE ${tree}/engine/kernels/targets/kernel.cpp "#include \"engine/kernels/kernel.hpp\"\n"
        "template void kernel<int>(Kind);\n")
    set(list "")
    foreach(file IN LISTS files)
        string(APPEND list "* `engine/${file}`: a line\n  that goes on\n")
    endforeach()
    file(WRITE ${tree}/docs/hacking.md "# Hacking\n\n## How [else]; to add\n\n* `engine/none.cpp`: none\n\n"
        "## How to add\n\n* `engine/none.cpp`: none\n\nThese files do not compile until\nthey know it:\n\n${list}\n"
        "Besides:\n\n* `engine/none.cpp`: none\n\n## How not to add\n\n* `engine/none.cpp`: none\n")
endfunction()

# expect(<what> accepted|refused <regex> [<variable of new_value.cmake>...]): of the tree as it is.
function(expect what verdict text)
    expect_verdict("${what}" ${verdict} "${text}" ${CMAKE_COMMAND} -DROOT=${tree} "-DSECTION=How to add"
        -DENUMS=${enums} -DALSO=engine/kernels/targets/kernel.cpp -DCXX=${CXX} -DISA=${ISA}
        -DXSIMD_INCLUDE_DIR=${tree} -DWORK_DIR=${WORK_DIR}/copy ${ARGN}
        -P ${CMAKE_CURRENT_LIST_DIR}/new_value.cmake)
endfunction()

make_tree("${all_files}")
expect("A list of all files" accepted "")
expect("Another section" refused "no section .How to remove. with" "-DSECTION=How to remove")
expect("An enum of another file" refused "other.cpp has no enum Kind" -DENUMS=engine/src/other.cpp:Kind)
expect("A value that is not there" refused "kinds.hpp has no enum Place" -DENUMS=engine/src/kinds.hpp:Place:none)
foreach(file IN LISTS all_files)
    set(files ${all_files})
    list(REMOVE_ITEM files ${file})
    make_tree("${files}")
    expect("A list without ${file}" refused "does not list what fails to compile: engine/${file} ")
endforeach()
make_tree("${all_files};src/other.cpp")
expect("A list with another file" refused "lists engine/src/other.cpp, but none of these fails")
make_tree("")
expect("An empty list" refused "does not list .*/by_kind.cpp.*/by_place.hpp.*/counted.cpp")

make_tree("${all_files}")
file(APPEND ${tree}/engine/src/by_kind.cpp "wrong\n")
expect("Another error" refused "does not compile: .*by_kind.cpp:[0-9:]+ error")
make_tree("${all_files}")
foreach(file IN ITEMS src/by_kind.cpp src/by_place.hpp src/counted.cpp kernels/targets/kernel.cpp)
    file(WRITE ${tree}/engine/${file} "")
endforeach()
expect("A tree where all files compile" refused "No file fails to compile")
