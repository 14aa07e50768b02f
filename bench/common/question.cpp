// SPDX-License-Identifier: MIT
// The list of all questions.
#include "bench/common/question.hpp"

#include <stdexcept>
#include <string>
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

const Question& question_named(std::string_view name) {
    for (const Question& each : questions()) {
        if (each.name == name) return each;
    }
    throw std::invalid_argument("there is no question '" + std::string(name) + "'");
}

} // namespace throng::bench
