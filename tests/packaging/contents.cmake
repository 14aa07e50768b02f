# SPDX-License-Identifier: MIT
# cmake -DDEBS=<dir> -DVERSION=<of the project> -DTBB=<bool> -P contents.cmake: the packages in a folder hold what each
# is for, no file is in two of them, and each names what it needs.
cmake_minimum_required(VERSION 3.25)

string(REGEX MATCH "^[0-9]+\\.[0-9]+" soversion ${VERSION})
set(all_files)

# expect_package(name [HAS regex...] [LACKS regex...] [NEEDS regex...]): regular expressions
# of the paths that it has and lacks, and of its Depends.
function(expect_package name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "HAS;LACKS;NEEDS")
    file(GLOB deb "${DEBS}/${name}_${VERSION}-*.deb")
    list(LENGTH deb count)
    if(NOT count EQUAL 1)
        message(SEND_ERROR "There is no package ${name} of version ${VERSION} in ${DEBS}: '${deb}'")
        return()
    endif()
    execute_process(COMMAND dpkg-deb --contents ${deb} OUTPUT_VARIABLE listed COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "[^\n]+" lines "${listed}")
    set(files)
    foreach(line IN LISTS lines)
        if(line MATCHES "^[-l][-rwx]+ root/root +[0-9]+ [^ ]+ [^ ]+ \\.(/.*)$")
            list(APPEND files "${CMAKE_MATCH_1}")
        elseif(NOT line MATCHES "^d[-rwx]+ root/root ")
            message(SEND_ERROR "${name}: is not root's, or is not understood: ${line}")
        endif()
    endforeach()
    set(doc "/usr/share/doc/${name}")
    foreach(pattern IN LISTS arg_HAS ITEMS "${doc}/copyright" "${doc}/changelog\\.gz" "${doc}/changelog\\.Debian\\.gz")
        if(NOT ";${files};" MATCHES ";${pattern}( -> [^;]*)?;")
            message(SEND_ERROR "${name}: has no ${pattern}")
        endif()
    endforeach()
    foreach(pattern IN LISTS arg_LACKS ITEMS "/usr/(local|share/licenses)/" "__pycache__")
        if(";${files};" MATCHES ";[^;]*${pattern}[^;]*;")
            message(SEND_ERROR "${name}: has ${CMAKE_MATCH_0}")
        endif()
    endforeach()
    foreach(file IN LISTS files)
        if(file IN_LIST all_files)
            message(SEND_ERROR "${name}: ${file} is in another package too")
        endif()
    endforeach()
    set(all_files ${all_files} ${files} PARENT_SCOPE)
    execute_process(COMMAND dpkg-deb --field ${deb} Depends OUTPUT_VARIABLE depends COMMAND_ERROR_IS_FATAL ANY)
    foreach(pattern IN LISTS arg_NEEDS)
        if(NOT depends MATCHES "(^|, )${pattern}(,|\n|$)")
            message(SEND_ERROR "${name}: must depend on ${pattern}, but depends on ${depends}")
        endif()
    endforeach()
    if(NOT TBB AND depends MATCHES "libtbb")
        message(SEND_ERROR "${name}: depends on oneTBB, which the build is without: ${depends}")
    endif()
endfunction()

set(tbb)
if(TBB)
    set(tbb "libtbb12 \\(>= [^)]+\\)")
endif()
string(REPLACE "." "\\." version ${VERSION})
set(interface "libthrong0 \\(>= ${version}\\)" "libthrong0 \\(<< [0-9.]+~\\)")
set(lib "/usr/lib/[a-z0-9_]+-linux-gnu")
set(modules /usr/lib/python3/dist-packages)

expect_package(libthrong0
    HAS "${lib}/libthrong\\.so\\.${soversion}" "${lib}/libthrong\\.so\\.${version}"
    "/usr/share/doc/libthrong0/copyright.xsimd"
    LACKS "\\.h(pp)?" "/libthrong\\.so -> " "/cmake/" "/bin/"
    NEEDS "libc6 \\(>= [^)]+\\)" ${tbb})
expect_package(libthrong-dev
    HAS /usr/include/throng/throng.h /usr/include/throng/throng.hpp /usr/include/throng/c/space.h
    "${lib}/libthrong\\.so"
        "${lib}/cmake/throng/throngConfig.cmake" "${lib}/cmake/throng/throngConfigVersion.cmake"
        "${lib}/pkgconfig/throng.pc" /usr/share/doc/libthrong-dev/examples/neighbors.cpp
        /usr/share/doc/libthrong-dev/examples/neighbors.c
    LACKS "/libthrong\\.so\\."
    NEEDS "libthrong0 \\(= ${version}-[0-9]+\\)")
expect_package(throng
    HAS /usr/bin/throng /usr/share/man/man1/throng.1.gz /usr/share/bash-completion/completions/throng
        /usr/share/zsh/vendor-completions/_throng /usr/share/fish/vendor_completions.d/throng.fish
    LACKS "/include/" "libthrong"
    NEEDS "libc6 \\(>= [^)]+\\)" "libsqlite3-0 \\(>= [^)]+\\)" ${tbb})
expect_package(python3-throng
    HAS ${modules}/throng/__init__.py ${modules}/throng/py.typed "${modules}/throng-${version}\\.egg-info/PKG-INFO"
        /usr/share/doc/python3-throng/examples/crowd.py
    LACKS "\\.so"
    NEEDS "python3:any" python3-numpy ${interface})

# A program that is linked with the library needs the versions that have its soname, and those alone.
file(GLOB deb "${DEBS}/libthrong0_*.deb")
execute_process(COMMAND dpkg-deb --info ${deb} shlibs OUTPUT_VARIABLE shlibs COMMAND_ERROR_IS_FATAL ANY)
if(NOT shlibs MATCHES "^libthrong ${soversion} libthrong0 \\(>= ${version}\\), libthrong0 \\(<< [0-9.]+~\\)\n$")
    message(SEND_ERROR "libthrong0: shlibs is ${shlibs}")
endif()
execute_process(COMMAND dpkg-deb --info ${deb} triggers OUTPUT_VARIABLE triggers COMMAND_ERROR_IS_FATAL ANY)
if(NOT triggers MATCHES "\nactivate-noawait ldconfig\n")
    message(SEND_ERROR "libthrong0: triggers is ${triggers}")
endif()
