// SPDX-License-Identifier: MIT
// A fuzzer's bytes as decisions. Where they end, every decision is 0.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace throng::fuzz {

class Bytes {
public:
    /// `all`: whether newer decisions read bytes, too. Recorded inputs from before keep their meaning without.
    explicit Bytes(std::span<const std::uint8_t> bytes, bool all = true) : bytes_(bytes), all_(all) {}

    bool exhausted() const noexcept { return bytes_.empty(); }
    std::uint32_t below(std::uint32_t bound) noexcept {
        std::uint32_t value = byte();
        for (std::uint32_t reach = 256; reach != 0 && reach < bound; reach *= 256) value = value * 256 + byte();
        return value % bound;
    }
    /// A newer decision: 0 where these read no bytes.
    std::uint32_t newer(std::uint32_t bound) noexcept { return all_ ? below(bound) : 0; }
    /// True for about one byte of `of`; false where bytes have ended.
    bool chance(std::uint32_t of) noexcept { return below(256) % of == of - 1; }
    float unit() noexcept { return static_cast<float>(below(1 << 16)) * 0x1p-16f; }

private:
    std::uint32_t byte() noexcept {
        if (bytes_.empty()) return 0;
        const std::uint8_t first = bytes_.front();
        bytes_ = bytes_.subspan(1);
        return first;
    }

    std::span<const std::uint8_t> bytes_;
    bool all_;
};

} // namespace throng::fuzz
