#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what packaging/build.sh wrote on a system that has nothing else, and uses it there.
set -euo pipefail
# shellcheck source=scripts/setup.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../scripts/setup.sh"
# shellcheck source=scripts/bare_system.sh
. "$root/scripts/bare_system.sh"

usage() {
    cat <<'TEXT'
Usage: packaging/try.sh [--packages DIR] [--from DIR] [--yes] [RELEASE...]
As root: makes a bare system by debootstrap in a folder of its own, and removes it at the end. Packages for a release
that this system is not are first built on another bare one, in out/packages-RELEASE.
  RELEASE         bookworm, trixie or both; this system's, unless told otherwise
  --packages DIR  where the packages and the wheel are, built on the release; out/packages for that of this system
  --from DIR      copies the bare system of the release that is there, in place of debootstrap
  --yes           installs missing packages without asking
TEXT
}

packages=
from=
releases=()
while [ $# -gt 0 ]; do
    case $1 in
        --packages) packages=${2:?--packages needs a folder} && shift ;;
        --from) from=${2:?--from needs a folder} && shift ;;
        --yes) yes=1 ;;
        --help | -h) usage && exit 0 ;;
        -*) printf 'Unknown argument: %s\n' "$1" >&2 && usage >&2 && exit 2 ;;
        *) releases+=("$1") ;;
    esac
    shift
done
[ ${#releases[@]} -gt 0 ] || releases=("$(running_release)")
require_release "${releases[@]}"
if [ ${#releases[@]} -gt 1 ] && [ -n "$packages$from" ]; then
    echo 'Packages and a bare system are of one release: name that alone.' >&2 && exit 2
fi
[ "$(id -u)" = 0 ] || { echo 'A bare system is made by root alone.' >&2 && exit 2; }

work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
bare=$work/bare

# Builds the packages of a release on a copy of its bare system, which stays as it is.
build_on_copy() { # RELEASE
    printf '== packages of %s, into %s\n' "$1" "$packages"
    cp -a "$bare" "$work/copy"
    copy_tree "$work/copy/root/throng"
    in_bare "$work/copy" bash -c 'cd /root/throng && packaging/build.sh --yes'
    rm -rf "$packages"
    cp -r "$work/copy/root/throng/out/packages" "$packages"
    rm -rf --one-file-system "$work/copy"
}

# Runs a script in the bare system, after a line that says what it tries.
try() { # WHAT SCRIPT
    printf '== %s\n' "$1"
    # shellcheck disable=SC2016
    in_bare "$bare" bash -euo pipefail -c 'cd /root/try
        quietly() { "$@" >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }; }
        apt_install() { quietly apt-get -y --no-install-recommends install "$@"; }
        nothing_told_by() { if "$@" | grep .; then exit 1; fi; }
        '"$2"
}

# shellcheck disable=SC2016
try_packages() { # RELEASE
    mkdir -p "$bare/root/try"
    cp "$packages"/*.deb "$packages"/*.whl "$bare/root/try"
    cp -r "$root/tests/consumers" "$root/examples/python/crowd.py" "$bare/root/try"

    # Before anything of Throng or oneTBB is on the system: the wheel brings both.
    try 'the wheel in a new environment' '
        quietly apt-get update; apt_install python3-numpy python3-venv
        nothing_told_by find / -xdev -name "libtbb*"
        python3 -m venv --system-site-packages venv
        venv/bin/python -m pip -q install --no-index --no-deps throng-*.whl
        venv/bin/python crowd.py | cut -c 1-60
        rm -r venv'
    try 'the program' '
        apt_install ./throng_*.deb
        throng --version
        throng demo --agents 2000 --ticks 5 --out /tmp/demo --quiet; ls /tmp/demo
        bash -n /usr/share/bash-completion/completions/throng
        gzip -dc /usr/share/man/man1/throng.1.gz | grep -m 1 "^.TH THRONG 1"'
    try 'Python' '
        apt_install ./libthrong0_*.deb ./python3-throng_*.deb
        python3 /usr/share/doc/python3-throng/examples/crowd.py | cut -c 1-60
        python3 -c "
import importlib.metadata, numpy, throng
grid = throng.RowGrid()
grid.build_points(numpy.float32([[0, 0], [1, 0], [5, 5]]))
near = grid.neighbors(2.0)
assert near.to_lists() == [[1], [0], []], near.to_lists()
assert importlib.metadata.version(\"throng\") == throng.__version__
print(throng.__file__, near)"'
    try 'C++ by CMake and by pkg-config, and C' '
        apt_install ./libthrong-dev_*.deb g++ cmake make pkg-config
        quietly cmake -S consumers/find_package -B build -DTHRONG_VERSION="$(pkg-config --modversion throng)"
        quietly cmake --build build
        build/consumer
        examples=/usr/share/doc/libthrong-dev/examples
        g++ -std=c++20 $examples/neighbors.cpp $(pkg-config --cflags --libs throng) -o in_cpp
        ./in_cpp
        gcc -std=c99 $examples/neighbors.c $(pkg-config --cflags --libs throng) -o in_c
        ./in_c
        ldd in_c | grep -o "libthrong[^ ]* =>"; ldd in_c | grep -o "libtbb[^ ]* =>"'
    try 'nothing stays' '
        quietly apt-get -y purge throng libthrong-dev python3-throng libthrong0
        rm -r /root/try /tmp/demo
        nothing_told_by find / -xdev -name "*throng*" -not -path "/var/log/*"'
    printf 'Installed, used and removed on %s.\n' "$1"
}

given=$packages
for release in "${releases[@]}"; do
    printf '== a bare %s\n' "$release"
    make_bare "$release" "$bare" "$from"
    packages=${given:-$root/out/packages}
    if [ -z "$given" ] && [ "$release" != "$(running_release)" ]; then
        packages+=-$release
        build_on_copy "$release"
    fi
    try_packages "$release"
    rm -rf --one-file-system "$bare"
done
