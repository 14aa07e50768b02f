#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# bench/compare.sh on recorded figures: every verdict, a drift that the copy shares, and what only one of the two has
# measured.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"

# expect STATUS FILE [OPTION...]: as comparing exits, and what it prints.
expect() {
    local wanted=$1 file=$2 status=0 printed
    shift 2
    printed=$(../compare.sh --recorded base-1.json,base-2.json head-1.json,head-2.json "$@") || status=$?
    if [ $status != "$wanted" ]; then
        printf 'Exit code %d instead of %d with: %s\n' $status "$wanted" "$*" >&2
        exit 1
    fi
    [ "$file" = - ] || diff "$file" - <<<"$printed"
}

expect 1 expected.md
expect 1 expected.json --json
expect 1 - --threshold 19
expect 0 - --threshold 21
