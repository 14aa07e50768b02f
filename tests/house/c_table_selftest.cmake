# SPDX-License-Identifier: MIT
# cmake -DWORK_DIR=<dir> -P c_table_selftest.cmake: c_table.cmake refuses tables with a row too few or too many.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

file(WRITE ${WORK_DIR}/exports.txt "# names\nthrong::Hits::operator[](unsigned long) const\n"
    "throng::Space::size() const\nthrong_size\nthrong_row\n")
file(WRITE ${WORK_DIR}/c/space.h "size_t throng_size(const throng_space* space);\n"
    "const throng_slot* throng_row(int row);\n")
set(head "| C++ | C |\n|---|---|\n")
set(row "| `Hits::operator[]` | `throng_row` |\n")
set(size "| `Space::size` | `throng_size` |\n")

function(expect verdict reason text)
    file(WRITE ${WORK_DIR}/c.md "${text}")
    expect_verdict("This table: ${text}" ${verdict} "${reason}" ${CMAKE_COMMAND} -DTABLE=${WORK_DIR}/c.md
        -DEXPORTS=${WORK_DIR}/exports.txt -DHEADERS=${WORK_DIR}/c -P ${CMAKE_CURRENT_LIST_DIR}/c_table.cmake)
endfunction()

expect(accepted "4 functions" "${head}${row}${size}")
expect(refused "operator\\(\\) has no row" "${head}| any row | `throng_row` |\n${size}")
expect(refused "throng_size has no row" "${head}${row}| `Space::size` | none: it is a number of the struct |\n")
expect(refused "neither a function of C nor a reason" "${head}${row}${size}| `on` | none |\n")
expect(refused "throng_rows of .* is declared in no header" "${head}${row}${size}| all rows | `throng_rows` |\n")
expect(refused "no row of two columns" "${head}${row}${size}| `on` |\n")
