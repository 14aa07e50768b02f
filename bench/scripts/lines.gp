# SPDX-License-Identifier: MIT
# A line for each block of data. Needs what style.gp needs, and data, styles, title_text, x_text, y_text, and scale:
# `log` both axes, `octaves` both by twos, `steps` with the list `tics` on the first, the second logarithmic where it
# spans much.
width = 900; height = 480
load style

set title title_text offset 0, 0.3
set xlabel x_text
set ylabel y_text
set key outside right center Left reverse samplen 3 spacing 1.3
if (scale eq "log") {
    set logscale xy
    set format x "%.0s%c"
    set autoscale xfix
    set offsets graph 0.03, graph 0.03, 0, 0
}
if (scale eq "octaves") {
    set logscale xy 2
    set format xy "%g"
}
if (scale eq "steps") {
    stats data using 2 nooutput
    if (STATS_max > 20 * STATS_min) { set logscale y } else { set yrange [0:*] }
    eval "set xtics (" . tics . ")"
}
plot for [i = 1:words(styles)] data index i - 1 using 1:2 with linespoints ls int(word(styles, i)) title columnheader(1)
