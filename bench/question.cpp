// SPDX-License-Identifier: MIT
// The list of all questions.
#include "question.hpp"

#include <vector>

namespace throng::bench {

std::span<const Question> questions() {
    static const std::vector<Question> all = [] {
        std::vector<Question> list;
        const auto append = [&list](const auto& family) { list.insert(list.end(), family.begin(), family.end()); };
        append(tick_questions());
        append(neighbor_questions());
        append(search_questions());
        append(cast_questions());
        return list;
    }();
    return all;
}

const Question* find_question(std::string_view name) {
    for (const Question& question : questions()) {
        if (question.name == name) return &question;
    }
    return nullptr;
}

} // namespace throng::bench
