#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Installs what packaging/build.sh wrote on a system that has nothing else, and uses it there.
set -euo pipefail
# shellcheck source=scripts/setup.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../scripts/setup.sh"

usage() {
    cat <<'TEXT'
Usage: packaging/try.sh [--packages DIR] [--from DIR] [--yes]
As root: makes a bare system by debootstrap in a folder of its own, and removes it at the end.
  --packages DIR  where the packages and the wheel are; out/packages, unless told otherwise
  --from DIR      copies the bare system that is there, in place of debootstrap
  --yes           installs missing packages without asking
TEXT
}

packages=$root/out/packages
from=
while [ $# -gt 0 ]; do
    case $1 in
        --packages) packages=${2:?--packages needs a folder} && shift ;;
        --from) from=${2:?--from needs a folder} && shift ;;
        --yes) yes=1 ;;
        --help | -h) usage && exit 0 ;;
        *) printf 'Unknown argument: %s\n' "$1" >&2 && usage >&2 && exit 2 ;;
    esac
    shift
done
[ "$(id -u)" = 0 ] || { echo 'A bare system is made by root alone.' >&2 && exit 2; }

bare=$(mktemp -d)
trap 'rm -rf --one-file-system "$bare"' EXIT
if [ -n "$from" ]; then
    cp -a "$from/." "$bare"
else
    install_packages debootstrap
    # shellcheck source=/dev/null
    debootstrap --variant=minbase "$(. /etc/os-release && echo "$VERSION_CODENAME")" "$bare" >/dev/null
fi
mkdir -p "$bare/root/try/c"
cp "$packages"/*.deb "$packages"/*.whl "$bare/root/try"
cp -r "$root/tests/consumers" "$root/examples/python/crowd.py" "$bare/root/try"

# Runs a script in the bare system, after a line that says what it tries.
try() { # WHAT SCRIPT
    printf '== %s\n' "$1"
    # shellcheck disable=SC2016
    chroot "$bare" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        bash -euo pipefail -c 'cd /root/try
            quietly() { "$@" >/tmp/log 2>&1 || { cat /tmp/log; exit 1; }; }
            apt_install() { quietly apt-get -y --no-install-recommends install "$@"; }
            nothing_told_by() { if "$@" | grep .; then exit 1; fi; }
            '"$2"
}

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
# shellcheck disable=SC2016
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
echo 'Installed, used and removed.'
