# SPDX-License-Identifier: MIT
# cmake -DHOW=install|find_package|find_package_c|pkg_config|pkg_config_c|add_subdirectory -P consume.cmake: one step of
# an outside consumer, in a folder of its own. The other variables describe the build under test. A consumer of the
# sources compiles them as that build did, so that a compiler cache knows the objects. Any path may have spaces.
cmake_minimum_required(VERSION 3.25)
set(prefix "${WORK_DIR}/prefix")
set(consumers "${SOURCE_DIR}/tests/consumers")

function(run)
    execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        string(JOIN " " command ${ARGN})
        message(FATAL_ERROR "${command}\n${output}")
    endif()
    message(STATUS "${output}")
endfunction()

function(build_and_run_project)
    set(build "${WORK_DIR}/${HOW}")
    file(REMOVE_RECURSE "${build}")
    run("${CMAKE_COMMAND}" -S "${consumers}/${HOW}" -B "${build}" -G "${GENERATOR}" -C "${SAME_TOOLS}"
        "-DCMAKE_BUILD_TYPE=${CONFIG}" ${ARGN})
    run("${CMAKE_COMMAND}" --build "${build}" --config "${CONFIG}" --target consumer)
    run("${build}/consumer")
endfunction()

if(HOW STREQUAL "install")
    # Installed at one place, used at another: nothing in the tree may remember where it was.
    file(REMOVE_RECURSE "${prefix}" "${WORK_DIR}/first_prefix")
    foreach(component IN ITEMS throng_runtime throng)
        run("${CMAKE_COMMAND}" --install "${BINARY_DIR}" --config "${CONFIG}" --prefix "${WORK_DIR}/first_prefix"
            --component ${component})
    endforeach()
    file(RENAME "${WORK_DIR}/first_prefix" "${prefix}")
    if(EXISTS "${prefix}/${INCLUDEDIR}/throng/tbb.hpp" AND NOT TBB)
        message(FATAL_ERROR "tbb.hpp is installed by a build without oneTBB.")
    endif()
    # A copy must be handed on with the licence.
    file(READ "${SOURCE_DIR}/LICENSE" licence)
    set(installed_licence "${prefix}/${DATAROOTDIR}/licenses/throng/LICENSE")
    if(EXISTS "${installed_licence}")
        file(READ "${installed_licence}" installed)
    endif()
    if(NOT installed STREQUAL licence)
        message(FATAL_ERROR "${installed_licence} is not the licence.")
    endif()
elseif(HOW STREQUAL "find_package")
    build_and_run_project("-Dthrong_ROOT=${prefix}" -DTHRONG_VERSION=${VERSION})
elseif(HOW STREQUAL "find_package_c")
    build_and_run_project("-Dthrong_ROOT=${prefix}" -DTHRONG_VERSION=${VERSION} "-DCMAKE_C_COMPILER=${CC}"
        "-DCMAKE_C_FLAGS=${CXX_FLAGS}" "-DEXAMPLE=${SOURCE_DIR}/examples/c/neighbors.c")
elseif(HOW STREQUAL "add_subdirectory")
    set(options "-DTHRONG_SOURCE_DIR=${SOURCE_DIR}" -DTHRONG_TBB=${TBB} -DBUILD_SHARED_LIBS=${SHARED}
        "-DEXPECTED_CXX_FLAGS=${CXX_FLAGS}")
    # What a guest does that is told nothing is seen when it is configured. It is built with the warnings of the build
    # under test.
    set(untold "${WORK_DIR}/add_subdirectory_untold")
    file(REMOVE_RECURSE "${untold}")
    run("${CMAKE_COMMAND}" -S "${consumers}/${HOW}" -B "${untold}" -G "${GENERATOR}" -C "${SAME_TOOLS}" ${options})
    build_and_run_project(${options} -DEXPECTED_BUILD_TYPE=${CONFIG} -DTHRONG_WARNINGS=${WARNINGS}
        -DEXPECTED_WARNINGS=${WARNINGS})
elseif(HOW STREQUAL "pkg_config")
    file(MAKE_DIRECTORY "${WORK_DIR}/pkg_config")
    foreach(option IN ITEMS "" --static)
        run("${CMAKE_COMMAND}" -E env "CXX=${CXX}" "CXXFLAGS=${CXX_FLAGS}" "PKG_CONFIG=${PKG_CONFIG}"
            --modify "PKG_CONFIG_PATH=path_list_prepend:${prefix}/${LIBDIR}/pkgconfig"
            "${consumers}/pkg_config/build.sh" "${consumers}/consumer.cpp" "${WORK_DIR}/pkg_config/consumer" ${option})
        run("${CMAKE_COMMAND}" -E env --modify "LD_LIBRARY_PATH=path_list_prepend:${prefix}/${LIBDIR}"
            "${WORK_DIR}/pkg_config/consumer")
    endforeach()
elseif(HOW STREQUAL "pkg_config_c")
    file(MAKE_DIRECTORY "${WORK_DIR}/pkg_config_c")
    run("${CMAKE_COMMAND}" -E env "CC=${CC}" "CFLAGS=${CXX_FLAGS}" "PKG_CONFIG=${PKG_CONFIG}"
        --modify "PKG_CONFIG_PATH=path_list_prepend:${prefix}/${LIBDIR}/pkgconfig"
        "${consumers}/pkg_config/build_c.sh" "${SOURCE_DIR}/examples/c/neighbors.c" "${WORK_DIR}/pkg_config_c/consumer")
    run("${CMAKE_COMMAND}" -E env --modify "LD_LIBRARY_PATH=path_list_prepend:${prefix}/${LIBDIR}"
        "${WORK_DIR}/pkg_config_c/consumer")
endif()
