# SPDX-License-Identifier: MIT
# Shared by demo.sh, test.sh, .ci/run and scripts of bench/ and packaging/: installs missing packages (Debian, Ubuntu),
# configures and builds. Silent when nothing is to do.
# shellcheck shell=bash
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
yes= # not empty: install without asking
[ "${CI:-}" != true ] || yes=1

library_packages() {
    # A tool from elsewhere is as good as its package.
    command -v "${CXX:-c++}" >/dev/null || echo g++
    command -v cmake >/dev/null || echo cmake
    command -v ninja >/dev/null || echo ninja-build
    printf '%s\n' libtbb-dev libxsimd-dev
}

demo_packages() {
    library_packages
    printf '%s\n' libcli11-dev nlohmann-json3-dev libfmt-dev libstb-dev libfast-float-dev libsqlite3-dev zlib1g-dev
}

test_packages() {
    demo_packages
    command -v pkg-config >/dev/null || echo pkg-config
    printf '%s\n' abigail-tools libgtest-dev libx11-dev jq
    python_packages
}

# The benches, and peers that their tests want.
bench_packages() { printf '%s\n' libbenchmark-dev libboost-dev libnanoflann-dev libgeos-dev libcgal-dev; }

# What the tests of the Python package need, and what they are compared with.
python_packages() {
    printf '%s\n' mypy python3-hypothesis python3-numpy python3-pip python3-pytest python3-scipy python3-setuptools \
        python3-venv python3-wheel
}

# What packaging/build.sh needs to make packages.
packaging_packages() {
    demo_packages
    printf '%s\n' dpkg-dev file lintian python3-pip python3-setuptools python3-wheel
}

# Peers of the benches that nothing else asks for; each is left out where it is missing.
peer_packages() { printf '%s\n' libbox2d-dev libbullet-dev libembree-dev librecast-dev; }

# What opens the replay page, and other files that the program writes, in tests that are skipped without it.
browser_packages() {
    command -v node >/dev/null || echo nodejs
    command -v npm >/dev/null || echo npm
    echo chromium
}
opener_packages() { printf '%s\n' fish groff python3-vtk9 sqlite3 zsh; }

plot_packages() { printf '%s\n' jq gnuplot-nox; }

sanitizer_packages() {
    test_packages
    printf '%s\n' clang libclang-rt-dev
}

missing_packages() {
    local package
    for package in "$@"; do
        [ "$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || echo "$package"
    done
}

# Installs those of the named packages that are missing, or says how and exits with status 2.
install_packages() { # PACKAGE...
    # Elsewhere than on Debian and Ubuntu the configuration names what it does not find.
    command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
    local missing
    missing=$(missing_packages "$@" | paste -sd ' ')
    [ -n "$missing" ] || return 0

    local as_root=() sudo=
    [ "$(id -u)" = 0 ] || as_root=(sudo) sudo='sudo '
    local line="${sudo}apt-get update && ${sudo}apt-get install --no-install-recommends $missing"
    if [ ${#as_root[@]} -gt 0 ]; then
        if ! command -v sudo >/dev/null; then
            printf 'Packages are missing, and there is no sudo to install them. As root:\n  %s\n' "${line//sudo /}" >&2
            exit 2
        fi
        if [ -z "$yes" ]; then
            printf 'Packages are missing:\n  %s\n' "$line" >&2
            [ -t 0 ] && [ -t 2 ] || exit 2
            local answer
            read -r -p 'Run this now? [Y/n] ' answer </dev/tty || exit 2
            case "$answer" in '' | [Yy]*) ;; *) exit 2 ;; esac
        elif ! sudo -n true 2>/dev/null && ! [ -t 0 ]; then
            printf 'Packages are missing, and sudo wants a password:\n  %s\n' "$line" >&2
            exit 2
        fi
    fi

    printf 'Installing %s\n' "$missing" >&2
    local log apt
    log=$(mktemp)
    apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq)
    # shellcheck disable=SC2086
    if ! { "${apt[@]}" update &&
        "${apt[@]}" install -y --no-install-recommends $missing; } >"$log" 2>&1 </dev/null; then
        cat "$log" >&2
        rm -f "$log"
        printf 'The packages could not be installed:\n  %s\n' "$line" >&2
        exit 2
    fi
    rm -f "$log"
}

