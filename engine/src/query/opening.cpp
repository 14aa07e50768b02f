// SPDX-License-Identifier: MIT
#include "engine/src/query/opening.hpp"

#include <new>
#include <stdexcept>
#include <string>

namespace throng {

void require_open(const Status& status, const DescCheck& desc) {
    if (status) return;
    if (desc.reasons().empty()) throw std::bad_alloc();
    std::string sentences;
    for (const Reason reason : desc.reasons())
        sentences.append(sentences.empty() ? "" : " ").append(describe(Status{status.faults, no_slot, 0, reason}));
    throw std::invalid_argument(sentences);
}

} // namespace throng
