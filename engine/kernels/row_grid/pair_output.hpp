// SPDX-License-Identifier: MIT
// Tests of packets write the pairs of a tile directly to the answer, or to a list of tiles from which the answer is
// written later.
#pragma once

#include "engine/kernels/base/read_boxes.hpp"
#include "engine/kernels/query/batch.hpp"
#include "simd/lane_predicates.hpp"
#include "simd/tile_pairs.hpp"

namespace throng::kernels {

/// A packet's elements in the layout of tests, with the lanes that a test compares, and their position in memory.
template <class A, class Lanes> struct PacketElements {
    Lanes lanes;
    simd::Words<A> slots;
    std::uint32_t at;
};

/// Writes the pairs of packets of E elements to the answer.
template <class A, int E> struct PairOutput {
    simd::PairRoom room;
    std::uint32_t* begin;
    PairTaker* taker;

    THRONG_INLINE bool full() {
        if (room.to <= room.limit) [[likely]]
            return false;
        if (!taker) return true;
        taker->take(*taker, begin, static_cast<std::uint32_t>((room.to - begin) / 2));
        room.to = begin;
        return false;
    }
    /// Adds the hits of a packet and the candidates from j on.
    template <class Lanes>
    THRONG_INLINE void add(const ElementColumns& columns, const PacketElements<A, Lanes>& packet, std::uint32_t j,
                           const simd::Mask<A>& hit) {
        using namespace simd;
        const Words<A> others = repeat<A, E>(columns.slots + j);
        room.to +=
            2 * std::size_t{interleave_store<A>(room.to, min(packet.slots, others), max(packet.slots, others), hit)};
    }
};

/// Packets of 4 elements may go to a list of tiles. The caller writes it out before it has no room for a packet's
/// tiles, so it is never full.
template <class A> struct TileListing {
    simd::TileList<A>& list;
    std::uint32_t tiles = 0;

    static constexpr bool full() { return false; }
    THRONG_INLINE bool has_room(std::uint32_t more) const { return more <= list.most - tiles; }
    template <class Lanes>
    THRONG_INLINE void add(const ElementColumns& columns, const PacketElements<A, Lanes>& packet, std::uint32_t j,
                           const simd::Mask<A>& hit) {
        // A tile without hits is overwritten by the next one.
        __builtin_memcpy(list.elements + 4 * tiles, columns.slots + packet.at, 4 * sizeof(std::uint32_t));
        __builtin_memcpy(list.candidates + 4 * tiles, columns.slots + j, 4 * sizeof(std::uint32_t));
        const std::uint32_t hits = simd::bits(hit);
        list.hits[tiles] = static_cast<std::uint16_t>(hits);
        tiles += hits != 0 ? 1u : 0u;
    }
    /// Writes the listed pairs and empties the list. False: `out` has no room.
    bool write(PairOutput<A, 4>& out) {
        const std::uint32_t all = tiles;
        tiles = 0;
        return simd::tile_pairs_store(list, all, answer_fetch_distance, out.room);
    }
};

} // namespace throng::kernels
