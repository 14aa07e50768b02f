// SPDX-License-Identifier: MIT
// Whole cache lines written past the caches, which then need not be read before they are written: for what is larger than the caches.
#pragma once

#include "simd/arch.hpp"

#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace throng::simd {

inline constexpr std::uint32_t line_words = 16;

/// Writes a line, both ends of which are aligned to 64 bytes. Other threads see it after finish_streams().
template <class A> THRONG_INLINE void stream_line(std::uint32_t* to, const std::uint32_t* line) {
#if defined(__SSE2__)
    for (std::uint32_t i = 0; i < line_words; i += 4)
        _mm_stream_si128(reinterpret_cast<__m128i*>(to + i), _mm_load_si128(reinterpret_cast<const __m128i*>(line + i)));
#else
    __builtin_memcpy(to, line, line_words * sizeof *to);
#endif
}

/// Orders what this thread has streamed before all it writes after.
static inline void finish_streams() noexcept {
#if defined(__SSE2__)
    _mm_sfence();
#endif
}

} // namespace throng::simd
