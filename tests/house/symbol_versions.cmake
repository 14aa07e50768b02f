# SPDX-License-Identifier: MIT
# cmake -DCXX=<compiler> -DNM=<nm> -DVERSION_SCRIPT=<file> -DWORK_DIR=<dir> -P symbol_versions.cmake: two minor versions
# of a library with this version script are in one process, and each caller reaches its own; what is not of throng stays
# inside, whatever its visibility is.
cmake_minimum_required(VERSION 3.25)

function(run)
    execute_process(COMMAND ${ARGN} WORKING_DIRECTORY ${WORK_DIR} RESULT_VARIABLE result OUTPUT_VARIABLE output
        ERROR_VARIABLE output)
    if(NOT result EQUAL 0)
        message(FATAL_ERROR "${ARGN}\n${output}")
    endif()
    set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${WORK_DIR})
file(MAKE_DIRECTORY ${WORK_DIR})
set(api "__attribute__((visibility(\"default\")))")
set(interface "extern \"C\" ${api} int throng_version();\nnamespace throng { struct ${api} World { int size() const; };
${api} int count(); }\n")
set(PROJECT_VERSION_MAJOR 0)
foreach(PROJECT_VERSION_MINOR IN ITEMS 1 2)
    set(minor ${PROJECT_VERSION_MINOR})
    configure_file(${VERSION_SCRIPT} ${WORK_DIR}/${minor}.map @ONLY)
    file(WRITE ${WORK_DIR}/library${minor}.cpp "${interface}${api} int helper() { return ${minor}; }
int throng_version() { return helper(); }\nint throng::count() { return 10 * helper(); }
int throng::World::size() const { return 100 * helper(); }\n")
    run(${CXX} -shared -fPIC -fvisibility=hidden library${minor}.cpp -Wl,-soname,libthrong.so.0.${minor}
        -Wl,--version-script=${minor}.map -o libthrong.so.0.${minor})
    # A plugin of a host, which was linked with one of the versions.
    file(WRITE ${WORK_DIR}/plugin${minor}.cpp "${interface}extern \"C\" ${api} int ask${minor}()
{ return throng_version() + throng::count() + throng::World().size(); }\n")
    run(${CXX} -shared -fPIC plugin${minor}.cpp libthrong.so.0.${minor} -o libplugin${minor}.so)
    run(${NM} -D --defined-only libthrong.so.0.${minor})
    if(output MATCHES "helper")
        message(SEND_ERROR "What is no part of the interface leaves the library:\n${output}")
    endif()
    string(REGEX MATCHALL "[^\n]+@@THRONG_0\\.${minor}" versioned "${output}")
    list(LENGTH versioned count)
    if(NOT count EQUAL 3)
        message(SEND_ERROR "Three symbols should have the version THRONG_0.${minor}:\n${output}")
    endif()
endforeach()
file(WRITE ${WORK_DIR}/host.cpp "extern \"C\" int ask1();\nextern \"C\" int ask2();
int main() { return ask1() == 111 && ask2() == 222 ? 0 : 1; }\n")
run(${CXX} host.cpp libplugin1.so libplugin2.so -Wl,-rpath,${WORK_DIR} -Wl,-rpath-link,${WORK_DIR} -o host)
run(${CMAKE_COMMAND} -E env --modify "LD_LIBRARY_PATH=path_list_prepend:${WORK_DIR}" ${WORK_DIR}/host)
message(STATUS "Each caller reaches its own version.")
