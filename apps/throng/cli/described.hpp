// SPDX-License-Identifier: MIT
// The command line as data, from the same source as --help: for the man page and for completion.
#pragma once

#include <string>
#include <vector>

namespace CLI { // NOLINT(readability-identifier-naming): the name of the library
class App;
}

namespace throng::app {

struct DescribedOption {
    std::string name;  // "--radius", or "FILE" of an argument without a name
    std::string value; // the name of its value, "R"; empty: it has none
    std::string text;
    std::string otherwise;          // the default; empty: there is none
    std::vector<std::string> words; // all values, if they are few words
    bool is_file = false;
    bool is_argument = false; // without a name
};
struct DescribedCommand {
    std::string name, text;
    std::vector<DescribedOption> options; // as they were added, those of every command last
};

std::vector<DescribedCommand> commands_of(const CLI::App& app);

/// A man page in roff, for section 1.
std::string man_page(const CLI::App& app);

/// A script for "bash", "zsh" or "fish".
std::string completion(const CLI::App& app, const std::string& shell);

} // namespace throng::app
