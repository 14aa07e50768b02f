# SPDX-License-Identifier: MIT
# The tables under "Measured" in README.md, from the JSON of a whole `bench/run.sh`.
include "figures";
include "pictures";

def find_figure($question; $n; $index):
  map(select(.question == $question and .n == $n and .index == $index)) | first // error("\($question) of \($n) by \($index) is missing");

def row($cells): "| \($cells | join(" | ")) |";

def cell($scale): .ns * $scale | digits;

def peer($name): .name as $figure | .beside | map(select(.name == $name)) | first // error("\($figure): \($name) is missing");

# Two cells: the peers with their times, and what their times are over ours.
def peer_cells($names; $scale):
  [$names[] as $name | peer($name)] |
  (map("\(.name) \(cell($scale))") | join("<br>")),
  (map("\(.ratio | digits) x (\(.least | digits)-\(.greatest | digits))") | join("<br>"));

def row_grid_table:
  map(select(.crowd == "common" and .threads == "one_thread" and .arrays == "coherent")) as $all |
  row(["`RowGrid`", "AVX-512", "AVX2", "SSE2", "peer", "peer over ours"]), "|---|---|---|---|---|---|",
  (["update", "take the new boxes", "Boost R-tree"],
   ["pairs", "all overlapping pairs", "Boost R-tree", "Embree"],
   ["tick", "update and pairs", "Boost R-tree", "Embree"],
   ["neighbors", "update, and all within 2 of everybody", "nanoflann"],
   ["nearest", "update, and the ten nearest of everybody", "nanoflann"],
   ["boxes", "a small box query for everybody", "Boost R-tree"],
   ["large", "one box over 90 % of the world", "Boost R-tree"],
   ["count", "a count for everybody", "Boost R-tree"],
   ["cast", "a ray for everybody", "Boost R-tree"] |
   . as [$question, $meaning] | .[2:] as $peers |
   (if $question == "large" then 1000 else 1 end) as $scale |
   def by($isa): $all | map(select(.isa == $isa)) | find_figure($question; 1000000; "row_grid");
   row(["`\($question)`: \($meaning)", "**\(by("avx512") | cell($scale))**", (by("avx2") | cell($scale)), (by("baseline") | cell($scale)),
        (by("avx512") | peer_cells($peers; $scale))]));

def sizes_table:
  map(select(.isa == "avx512" and .crowd == "common")) as $all |
  row(["elements", "1 thread", "all threads", "1 thread, arrays shuffled", "over Boost R-tree, 1 thread"]), "|---|---|---|---|---|",
  (1000, 10000, 100000, 1000000 | . as $n |
   def of($threads; $arrays): $all | map(select(.threads == $threads and .arrays == $arrays)) | find_figure("tick"; $n; "row_grid");
   of("one_thread"; "coherent") as $usual |
   row([($n | with_commas), "**\($usual | cell(1))**", (of("all_threads"; "coherent") | cell(1)), (of("one_thread"; "shuffled") | cell(1)),
        ($usual | peer("Boost R-tree") | "\(.ratio | digits) x")]));

def others_table:
  map(select(.isa == "avx512" and .threads == "one_thread" and .arrays == "coherent")) as $all |
  "| | ns per element | peer | peer over ours |", "|---|---|---|---|",
  (["loose_grid", "tick", 1000000, "common", "tick, 1,000,000", "Boost R-tree"],
   ["loose_grid", "tick", 100000, "mixed", "tick, 100,000 of mixed sizes", "Boost R-tree"],
   ["loose_quadtree", "tick", 100000, "common", "tick, 100,000", "Boost R-tree"],
   ["quadtree", "tick", 100000, "common", "tick, 100,000", "Boost R-tree"],
   ["static_tree", "build", 1000000, "common", "build, 1,000,000", "Boost R-tree"],
   ["static_tree", "around", 1000000, "common", "a box query of 12 hits for everybody", "Boost R-tree"],
   ["static_tree", "nearest_still", 1000000, "common", "the ten nearest of everybody", "nanoflann"],
   ["static_tree", "cast", 1000000, "common", "a ray for everybody, first hit", "Boost R-tree"] |
   . as [$index, $question, $n, $crowd, $meaning, $peer] |
   $all | map(select(.crowd == $crowd)) | find_figure($question; $n; $index) |
   row(["`\($index | class_name)` \($meaning)", "**\(cell(1))**", peer_cells([$peer]; 1)]));

def tables: figures | row_grid_table, "", sizes_table, "", others_table;
