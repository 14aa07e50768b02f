// SPDX-License-Identifier: MIT
// How much a test does: as much as fits a short run, less where sanitizers make everything slow, all with
// THRONG_TEST_FULL=1.
#pragma once

#include <cstdlib>

namespace throng::test {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || defined(THRONG_SANITIZED_LIBRARY)
inline constexpr bool instrumented = true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
inline constexpr bool instrumented = true;
#else
inline constexpr bool instrumented = false;
#endif
#else
inline constexpr bool instrumented = false;
#endif

inline bool everything_asked() { return std::getenv("THRONG_TEST_FULL") != nullptr; }

/// Whether a test that is also worth its time with few elements has many.
inline bool many_asked() { return everything_asked() && !instrumented; }

} // namespace throng::test
