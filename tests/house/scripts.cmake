# SPDX-License-Identifier: MIT
# cmake -DROOT=<tree> -DWORK_DIR=<dir> [-DPROGRAM=<throng>] -P scripts.cmake: scripts tell how they are called at once,
# also by a link from another folder, take their options in any order, and write where they say. Nothing is built: the
# cmake that they find only writes down what it was asked.
cmake_minimum_required(VERSION 3.25)

# Without a folder of their own the tools that this writes would take the place of the system's.
if(NOT IS_ABSOLUTE "${WORK_DIR}" OR WORK_DIR STREQUAL "/")
    message(FATAL_ERROR "WORK_DIR must be an absolute folder for this alone, not '${WORK_DIR}'.")
endif()
file(REMOVE_RECURSE "${WORK_DIR}")
file(WRITE "${WORK_DIR}/bin/cmake"
    "#!/bin/sh\nprintf '%s ' \"$@\" >>'${WORK_DIR}/asked'\ncase $1 in --build) exit 1 ;; esac\n")
file(CHMOD "${WORK_DIR}/bin/cmake" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)

# Calls a script of the repository by a link; `status`, `output` and `asked` tell what came of it.
macro(call script)
    get_filename_component(name ${script} NAME)
    file(REMOVE "${WORK_DIR}/asked")
    file(CREATE_LINK "${ROOT}/${script}" "${WORK_DIR}/${name}" SYMBOLIC)
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env --modify "PATH=path_list_prepend:${WORK_DIR}/bin"
        "${WORK_DIR}/${name}" ${ARGN}
        WORKING_DIRECTORY "${WORK_DIR}" RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output TIMEOUT 60)
    set(asked "")
    if(EXISTS "${WORK_DIR}/asked")
        file(READ "${WORK_DIR}/asked" asked)
    endif()
endmacro()

foreach(script IN ITEMS demo.sh test.sh bench/compare.sh bench/plot.sh bench/readme.sh bench/run.sh
        packaging/build.sh packaging/try.sh scripts/on_bare.sh)
    foreach(help IN ITEMS --help -h)
        call(${script} ${help})
        if(NOT status EQUAL 0 OR NOT output MATCHES "^Usage: [./a-z]*${script} " OR asked)
            message(SEND_ERROR "${script} ${help} must tell its use and do nothing else, but exits with ${status}, "
                "asks '${asked}', says:\n${output}")
        endif()
    endforeach()
endforeach()

foreach(arguments IN ITEMS "--world --now" "--now --world" "--rounds 3 --now --world" "--world --rounds 3 --now")
    separate_arguments(list UNIX_COMMAND "${arguments}")
    call(bench/run.sh ${list})
    if(NOT asked MATCHES "--target world_bench")
        message(SEND_ERROR "bench/run.sh ${arguments} must build world_bench, but asks '${asked}' and says:\n${output}")
    endif()
endforeach()

# What is measured takes the place of what the same machine measured before by the same name, and a part has a name of
# its own.
set(tree "${WORK_DIR}/tree")
file(COPY "${ROOT}/bench/run.sh" DESTINATION "${tree}/bench")
file(WRITE "${tree}/bin/cmake" "#!/bin/sh\nexit 0\n")
file(WRITE "${tree}/build/bench/bench/crowd_bench"
    "#!/bin/sh\necho \"$THRONG_BENCH_COMMAND\" >\"$2\"\necho {} >\"\${3#*=}\"\n")
