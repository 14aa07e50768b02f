#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Keeps the figures in README.md and docs/performance.md those of the recorded runs.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

usage() {
    cat <<'TEXT'
Usage: bench/readme.sh MACHINE | --performance | --check
  MACHINE        a folder of bench/results with a whole run of the crowd workload, crowd.json: its table and its link
                 become the README's, its pictures those of docs/performance.md
  --performance  the table in docs/performance.md becomes that of all machines with the runs that it needs
  --check        whether both tables are those of the recorded runs, and whether the README names the run's machine,
                 date and command
TEXT
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
link='s/.*](bench\/results\/\([^/]*\)\/crowd\.md).*/\1/p'

# with_table DOCUMENT HEADING TABLE: the document, the one table under its heading replaced by the file TABLE.
with_table() {
    awk -v heading="## $2" -v table="$3" -v document="$1" '
        /^## / { here = $0 == heading }
        here && /^\|/ {
            if (!tables++) while ((getline line < table) > 0) print line
            else if (!inside) extra = 1
            inside = 1
            next
        }
        { inside = 0; print }
        END { if (tables == 0 || extra) { print document " must have one table under " heading >"/dev/stderr"
        exit 1 } }' "$1"
}

readme_table() {
    jq -r -L bench/scripts 'include "readme"; table' "bench/results/$1/crowd.json" >"$scratch/readme_table"
}

runs=(tick ten_million searches world_tick robustness scaling steady)

# part LABELS_OR_COLUMN MACHINE: a column of the table in docs/performance.md.
part() {
    local run documents=()
    for run in "${runs[@]}"; do documents+=(--slurpfile "$run" "bench/results/$2/$run.json"); done
    jq -rn -L bench/scripts "${documents[@]}" "include \"performance\"; $1"
}

performance_table() {
    local folder run machine whole machines=()
    for folder in bench/results/*/; do
        machine=$(basename "$folder")
        whole=1
        for run in "${runs[@]}"; do [ -f "$folder$run.json" ] || whole=''; done
        if [ $whole ]; then machines+=("$machine"); fi
    done
    part labels "${machines[0]}" >"$scratch/columns"
    for machine in "${machines[@]}"; do
        part column "$machine" | paste -d '|' "$scratch/columns" - >"$scratch/wider"
        mv "$scratch/wider" "$scratch/columns"
    done
    {
        printf '| figure |'
        printf ' %s |' "${machines[@]}"
        printf '\n|---|'
        printf -- '---|%.0s' "${machines[@]}"
        printf '\n'
        sed 's/|/ | /g; s/^/| /; s/$/ |/' "$scratch/columns"
    } >"$scratch/performance_table"
}

check() {
    local machine word run
    machine=$(sed -n "$link" README.md | head -n 1)
    readme_table "$machine"
    with_table README.md Measured "$scratch/readme_table" | diff README.md -
    run=bench/results/$machine/crowd.json
    for word in "$(jq -r '.context.date | split(" ")[0]' "$run")" "\`$(jq -r .context.command "$run")\`"; do
        grep -qF -- "$word" README.md || { printf 'README.md does not name %s of its run.\n' "$word" >&2 && exit 1; }
    done
    performance_table
    with_table docs/performance.md 'Figures by machine' "$scratch/performance_table" | diff docs/performance.md -
}

replace() {
    bench/plot.sh "bench/results/$1/crowd.json" --out "$scratch/plots"
    cp "$scratch/plots/$1/crowd/"{tick-by-size,peers-row-grid}.svg docs/
    readme_table "$1"
    with_table README.md Measured "$scratch/readme_table" |
        sed "s/](bench\/results\/[^/]*\/crowd\.md)/](bench\/results\/$1\/crowd.md)/" >"$scratch/readme"
    cp "$scratch/readme" README.md
    echo 'README.md: the table, the link and the pictures are those of this run.'
    echo 'Date and machine in its text are left to you.'
}

case ${1:-} in
    --help | -h) usage ;;
    --check) check ;;
    --performance)
        performance_table
        with_table docs/performance.md 'Figures by machine' "$scratch/performance_table" >"$scratch/page"
        cp "$scratch/page" docs/performance.md
        ;;
    -* | '') usage >&2 && exit 2 ;;
    *)
        [ -f "bench/results/$1/crowd.json" ] ||
            { printf 'bench/results/%s/crowd.json: no such file\n' "$1" >&2 && exit 2; }
        replace "$1"
        ;;
esac
