#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the bench preset, measures on a quiet machine, and leaves a Markdown table in bench/results/MACHINE/, mostly
# with its JSON. The newest run of a name takes the place of the one before; git has those.
set -euo pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/.."

usage() {
    cat <<'TEXT'
Usage: bench/run.sh [--now] [--as NAME]
                    [--choosing | --world | --robustness | --hunting | --scaling | --steady | --calls | --trees |
                     --python]
                    [OPTION_OF_THE_PROGRAM...]
  (none)        crowd_bench: the crowd workload; a table and its JSON in bench/results/MACHINE/, the table on stdout
  --choosing    choosing_bench: which index is fastest where; a table alone
  --world       world_bench: what a World costs
  --robustness  robustness_bench: crowds that are not uniform
  --hunting     hunting_bench: a search for the content that a World likes least
  --scaling     scaling_model: what many threads would gain
  --steady      steady_bench: how much ticks differ
  --calls       calls_bench: common calls beside the same work done otherwise
  --trees       tree_bench: the loose quadtree beside the static tree, and all indexes where elements come and go
  --python      python/bench/peers.py: throng in Python beside scipy and others; a table alone. THRONG_PYTHON=PROGRAM
                names the Python, else the first that has numpy and scipy
  --now         does not wait for a quiet machine
  --as NAME     the name of the files; default crowd, choosing, world, robustness, hunting, scaling, steady, calls,
                tree or python; with any option of the program that name and _part, so that a part never takes the place
                of a whole run
MACHINE follows from the processor; THRONG_BENCH_MACHINE=NAME names it instead.
These may stand anywhere; all others go to the program, which lists its own once it is built:
build/bench/bench/crowd_bench --help
TEXT
}

# Stands in the JSON and the table.
export THRONG_BENCH_COMMAND="bench/run.sh${*:+ $*}"

wait_until_quiet=true
program=crowd_bench
name=''
options=()
while [ $# -gt 0 ]; do
    case $1 in
        --now) wait_until_quiet=false ;;
        --as)
            [[ ${2:-} =~ ^[a-z0-9_]+$ ]] || { echo 'bench/run.sh: --as needs a name of a-z, 0-9 and _' >&2 && exit 2; }
            name=$2
            shift
            ;;
        --choosing) program=choosing_bench ;;
        --world) program=world_bench ;;
        --robustness) program=robustness_bench ;;
        --hunting) program=hunting_bench ;;
        --scaling) program=scaling_model ;;
        --steady) program=steady_bench ;;
        --calls) program=calls_bench ;;
        --trees) program=tree_bench ;;
        --python) program=python_peers ;;
        --help | -h) usage && exit 0 ;;
        *) options+=("$1") ;;
    esac
    shift
done
if [ -z "$name" ]; then
    name=${program%_*}
    if [ ${#options[@]} -gt 0 ]; then name+=_part; fi
fi

target=$program
if [ "$program" = python_peers ]; then
    target=throng_loadable
    for python in "${THRONG_PYTHON:-python3}" /usr/bin/python3; do
        "$python" -c 'import numpy, scipy' 2>/dev/null && break
    done || {
        echo 'bench/run.sh: --python needs a Python with numpy and scipy (packages python3-numpy python3-scipy)' >&2
        exit 2
    }
fi

build_log=$(mktemp)
scratch=$(mktemp -d)
trap 'rm -rf "$build_log" "$scratch"' EXIT
if ! { cmake --preset bench && cmake --build --preset bench --target "$target"; } >"$build_log" 2>&1; then
    cat "$build_log" >&2
    exit 1
fi

# The build's own load fades within two minutes; that of other programs may not.
load_is_low() { awk '{ exit !($1 < 0.5) }' /proc/loadavg; }
if $wait_until_quiet; then
    for _ in {1..60}; do
        load_is_low && break
        sleep 5
    done
    load_is_low ||
        echo "bench/run.sh: not a quiet machine (load $(cut -d' ' -f1 /proc/loadavg)); the figures will say so" >&2
fi

# cpu_fact NAME: what /proc/cpuinfo says of the first processor.
cpu_fact() {
    awk -F ': *' -v name="$1" '{ key = $1; sub(/[ \t]+$/, "", key) } key == name { print $2; exit }' /proc/cpuinfo
}

# A short name that stays the same; guests often see no more of their processor than its family and model.
machine_name() {
    local family model
    family=$(cpu_fact 'cpu family')
    model=$(cpu_fact model)
    case "$(cpu_fact vendor_id) $family $model" in
        'AuthenticAMD 23 1') echo zen1-epyc ;;
        'AuthenticAMD 25 1') echo zen3-epyc ;;
        'AuthenticAMD 25 17') echo zen4-epyc ;;
        'AuthenticAMD 26 '*) echo zen5-epyc ;;
        'GenuineIntel 6 167') echo xeon-4.0ghz ;;
        *) printf '%s %s %s %s\n' "$(uname -m)" "$(cpu_fact 'model name')" "$family" "$model" |
            tr '[:upper:]' '[:lower:]' | tr -cs 'a-z0-9' '-' | sed 's/^-*//; s/-*$//' ;;
    esac
}

arguments=(--table "$scratch/table.md")
case $program in
    crowd_bench) arguments+=(--benchmark_out="$scratch/figures.json" --benchmark_out_format=json) ;;
    choosing_bench | python_peers) ;;
    *) arguments+=(--json "$scratch/figures.json") ;;
esac
case $program in
    python_peers)
        THRONG_LIBRARY=build/bench/engine/loadable/libthrong.so PYTHONPATH=python/src \
            PYTHONDONTWRITEBYTECODE=1 PYTHONWARNINGS=ignore \
            "$python" python/bench/peers.py "${arguments[@]}" "${options[@]}" >&2
        ;;
    *) "build/bench/bench/$program" "${arguments[@]}" "${options[@]}" >&2 ;;
esac

folder=bench/results/${THRONG_BENCH_MACHINE:-$(machine_name)}
mkdir -p "$folder"
written="$folder/$name.md"
mv "$scratch/table.md" "$written"
rm -f "$folder/$name.json"
if [ -f "$scratch/figures.json" ]; then
    mv "$scratch/figures.json" "$folder/$name.json"
    written+=" and .json"
fi
cat "$folder/$name.md"
echo
echo "$written"
