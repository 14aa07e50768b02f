# SPDX-License-Identifier: MIT
# cmake -DREADME=<file> -DEXAMPLE=<file> -P readme.cmake: the first C++ block of README.md is the example that is compiled, but for the
# comment at its head, and at most 18 lines long.
cmake_minimum_required(VERSION 3.25)

file(READ ${README} readme)
file(READ ${EXAMPLE} example)

set(opening "\n```cpp\n")
string(FIND "${readme}" "${opening}" begin)
if(begin EQUAL -1)
    message(FATAL_ERROR "${README} has no C++ block.")
endif()
string(LENGTH "${opening}" length)
math(EXPR begin "${begin} + ${length}")
string(SUBSTRING "${readme}" ${begin} -1 shown)
string(FIND "${shown}" "\n```\n" end)
math(EXPR end "${end} + 1")
string(SUBSTRING "${shown}" 0 ${end} shown)

string(FIND "${example}" "#include" begin)
string(SUBSTRING "${example}" ${begin} -1 compiled)
if(NOT shown STREQUAL compiled)
    message(FATAL_ERROR "The first C++ block of ${README} is not ${EXAMPLE} from its first #include on.")
endif()

string(REGEX MATCHALL "\n" lines "${shown}")
list(LENGTH lines lines)
if(lines GREATER 18)
    message(FATAL_ERROR "The example has ${lines} lines.")
endif()
