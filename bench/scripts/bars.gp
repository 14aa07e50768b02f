# SPDX-License-Identifier: MIT
# Bars that lie, from above to below. Needs what style.gp needs, and title_text, x_text, styles and names of the legend,
# scale (`log` lets bars begin at 1, `linear` at 0) and data: a block of `place, value, least, greatest, style, text`,
# and one of `place, label`.
stats data index 0 using 1 name "place" nooutput
stats data index 0 using 3 name "least" nooutput
stats data index 0 using 4 name "greatest" nooutput
width = 900; height = 150 + 17 * (place_max - place_min + 1)
load style

set title title_text offset 0, 2.2
set xlabel x_text
set key at screen 0.5, screen 1 - 38.0 / height top center horizontal samplen 1.5 width 1
set tmargin 5
set ytics scale 0
set grid noytics
set yrange [place_min - 0.8 : place_max + 0.8]
if (scale eq "log") {
    set logscale x
    set xtics (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
    start = 1
    set xrange [(least_min < 1 ? least_min * 0.8 : 1) : greatest_max * 1.5]
} else {
    start = 0
    set xrange [0 : greatest_max * 1.15]
}
set arrow from 1, graph 0 to 1, graph 1 nohead lc rgb "#555555"
plot for [i = 1:words(styles)] data index 0 using (start):($5 == int(word(styles, i)) ? $1 : NaN):(start):2:($1 - 0.42):($1 + 0.42) \
         with boxxyerror fillstyle solid 0.85 noborder ls int(word(styles, i)) notitle, \
     data index 0 using 2:($3 == $4 ? NaN : $1):3:4 with xerrorbars pt 0 lw 1 lc rgb "#222222" notitle, \
     data index 0 using 4:1:6 with labels left offset 0.6, 0 font ",9" notitle, \
     data index 1 using (start):1:ytic(2) with dots lc rgb "white" notitle, \
     for [i = 1:words(styles)] keyentry with boxes fillstyle solid 0.85 noborder ls int(word(styles, i)) title word(names, i)
