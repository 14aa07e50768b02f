// SPDX-License-Identifier: MIT
// Histories of every index and of worlds, with a fuzzer's bytes as decisions, through the public API. An abort is a
// broken promise. The first byte decides what is played, and from 128 on all decisions are drawn. With
// THRONG_FUZZ_TRACE set, the history is printed as it goes.
#include "tests/fuzz/index_history.hpp"
#include "tests/fuzz/world_history.hpp"

#include <cstddef>
#include <cstdint>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace throng;
    if (size == 0) return 0;
    fuzz::Bytes source({data + 1, size - 1}, data[0] >= 128);
    const std::uint32_t kind = data[0] % 16;
    if (kind < 5) {
        fuzz::IndexHistory(test::index_kinds[kind], false, source).play();
    } else if (kind < 7) {
        fuzz::IndexHistory(test::index_kinds[0], true, source).play();
    } else {
        fuzz::WorldHistory(source).play();
    }
    return 0;
}
