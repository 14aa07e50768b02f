// SPDX-License-Identifier: MIT
// The reader of the format jupedsim.
#include "tests/fuzz/reading.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return throng::fuzz::read("jupedsim", data, size);
}
