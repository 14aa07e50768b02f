# SPDX-License-Identifier: MIT
# The benches' JSON as one list of figures; the same for crowd_bench (which writes Google Benchmark's form), world_bench
# and robustness_bench.

# The bench that wrote a document, by its members.
def kind:
  if has("benchmarks") then "crowd" elif has("figures") then "world" elif has("crowds") then "robustness" elif has("workers") then "scaling" elif has("series") then "steady"
  else "unknown" end;

# A machine's fact, wherever the document keeps it.
def fact($name): (.context? // {})[$name] // .[$name] // empty;

# row_grid as RowGrid.
def class_name: split("_") | map((.[:1] | ascii_upcase) + .[1:]) | join("");

def peer_name:
  {boost_r_tree: "Boost R-tree", geos_strtree: "GEOS STRtree", cgal_boxes: "CGAL boxes", box2d_broad_phase: "Box2D broad phase",
   bullet_tree: "Bullet tree", embree: "Embree", detour_grid: "Detour grid", copy: "a plain copy"}[.] // gsub("_"; " ");

def crowd_figure:
  . as $figure | (.run_name | split("/")) as $words | {
    name: ($words[:7] | join("/")),
    question: $words[0], n: ($words[1] | tonumber), isa: $words[2], threads: $words[3], arrays: $words[4], index: $words[5], crowd: $words[6],
    ns: .ns_per_element,
    in_copies: (if .copy_ratio then 1 / .copy_ratio else null end),
    beside: [keys_unsorted[] | select(endswith("_ratio")) | .[:-6] | {
      name: peer_name, ns: $figure[. + "_ns_per_element"],
      ratio: $figure[. + "_ratio"], least: $figure[. + "_ratio_min"], greatest: $figure[. + "_ratio_max"]}]};

def world_figure:
  {name: "\(.question)/\(.content)/\(.name)", question, content, contender: .name, ns: .ns_per_item.median, in_copies: null,
   beside: [(.this_over_first // empty) as $told | {name, ratio: $told.median, least: $told.min, greatest: $told.max}]};

def robustness_figure: {name: "\(.crowd)/\(.who)", contender: .who, ns: .ns_per_element.median, in_copies: null, beside: []};

def figures:
  if kind == "crowd" then [.benchmarks[] | select(.run_type == "iteration" and has("ns_per_element")) | crowd_figure]
  elif kind == "world" then [.figures[] | world_figure]
  elif kind == "robustness" then [.crowds[] | robustness_figure]
  else [] end;

# With so many decimals, zeros included.
def with_decimals($count):
  pow(10; $count) as $unit | . * $unit | round | (. / $unit | floor | tostring) as $whole |
  if $count == 0 then $whole else "\($whole).\(. % $unit + $unit | tostring | .[1:])" end;

# Three digits that count.
def digits:
  if . < 0 then "-" + (-. | digits)
  elif . >= 100 then with_decimals(0)
  elif . >= 10 then with_decimals(1)
  elif . >= 1 then with_decimals(2)
  else with_decimals(3) end;
