# SPDX-License-Identifier: MIT
# A column of the table "Figures by machine" in docs/performance.md, and its first column, from the newest results of
# one machine: $tick, $ten_million, $searches, $world_tick, $robustness, $scaling, $steady, each a list of one document.
include "figures";

def of($document; $question; $n; $isa; $arrays):
  $document[0] | figures |
  map(select(.question == $question and .n == $n and .isa == $isa and .arrays == $arrays and .threads == "one_thread")) | first;
def time($figure): if $figure then $figure.ns | digits else "-" end;
def in_us($figure): $figure.ns * 1000 | digits;
def over_boost($figure): $figure.beside | map(select(.name == "Boost R-tree")) | first | "\(.ratio | digits) x";
def world($content; $name): $world_tick[0] | figures | map(select(.content == $content and .contender == $name)) | first;
def crowd($name): $robustness[0].crowds | map(select(.crowd == $name and .who == "World")) | first | .over_common.median | digits;
def tail($name): $steady[0].series | map(select(.name == $name)) | first | .processor_tail_over_copy | digits;

def rows:
  ($tick[0] | figures | map(.isa) | if index("avx512") then "avx512" else "avx2" end) as $isa |
  1000000 as $million | 10000000 as $ten |
  ["widest set; date of the first figure", "\({avx512: "AVX-512", avx2: "AVX2"}[$isa]); \($tick[0].context.date | split(" ")[0])"],
  ["tick", time(of($tick; "tick"; $million; $isa; "coherent"))],
  ["tick over Boost R-tree", over_boost(of($tick; "tick"; $million; $isa; "coherent"))],
  ["tick by AVX2; SSE2", "\(time(of($tick; "tick"; $million; "avx2"; "coherent"))); \(time(of($tick; "tick"; $million; "baseline"; "coherent")))"],
  ["`update`; `pairs`", "\(time(of($tick; "update"; $million; $isa; "coherent"))); \(time(of($tick; "pairs"; $million; $isa; "coherent")))"],
  ["tick of ten million", time(of($ten_million; "tick"; $ten; $isa; "coherent"))],
  ["tick in no order: a million; ten million",
   "\(time(of($ten_million; "tick"; $million; $isa; "shuffled"))); \(time(of($ten_million; "tick"; $ten; $isa; "shuffled")))"],
  ["`neighbors`; in no order",
   "\(time(of($searches; "neighbors"; $million; $isa; "coherent"))); \(time(of($searches; "neighbors"; $million; $isa; "shuffled")))"],
  ["`nearest`; in no order",
   "\(time(of($searches; "nearest"; $million; $isa; "coherent"))); \(time(of($searches; "nearest"; $million; $isa; "shuffled")))"],
  ["`boxes`; in no order",
   "\(time(of($searches; "boxes"; $million; $isa; "coherent"))); \(time(of($searches; "boxes"; $million; $isa; "shuffled")))"],
  ["`count`; in no order",
   "\(time(of($searches; "count"; $million; $isa; "coherent"))); \(time(of($searches; "count"; $million; $isa; "shuffled")))"],
  ["`cast`; in no order",
   "\(time(of($searches; "cast"; $million; $isa; "coherent"))); \(time(of($searches; "cast"; $million; $isa; "shuffled")))"],
  ["`large`; `large_count`, us for one search",
   "\(in_us(of($searches; "large"; $million; $isa; "coherent"))); \(in_us(of($searches; "large_count"; $million; $isa; "coherent")))"],
  ["a World's tick of agents, over the row grid's", "\(1 / world("crowd"; "row grid").beside[0].ratio | digits) x"],
  ["a World's tick of all kinds; over Boost R-tree",
   "\(time(world("kinds"; "World"))); \(over_boost(world("kinds"; "Boost R-tree")))"],
  ["crowds: clusters; streams", "\(crowd("clustered")); \(crowd("streams"))"],
  ["crowds: many sizes; giants", "\(crowd("sparse")); \(crowd("giants"))"],
  ["two threads", "\($scaling[0].two_threads_speed_up.median / $scaling[0].two_ticks_at_once_gain.median * 100 | digits) %"],
  ["slow ticks: row grid; World", "\(tail("row_grid")); \(tail("world"))"];

def labels: rows | .[0];
def column: rows | .[1];
