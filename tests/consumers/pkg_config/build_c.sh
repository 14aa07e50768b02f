#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# build_c.sh SOURCE OUTPUT, with CC, CFLAGS, PKG_CONFIG and PKG_CONFIG_PATH in the environment: what a user of C types,
# whose compiler does not link what one of C++ does.
set -euo pipefail
flags=$("$PKG_CONFIG" --static --cflags --libs throng)
# Both are words as a shell reads them: a space in a path stands behind a backslash.
compile=("$CC" -std=c99 -pedantic-errors)
eval "compile+=($CFLAGS \"\$1\" -o \"\$2\" $flags)"
"${compile[@]}"
