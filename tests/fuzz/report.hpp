// SPDX-License-Identifier: MIT
// What the fuzzer says: the history as it goes, where THRONG_FUZZ_TRACE is set, and the promise that was broken.
#pragma once

#include <throng/types.hpp>

#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <limits>

namespace throng::fuzz {

inline bool tracing() {
    static const bool set = std::getenv("THRONG_FUZZ_TRACE") != nullptr;
    return set;
}

template <class... Parts> void trace(const Parts&... parts) {
    if (!tracing()) return;
    (std::cerr << ... << parts);
    std::cerr << std::endl;
}

/// Ends the program: libFuzzer keeps the input.
template <class... Parts> [[noreturn]] void broken(const Parts&... parts) {
    std::cerr << "Broken promise: ";
    (std::cerr << ... << parts);
    std::cerr << std::endl;
    std::abort();
}

template <class... Parts> void demand(bool kept, const Parts&... parts) {
    if (!kept) broken(parts...);
}
template <class... Parts> void demand(const testing::AssertionResult& kept, const Parts&... parts) {
    if (!kept) broken(parts..., ": ", kept.message());
}

} // namespace throng::fuzz

namespace throng {

inline std::ostream& operator<<(std::ostream& out, const Status& s) {
    out << "{faults " << static_cast<std::uint32_t>(s.faults) << ", first ";
    if (s.first == no_slot) return out << "none, count " << s.count << '}';
    return out << s.first << ", count " << s.count << '}';
}
inline std::ostream& operator<<(std::ostream& out, const Aabb& b) {
    const auto digits = out.precision(std::numeric_limits<float>::max_digits10);
    out << "{{" << b.min.x << ", " << b.min.y << "}, {" << b.max.x << ", " << b.max.y << "}}";
    out.precision(digits);
    return out;
}

} // namespace throng
