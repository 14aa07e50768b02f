#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the bench preset, measures on a quiet machine, and leaves a Markdown table in bench/results/, mostly with its JSON.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

usage() {
    cat <<'TEXT'
Usage: bench/run.sh [--now] [--choosing | --world | --robustness | --scaling | --steady] [OPTION_OF_THE_PROGRAM...]
  (none)        crowd_bench: the crowd workload; a table and its JSON in bench/results/, the table on stdout
  --choosing    choosing_bench: which index is fastest where; a table alone
  --world       world_bench: what a World costs
  --robustness  robustness_bench: crowds that are not uniform
  --scaling     scaling_model: what many threads would gain
  --steady      steady_bench: how much ticks differ
  --now         does not wait for a quiet machine
These may stand anywhere; all others go to the program, which tells its own once it is built: build/bench/bench/crowd_bench --help
TEXT
}

# Stands in the JSON and the table.
export THRONG_BENCH_COMMAND="bench/run.sh${*:+ $*}"

wait_until_quiet=true
program=crowd_bench
options=()
for argument in "$@"; do
    case $argument in
        --now) wait_until_quiet=false ;;
        --choosing) program=choosing_bench ;;
        --world) program=world_bench ;;
        --robustness) program=robustness_bench ;;
        --scaling) program=scaling_model ;;
        --steady) program=steady_bench ;;
        --help | -h) usage && exit 0 ;;
        *) options+=("$argument") ;;
    esac
done

build_log=$(mktemp)
scratch=$(mktemp -d)
trap 'rm -rf "$build_log" "$scratch"' EXIT
if ! { cmake --preset bench && cmake --build --preset bench --target "$program"; } >"$build_log" 2>&1; then
    cat "$build_log" >&2
    exit 1
fi

# The build's own load fades within two minutes; somebody else's may not.
load_is_low() { awk '{ exit !($1 < 0.5) }' /proc/loadavg; }
if $wait_until_quiet; then
    for _ in {1..60}; do
        load_is_low && break
        sleep 5
    done
    load_is_low || echo "bench/run.sh: the machine is not quiet (load $(cut -d' ' -f1 /proc/loadavg)); the figures will say so" >&2
fi

slug() { tr '[:upper:]' '[:lower:]' | tr -cs 'a-z0-9' '-' | sed 's/^-*//; s/-*$//'; }
cpu=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1 | slug)
suffix=-${cpu:-$(uname -m)}

arguments=(--table "$scratch/table.md")
case $program in
    crowd_bench) arguments+=(--benchmark_out="$scratch/figures.json" --benchmark_out_format=json) ;;
    choosing_bench) suffix+=-choosing ;;
    world_bench) suffix+=-world ;;
    robustness_bench) suffix+=-robustness ;;
    scaling_model) suffix+=-scaling ;;
    steady_bench) suffix+=-steady ;;
esac
case $program in
    world_bench | robustness_bench | scaling_model | steady_bench) arguments+=(--json "$scratch/figures.json") ;;
esac
"build/bench/bench/$program" "${arguments[@]}" "${options[@]}" >&2

# One minute, one result of a kind: nothing that was measured is written over.
mkdir -p bench/results
name=$(date -u +%Y-%m-%d-%H%M)$suffix
while [ -e "bench/results/$name.md" ]; do
    sleep 5
    name=$(date -u +%Y-%m-%d-%H%M)$suffix
done
mv "$scratch/table.md" "bench/results/$name.md"
written="bench/results/$name.md"
if [ -f "$scratch/figures.json" ]; then
    mv "$scratch/figures.json" "bench/results/$name.json"
    written+=" and .json"
fi
cat "bench/results/$name.md"
echo
echo "$written"
