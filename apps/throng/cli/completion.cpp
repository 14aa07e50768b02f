// SPDX-License-Identifier: MIT
// Completion for shells, from the same source as --help.
#include "apps/throng/cli/described.hpp"

#include <CLI/App.hpp>
#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <string_view>

namespace throng::app {

namespace {

using Commands = std::vector<DescribedCommand>;

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text.append(text.empty() ? "" : " ").append(word);
    return text;
}

// In single quotes; `also` is escaped by a backslash too.
std::string in_quotes(std::string_view text, std::string_view also = {}) {
    std::string result = "'";
    for (const char c : text) {
        if (c == '\'') {
            result += "'\\''";
            continue;
        }
        if (also.find(c) != std::string_view::npos) result += '\\';
        result += c;
    }
    return result + "'";
}

// Options with a value, each once, whatever commands have them.
std::vector<DescribedOption> with_values(const Commands& commands) {
    std::vector<DescribedOption> all;
    for (const DescribedCommand& command : commands) {
        for (const DescribedOption& option : command.options) {
            const auto same = [&](const DescribedOption& known) { return known.name == option.name; };
            const bool is_known = std::any_of(all.begin(), all.end(), same);
            if (!option.value.empty() && !is_known) all.push_back(option);
        }
    }
    return all;
}

std::string for_bash(const Commands& commands) {
    std::string names, values, cases;
    for (const DescribedOption& option : with_values(commands)) {
        const std::string action =
            option.is_file
                ? "mapfile -t COMPREPLY < <(compgen -f -- \"$current\")"
                : fmt::format("mapfile -t COMPREPLY < <(compgen -W '{}' -- \"$current\")", joined(option.words));
        values += fmt::format("        {}) {}; return ;;\n", option.name, action);
    }
    for (const DescribedCommand& command : commands) {
        names += command.name + " ";
        std::string options, words;
        for (const DescribedOption& option : command.options)
            (option.is_argument ? words : options) += (option.is_argument ? joined(option.words) : option.name) + " ";
        cases += fmt::format("        {}) options='{}' words='{}' ;;\n", command.name, options, words);
    }
    return fmt::format(R"(# bash completion for throng
_throng() {{
    local current=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}} options='' words=''
    COMPREPLY=()
    if [ "$COMP_CWORD" -eq 1 ]; then
        mapfile -t COMPREPLY < <(compgen -W '{}--help --version' -- "$current")
        return
    fi
    case $before in
{}    esac
    case ${{COMP_WORDS[1]}} in
{}    esac
    if [[ $current == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$options" -- "$current")
    elif [ -n "${{words// /}}" ]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$current")
    fi
}}
complete -o filenames -F _throng throng
)",
                       names, values, cases);
}

std::string for_zsh(const Commands& commands) {
    std::string names, cases;
    for (const DescribedCommand& command : commands) {
        names += fmt::format("        {}\n", in_quotes(command.name + ":" + command.text));
        cases += fmt::format("        {}) _arguments", command.name);
        for (const DescribedOption& option : command.options) {
            const std::string after = option.is_file ? "_files" : fmt::format("({})", joined(option.words));
            std::string what = fmt::format("{}[{}]", option.name, option.text);
            if (!option.value.empty()) what += fmt::format(":{}:{}", option.value, after);
            if (option.is_argument) what = fmt::format(":{}:{}", option.name, after);
            // Brackets within the text would end it, colons would begin a value.
            std::string text = option.text;
            for (char& c : text) c = c == '[' ? '(' : c == ']' ? ')' : c;
            if (!option.is_argument) what.replace(option.name.size() + 1, option.text.size(), text);
            cases += " \\\n            " + in_quotes(what);
        }
        cases += " ;;\n";
    }
    return fmt::format(R"(#compdef throng
_throng() {{
    local -a commands
    commands=(
{}    )
    if (( CURRENT == 2 )); then
        _describe command commands
        return
    fi
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{}    esac
}}
_throng "$@"
)",
                       names, cases);
}

std::string for_fish(const Commands& commands) {
    std::string text = "# fish completion for throng\ncomplete -c throng -f\n";
    for (const DescribedCommand& command : commands) {
        text += fmt::format("complete -c throng -n __fish_use_subcommand -a {} -d {}\n", command.name,
                            in_quotes(command.text, "\\"));
        const std::string condition = fmt::format("-n '__fish_seen_subcommand_from {}'", command.name);
        for (const DescribedOption& option : command.options) {
            text += "complete -c throng " + condition;
            if (option.is_argument) {
                text += option.is_file ? " -F\n" : fmt::format(" -a {}\n", in_quotes(joined(option.words)));
                continue;
            }
            text += fmt::format(" -l {} -d {}", option.name.substr(2), in_quotes(option.text, "\\"));
            if (option.is_file) text += " -r -F";
            if (!option.value.empty() && !option.is_file) text += " -x";
            if (!option.words.empty()) text += " -a " + in_quotes(joined(option.words));
            text += "\n";
        }
    }
    return text;
}

} // namespace

std::string completion(const CLI::App& app, const std::string& shell) {
    const Commands commands = commands_of(app);
    return shell == "bash" ? for_bash(commands) : shell == "zsh" ? for_zsh(commands) : for_fish(commands);
}

} // namespace throng::app
