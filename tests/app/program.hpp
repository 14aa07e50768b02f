// SPDX-License-Identifier: MIT
// Runs the real program and keeps its output.
#pragma once

#include "tests/app/temporary_directory.hpp"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <string>
#include <sys/wait.h>

namespace throng::app {

extern const char* const program_path;

struct Spoken {
    int exit_code = -1; // -1: it ended by a signal
    std::string out, err;
};

/// `arguments` are words for the shell. The program starts in `directory`; `environment` is put before it:
/// "NAME=value".
inline Spoken run_program_in(const std::filesystem::path& directory, const std::string& arguments,
                             const std::string& environment = "") {
    const TemporaryDirectory streams;
    std::ostringstream line;
    line << "cd " << directory << " && (env -u THRONG_ISA " << environment << " '" << program_path << "' " << arguments
         << ") >" << streams.path() / "out"
         << " 2>" << streams.path() / "err"
         << " </dev/null";
    const int status = std::system(line.str().c_str());
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(streams.path() / "out"),
            content_of(streams.path() / "err")};
}

/// Whether the program was built with oneTBB, as `throng info` prints.
inline bool has_onetbb() {
    const TemporaryDirectory place;
    return run_program_in(place.path(), "info --json").out.find("\"onetbb\": null") == std::string::npos;
}

/// What chooses more than one thread; nothing where there are none to choose.
inline std::string threads_option(unsigned threads) {
    return has_onetbb() ? " --threads " + std::to_string(threads) + " " : "";
}

inline std::ptrdiff_t lines_of(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

} // namespace throng::app
