# SPDX-License-Identifier: MIT
# cmake -DDEBS=<dir> -DVERSION=<version> -DTBB=<bool> -DWORK_DIR=<dir> -P contents_selftest.cmake: contents.cmake
# accepts the packages in a folder, and refuses them once one of them is spoilt.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/../house/verdict.cmake)

function(expect what verdict text debs)
    expect_verdict("${what}" ${verdict} "${text}" ${CMAKE_COMMAND} -DDEBS=${debs} -DVERSION=${VERSION} -DTBB=${TBB}
        -P ${CMAKE_CURRENT_LIST_DIR}/contents.cmake)
endfunction()

# expect_refusal(package text command...): the packages, after the command was run in one that lies unpacked.
function(expect_refusal package text)
    file(REMOVE_RECURSE ${WORK_DIR})
    file(MAKE_DIRECTORY ${WORK_DIR})
    file(GLOB debs ${DEBS}/*.deb)
    file(COPY ${debs} DESTINATION ${WORK_DIR})
    file(GLOB deb ${WORK_DIR}/${package}_*.deb)
    execute_process(COMMAND dpkg-deb --raw-extract ${deb} ${WORK_DIR}/unpacked COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK_DIR}/unpacked COMMAND_ERROR_IS_FATAL ANY)
    execute_process(COMMAND dpkg-deb --root-owner-group -Znone --build ${WORK_DIR}/unpacked ${deb} OUTPUT_QUIET
        COMMAND_ERROR_IS_FATAL ANY)
    expect("${package} after ${ARGN}" refused "${text}" ${WORK_DIR})
endfunction()

expect("all packages" accepted "" ${DEBS})
expect("no package" refused "There is no package libthrong0" ${DEBS}/none)
expect_refusal(libthrong0 "libthrong0: has no .*copyright" rm usr/share/doc/libthrong0/copyright)
expect_refusal(libthrong0 "shlibs is" sed -i s/<</>=/ DEBIAN/shlibs)
expect_refusal(libthrong0 "has .*throng.h" sh -c "mkdir -p usr/include && touch usr/include/throng.h")
expect_refusal(libthrong0 "has .*libthrong.so -> " sh -c
    "ln -s libthrong.so.0 $(dirname usr/lib/*/libthrong.so.0.*.*)/libthrong.so")
expect_refusal(libthrong-dev "has .*libthrong.so.${VERSION}" sh -c
    "touch $(dirname usr/lib/*/libthrong.so)/libthrong.so.${VERSION}")
expect_refusal(libthrong-dev "has no .*throng.pc" sh -c "rm usr/lib/*/pkgconfig/throng.pc")
expect_refusal(libthrong-dev "must depend on libthrong0" sed -i "s/ (= /  (>= /" DEBIAN/control)
expect_refusal(throng "usr/bin/throng is in another package too|has no /usr/bin/throng" mv usr/bin usr/games)
expect_refusal(python3-throng "/usr/share/doc/throng/copyright is in another package too"
    sh -c "mkdir -p usr/share/doc/throng && touch usr/share/doc/throng/copyright")
expect_refusal(python3-throng "must depend on python3-numpy" sed -i "s/python3-numpy, //" DEBIAN/control)
