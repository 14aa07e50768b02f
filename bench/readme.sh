#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Keeps the figures under "Measured" in README.md those of one recorded run.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

usage() {
    cat <<'TEXT'
Usage: bench/readme.sh NAME | --check
  NAME     a whole run of the crowd workload, bench/results/NAME.json: its tables, its link and its two pictures become the README's
  --check  whether the README's tables are those of the run that it links to, and tell its date
TEXT
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
link='s/^The whole table, with spreads: \[bench\/results\](bench\/results\/\(.*\)\.md).*/\1/p'

# with_tables_of NAME: README.md, each of its tables under "Measured" replaced by the next of that run, of which there are as many. Tables end
# with an empty line.
with_tables_of() {
    jq -r -L bench/scripts 'include "readme"; tables, ""' "bench/results/$1.json" >"$scratch/tables"
    awk -v tables="$scratch/tables" '
        /^## / { measured = $0 == "## Measured" }
        measured && /^\|/ {
            if (!inside) for (lines = 0; (getline line < tables) > 0 && line != ""; ++lines) print line
            if (lines == 0) exit 1
            inside = 1
            next
        }
        { inside = 0; print }
        END { if (lines == 0 || (getline line < tables) > 0) { print "bench/readme.sh: README.md has other tables" >"/dev/stderr"; exit 1 } }' README.md
}

check() {
    local name date
    name=$(sed -n "$link" README.md)
    with_tables_of "$name" >"$scratch/readme"
    diff README.md "$scratch/readme"
    date=$(jq -r '.context.date | split(" ")[0]' "bench/results/$name.json")
    grep -qF "Measured on $date" README.md || { printf 'README.md does not say that %s was measured on %s.\n' "$name" "$date" >&2 && exit 1; }
}

replace() {
    bench/plot.sh "bench/results/$1.json" --out "$scratch/plots"
    cp "$scratch/plots/$1/"{tick-by-size,peers-row-grid}.svg docs/
    with_tables_of "$1" | sed "s/\($(sed -n "$link" README.md | sed 's/[.]/\\./g')\)\.md/$1.md/" >"$scratch/readme"
    cp "$scratch/readme" README.md
    echo 'README.md: the tables, the link and the pictures are those of this run; what stands beside them is yours to tell.'
}

case ${1:-} in
    --help | -h) usage ;;
    --check) check ;;
    -* | '') usage >&2 && exit 2 ;;
    *)
        [ -f "bench/results/$1.json" ] || { printf 'bench/results/%s.json: no such file\n' "$1" >&2 && exit 2; }
        replace "$1"
        ;;
esac
