# SPDX-License-Identifier: MIT
# Input: the changed sources and headers, a line "--", and what `ninja -t deps` prints. Output: the changed sources, and
# for each changed header that none of them includes one source that does. In ENVIRON["root"]: the folder that changed
# files are relative to, with a slash at its end.
#
# A unity source includes several sources. The compiler names a header after the first of them that includes it, so each
# source begins a unit of its own, and the unity source itself, which no compilation database knows, is none.
#
# Whole lines, not fields, and no pattern: the path of the repository may hold anything.
BEGIN { root = ENVIRON["root"] }
/^--$/ { deps = 1; next }
!deps { changed[$0] = 1; next }
/^[^ ]/ { unit = ""; next }
NF {
    file = $0; sub("^ +", "", file)
    if (index(file, root) == 1) file = substr(file, length(root) + 1)
    else if (file ~ "^/") next # of the system
    else while (sub("^\\.\\./", "", file)) continue
    if (file ~ /\.cpp$/) { unit = file; units[++count] = unit; includes[count] = "" }
    else if (unit != "") includes[count] = includes[count] "\n" file
}
END {
    for (pass = 1; pass <= 2; ++pass)
        for (i = 1; i <= count; ++i) {
            unit = units[i]; wanted = unit in changed
            n = split(includes[i], headers, "\n")
            if (pass == 2) for (j = 1; j <= n; ++j) if (headers[j] in changed) wanted = 1
            if (!wanted) continue
            print unit; delete changed[unit]
            for (j = 1; j <= n; ++j) delete changed[headers[j]]
        }
}
