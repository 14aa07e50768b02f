# SPDX-License-Identifier: MIT
# cmake -DROOT=<tree> -DWORK_DIR=<dir> -P bare_systems.cmake: scripts that make a bare system take each release that is
# supported, from the mirror of the running system, and leave nothing. No system is made: the tools that they find only
# write down what they were asked.
cmake_minimum_required(VERSION 3.25)

# Without a folder of their own the tools that this writes would take the place of the system's.
if(NOT IS_ABSOLUTE "${WORK_DIR}" OR WORK_DIR STREQUAL "/")
    message(FATAL_ERROR "WORK_DIR must be an absolute folder for this alone, not '${WORK_DIR}'.")
endif()
set(bin "${WORK_DIR}/bin")
set(temporary "${WORK_DIR}/temporary")
file(REMOVE_RECURSE "${WORK_DIR}")
file(MAKE_DIRECTORY "${temporary}")
function(tool name text)
    file(WRITE "${bin}/${name}" "#!/bin/sh\n${text}\n")
    file(CHMOD "${bin}/${name}" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endfunction()
set(note "echo \"\${0##*/} $*\" >>'${WORK_DIR}/asked'")
tool(id "echo 0")
tool(unshare "exit 1")
tool(dpkg-query "echo installed")
tool(apt-config "")
tool(apt-get "for origin in Other Debian; do for part in updates main contrib; do
    echo \"$origin|\$(. /etc/os-release; echo $VERSION_CODENAME)||$part|http://$origin.example/$part\"
done; done")
tool(debootstrap "${note}\nfor folder; do case $folder in '${temporary}'/*) break ;; esac; done
[ ! -e \"$folder\" ] && mkdir -p \"$folder/etc/dpkg/dpkg.cfg.d\" \"$folder/root\" && exit \${TOLD_DEBOOTSTRAP:-0}")
tool(chroot "${note}\ncd \"$1/root\" || exit 9
case \"$*\" in
    *'cd /root/throng'*packaging/build.sh*) mkdir -p throng/out/packages && cd throng/out/packages && : >a.deb >a.whl ;;
    *'cd /root/throng'*) [ -e throng/test.sh ] || exit 9 ;;
    *'cd /root/try'*) [ -e try/a.deb ] || exit 9 ;;
esac
exit \${TOLD_CHROOT:-0}")

# What the scripts need of the tree, into which they may write.
set(tree "${WORK_DIR}/tree")
file(COPY "${ROOT}/scripts" "${ROOT}/packaging" "${ROOT}/test.sh" DESTINATION "${tree}")
file(COPY "${ROOT}/tests/consumers" DESTINATION "${tree}/tests")
file(COPY "${ROOT}/examples/python/crowd.py" DESTINATION "${tree}/examples/python")

# Calls a script as if by root; what it makes must be gone at its end.
macro(call wanted_status)
    file(REMOVE "${WORK_DIR}/asked")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env --modify "PATH=path_list_prepend:${bin}" "TMPDIR=${temporary}"
        ${told} ${ARGN}
        RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    set(asked "")
    if(EXISTS "${WORK_DIR}/asked")
        file(READ "${WORK_DIR}/asked" asked)
    endif()
    file(GLOB left "${temporary}/*")
    if(NOT status EQUAL ${wanted_status} OR left)
        message(SEND_ERROR "${told} ${ARGN} must exit with ${wanted_status} and leave nothing, but exits with "
            "${status}, leaves '${left}', says:\n${output}")
    endif()
endmacro()
function(expect_asked pattern)
    if(NOT asked MATCHES "${pattern}")
        message(SEND_ERROR "'${pattern}' must be asked, but is not:\n${asked}")
    endif()
endfunction()

file(STRINGS "${ROOT}/scripts/bare_system.sh" releases REGEX "^debian_releases=")
string(REGEX MATCHALL "[a-z]+" releases "${releases}")
list(REMOVE_ITEM releases debian releases)
list(LENGTH releases count)
if(count LESS 2)
    message(FATAL_ERROR "scripts/bare_system.sh must name several releases, but names '${releases}'.")
endif()

set(on_bare "${tree}/scripts/on_bare.sh")
set(try "${tree}/packaging/try.sh")
foreach(folder IN ITEMS "${WORK_DIR}/packages" "${tree}/out/packages")
    file(WRITE "${folder}/a.deb" "")
    file(WRITE "${folder}/a.whl" "")
endforeach()
foreach(release IN LISTS releases)
    set(made "^debootstrap [^\n]*${release} ${temporary}/[^ ]+ http://Debian.example/main\n")
    set(told)
    call(0 ${on_bare} ${release})
    expect_asked("${made}chroot .* \\./test\\.sh --yes\n$")
    call(0 ${on_bare} --yes ${release} ./demo.sh --agents 7)
    expect_asked("${made}chroot .* \\./demo\\.sh --agents 7\n$")
    call(0 ${try} --packages "${WORK_DIR}/packages" ${release})
    expect_asked("${made}chroot .*apt-get -y purge throng ")

    # What fails there is not what cannot be made.
    set(told TOLD_CHROOT=5)
    call(5 ${on_bare} ${release})
    call(5 ${try} --packages "${WORK_DIR}/packages" ${release})
    set(told TOLD_DEBOOTSTRAP=1)
    call(77 ${on_bare} ${release})
    call(1 ${try} --packages "${WORK_DIR}/packages" ${release})
    if(asked MATCHES "chroot")
        message(SEND_ERROR "Nothing runs in a system that was not made, but\n${asked}")
    endif()

    set(told)
    foreach(script IN ITEMS ${on_bare} ${try})
        call(0 ${script} --help)
        if(NOT output MATCHES "RELEASE +[^\n]*${release}")
            message(SEND_ERROR "${script} --help must name ${release}, but says:\n${output}")
        endif()
    endforeach()
endforeach()

# One after the other, with packages of its own, but for the release of this system.
set(told)
call(0 ${try} ${releases})
execute_process(COMMAND sh -c ". /etc/os-release && echo $VERSION_CODENAME" OUTPUT_VARIABLE running
    OUTPUT_STRIP_TRAILING_WHITESPACE)
foreach(release IN LISTS releases)
    expect_asked("debootstrap [^\n]*${release} ")
    if(NOT EXISTS "${tree}/out/packages-${release}" AND NOT release STREQUAL running
            OR EXISTS "${tree}/out/packages-${running}")
        message(SEND_ERROR "packaging/try.sh must build packages of releases other than ${running}, and of no other")
    endif()
    if(NOT output MATCHES "used and removed on ${release}")
        message(SEND_ERROR "packaging/try.sh ${releases} must try ${release}, but says:\n${output}")
    endif()
endforeach()

# Releases that are not supported, and what is of one release alone.
call(2 ${on_bare} buster)
call(2 ${try} buster)
call(2 ${try} --from "${temporary}" ${releases})
if(asked)
    message(SEND_ERROR "A call that is refused must ask nothing, but asks\n${asked}")
endif()
