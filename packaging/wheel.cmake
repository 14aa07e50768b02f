# SPDX-License-Identifier: MIT
# cmake -DPYTHON=<python3> -DROOT=<tree> -DLIBRARY=<file> -DWORK_DIR=<dir> -P wheel.cmake: builds a wheel offline, with
# a library that was built before, in WORK_DIR.
cmake_minimum_required(VERSION 3.25)

# A copy, as a build writes beside its sources.
file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
file(COPY ${ROOT}/python DESTINATION ${WORK_DIR}/tree
    PATTERN __pycache__ EXCLUDE PATTERN build EXCLUDE PATTERN *.egg-info EXCLUDE)
file(COPY ${ROOT}/engine/include DESTINATION ${WORK_DIR}/tree/engine)
file(COPY ${ROOT}/LICENSE DESTINATION ${WORK_DIR}/tree)

execute_process(COMMAND ${CMAKE_COMMAND} -E env --unset=PYTHONPATH THRONG_LIBRARY=${LIBRARY} ${PYTHON} -m pip
    --disable-pip-version-check wheel --no-build-isolation --no-deps --no-index -w ${WORK_DIR} ${WORK_DIR}/tree/python
    WORKING_DIRECTORY ${WORK_DIR} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(NOT result EQUAL 0)
    message(FATAL_ERROR "The wheel was not built:\n${output}")
endif()
