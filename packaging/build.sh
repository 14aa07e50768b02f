#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds four Debian packages and a wheel, and asks lintian about the packages.
set -euo pipefail
# shellcheck source=scripts/setup.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../scripts/setup.sh"

usage() {
    cat <<'TEXT'
Usage: packaging/build.sh [--out DIR] [--yes] [-DNAME=VALUE...]
Writes libthrong0, libthrong-dev, throng and python3-throng as .deb, and a wheel for every CPython from 3.8 on.
  --out DIR     out/packages, unless told otherwise
  --yes         install missing packages without asking
  -DNAME=VALUE  what cmake is told, such as -DCPACK_PACKAGE_CONTACT="Name <address>"
TEXT
}

out=$root/out/packages
while [ $# -gt 0 ]; do
    case $1 in
        --out) out=${2:?--out needs a folder} && shift ;;
        --yes) yes=1 ;;
        -D?*) options+=("$1") ;;
        --help | -h) usage && exit 0 ;;
        *) printf 'Unknown argument: %s\n' "$1" >&2 && usage >&2 && exit 2 ;;
    esac
    shift
done

mapfile -t packages < <(packaging_packages)
install_packages "${packages[@]}"
configure_and_build packages

mkdir -p "$out"
out=$(cd "$out" && pwd)
rm -f "$out"/*.deb "$out"/*.whl
# Times within a package are those of the last change, so that the same sources make the same bytes.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git -C "$root" log -1 --format=%ct 2>/dev/null || date +%s)}
export SOURCE_DATE_EPOCH
log=$(mktemp)
trap 'rm -f "$log"' EXIT
quietly() { "$@" >"$log" 2>&1 || { cat "$log" >&2 && exit 1; }; }
build=$root/build/packages
rm -rf "$build/cpack"
(cd "$build" && quietly cpack -G DEB -B "$build/cpack")
cp "$build"/cpack/*.deb "$out"
quietly cmake -DPYTHON=/usr/bin/python3 -DROOT="$root" -DLIBRARY="$build/engine/libthrong.so" \
    -DWORK_DIR="$build/wheel" -P "$root/packaging/wheel.cmake"
cp "$build"/wheel/*.whl "$out"

lintian --allow-root --fail-on error,warning "$out"/*.deb
ls -l "$out"
