# SPDX-License-Identifier: MIT
# cmake -DWORK_DIR=<dir> -P documents_selftest.cmake: documents.cmake refuses what is too long, too many results, and
# links to nothing.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

# A tree that is as full as it may be.
function(make_tree)
    file(REMOVE_RECURSE "${WORK_DIR}")
    string(REPEAT "[word]; " 899 words)
    file(WRITE "${WORK_DIR}/README.md" "Word ${words}")
    file(WRITE "${WORK_DIR}/docs/performance.md"
        "# Speed, in short\n\nSee [the first](../README.md) and [above](#speed-in-short).\n")
    file(WRITE "${WORK_DIR}/docs/design/README.md"
        "[Speed](../performance.md#speed-in-short), [elsewhere](https://example.org/none)\n\n"
        "```cpp\n[](int i) {}\n```\n`[](none)`\n")
    file(WRITE "${WORK_DIR}/docs/lab/steps.md" "none\n")
    file(WRITE "${WORK_DIR}/bench/README.md" "none\n")
    foreach(i RANGE 1 60)
        file(WRITE "${WORK_DIR}/bench/results/machine/${i}.md" "none\n")
    endforeach()
endfunction()

# expect(<what> accepted|refused <regex> [<file> <text appended to it>])
function(expect what verdict text)
    make_tree()
    if(ARGC GREATER 3)
        file(APPEND "${WORK_DIR}/${ARGV3}" "${ARGV4}")
    endif()
    expect_verdict("${what}" ${verdict} "${text}"
        ${CMAKE_COMMAND} -DROOT=${WORK_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/documents.cmake)
endfunction()

string(REPEAT "word " 2501 many)
expect("A full tree" accepted "")
expect("A README of 901 words" refused "README.md has 901 words" README.md "more")
expect("A long page on speed" refused "performance.md has" docs/performance.md "${many}")
expect("A long page on design" refused "design/README.md has" docs/design/README.md "${many}")
expect("A long page on benches" refused "bench/README.md has" bench/README.md "${many}")
expect("A long notebook" refused "steps.md has" docs/lab/steps.md "${many}")
string(REPEAT "word " 26001 most_of_all)
expect("Many pages" refused "words together" docs/page.md "${most_of_all}")
expect("One result more" refused "holds 61 files" bench/results/machine/61.md "none")
expect("A link to nothing" refused "links to none.md, which is not there" docs/lab/steps.md "[a link](none.md)")
expect("A picture that is not there" refused "links to none.png, which" docs/lab/steps.md "![a picture](none.png)")
expect("A heading that is not there" refused "no such heading" docs/lab/steps.md "[a link](../performance.md#none)")
expect("A heading of the same page" refused "no such heading" docs/performance.md "[a link](#none)")
expect("A link behind code" refused "links to none.md, which" docs/design/README.md "`[]` [a link](none.md)")
