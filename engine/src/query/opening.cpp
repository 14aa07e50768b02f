// SPDX-License-Identifier: MIT
#include "engine/src/query/opening.hpp"

#include <string>

namespace throng {

void require_open(Status status, const char* rules) {
    if (!status && !has(status.faults, Fault::InvalidBounds | Fault::InvalidArgument)) throw std::bad_alloc();
    std::string sentence;
    if (has(status.faults, Fault::InvalidBounds))
        sentence = "Desc::bounds must be finite, with min <= max; leave it empty to take it from the first build";
    if (has(status.faults, Fault::InvalidArgument)) sentence.append(sentence.empty() ? "" : ". ").append(rules);
    if (!status) throw std::invalid_argument(sentence);
}

} // namespace throng
