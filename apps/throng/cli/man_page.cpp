// SPDX-License-Identifier: MIT
// The man page, from the same source as --help.
#include "apps/throng/cli/described.hpp"

#include "apps/throng/cli/info.hpp"

#include <CLI/App.hpp>
#include <fmt/format.h>
#include <string_view>

namespace throng::app {

namespace {

constexpr std::string_view codes = R"(.SH EXIT STATUS
.TP
.B 0
The command has done its work.
.TP
.B 1
The machine failed: no memory, a full disk, a stdout that cannot be written.
.TP
.B 2
The input is at fault: one sentence on stderr says where, and what to do.
.TP
.B 3
The library and brute force gave different answers.
.SH ENVIRONMENT
.TP
.B THRONG_ISA
The instruction set: baseline, avx2 or avx512.
.SH EXAMPLES
.nf
throng run walk.txt
throng run walk.txt \-\-columns frame,id,x,y \-\-unit cm
gunzip \-c walk.gz | throng run \-
throng convert walk.txt walk.pvd
throng convert walk.sqlite \- \-\-to csv
.fi
)";

// Text that roff takes as it is: signs that it obeys are escaped.
std::string plain(std::string_view text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\') {
            result += "\\e";
        } else if (c == '-') {
            result += "\\-";
        } else {
            result += c;
        }
    }
    const bool is_request = result.starts_with('.') || result.starts_with('\'');
    return is_request ? "\\&" + result : result;
}

} // namespace

std::string man_page(const CLI::App& app) {
    std::string page = fmt::format(".TH THRONG 1 \"\" \"throng {}\"\n.SH NAME\nthrong \\- {}\n.SH SYNOPSIS\n"
                                   ".B throng\n.I COMMAND\n[\\fIOPTION\\fR]...\n.SH COMMANDS\n",
                                   version_text(), plain(app.get_description()));
    for (const DescribedCommand& command : commands_of(app)) {
        page += fmt::format(".SS throng {}", plain(command.name));
        for (const DescribedOption& option : command.options)
            if (option.is_argument) page += fmt::format(" {}", plain(option.name));
        page += fmt::format("\n{}.\n", plain(command.text));
        for (const DescribedOption& option : command.options) {
            page += fmt::format(".TP\n\\fB{}\\fR", plain(option.name));
            if (!option.value.empty()) page += fmt::format(" \\fI{}\\fR", plain(option.value));
            page += fmt::format("\n{}", plain(option.text));
            if (!option.otherwise.empty()) page += fmt::format(" (default: {})", plain(option.otherwise));
            page += ".\n";
        }
    }
    page += codes;
    return page;
}

} // namespace throng::app
