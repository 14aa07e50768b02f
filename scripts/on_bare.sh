#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Runs a command of this tree on a Debian release that has nothing else, such as its tests by the compiler there.
set -euo pipefail
# shellcheck source=scripts/setup.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/setup.sh"
# shellcheck source=scripts/bare_system.sh
. "$root/scripts/bare_system.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/on_bare.sh [--from DIR] [--yes] RELEASE [COMMAND...]
As root: copies this tree to a bare system, made by debootstrap in a folder of its own, runs a command there and removes
the system.
  RELEASE     bookworm or trixie
  COMMAND     ./test.sh --yes, unless told otherwise
  --from DIR  copies the bare system that is there, in place of debootstrap
  --yes       installs debootstrap without asking
The status is that of the command, or 77 where no such system can be made.
TEXT
}

from=
while [ $# -gt 0 ]; do
    case $1 in
        --from) from=${2:?--from needs a folder} && shift ;;
        --yes) yes=1 ;;
        --help | -h) usage && exit 0 ;;
        -*) printf 'Unknown argument: %s\n' "$1" >&2 && usage >&2 && exit 2 ;;
        *) break ;;
    esac
    shift
done
[ $# -gt 0 ] || { usage >&2 && exit 2; }
release=$1
shift
require_release "$release"
[ $# -gt 0 ] || set -- ./test.sh --yes
[ "$(id -u)" = 0 ] || { echo 'A bare system is made by root alone.' >&2 && exit 77; }

work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
bare=$work/bare
if ! make_bare "$release" "$bare" "$from"; then
    printf 'No bare system of %s can be made here.\n' "$release" >&2
    exit 77
fi
printf 'A bare %s was made in %d s.\n' "$release" "$SECONDS" >&2
copy_tree "$bare/root/throng"
# shellcheck disable=SC2016
in_bare "$bare" bash -c 'cd /root/throng && exec "$@"' - "$@"
