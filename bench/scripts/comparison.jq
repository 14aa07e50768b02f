# SPDX-License-Identifier: MIT
# Two revisions beside each other: of {base: [document...], head: [document...]}, one of each for each round, a verdict
# on each benchmark.
include "figures";

def middle: sort | if length % 2 == 1 then .[length / 2 | floor] else (.[length / 2 - 1] + .[length / 2]) / 2 end;

def spread: {median: middle, least: min, greatest: max} | map_values(. * 1e6 | round / 1e6);

# {name: figure} of each round.
def by_name: map(figures | map({key: .name, value: .}) | from_entries);

# The copy of the same run is slowed down like the figure: in plain copies where both have them, else in nanoseconds.
def head_over_base($base; $head):
  if $base.in_copies and $head.in_copies then $head.in_copies / $base.in_copies else $head.ns / $base.ns end;

# Slower beyond the spread: in every round. Too slow: by more than the threshold, in every round.
def verdict($threshold):
  if .least > 1 + $threshold / 100 then "too slow" elif .least > 1 then "slower" elif .greatest < 1 then "faster" else "same" end;

def comparison($threshold):
  (.base | by_name) as $base | (.head | by_name) as $head | ([$base, $head | length] | min) as $rounds |
  ($base + $head | map(keys_unsorted[]) | unique) as $names |
  [($base + $head)[] | keys] as $held |
  [$names[] | . as $name | select(all($held[]; index([$name]) == null | not))] as $common |
  {threshold_percent: $threshold, rounds: $rounds,
   benchmarks: [(($base[0] // {}) | keys_unsorted[]) | . as $name | select($common | index([$name])) |
     ([range($rounds) | head_over_base($base[.][$name]; $head[.][$name])] | spread) as $ratio |
     {name: $name,
      base_ns: ([$base[][$name].ns] | middle), head_ns: ([$head[][$name].ns] | middle),
      compared_in: (if all(($base + $head)[]; .[$name].in_copies) then "copies" else "ns" end),
      head_over_base: $ratio, verdict: ($ratio | verdict($threshold))}],
   not_compared: ($names - $common)};

def table:
  def cell: . * 1000 | round / 1000 | tostring;
  "| benchmark | base ns | head ns | head over base (least-greatest) | |", "|---|---|---|---|---|",
  (.benchmarks[] | (.head_over_base | "**\(.median | cell)** (\(.least | cell)-\(.greatest | cell))") as $ratio |
    "| \(.name) | \(.base_ns | digits) | \(.head_ns | digits) | \($ratio) | \(if .verdict == "same" then "" else .verdict end) |"),
  "", "\(.rounds) rounds; slower and faster: in every one of them; too slow: by more than \(.threshold_percent) % in every one.",
  (.not_compared | if length > 0 then "Not measured by both: \(join(", "))." else empty end);
