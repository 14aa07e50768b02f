// SPDX-License-Identifier: MIT
// The grammar of USD text files, as far as prims, attributes, relationships and their values go.
#pragma once

#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>

namespace throng::app {

class UsdaGrammar {
public:
    /// Where the text leaves the grammar; npos: nowhere.
    static std::size_t first_fault(std::string_view text) {
        UsdaGrammar grammar(text);
        return grammar.file() ? std::string_view::npos : grammar.at_;
    }

private:
    explicit UsdaGrammar(std::string_view text) : text_(text) {}

    bool file() {
        if (!text_.starts_with("#usda 1.0\n")) return false;
        at_ = 10;
        if (takes('(') && !metadata()) return false;
        while (!at_end())
            if (!takes_word("def") || !prim()) return false;
        return true;
    }

    // name = value, ..., up to a closing bracket.
    bool metadata() {
        while (!takes(')'))
            if (!word() || !takes('=') || !value()) return false;
        return true;
    }

    bool prim() {
        if (!word() || !string() || (takes('(') && !metadata()) || !takes('{')) return false;
        while (!takes('}')) {
            if (takes_word("def") ? !prim() : takes_word("rel") ? !(word() && takes('=') && path()) : !attribute())
                return false;
        }
        return true;
    }

    // uniform type[] name.timeSamples = value
    bool attribute() {
        takes_word("uniform");
        if (!word() || (takes('[') && !takes(']')) || !word() || !takes('=')) return false;
        return takes('{') ? samples() : value();
    }

    bool samples() {
        while (!takes('}'))
            if (!number() || !takes(':') || !value() || (!takes(',') && !sees('}'))) return false;
        return true;
    }

    bool value() {
        if (sees('"')) return string();
        if (takes('[')) return values(']');
        if (takes('(')) return values(')');
        return number();
    }

    bool values(char end) {
        if (takes(end)) return end == ']';
        do {
            if (!value()) return false;
        } while (takes(','));
        return takes(end);
    }

    bool number() {
        skip();
        std::size_t end = text_.find_first_not_of("+-.0123456789e", at_);
        if (end == at_ || end == std::string_view::npos) return false;
        at_ = end;
        return true;
    }

    bool string() {
        if (!takes('"')) return false;
        const std::size_t end = text_.find_first_of("\"\n", at_);
        if (end == std::string_view::npos || text_[end] != '"') return false;
        at_ = end + 1;
        return true;
    }

    bool path() {
        if (!takes('<') || !takes('/')) return false;
        const std::size_t end = text_.find_first_of(">\n ", at_);
        if (end == std::string_view::npos || text_[end] != '>') return false;
        at_ = end + 1;
        return true;
    }

    bool word() {
        skip();
        const std::size_t begin = at_;
        while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 || text_[at_] == '_' ||
                                      (at_ > begin && (text_[at_] == ':' || text_[at_] == '.'))))
            ++at_;
        return at_ > begin;
    }

    bool takes_word(std::string_view wanted) {
        skip();
        const std::size_t begin = at_;
        if (word() && text_.substr(begin, at_ - begin) == wanted) return true;
        at_ = begin;
        return false;
    }

    bool sees(char c) {
        skip();
        return at_ < text_.size() && text_[at_] == c;
    }
    bool takes(char c) {
        if (!sees(c)) return false;
        ++at_;
        return true;
    }
    bool at_end() {
        skip();
        return at_ == text_.size();
    }
    void skip() {
        while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

} // namespace throng::app
