# SPDX-License-Identifier: MIT
# Writes OUT, a C++ file with the replay page as one string: style and scripts of SOURCE_DIR are put into their places
# in page.html.
file(READ ${SOURCE_DIR}/page.html page)
file(READ ${SOURCE_DIR}/page.css style)
foreach(part recording view player controls)
    file(READ ${SOURCE_DIR}/${part}.js text)
    string(APPEND script "${text}\n")
endforeach()
string(REPLACE "@STYLE@" "${style}" page "${page}")
string(REPLACE "@SCRIPT@" "${script}" page "${page}")
file(WRITE ${OUT} "// SPDX-License-Identifier: MIT
// Made from replay_page/ by embed.cmake.
#include \"apps/throng/replay/replay_page.hpp\"

namespace throng::app {

extern const std::string_view replay_page = R\"page(${page})page\";

} // namespace throng::app
")
