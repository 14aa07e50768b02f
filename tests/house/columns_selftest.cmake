# SPDX-License-Identifier: MIT
# cmake -DWORK_DIR=<dir> -P columns_selftest.cmake: columns.cmake refuses a line of 121 columns in each kind of C++
# file, in scripts and in Markdown, and nothing else.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

set(folders apps bench engine examples parallel scenes simd support tests)
string(REPEAT "-" 117 rule)
string(REPEAT "[;" 58 brackets)

# expect(<what> accepted|refused <regex> [<file> <text appended to it>])
function(expect what verdict text)
    file(REMOVE_RECURSE "${WORK_DIR}")
    foreach(folder IN LISTS folders)
        file(WRITE "${WORK_DIR}/${folder}/part/full.cpp" "// ${rule}\n")
    endforeach()
    file(WRITE "${WORK_DIR}/README.md" "a  ${rule}\n")
    if(ARGC GREATER 3)
        file(APPEND "${WORK_DIR}/${ARGV3}" "${ARGV4}")
    endif()
    expect_verdict("${what}" ${verdict} "${text}"
        ${CMAKE_COMMAND} -DROOT=${WORK_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/columns.cmake)
endfunction()

expect("Lines of 120 columns" accepted "")
expect("A long line of another file" accepted "" docs/page.txt "// ${rule}-\n")
foreach(folder IN LISTS folders)
    expect("A long line in ${folder}" refused "${folder}/part/full.cpp has a line of more" ${folder}/part/full.cpp
        "\n// ${rule}-\n")
endforeach()
expect("A long line of a header" refused "long.hpp has a line of more" engine/long.hpp "// ${rule}-\n")
expect("A long line of a C header" refused "long.h has a line of more" engine/long.h "// ${rule}-\n")
expect("A long line of brackets" refused "long.hpp has a line of more" engine/long.hpp "// ${brackets}--\n")
expect("A long last line without end" refused "long.hpp has a line of more" engine/long.hpp "// ${rule}-")
expect("A long line after other letters" refused "long.hpp has a line of more" engine/long.hpp "// é\n// ${rule}-\n")
foreach(script IN ITEMS .ci/run test.sh scripts/part.sh scripts/part.py scripts/part.cpp scripts/part.hpp
        CMakeLists.txt bench/CMakeLists.txt cmake/part.cmake)
    expect("A long line of ${script}" refused "${script} has a line of more" ${script} "# ${rule}--\n")
endforeach()

foreach(document IN ITEMS
        README.md CONTRIBUTING.md docs/page.md docs/design/page.md bench/README.md tests/page.md cmake/page.md)
    expect("A long line of ${document}" refused "${document} has a line of more" ${document} "a  ${rule}-\n")
endforeach()
expect("A long line of printed results" accepted "" bench/results/machine/crowd.md "a  ${rule}-\n")
expect("A long line of a printed comparison" accepted "" bench/compare_test/expected.md "a  ${rule}-\n")

# expect_markdown(<what> accepted|refused <text of a document>)
function(expect_markdown what verdict text)
    set(complaint "")
    if(verdict STREQUAL refused)
        set(complaint "docs/page.md has a")
    endif()
    expect("${what}" ${verdict} "${complaint}" docs/page.md "${text}")
endfunction()

string(REPEAT "é" 117 accents)
expect_markdown("120 characters of two bytes" accepted "a  ${accents}\n")
expect_markdown("121 characters of two bytes" refused "a  ${accents}é\n")
expect_markdown("Markdown of brackets" refused "a  ${brackets}--\n")
expect_markdown("A last line of Markdown without end" refused "a  ${rule}-")
expect_markdown("A long line after a backslash" refused "a \\\na  ${rule}-\n")
expect_markdown("A long table" accepted "| a | ${rule} |\n|---|---|\n  | b | ${rule} |\n")
expect_markdown("A long line after a table" refused "| a | ${rule} |\n|---|---|\n\na  ${rule}-\n")
expect_markdown("A long block of code" accepted "```sh\na  ${rule}-\n```\n\n  ```\n  a  ${rule}-\n  ```\n")
expect_markdown("A long line after a block of code" refused "```sh\na  ${rule}-\n```\na  ${rule}-\n")
expect_markdown("A block of code without end" refused "```sh\na  ${rule}-\n")
expect_markdown("A long link" accepted "[a](${rule})\n* [a](${rule})\n12. [a](${rule})\n  <https://${rule}>,\n")
expect_markdown("A long reference" accepted "[the first]: https://${rule}\n")
expect_markdown("A long link after a word" refused "See [a](${rule})\n")
expect_markdown("A long link before a word" refused "* [a](${rule}) too\n")
expect_markdown("A long text of a link" refused "[a ${rule}](b)\n")

# A folder without a C++ file is a check of nothing.
file(REMOVE_RECURSE "${WORK_DIR}")
foreach(folder IN LISTS folders)
    if(NOT folder STREQUAL simd)
        file(WRITE "${WORK_DIR}/${folder}/full.cpp" "// ${rule}\n")
    endif()
endforeach()
expect_verdict("A tree without simd/" refused "no C\\+\\+ file in .*simd"
    ${CMAKE_COMMAND} -DROOT=${WORK_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/columns.cmake)
expect_verdict("A tree without documents" refused "no Markdown file"
    ${CMAKE_COMMAND} -DROOT=${WORK_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/columns.cmake)
