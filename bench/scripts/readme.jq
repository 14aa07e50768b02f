# SPDX-License-Identifier: MIT
# The table under "Measured" in README.md, from the JSON of a whole `bench/run.sh`.
include "figures";

# Nanoseconds per element, and of one search for all elements microseconds.
def cell($scale): .ns * $scale | digits;

# What ours is compared with: of all libraries that answer the question the fastest.
def best_peer:
  .name as $figure | .beside | map(select(.name | IN("a plain copy", "brute force") | not)) | min_by(.ns) // error("\($figure) has no peer");

def table:
  figures | map(select(.n == 1000000 and .isa == "avx512" and .threads == "one_thread" and .arrays == "coherent"
                       and .index == "row_grid" and .crowd == "common")) as $all |
  "| question | `RowGrid` | best peer | times as long |", "|---|---|---|---|",
  (["update", "take the new boxes"],
   ["pairs", "all overlapping pairs"],
   ["tick", "update and pairs"],
   ["neighbors", "update, all within 2"],
   ["nearest", "update, the ten nearest"],
   ["boxes", "a small box query for each"],
   ["count", "a count for each"],
   ["cast", "a ray for each"],
   ["large", "one box, most of the world, us"] |
   . as [$question, $meaning] | (if $question == "large" then 1000 else 1 end) as $scale |
   ($all | map(select(.question == $question)) | first // error("\($question) is missing")) | best_peer as $peer |
   "| `\($question)`: \($meaning) | **\(cell($scale))** | \($peer.name) \($peer | cell($scale)) | \($peer.ratio | digits) |");
