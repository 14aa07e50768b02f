#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Sets up what is missing, builds the program and runs its demonstration. Arguments go to `throng demo`; --yes installs unasked.
set -euo pipefail
# shellcheck source=cmake/setup.sh
. "$(dirname "${BASH_SOURCE[0]}")/cmake/setup.sh"

arguments=()
for argument in "$@"; do
    case $argument in
        --yes) yes=1 ;;
        *) arguments+=("$argument") ;;
    esac
done

mapfile -t packages < <(demo_packages)
install_packages "${packages[@]}"
configure_and_build release throng_program
exec "$root/build/release/apps/throng/throng" demo "${arguments[@]}"
