#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# build.sh SOURCE OUTPUT [OPTION], with CXX, CXXFLAGS, PKG_CONFIG and PKG_CONFIG_PATH in the environment: what a user
# without CMake would type, OPTION being one of pkg-config.
set -euo pipefail
flags=$("$PKG_CONFIG" --cflags --libs "${@:3}" throng)
# Both are words as a shell reads them: a space in a path stands behind a backslash.
compile=("$CXX" -std=c++20)
eval "compile+=($CXXFLAGS \"\$1\" -o \"\$2\" $flags)"
"${compile[@]}"
