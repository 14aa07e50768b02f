# SPDX-License-Identifier: MIT
# cmake -DSOURCE_DIR= -DWORK_DIR= -DSAME_TOOLS= -DGENERATOR= -DPKG_CONFIG= -P pkg_config_directories.cmake: throng.pc
# names the directories that it was configured for, whether they are relative to the prefix, below it by more than one,
# or absolute.
cmake_minimum_required(VERSION 3.25)

# Configured, not built: throng.pc is laid where it would be installed, and asked. What is found once is in the cache.
file(REMOVE_RECURSE "${WORK_DIR}/build")
function(expect_directories libdir includedir pc_dir expected_libdir expected_includedir)
    file(REMOVE_RECURSE "${WORK_DIR}/moved tree")
    execute_process(COMMAND "${CMAKE_COMMAND}" -S "${SOURCE_DIR}" -B "${WORK_DIR}/build" -G "${GENERATOR}" -C
        "${SAME_TOOLS}"
        -DCMAKE_BUILD_TYPE=Release "-DCMAKE_INSTALL_PREFIX=${WORK_DIR}/first" "-DCMAKE_INSTALL_LIBDIR:STRING=${libdir}"
        "-DCMAKE_INSTALL_INCLUDEDIR:STRING=${includedir}" -DTHRONG_TBB=OFF -DTHRONG_BUILD_TESTS=OFF
        -DTHRONG_BUILD_BENCHES=OFF
        -DTHRONG_BUILD_APPS=OFF -DTHRONG_BUILD_EXAMPLES=OFF
        OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
    file(COPY "${WORK_DIR}/build/throng.pc" DESTINATION "${pc_dir}")
    foreach(directory IN ITEMS libdir includedir)
        execute_process(COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${pc_dir}" "${PKG_CONFIG}"
            --variable=${directory} throng
            OUTPUT_VARIABLE told OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
        string(REPLACE "\\ " " " told "${told}")
        cmake_path(NORMAL_PATH told)
        if(NOT told STREQUAL "${expected_${directory}}")
            message(SEND_ERROR
                "With ${libdir} and ${includedir}, ${directory} is ${told}, not ${expected_${directory}}.")
        endif()
    endforeach()
endfunction()

set(moved "${WORK_DIR}/moved tree")
expect_directories(lib include "${moved}/lib/pkgconfig" "${moved}/lib" "${moved}/include")
expect_directories(lib/triplet include/throng-0 "${moved}/lib/triplet/pkgconfig" "${moved}/lib/triplet"
    "${moved}/include/throng-0")
expect_directories(./lib ./include "${moved}/lib/pkgconfig" "${moved}/lib" "${moved}/include")
# What lies in an absolute directory says the same from anywhere.
expect_directories(lib "/opt/other include" "${moved}/lib/pkgconfig" "${moved}/lib" "/opt/other include")
expect_directories("/opt/other lib" include "${moved}" "/opt/other lib" "${WORK_DIR}/first/include")
expect_directories("/opt/other lib" "/opt/other include" "${moved}" "/opt/other lib" "/opt/other include")
