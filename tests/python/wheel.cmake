# SPDX-License-Identifier: MIT
# cmake -DPYTHON=<python3> -DROOT=<tree> -DLIBRARY=<file> -DEXAMPLE=<file> -DWORK_DIR=<dir> -P wheel.cmake: a wheel is
# built offline and works in a new environment, which finds neither the sources nor the library of the build.
cmake_minimum_required(VERSION 3.25)

function(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK_DIR} RESULT_VARIABLE result
        OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        string(JOIN " " command ${ARGN})
        message(FATAL_ERROR "${command}\n${output}")
    endif()
    message(STATUS "${output}")
endfunction()

include(${ROOT}/packaging/wheel.cmake)
file(GLOB wheels ${WORK_DIR}/throng-*-py3-none-*.whl)
list(LENGTH wheels count)
if(NOT count EQUAL 1)
    message(FATAL_ERROR "There is no wheel for every Python 3 in ${WORK_DIR}: ${wheels}")
endif()

set(clean ${CMAKE_COMMAND} -E env --unset=PYTHONPATH --unset=THRONG_LIBRARY --unset=LD_LIBRARY_PATH)
run(${clean} ${PYTHON} -m venv --without-pip --system-site-packages ${WORK_DIR}/venv)
run(${clean} ${WORK_DIR}/venv/bin/python -m pip --disable-pip-version-check install --no-index --no-deps ${wheels})
file(WRITE ${WORK_DIR}/where.py "import throng._library as l\n"
    "assert '/venv/' in l.__file__ and '/venv/' in l.lib._name, l.lib._name\n")
run(${clean} ${WORK_DIR}/venv/bin/python ${WORK_DIR}/where.py)
run(${clean} ${WORK_DIR}/venv/bin/python ${EXAMPLE})