file(WRITE "${tree}/build/bench/bench/choosing_bench" "#!/bin/sh\necho \"$THRONG_BENCH_COMMAND\" >\"$2\"\n")
file(CHMOD "${tree}/bin/cmake" "${tree}/build/bench/bench/crowd_bench" "${tree}/build/bench/bench/choosing_bench"
    PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
file(WRITE "${tree}/bin/python" "#!/bin/sh\n[ \"$1\" = -c ] || echo \"$1 $THRONG_LIBRARY\" >\"$3\"\n")
file(CHMOD "${tree}/bin/python" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
foreach(arguments IN ITEMS "--now" "--now --choosing" "--python --now" "--now --python --sizes 1000"
    "--now --sizes 1000"
        "--as tick --now --sizes 1000" "--now --as crowd")
    separate_arguments(list UNIX_COMMAND "${arguments}")
    execute_process(COMMAND "${CMAKE_COMMAND}" -E env THRONG_BENCH_MACHINE=tried "THRONG_PYTHON=${tree}/bin/python"
        --modify "PATH=path_list_prepend:${tree}/bin"
        "${tree}/bench/run.sh" ${list} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT status EQUAL 0)
        message(SEND_ERROR "bench/run.sh ${arguments} fails: ${output}")
    endif()
endforeach()
file(GLOB_RECURSE written RELATIVE "${tree}/bench/results" "${tree}/bench/results/*")
set(wanted tried/choosing.md tried/crowd.json tried/crowd.md tried/crowd_part.json tried/crowd_part.md
    tried/python.md tried/python_part.md tried/tick.json tried/tick.md)
list(SORT written)
file(READ "${tree}/bench/results/tried/crowd.md" table)
if(NOT written STREQUAL wanted OR NOT table STREQUAL "bench/run.sh --now --as crowd\n")
    message(SEND_ERROR "bench/run.sh must leave ${wanted}, the last run in each, but leaves ${written} and ${table}")
endif()

file(READ "${tree}/bench/results/tried/python.md" table)
if(NOT table STREQUAL "python/bench/peers.py build/bench/engine/loadable/libthrong.so\n")
    message(SEND_ERROR "bench/run.sh --python must run peers.py with the library of the build, but runs ${table}")
endif()

# What takes minutes tells in a log how far it is, from time to time and also while nothing comes, hides no failure, and
# keeps the status of what it shows. With a period of 0 seconds each line is told.
function(expect_progress name wanted)
    file(WRITE "${WORK_DIR}/progress.sh" "set -euo pipefail\n. '${ROOT}/scripts/setup.sh'\n${ARGN}\n")
    execute_process(COMMAND bash "${WORK_DIR}/progress.sh"
        RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE output)
    if(NOT "${output}status ${status}" MATCHES "^${wanted}$")
        message(SEND_ERROR "Of ${name} scripts/setup.sh must show\n${wanted}\nbut it shows\n"
            "${output}status ${status}")
    endif()
endfunction()

set(build [[
{
    printf '%s\n' '[0/2] Re-running CMake...' '[1/640] Building a' 'a.cpp:1: warning: unused'
    printf '[2/640'
    sleep 1.2
    printf '] Building b\nFAILED: b'
    exit 3
} | show_progress release]])
set(first "Building release: 1 of 640\n")
set(second "Building release: 2 of 640\n")
expect_progress("a build" "${first}a.cpp:1: warning: unused\nFAILED: b\nstatus 3"
    "progress_period=1000\n${build}")
expect_progress("a slow build"
    "${first}(${first})*a.cpp:1: warning: unused\n(${first})+(${second})*FAILED: b\n(${second})*status 3"
    "progress_period=1\n${build}")
expect_progress("a build without work" "status 0" "echo 'ninja: no work to do.' | show_progress release")

set(tests [[
{
    printf '%s\n' '      Start  1: a.b' ' 1/2634 Test  #1: a.b ...   Passed    0.01 sec' \
        ' 2/2634 Test  #7: c.d ...***Failed    0.01 sec' 'what c.d said' \
        ' 3/2634 Test  #8: e.f ...***Skipped   0.00 sec'
    printf '%s' 'Errors while running CTest'
    exit 8
} | show_tests]])
set(failed " 2/2634 Test  #7: c.d ...[*]+Failed    0.01 sec\n")
set(skipped " 3/2634 Test  #8: e.f ...[*]+Skipped   0.00 sec\n")
set(first "(1 of 2634 tests have passed, 0 failed\n)+")
set(second "(1 of 2634 tests have passed, 1 failed\n)+")
expect_progress("tests" "${failed}what c.d said\n${skipped}Errors while running CTest\nstatus 8"
    "progress_period=1000\n${tests}")
expect_progress("slow tests"
    "${first}${failed}${second}what c.d said\n${second}${skipped}${second}Errors while running CTest\n${second}status 8"
    "progress_period=0\n${tests}")

# What demo.sh tells of the demo's options is what the demo knows, but for --help and --version.
if(PROGRAM)
    call(demo.sh --help)
    string(REGEX MATCHALL "--[a-z]+" told "${output}")
    execute_process(COMMAND "${PROGRAM}" demo --help OUTPUT_VARIABLE output COMMAND_ERROR_IS_FATAL ANY)
    string(REGEX MATCHALL "--[a-z]+" known "${output}")
    list(REMOVE_ITEM told --yes)
    list(REMOVE_ITEM known --help --version)
    foreach(list IN ITEMS told known)
        list(REMOVE_DUPLICATES ${list})
        list(SORT ${list})
    endforeach()
    if(NOT told STREQUAL known)
        message(SEND_ERROR "demo.sh --help tells ${told}, but the demo knows ${known}")
    endif()
endif()