# configure_and_build PRESET [TARGET...]; `run` holds the words to put before a command that runs what was built,
# `options` what the configuration is told beside its preset.
run=()
options=()
configure_and_build() {
    local preset=$1 log
    shift
    log=$(mktemp)
    if ! (cd "$root" && cmake --preset "$preset" "${options[@]}") >"$log" 2>&1; then
        cat "$log" >&2
        rm -f "$log"
        return 1
    fi
    # What is left out for want of a package is told here, since the log of a configuration that succeeds is not read.
    # With one target it is told only if the build fails, for the target may be what was left out.
    local left_out
    left_out=$(sed -n 's/^-- \(.* not built.*\)/\1/p' "$log")
    rm -f "$log"
    [ $# -gt 0 ] || [ -z "$left_out" ] || printf '%s\n' "$left_out" >&2
    if ! (cd "$root" && "${run[@]}" cmake --build --preset "$preset" ${1:+--target "$@"}) 2>&1 |
        show_progress "$preset"; then
        [ $# = 0 ] || [ -z "$left_out" ] || printf '%s\n' "$left_out" >&2
        return 1
    fi
}

# Of thousands of tests those that do not pass, and the summary.
show_tests() {
    local passed=0 failed=0
    each_line take_test
}

# Warnings and errors pass; ninja's progress is shown as such.
show_progress() { # NAME
    local name=$1
    each_line take_step
}

# Seconds between two lines of progress in a log.
progress_period=30

# each_line TAKE calls TAKE with each line of stdin. What TAKE puts into `progress` is shown on stderr: in one line of a
# terminal at once, in a log every `progress_period` seconds, also while no line comes.
each_line() {
    local line='' part status progress='' due=$((SECONDS + progress_period))
    while true; do
        status=0
        IFS= read -r -t $((due > SECONDS ? due - SECONDS : 1)) part || status=$?
        line+=$part
        if [ $status -le 128 ]; then # else it is the beginning of a line, if anything came at all
            [ $status = 0 ] || [ -n "$line" ] || break
            "$1" "$line"
            line=
        fi
        if [ -z "$progress" ]; then
            continue
        elif [ -t 2 ]; then
            printf '\r%s\033[K' "$progress" >&2 || true
        elif [ $due -le $SECONDS ]; then
            printf '%s\n' "$progress" >&2 || true # what is shown decides nothing
            due=$((SECONDS + progress_period))
        fi
    done
    clear_progress
}

clear_progress() { [ -z "$progress" ] || ! [ -t 2 ] || printf '\r\033[K' >&2; }

# The first step is told at once.
take_step() { # LINE
    local step='^\[([0-9]+)/([0-9]+)\]'
    if [[ $1 =~ $step ]]; then
        [ "${BASH_REMATCH[1]}" != 0 ] || return 0
        [ -n "$progress" ] || due=$SECONDS
        progress="Building $name: ${BASH_REMATCH[1]} of ${BASH_REMATCH[2]}"
        return 0
    fi
    case $1 in
        'ninja: no work to do.' | 'ninja: Entering directory'* | '-- '*) ;;
        *) clear_progress && printf '%s\n' "$1" >&2 ;;
    esac
}

take_test() { # LINE
    local begins='^ *Start +[0-9]+: ' ends='^ *[0-9]+/([0-9]+) Test +#[0-9]+: (.*)$' passes=' Passed +[0-9.]+ sec *$'
    if [[ $1 =~ $begins ]]; then return 0; fi
    if [[ $1 =~ $ends ]]; then
        local all=${BASH_REMATCH[1]} result=${BASH_REMATCH[2]} is_shown=1
        case $result in
            *'***Skipped '* | *'***Not Run (Disabled)'*) ;;
            *) if [[ $result =~ $passes ]]; then passed=$((passed + 1)) is_shown=; else failed=$((failed + 1)); fi ;;
        esac
        progress="$passed of $all tests have passed, $failed failed"
        [ -n "$is_shown" ] || return 0
    fi
    clear_progress && printf '%s\n' "$1"
}
