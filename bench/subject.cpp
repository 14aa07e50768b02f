// SPDX-License-Identifier: MIT
// Faults of measured calls.
#include "subject.hpp"

#include <stdexcept>
#include <string>

namespace throng::bench {

void require(Status status) {
    if (status) return;
    std::string sentence = "a measured call failed:";
    for (std::uint32_t bit = 1; bit <= static_cast<std::uint32_t>(Fault::Corrupt); bit <<= 1) {
        if (has(status.faults, Fault(bit))) sentence.append(" ").append(describe(Fault(bit)));
    }
    throw std::runtime_error(sentence);
}

} // namespace throng::bench
