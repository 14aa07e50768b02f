#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Sets up what is missing, builds the program and runs its demonstration.
set -euo pipefail
# shellcheck source=scripts/setup.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/scripts/setup.sh"

usage() {
    cat <<'TEXT'
Usage: ./demo.sh [--yes] [OPTION_OF_THE_DEMO...]
  --yes    install missing packages without asking
Options of `throng demo`:
  --agents N, --ticks N, --seed N   people, steps of time, and where people start
  --index NAME                      world, row-grid, loose-grid, quadtree, loose-quadtree or static-tree
  --threads N                       default: one per core
  --check FRACTION                  share of the answers to compare with brute force
  --theme NAME                      dark or light, of picture and replay
  --out DIR                         default: out/demo
  --json                            one document alone on stdout
  --quiet                           errors alone
TEXT
}

arguments=()
for argument in "$@"; do
    case $argument in
        --yes) yes=1 ;;
        --help | -h) usage && exit 0 ;; # at once: nothing is built for it
        *) arguments+=("$argument") ;;
    esac
done

mapfile -t packages < <(demo_packages)
install_packages "${packages[@]}"
configure_and_build release throng_program
exec "$root/build/release/apps/throng/throng" demo "${arguments[@]}"
