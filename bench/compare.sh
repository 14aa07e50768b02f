#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Is HEAD slower than BASE? Builds both revisions in a temporary folder, lets their benches take turns, and prints each
# benchmark's ratio.
set -euo pipefail
# shellcheck source=scripts/setup.sh
. "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../scripts/setup.sh"
scripts=$root/bench/scripts

usage() {
    cat <<'TEXT'
Usage: bench/compare.sh BASE HEAD [options] [-- OPTION_OF_THE_BENCH...]
       bench/compare.sh --recorded BASE.json,... HEAD.json,... [--threshold PERCENT] [--json]
  BASE, HEAD   revisions of git; a dot is the working tree as it is
  --recorded   compares what was measured before: as many files of each, one for each round
  --question   NAME,...: default all of them
  --index      NAME,...: default row_grid
  --sizes      N,...: default 100000
  --arrays     coherent, shuffled or both: default coherent
  --threads    one, all or both: default one
  --world      world_bench instead of crowd_bench; of the options above --question alone is its own
  --robustness robustness_bench instead of crowd_bench; none of the options above is its own
  --rounds     of each revision, default 5, in the order A B B A
  --threshold  percent beyond the spread from which on the exit code is 1, default 5
  --json       one document instead of the table
  --yes        installs missing packages without asking
Exit code 1: something is slower than the threshold allows; 2: nothing could be compared.
TEXT
}

refuse() {
    printf '%s\n' "$1" >&2
    exit 2
}

recorded='' question='' index=row_grid sizes=100000 arrays=coherent threads=one
program=crowd_bench rounds=5 threshold=5 form=table
sides=()
while [ $# -gt 0 ]; do
    case $1 in
        --question | --index | --sizes | --arrays | --threads | --rounds | --threshold)
            [ $# -gt 1 ] || refuse "$1 needs a value"
            printf -v "${1#--}" %s "$2"
            shift
            ;;
        --recorded) recorded=1 ;;
        --world) program=world_bench ;;
        --robustness) program=robustness_bench ;;
        --json) form=json ;;
        --yes) yes=1 ;;
        --help | -h) usage && exit 0 ;;
        --) shift && break ;;
        -*) printf 'Unknown argument: %s\n' "$1" >&2 && usage >&2 && exit 2 ;;
        *) sides+=("$1") ;;
    esac
    shift
done
[ ${#sides[@]} = 2 ] || { usage >&2 && exit 2; }
[[ $rounds =~ ^[1-9][0-9]*$ ]] || refuse "--rounds needs a whole number above 0, not '$rounds'"
[[ $arrays =~ ^(coherent|shuffled|both)$ ]] || refuse "--arrays needs coherent, shuffled or both, not '$arrays'"
[[ $threads =~ ^(one|all|both)$ ]] || refuse "--threads needs one, all or both, not '$threads'"
[[ $threshold =~ ^[0-9]+(\.[0-9]+)?$ ]] || refuse "--threshold needs a number, not '$threshold'"
command -v jq >/dev/null || install_packages jq
command -v jq >/dev/null || refuse 'bench/compare.sh needs jq, which is not installed.'

scratch=$(mktemp -d)
clean_up() {
    local tree
    for tree in "$scratch"/tree-*; do
        if [ -d "$tree" ]; then git -C "$root" worktree remove --force "$tree"; fi
    done
    rm -rf "$scratch"
}
trap clean_up EXIT
trap 'exit 2' INT TERM

# build SIDE REVISION: leaves in trees[SIDE] where the bench was built.
declare -A trees
build() {
    local tree=$scratch/tree-$1
    if [ "$2" = . ]; then
        tree=$root
    else
        git -C "$root" worktree add --quiet --detach "$tree" "$2" || refuse "There is no revision '$2'."
    fi
    trees[$1]=$tree
    printf 'Building %s\n' "$2" >&2
    if ! (cd "$tree" && cmake --preset bench &&
        cmake --build --preset bench --target $program) >"$scratch/build.log" 2>&1; then
        tail -n 50 "$scratch/build.log" >&2
        refuse "'$2' could not be built."
    fi
}

# measure SIDE ROUND [OPTION_OF_THE_BENCH...]
measure() {
    local file=$scratch/$1-$2.json arguments=() log=$scratch/bench.log pattern=${question//,/|}
    local threads_pattern=${threads/both/(one|all)} arrays_pattern=${arrays/both/(coherent|shuffled)}
    if [ $program = crowd_bench ]; then
        arguments=(--index "$index" --sizes "$sizes" --no-peers --benchmark_out="$file" --benchmark_out_format=json
            --benchmark_filter="^(${pattern:-.*})/.*/${threads_pattern}_threads?/$arrays_pattern/")
    else
        arguments=(${question:+--question "$question"} --table /dev/null --json "$file")
    fi
    printf 'Round %d of %d: %s\n' "$2" "$rounds" "$1" >&2
    if ! "${trees[$1]}/build/bench/bench/$program" "${arguments[@]}" "${@:3}" >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        refuse "The bench of $1 failed."
    fi
}

if [ -n "$recorded" ]; then
    IFS=, read -r -a base_files <<<"${sides[0]}"
    IFS=, read -r -a head_files <<<"${sides[1]}"
    [ ${#base_files[@]} = ${#head_files[@]} ] || refuse 'As many files are needed of one revision as of the other.'
    for file in "${base_files[@]}" "${head_files[@]}"; do [ -r "$file" ] || refuse "$file cannot be read."; done
else
    build base "${sides[0]}"
    build head "${sides[1]}"
    for ((round = 1; round <= rounds; ++round)); do
        order=(base head)
        [ $((round % 2)) = 1 ] || order=(head base)
        for side in "${order[@]}"; do measure "$side" $round "$@"; done
        base_files+=("$scratch/base-$round.json") head_files+=("$scratch/head-$round.json")
    done
fi

result=$scratch/result.json
jq -n -L "$scripts" --argjson threshold "$threshold" \
    --slurpfile base <(cat "${base_files[@]}") --slurpfile head <(cat "${head_files[@]}") \
    'include "comparison"; {base: $base, head: $head} | comparison($threshold)' >"$result" ||
    refuse 'This is not the JSON of a bench.'
jq -e '.benchmarks | length > 0' "$result" >/dev/null || refuse 'No benchmark was measured by both.'
if [ $form = json ]; then
    cat "$result"
else
    jq -r -L "$scripts" 'include "comparison"; table' "$result"
fi
jq -e 'all(.benchmarks[]; .verdict != "too slow")' "$result" >/dev/null
