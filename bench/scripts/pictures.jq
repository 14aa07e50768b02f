# SPDX-License-Identifier: MIT
# Each picture's data as the lines that lines.gp and bars.gp read. What a document does not contain makes no lines.
include "figures";

# Where, when and how the figures were measured.
def origin:
  [([fact("date")] | first), ([fact("cpu")] | first),
   ([fact("load average at start")] | first | if . then "load \(.)" else null end),
   ([fact("command"), fact("executable")] | first)] | map(select(. != null)) | join("    ");

def style_number:
  {RowGrid: 1, LooseGrid: 2, Quadtree: 3, LooseQuadtree: 4, StaticTree: 5,
   "Boost R-tree": 11, "GEOS STRtree": 12, "CGAL boxes": 13, nanoflann: 14, "brute force": 15,
   Embree: 16, "Box2D broad phase": 17, "Bullet tree": 18, "Detour grid": 19}[.] // 6;

# [{name, style, points: [[x, y]]}] as blocks, and before them the styles.
def blocks:
  if length == 0 then empty else
    "# styles = '\(map(.style) | join(" "))'",
    (.[] | "\"\(.name)\"", (.points[] | "\(.[0])\t\(.[1])"), "", "")
  end;

def is_usual: .threads == "one_thread" and .arrays == "coherent" and .crowd == "common";

# Of the figures' instruction sets.
def widest: ([.[].isa] | if index("avx512") then "avx512" elif index("avx2") then "avx2" else first end);

# The question's time at each size, for each index and what stood beside the row grid.
def by_size($question):
  figures | widest as $isa | map(select(is_usual and .question == $question and .isa == $isa)) |
  (group_by(.index) | map({name: (first.index | class_name), points: map([.n, .ns])})) as $ours |
  (map(select(.index == "row_grid") | .n as $n | .beside[] |
     select(.name | IN("brute force", "a plain copy") | not) | {name, n: $n, ns}) | group_by(.name) |
   map({name: first.name, points: map([.n, .ns])})) as $theirs |
  if any($ours[]; .points | length > 1) then $ours + $theirs else [] end |
  map(.points |= sort | .style = (.name | style_number)) | sort_by(-.points[-1][1]) | blocks;

# [{label, bars: [{name, style, value, least, greatest, text}]}] as the legend, bars from above to below, and the
# groups' labels.
def bars:
  if length == 0 then empty else
    ([.[].bars[] | {name, style}] | unique_by(.style) |
      "# styles = '\(map(.style) | join(" "))'", "# names = '\(map("\"\(.name)\"") | join(" "))'"),
    (reduce .[] as $group ({y: 0, bars: [], labels: []};
      .labels += ["\(.y - (($group.bars | length) - 1) / 2)\t\($group.label)"] |
      reduce $group.bars[] as $bar (.;
        .bars += ["\(.y)\t\($bar.value)\t\($bar.least)\t\($bar.greatest)\t\($bar.style)\t\($bar.text)"] | .y -= 1) |
      .y -= 0.7) | .bars[], "", "", .labels[])
  end;

def peer_bars:
  [.beside[] | select(.name != "a plain copy" and .ratio > 0) |
    {name, style: (.name | style_number), value: .ratio, least, greatest, text: (.ratio | digits)}];

def with_peers: map(select(peer_bars | length > 0));

def set_name: {baseline: "SSE2", avx2: "AVX2", avx512: "AVX-512"}[.] // .;

def widest_set: figures | widest | set_name;

# 1000000 as 1,000,000.
def with_commas: tostring | [while(length > 0; .[:-3]) | .[-3:]] | reverse | join(",");

def row_grid_size: figures | map(select(.index == "row_grid" and is_usual) | .n) | max;

# Peers over the row grid at its largest measured size.
def peers_of_row_grid:
  row_grid_size as $n | figures | map(select(.index == "row_grid" and is_usual)) | with_peers |
  map(select(.n == $n) | {label: .question, bars: peer_bars}) | bars;

