// SPDX-License-Identifier: MIT
// Tiles of 4 elements x 4 candidates whose pairs are written after many of them have been tested, four tiles at a time.
// Most tiles have one pair or none; packing each tile alone takes longer than testing it.
#pragma once

#include "simd/lanes.hpp"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic push // as in lanes.hpp
#pragma GCC diagnostic ignored "-Wuninitialized"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif

namespace throng::simd {

/// Tested tiles: bit 4 * e + c of hits[t] is the pair of elements[4 * t + e] and candidates[4 * t + c].
template <class A> struct TileList {
    // 9 KB, which fit into a first-level cache beside the tested columns. Sixty-four packets of a crowd have about
    // as many tiles.
    static constexpr std::uint32_t most = 256;
    alignas(64) std::uint32_t elements[4 * most];
    alignas(64) std::uint32_t candidates[4 * most];
    alignas(64) std::uint16_t hits[most];
};

/// The place for pairs, a0 b0 a1 b1 ..., with room for sixteen more behind `limit`.
struct PairRoom {
    std::uint32_t* to;
    const std::uint32_t* limit;
};

/// Whether A lists tiles: always, or only on CPUs that pack bytes (packs_bytes).
template <class A> inline constexpr bool lists_tiles = false;
template <class A> inline constexpr bool lists_tiles_by_bytes = false;
template <> inline constexpr bool lists_tiles<baseline> = true;
template <> inline constexpr bool lists_tiles_by_bytes<avx512> = true;

/// The hits of four tiles from `tile` on. end_list() clears those behind the last tile.
template <class A> THRONG_INLINE std::uint64_t hits_of_four(const TileList<A>& list, std::uint32_t tile) {
    std::uint64_t hits;
    __builtin_memcpy(&hits, list.hits + tile, sizeof hits);
    return hits;
}
template <class A> THRONG_INLINE void end_list(TileList<A>& list, std::uint32_t tiles) {
    for (; tiles % 4 != 0; ++tiles) list.hits[tiles] = 0;
}

/// Writes the pairs of the first `tiles` of a list, the smaller slot first, in the order of tiles and bits, and moves
/// room.to behind them; the memory behind is arbitrary. False: there is no room, and all written memory is arbitrary.
/// The answer's memory is fetched `fetch_distance` bytes ahead. With AVX-512 only if packs_bytes().
///
/// Bit by bit: with the hits of four tiles, the end of their loop costs less than SSE2 takes to pack one tile.
template <class A>
bool tile_pairs_store(TileList<A>& list, std::uint32_t tiles, std::uintptr_t fetch_distance, PairRoom& room) {
    end_list(list, tiles);
    std::uint32_t* to = room.to;
    for (std::uint32_t tile = 0; tile < tiles; tile += 4) {
        const std::uint32_t *const elements = list.elements + 4 * tile, *const candidates = list.candidates + 4 * tile;
        prefetch(to, fetch_distance);
        for (std::uint64_t hits = hits_of_four(list, tile); hits != 0; hits &= hits - 1) {
            if (to > room.limit) [[unlikely]]
                return false;
            const auto bit = static_cast<std::uint32_t>(__builtin_ctzll(hits));
            const std::uint32_t a = elements[bit / 4], b = candidates[bit / 16 * 4 + bit % 4];
            to[0] = a < b ? a : b;
            to[1] = a < b ? b : a;
            to += 2;
        }
    }
    room.to = to;
    return true;
}

#if defined(THRONG_LANES_AVX512)
/// For each bit of four tiles: the place of its element, plus 16 times the place of its candidate.
struct TilePlaces {
    alignas(64) std::uint8_t of[64];

    constexpr TilePlaces() : of{} {
        for (unsigned bit = 0; bit < 64; ++bit)
            of[bit] = static_cast<std::uint8_t>(bit / 4 | (bit / 16 * 4 + bit % 4) << 4);
    }
};

// The sixteen elements of four tiles fill a register, as do their candidates. The places of all hits are packed at
// once, as bytes.
template <>
__attribute__((target("avx512vbmi2"))) inline bool tile_pairs_store(TileList<avx512>& list, std::uint32_t tiles,
                                                                    std::uintptr_t fetch_distance, PairRoom& room) {
    static constexpr TilePlaces places;
    using Lane = Native<avx512>;
    end_list(list, tiles);
    std::uint32_t* to = room.to;
    for (std::uint32_t tile = 0; tile < tiles; tile += 4) {
        const __m512i elements = _mm512_load_si512(list.elements + 4 * tile);
        const __m512i candidates = _mm512_load_si512(list.candidates + 4 * tile);
        const __m512i all = _mm512_load_si512(places.of);
        const std::uint64_t hits = hits_of_four(list, tile);
        __m512i chosen = _mm512_mask_compress_epi8(all, hits, all);
        prefetch(to, fetch_distance);
        for (auto left = static_cast<std::uint32_t>(__builtin_popcountll(hits));; left -= 16) {
            if (to > room.limit) [[unlikely]]
                return false;
            const __m512i place = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(chosen));
            const __m512i element = _mm512_permutexvar_epi32(place, elements); // by the lower four bits of each lane
            const __m512i candidate = _mm512_permutexvar_epi32(_mm512_srli_epi32(place, 4), candidates);
            const __m512i first = _mm512_min_epu32(element, candidate), second = _mm512_max_epu32(element, candidate);
            _mm512_storeu_si512(to, _mm512_permutex2var_epi32(first, Lane::low_pairs(), second));
            if (left > 8) [[unlikely]]
                _mm512_storeu_si512(to + 16, _mm512_permutex2var_epi32(first, Lane::high_pairs(), second));
            to += 2 * std::size_t{left < 16 ? left : 16};
            if (left <= 16) [[likely]]
                break;
            chosen = _mm512_shuffle_i32x4(chosen, chosen, 0x39); // the next quarter
        }
    }
    room.to = to;
    return true;
}
#endif

} // namespace throng::simd

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic pop
#endif
