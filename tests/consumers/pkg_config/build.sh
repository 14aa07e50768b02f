#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# build.sh SOURCE OUTPUT, with CXX, CXXFLAGS and PKG_CONFIG_PATH in the environment: what somebody without CMake would type.
set -euo pipefail
# shellcheck disable=SC2046,SC2086
"$CXX" -std=c++20 $CXXFLAGS "$1" -o "$2" $(pkg-config --cflags --libs throng)
