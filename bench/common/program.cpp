// SPDX-License-Identifier: MIT
// From exceptions to exit codes.
#include "bench/common/program.hpp"

#include "bench/common/contenders.hpp"

#include <cstdio>
#include <exception>
#include <fstream>
#include <stdexcept>

namespace throng::bench {

int run_program(const char* name, const char* usage, int argc, char** argv, void (*body)(Options&)) {
    try {
        Options options(argc, argv);
        if (options.flag("--help")) {
            std::fputs(usage, stdout);
            return 0;
        }
        body(options);
        return 0;
    } catch (const Disagreement& disagreement) {
        std::fprintf(stderr, "%s: answers differ: %s\n", name, disagreement.what());
        return 3;
    } catch (const std::invalid_argument& fault) {
        std::fprintf(stderr, "%s: %s\n%s", name, fault.what(), usage);
        return 2;
    } catch (const std::exception& fault) {
        std::fprintf(stderr, "%s: %s\n", name, fault.what());
        return 1;
    }
}

void require_all_taken(const Options& options) {
    if (!options.rest().empty()) throw std::invalid_argument("unknown option " + options.rest().front());
}

void write_file(const std::string& path, const std::string& text) {
    std::ofstream file(path);
    file << text;
    if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

void write_table(const std::optional<std::string>& path, const std::string& text) {
    if (path) return write_file(*path, text);
    if (std::fputs(text.c_str(), stdout) < 0 || std::fflush(stdout) != 0)
        throw std::runtime_error("cannot write to stdout");
}

} // namespace throng::bench
