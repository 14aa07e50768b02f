#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Sets up what is missing, builds everything but the benches, and passes the tests.
set -euo pipefail
# shellcheck source=scripts/setup.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/scripts/setup.sh"

usage() {
    cat <<'TEXT'
Usage: ./test.sh [--asan | --tsan] [--benches] [--full] [--strict] [--yes] [-- CTEST_ARGUMENT...]
  --asan     with the address and undefined behaviour sanitizers; a test of ctest is a whole program of tests
  --tsan     with the thread sanitizer: the tests labelled `concurrent`
  --benches  that the benches compile and run, too
  --full     every scene, size, combination of options, instruction set and sanitizer, not only those that fit a short
             run, and the benches
  --strict   warnings are errors, as they always are with a sanitizer
  --yes      install missing packages without asking
  -DNAME=VALUE  what cmake is told
TEXT
}

preset=release
benches=OFF
options=(-DTHRONG_REQUIRE_TESTS=ON)
while [ $# -gt 0 ]; do
    case $1 in
        --asan) preset=asan ;;
        --tsan) preset=tsan ;;
        --benches) benches=ON ;;
        --full) export THRONG_TEST_FULL=1 && benches=ON ;;
        --strict) options+=(-DCMAKE_COMPILE_WARNING_AS_ERROR=ON) ;;
        --yes) yes=1 ;;
        -D?*) options+=("$1") ;;
        --help | -h) usage && exit 0 ;;
        --) shift && break ;;
        *) printf 'Unknown argument: %s\n' "$1" >&2 && usage >&2 && exit 2 ;;
    esac
    shift
done

if [ $preset = release ]; then
    options=("-DTHRONG_BUILD_BENCHES=$benches" "${options[@]}")
    mapfile -t packages < <(test_packages && { [ $benches = OFF ] || bench_packages; })
else
    mapfile -t packages < <(sanitizer_packages)
fi
install_packages "${packages[@]}"

# The thread sanitizer needs its own place in the address space, which a randomised layout may take.
if [ $preset = tsan ] && setarch -R true 2>/dev/null; then
    run=(setarch -R)
fi
# Which instruction sets are sanitized. In a short run the address sanitizer has the widest that this machine can, which
# reads and writes farthest, as all sets are made of the same sources: the least one is there, since every build has it,
# but as it is. The thread sanitizer has one, as threads share what all sets do.
if [ $preset != release ] && [ "$(uname -m)" = x86_64 ]; then
    isas='baseline;avx2;avx512'
    if [ -z "${THRONG_TEST_FULL-}" ]; then
        case $preset in
            tsan) isas=baseline ;;
            *)
                if grep -qw avx512bw /proc/cpuinfo; then isas='baseline;avx512'; else isas='baseline;avx2'; fi
                options+=(-DTHRONG_UNSANITIZED_ISAS=baseline -DTHRONG_SANITIZE_ORACLES=OFF)
                ;;
        esac
    fi
    options+=("-DTHRONG_ISAS=$isas")
fi
# Checks of each pointer (null, alignment, overflow) take more than half of the time in which the kernels are compiled,
# and the address sanitizer sees most of what they would: a full run has them.
if [ $preset = asan ] && [ -z "${THRONG_TEST_FULL-}" ]; then
    options+=('-DCMAKE_CXX_FLAGS_DEBUG=-O1 -g1 -fno-sanitize=null,alignment,pointer-overflow')
fi
configure_and_build $preset
cd "$root"
# Whether answers are the same in every index, by every instruction set and number of threads, is for the release build.
if [ $preset = asan ] && [ -z "${THRONG_TEST_FULL-}" ] && [ $# = 0 ]; then
    export GTEST_FILTER=${GTEST_FILTER--*.FromEveryThreadCount*:*SaysTheSame*:*WalksTheSame*:*InEveryIndex*}
fi
"${run[@]}" ctest --preset $preset -j "$(nproc)" "$@" | show_tests
