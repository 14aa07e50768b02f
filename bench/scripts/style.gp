# SPDX-License-Identifier: MIT
# What all pictures share. Needs form, out, origin, width and height. Okabe and Ito's colours, which the colour-blind
# tell apart; a line has its own mark as well.
if (form eq "svg") {
    set terminal svg size width, height noenhanced dynamic background rgb "white" font "DejaVu Sans,Verdana,sans-serif,13"
} else {
    set terminal pngcairo size width, height noenhanced background rgb "white" font "DejaVu Sans,10"
}
set output out
set datafile separator "\t"
set border 3 lc rgb "#555555"
set tics nomirror out textcolor rgb "#222222"
set grid lc rgb "#dddddd" lw 1 lt 1
set label 1 origin at screen 0.01, screen 0 offset 0, 0.9 font ",9" textcolor rgb "#666666"
set bmargin 5.5

# The indexes.
set style line 1 lc rgb "#0072B2" lw 2.5 pt 7 ps 0.8
set style line 2 lc rgb "#E69F00" lw 2 pt 5 ps 0.8
set style line 3 lc rgb "#CC79A7" lw 2 pt 9 ps 0.9
set style line 4 lc rgb "#009E73" lw 2 pt 11 ps 0.9
set style line 5 lc rgb "#56B4E9" lw 2 pt 13 ps 1
set style line 6 lc rgb "#000000" lw 2 pt 6 ps 0.8
# The peers: broken lines.
set style line 11 lc rgb "#D55E00" lw 2 pt 4 ps 0.8 dt (8, 5)
set style line 12 lc rgb "#444444" lw 2 pt 6 ps 0.8 dt (8, 5)
set style line 13 lc rgb "#999999" lw 2 pt 8 ps 0.9 dt (8, 5)
set style line 14 lc rgb "#F0C000" lw 2 pt 10 ps 0.9 dt (8, 5)
set style line 15 lc rgb "#000000" lw 2 pt 1 ps 0.8 dt (8, 5)
set style line 16 lc rgb "#8B4513" lw 2 pt 12 ps 1 dt (8, 5)
set style line 17 lc rgb "#882255" lw 2 pt 2 ps 0.8 dt (3, 3)
set style line 18 lc rgb "#332288" lw 2 pt 3 ps 0.8 dt (3, 3)
set style line 19 lc rgb "#117733" lw 2 pt 14 ps 0.9 dt (3, 3)
# Instruction sets.
set style line 21 lc rgb "#999999"
set style line 22 lc rgb "#56B4E9"
set style line 23 lc rgb "#0072B2"
# Scaling.
set style line 31 lc rgb "#999999" lw 1.5 pt 0 dt (2, 4)
set style line 32 lc rgb "#E69F00" lw 2 pt 0
set style line 34 lc rgb "#009E73" lw 2 pt 0 dt (8, 5)
set style line 33 lc rgb "#0072B2" lw 2 pt 7 ps 1
# Copies of memory beside the first five.
do for [i = 1:5] { set style line 40 + i lc rgb word("#0072B2 #E69F00 #CC79A7 #009E73 #56B4E9", i) lw 1.5 pt 0 dt (2, 4) }
