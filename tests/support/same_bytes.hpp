// SPDX-License-Identifier: MIT
// What tests of same bytes share: the floating-point modes of callers, a hash of many answers, and the hashes that are
// stored.
#pragma once

#include <throng/hits.hpp>

#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <span>
#include <string>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace throng::test {

/// What a caller may have left in the CPU, for the length of a scope.
class FloatMode {
public:
    enum Kind { Usual, FlushToZero, RoundUp, RoundUpAndFlushToZero, RoundDown, RoundTowardsZero };
    static constexpr Kind all[] = {Usual, FlushToZero, RoundUp, RoundUpAndFlushToZero, RoundDown, RoundTowardsZero};
    static constexpr const char* names[] = {"usual mode",    "flush to zero",
                                            "rounding up",   "rounding up, flush to zero",
                                            "rounding down", "rounding towards zero"};

    explicit FloatMode(Kind kind) {
        std::fegetenv(&before_);
        if (kind == RoundUp || kind == RoundUpAndFlushToZero) std::fesetround(FE_UPWARD);
        if (kind == RoundDown) std::fesetround(FE_DOWNWARD);
        if (kind == RoundTowardsZero) std::fesetround(FE_TOWARDZERO);
#if defined(__SSE2__)
        constexpr unsigned flush_to_zero = 0x8000;
        constexpr unsigned denormals_are_zero = 0x0040;
        if (kind == FlushToZero || kind == RoundUpAndFlushToZero)
            _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero);
        control_ = _mm_getcsr() & control_bits;
#endif
    }
    FloatMode(const FloatMode&) = delete;
    FloatMode& operator=(const FloatMode&) = delete;
    ~FloatMode() { std::fesetenv(&before_); }

    /// The library gave the caller's mode back.
    bool kept() const {
#if defined(__SSE2__)
        return (_mm_getcsr() & control_bits) == control_;
#else
        return true;
#endif
    }

private:
    static constexpr unsigned control_bits = 0xFFC0;
    std::fenv_t before_;
    [[maybe_unused]] unsigned control_ = 0;
};

class Fingerprint {
public:
    void add(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x9E37'79B9'7F4A'7C15ull + (hash_ >> 29); }
    void add(const Status& status) {
        add(static_cast<std::uint64_t>(status.faults));
        add(status.first);
        add(status.count);
    }
    void add(const Hits& hits, const Status& status) {
        add(status);
        add(hits.hash());
    }
    void add(std::span<const std::uint32_t> counts, const Status& status) {
        add(status);
        for (const std::uint32_t count : counts) add(count);
    }
    std::uint64_t value() const { return hash_; }
    friend bool operator==(const Fingerprint&, const Fingerprint&) = default;

private:
    std::uint64_t hash_ = 1;
};

/// Of one play: what was asked from the beginning, and what is since. So the values that were stored first still hold.
struct Fingerprints {
    Fingerprint first, since;
    friend bool operator==(const Fingerprints&, const Fingerprints&) = default;
};

/// The value of `key` is what it was ever, or is written to the file that THRONG_REGENERATE names.
inline void expect_stored(const std::string& key, std::uint64_t value) {
    static const std::map<std::string, std::uint64_t> stored_values = {
#include "tests/contract/same_bytes_values.inc"
    };
    if (const char* const regenerated = std::getenv("THRONG_REGENERATE")) {
        std::ofstream(regenerated, std::ios::app) << "{\"" << key << "\", 0x" << std::hex << value << "},\n";
        return;
    }
    const auto stored = stored_values.find(key);
    const bool known = stored != stored_values.end();
    EXPECT_TRUE(known) << "no value is stored for " << key;
    EXPECT_TRUE(!known || value == stored->second)
        << "answers of " << key << " have changed since their hash was stored";
}
inline void expect_stored(const std::string& key, const Fingerprints& prints) {
    expect_stored(key, prints.first.value());
    expect_stored(key + "/since", prints.since.value());
}

} // namespace throng::test
