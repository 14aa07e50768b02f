// SPDX-License-Identifier: MIT
// The command line as data, from the same source as --help.
#include "apps/throng/cli/described.hpp"

#include "apps/throng/crowd/crowd_index.hpp"
#include "apps/throng/input/formats.hpp"
#include "apps/throng/output/exports.hpp"

#include <CLI/App.hpp>
#include <algorithm>
#include <iterator>

namespace throng::app {

namespace {

std::vector<std::string> words_for(const std::string& option) {
    std::vector<std::string> words;
    if (option == "--index") {
        for (const Route one :
             {world_route, Route::RowGrid, Route::LooseGrid, Route::Quadtree, Route::LooseQuadtree, Route::StaticTree})
            words.emplace_back(name_of(one));
    } else if (option == "--unit") {
        words = {"m", "cm", "mm", "ft", "in"};
    } else if (option == "--format") {
        for (const Format& one : formats()) words.emplace_back(one.name);
    } else if (option == "--to" || option == "--export") {
        for (const Export& one : exports()) words.emplace_back(one.name);
    } else if (option == "SHELL") {
        words = {"bash", "zsh", "fish"};
    }
    return words;
}

DescribedOption described(const CLI::Option& option) {
    DescribedOption result;
    result.is_argument = option.get_positional();
    result.name = result.is_argument ? option.get_name(true) : "--" + option.get_lnames().front();
    result.value = option.get_expected_max() == 0 || result.is_argument ? "" : option.get_type_name();
    result.text = option.get_description();
    result.otherwise = option.get_default_str();
    result.words = words_for(result.name);
    result.is_file = (result.is_argument && result.words.empty()) || result.name == "--out" || result.name == "--input";
    return result;
}

} // namespace

std::vector<DescribedCommand> commands_of(const CLI::App& app) {
    std::vector<DescribedCommand> commands;
    for (const CLI::App* one : app.get_subcommands([](const CLI::App*) { return true; })) {
        DescribedCommand command{one->get_name(), one->get_description(), {}};
        for (const CLI::Option* option : one->get_options()) command.options.push_back(described(*option));
        commands.push_back(std::move(command));
    }
    return commands;
}

} // namespace throng::app
