// SPDX-License-Identifier: MIT
// Points, boxes, rays, slots and ids, and how a call says what went wrong.
#pragma once

#include <throng/export.hpp>

#include <cstdint>
#include <string_view>

namespace throng {

/// A point or a direction of the plane, in the caller's units.
struct Vec2 {
    float x, y;
};

/// An axis-aligned box with its border: boxes that touch overlap. Valid when finite and min <= max on both axes; a
/// point is a valid box.
struct Aabb {
    Vec2 min, max;
};

/// All points at distance <= radius from `center`. The radius is 0 or more; +infinity covers everything.
struct Disc {
    Vec2 center;
    float radius;
};

/// The points origin + t * direction for 0 <= t <= max_t: t counts lengths of `direction`, which need not be 1. The
/// direction is finite and not zero, max_t is 0 or more; +infinity is a ray without end.
struct Ray {
    Vec2 origin, direction;
    float max_t;
};

/// A dense index into the caller's own arrays: below no_slot.
using Slot = std::uint32_t;
inline constexpr Slot no_slot = 0xFFFF'FFFFu;

/// Two elements that overlap; a < b.
struct Pair {
    Slot a, b;
};

/// A handle of an element that stays true when its slot is reused; the default one is null and names nobody.
struct Id {
    Slot slot = 0;
    std::uint32_t generation = 0;
    friend bool operator==(Id, Id) = default;
};

/// Two elements by their stable handles, in the order of their Pair.
struct IdPair {
    Id a, b;
};

/// What can be wrong with a call; a set of bits. describe() says what removes each.
enum class Fault : std::uint32_t {
    None = 0,
    StaleId = 1,         ///< a null id, or one of an element that is gone
    InvalidBounds = 2,   ///< a coordinate that is a NaN or infinite, or a box with min > max
    InvalidArgument = 4, ///< outside the documented range, or not fitting the other arguments
    TooLarge = 8,        ///< above the extent that a row grid was opened with
    OutputTooSmall = 16, ///< the caller's buffer is full
    OutOfCapacity = 32,  ///< beyond 2^32 - 1, the tiles of an index or WorldDesc::capacity
    OutOfMemory = 64,    ///< Memory gave no block
    Busy = 128,          ///< met a writer, or as a writer met anybody
    Cancelled = 256,     ///< the host stopped before all work had run
    Corrupt = 512        ///< validate() found a broken invariant
};

/// Both sets together.
constexpr Fault operator|(Fault a, Fault b) noexcept { return Fault(std::uint32_t(a) | std::uint32_t(b)); }

/// Whether `set` holds `one` (or, given several, any of them). None is in no set.
constexpr bool has(Fault set, Fault one) noexcept { return (std::uint32_t(set) & std::uint32_t(one)) != 0; }

/// How a call went. It either did everything, or everything but the faulty items of its batch, or nothing at all.
struct [[nodiscard]] Status {
    Fault faults = Fault::None; ///< every kind met in this call
    Slot first = no_slot;       ///< smallest position in the batch of a faulty item; no_slot: none
    std::uint32_t count = 0;    ///< faulty items; 0 with a fault: the whole call failed, and changed nothing

    /// True when nothing at all was wrong.
    constexpr explicit operator bool() const noexcept { return faults == Fault::None; }

    /// True when the work was done, but for the faulty items.
    constexpr bool applied() const noexcept { return faults == Fault::None || count != 0; }
};

/// One sentence: what happened and what removes it. A set of several faults gets a sentence that says so.
///
/// The text lasts as long as the program. Any thread may call at any time.
THRONG_API std::string_view describe(Fault one) noexcept;

} // namespace throng
