#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# build.sh CXX FLAGS PREFIX LIBDIR SOURCE OUTPUT: what somebody without CMake would type.
set -euo pipefail
cxx=$1 flags=$2 prefix=$3 libdir=$4 source=$5 output=$6
export PKG_CONFIG_PATH="$prefix/$libdir/pkgconfig${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
# shellcheck disable=SC2046,SC2086
"$cxx" -std=c++20 $flags "$source" -o "$output" $(pkg-config --cflags --libs throng)
