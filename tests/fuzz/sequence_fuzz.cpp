// SPDX-License-Identifier: MIT
// The sequences of sequence_test, with a fuzzer's bytes as decisions. An abort is a history that brute force disagrees with.
#include "tests/support/sequence.hpp"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <span>

namespace {

class Bytes {
public:
    explicit Bytes(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    bool exhausted() const noexcept { return bytes_.empty(); }
    std::uint32_t below(std::uint32_t bound) noexcept {
        std::uint32_t value = byte();
        for (std::uint32_t reach = 256; reach != 0 && reach < bound; reach *= 256) value = value * 256 + byte();
        return value % bound;
    }
    float unit() noexcept { return static_cast<float>(below(1 << 16)) * 0x1p-16f; }

private:
    std::uint32_t byte() noexcept {
        if (bytes_.empty()) return 0;
        const std::uint8_t first = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return first;
    }

    std::span<const std::uint8_t> bytes_;
};

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
    const auto kinds = throng::test::dynamic_kinds;
    if (const std::size_t which = data[0] % (kinds.size() + 1); which < kinds.size()) {
        play<throng::Aabb>(kinds[which], source);
    } else {
        play<throng::Vec2>(throng::test::kind_of(throng::Route::RowGrid), source);
    }
    return 0;
}
