# SPDX-License-Identifier: MIT
# read_listed(<document> <section> <words> <result>): the files that a section of a document lists, each in a line that
# begins with "* `file`", directly after the first paragraph that has these words.

function(read_listed document section words result)
    file(READ "${document}" text)
    # Brackets and semicolons would make lists of it.
    string(REGEX REPLACE "[][;]" "," text "\n${text}")
    # Lines that go on in the next one are joined.
    string(REGEX REPLACE "([^\n])\n +([^ ])" "\\1 \\2" text "${text}")
    string(REGEX REPLACE "([^\n])\n([^\n*#|])" "\\1 \\2" text "${text}")
    foreach(begin IN ITEMS "\n## ${section}\n" "${words}" "\n\n")
        string(FIND "${text}" "${begin}" at)
        if(at EQUAL -1)
            message(FATAL_ERROR "${document} has no section '${section}' with '${words}' and a list")
        endif()
        string(LENGTH "${begin}" length)
        math(EXPR at "${at} + ${length}")
        string(SUBSTRING "${text}" ${at} -1 text)
        string(REGEX REPLACE "\n## .*$" "" text "${text}")
    endforeach()
    string(REGEX REPLACE "\n\n.*$" "" text "\n${text}")
    string(REGEX MATCHALL "\n\\* `[^`]+`" listed "${text}")
    list(TRANSFORM listed REPLACE "\n\\* `([^`]+)`" "\\1")
    list(SORT listed)
    set(${result} "${listed}" PARENT_SCOPE)
endfunction()

# What one list has and the other one lacks, as two sentences.
function(expect_listed what listed found fault)
    set(missing ${found})
    list(REMOVE_ITEM missing ${listed})
    set(wrong ${listed})
    list(REMOVE_ITEM wrong ${found})
    if(NOT found)
        message(FATAL_ERROR "No file ${fault}, so ${what} is a list of nothing")
    endif()
    if(missing)
        message(SEND_ERROR "${what} does not list what ${fault}: ${missing}")
    endif()
    if(wrong)
        message(SEND_ERROR "${what} lists ${wrong}, but none of these ${fault}")
    endif()
endfunction()
