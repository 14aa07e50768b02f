#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Draws what the benches' JSON contains, as SVG and PNG, with gnuplot. What a JSON does not contain is reported and not
# drawn.
set -euo pipefail
# shellcheck source=scripts/setup.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../scripts/setup.sh"
scripts=$root/bench/scripts

usage() {
    cat <<'TEXT'
Usage: bench/plot.sh [JSON...] [--out DIR] [--yes]
  JSON    written by bench/run.sh or one of the benches; default all of bench/results
  --out   default out/plots; each JSON has a folder in it of its machine and name, as in bench/results
  --yes   install missing packages without asking
TEXT
}

out=out/plots
files=()
while [ $# -gt 0 ]; do
    case $1 in
        --out)
            [ $# -gt 1 ] || { usage >&2 && exit 2; }
            out=$2
            shift
            ;;
        --yes) yes=1 ;;
        --help | -h) usage && exit 0 ;;
        -*) printf 'Unknown argument: %s\n' "$1" >&2 && usage >&2 && exit 2 ;;
        *) files+=("$1") ;;
    esac
    shift
done
[ ${#files[@]} -gt 0 ] || files=("$root"/bench/results/*/*.json)

mapfile -t packages < <(plot_packages)
install_packages "${packages[@]}"
for tool in jq gnuplot; do
    command -v $tool >/dev/null || { printf 'bench/plot.sh needs %s, which is not installed.\n' $tool >&2 && exit 2; }
done

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# assign NAME VALUE...: as gnuplot reads it.
assign() {
    while [ $# -gt 0 ]; do
        printf "%s = '%s'\n" "$1" "${2//\'/\'\'}"
        shift 2
    done
}

# draw PICTURE FILTER SCRIPT TITLE X_TEXT Y_TEXT SCALE: what the FILTER of pictures.jq finds, drawn by the SCRIPT. The
# data may set words of their own.
draw() {
    local picture=$1 filter=$2 script=$3 form
    jq -r -L "$scripts" "include \"pictures\"; $filter" "$file" >"$scratch/data"
    if ! [ -s "$scratch/data" ]; then
        printf '%s: not drawn, %s does not hold it\n' "$picture" "$file"
        return
    fi
    mkdir -p "$folder"
    for form in svg png; do
        {
            assign form $form out "$folder/$picture.$form" style "$scripts/style.gp" data "$scratch/data" \
                origin "$origin" title_text "$4" x_text "$5" y_text "$6" scale "$7"
            sed -n 's/^# \([a-z_]*\) = /\1 = /p' "$scratch/data"
        } >"$scratch/settings.gp"
        gnuplot "$scratch/settings.gp" "$scripts/$script"
    done
    printf '%s\n' "$folder/$picture.svg and .png"
}

draw_crowd() {
    local isa
    isa=$(jq -r -L "$scripts" 'include "pictures"; widest_set' "$file")
    draw tick-by-size 'by_size("tick")' lines.gp \
        "A tick: take the new boxes, write every overlapping pair (one thread, $isa)" \
        'elements' 'ns per element' log
    draw neighbors-by-size 'by_size("neighbors")' lines.gp \
        "Take the new points, list each element's neighbours within 2 (one thread, $isa)" \
        'elements' 'ns per element' log
    draw peers-row-grid peers_of_row_grid bars.gp "RowGrid and its peers, $(largest) elements, one thread, $isa" \
        "peer's time over RowGrid's: median, least and greatest" '' log
    draw peers-others peers_of_others bars.gp "The other indexes and their peers, one thread, $isa" \
        "peer's time over the index's: median, least and greatest" '' log
    draw instruction-sets instruction_sets bars.gp \
        "RowGrid by instruction set, $(largest) elements, one thread, ns per element" \
        "times as fast as SSE2, the baseline" '' linear
}

largest() { jq -r -L "$scripts" 'include "pictures"; row_grid_size | with_commas' "$file"; }

for file in "${files[@]}"; do
    if ! kind=$(jq -r -L "$scripts" 'include "figures"; kind' "$file"); then
        printf '%s is not the JSON of a bench.\n' "$file" >&2
        exit 2
    fi
    origin=$(jq -r -L "$scripts" 'include "pictures"; origin' "$file")
    folder=$out/$(basename "$(dirname "$(readlink -f "$file")")")/$(basename "$file" .json)
    case $kind in
        crowd) draw_crowd ;;
        world)
            draw peers-world beside_world bars.gp 'What stands beside a World' \
                "its time over the World's: median, least and greatest" '' log
            ;;
        robustness)
            draw crowds crowds bars.gp 'Crowds that are not uniform: ns per element and pair' \
                'times as much as in the common crowd: median, least and greatest' '' log
            ;;
        scaling) draw scaling scaling lines.gp 'Speedup by threads' 'threads' 'times as fast as one thread' octaves ;;
        steady) draw steady steady lines.gp 'Times of ticks' 'ticks that took no longer' '' steps ;;
        *) printf '%s: nothing is drawn of a document of kind %s\n' "$file" "$kind" ;;
    esac
done
