// SPDX-License-Identifier: MIT
// The sequences of sequence_test, with a fuzzer's bytes as decisions. An abort is a history that brute force disagrees
// with.
#include "tests/fuzz/bytes.hpp"
#include "tests/support/sequence.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <span>

namespace {

using throng::fuzz::Bytes;

template <class Item> void play(const throng::test::IndexKind& kind, Bytes source) {
    throng::test::Sequence<Item, Bytes> sequence(kind, throng::test::style(source.below(256)), source);
    while (!source.exhausted()) {
        if (const auto agreed = sequence.step(); !agreed) {
            std::cerr << agreed.message() << '\n';
            std::abort();
        }
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const Bytes source({data + 1, size - 1});
    const std::span<const throng::test::IndexKind> kinds = throng::test::index_kinds;
    if (const std::size_t which = data[0] % (kinds.size() + 1); which < kinds.size()) {
        play<throng::Aabb>(kinds[which], source);
    } else {
        play<throng::Vec2>(throng::test::kind_of(throng::Route::RowGrid), source);
    }
    return 0;
}