# The other indexes, at the largest size of each question.
def peers_of_others:
  figures | map(select(.index? != null and .index != "row_grid" and
    .threads == "one_thread" and .arrays == "coherent")) | with_peers |
  group_by([.index, .question, .crowd]) | map(max_by(.n)) |
  map({label: "\(.index | class_name) \(.question), \(.n | with_commas)\(if .crowd == "common" then "" else " " + .crowd end)", bars: peer_bars}) | bars;

# What stands beside a World.
def beside_world:
  figures | map(select(.content? != null and (.beside | length > 0)) |
    {label: "\(.question): \(.contender)", bars: [peer_bars[] | .style = 11 | .name = "over the World"]}) | bars;

# Gains over the baseline of separate loops, one row for each question at the row grid's largest size.
def instruction_sets:
  {baseline: 21, avx2: 22, avx512: 23} as $styles |
  row_grid_size as $n | figures | map(select(.index == "row_grid" and is_usual and $styles[.isa])) |
  map(select(.n == $n)) | [.[].question] as $order | group_by(.question) | map((.[] | select(.isa == "baseline") | .ns) as $base |
    {label: first.question, order: (first.question as $question | $order | index($question)),
     bars: (sort_by($styles[.isa]) | map({name: (.isa | set_name), style: $styles[.isa], value: ($base / .ns), least: ($base / .ns),
       greatest: ($base / .ns), text: "\(.ns | digits) ns"}))}) | map(select(.bars | length > 1)) | sort_by(.order) | bars;

# What an element and pair costs in each crowd, over the common one's.
def crowds:
  if kind != "robustness" then empty else
    [.crowds[] | select(.crowd != "common")] | group_by(.who) | map({key: first.who, value: .}) | from_entries as $by |
    {World: 1, "row grid": 2, "Boost R-tree": 11} as $styles | $by.World | map(.crowd as $crowd | {label: .crowd, bars:
      [$styles | keys_unsorted[] as $contender | $by[$contender] // [] | .[] | select(.crowd == $crowd) |
        {name: $contender, style: $styles[$contender], value: .over_common.median, least: .over_common.min, greatest: .over_common.max,
         text: "\(.ns_per_element_and_pair.median | digits) ns"}]}) | bars
  end;

# Speed-up by threads as scaling_model computes it: [{name, style, points}].
def speedups:
  {name: "predicted, bandwidth as a bound", style: 34, points: [.workers[] | [.workers, .bound_speed_up]]},
  {name: "predicted", style: 32, points: [.workers[] | [.workers, .speed_up]]},
  {name: "measured", style: 33, points: [[1, 1], [2, .two_threads_speed_up.median]]};

def scaling:
  if kind != "scaling" then empty else
    [speedups] | ([.[].points[][0]] | max) as $most |
    if $most then [{name: "every thread counts fully", style: 31, points: [[1, 1], [$most, $most]]}] + . else [] end | blocks
  end;

# Percentiles of ticks as steady_bench computes them, and of the copies beside each:
# [{name, style, points: [[percent, time over the median]]}].
def percentiles:
  def of_median: .p50 as $median | [to_entries[] | select(.key != "histogram") |
    [(if .key == "max" then 100 else .key[1:] | tonumber end), .value / $median]];
  [.series // [] | to_entries[] | (.key % 5 + 1) as $style | .value |
    {name, $style, points: (.wall_seconds | of_median)},
    {name: "\(.name): copies of memory", style: ($style + 40), points: (.copy_wall_seconds | of_median)}];

# A percentile p is drawn at -log10(1 - p), the greatest of all half a decade behind the last.
def steady:
  if kind != "steady" then empty else
    percentiles as $lines | [$lines[].points[][0]] as $percents | ($percents | map(select(. < 100)) | max) as $last |
    def place: if . >= 100 then (($last | place) + 0.5) else -((1 - . / 100) | log10) end;
    if $last then
      "# y_text = 'time over its median'",
      "# tics = '\($percents | unique | map("\"\(if . >= 100 then "all" else "\(.) %%" end)\" \(place)") | join(", "))'",
      ($lines | map(.points |= (map([(.[0] | place), .[1]]) | sort)) | blocks)
    else empty end
  end;
