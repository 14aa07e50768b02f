// SPDX-License-Identifier: MIT
// Points, boxes, rays, slots and ids, and the status of a call.
#pragma once

#include <throng/export.hpp>
#include <throng/reason.hpp>

#include <cstddef>
#include <cstdint>
#include <iosfwd>
#include <string_view> // and std::hash and <compare>

#include <throng/names_begin.hpp>

namespace throng {

/// A point or a direction of the plane, in the caller's units.
struct Vec2 {
    float x, y;
    friend constexpr bool operator==(Vec2, Vec2) = default;
    friend constexpr Vec2 operator+(Vec2 a, Vec2 b) noexcept { return {a.x + b.x, a.y + b.y}; }
    friend constexpr Vec2 operator-(Vec2 a, Vec2 b) noexcept { return {a.x - b.x, a.y - b.y}; }
    friend constexpr Vec2 operator*(float factor, Vec2 a) noexcept { return {factor * a.x, factor * a.y}; }
};

/// An axis-aligned box with its border: boxes that touch overlap. Valid when finite and min <= max on both axes; a
/// point is a valid box.
struct Aabb {
    Vec2 min, max;
    friend constexpr bool operator==(const Aabb&, const Aabb&) = default;
};

/// All points at distance <= radius from `center`. The radius is 0 or more; +infinity covers everything.
struct Disc {
    Vec2 center;
    float radius;
    friend constexpr bool operator==(const Disc&, const Disc&) = default;
};

/// The points origin + t * direction for 0 <= t <= max_t: t counts lengths of `direction`, which need not be 1. The
/// direction is finite and not zero, max_t is 0 or more; +infinity is a ray without end.
struct Ray {
    Vec2 origin, direction;
    float max_t;
    friend constexpr bool operator==(const Ray&, const Ray&) = default;
};

/// A dense index into the caller's own arrays: below no_slot.
using Slot = std::uint32_t;
inline constexpr Slot no_slot = 0xFFFF'FFFFu;

/// The layers `first` to `last` of a World, both included; by default all layers. `first` above `last` is
/// InvalidArgument.
struct LayerRange {
    std::uint16_t first = 0, last = 0xFFFF;

    /// One layer alone.
    static constexpr LayerRange only(std::uint16_t layer) noexcept { return {layer, layer}; }
    constexpr bool contains(std::uint16_t layer) const noexcept { return first <= layer && layer <= last; }
    friend bool operator==(LayerRange, LayerRange) = default;
};

/// Two elements that overlap; a < b.
struct Pair {
    Slot a, b;
    friend constexpr bool operator==(Pair, Pair) = default;
};

/// A handle of an element that stays valid when its slot is used again. The default one is null and names no element.
struct Id {
    Slot slot = 0;
    std::uint32_t generation = 0;
    friend bool operator==(Id, Id) = default;
    friend auto operator<=>(Id, Id) = default; ///< by slot, then by generation
};

/// Two elements by their stable handles, in the order of their Pair.
struct IdPair {
    Id a, b;
    friend bool operator==(const IdPair&, const IdPair&) = default;
};

/// The faults of a call; a set of bits. describe(Status) returns which argument broke which rule, describe(Fault) the
/// remedy for each.
enum class Fault : std::uint32_t {
    None = 0,
    NoFault = 0,         ///< the same, where None is a macro (X11)
    StaleId = 1,         ///< a null id, or one of an element that no longer exists
    InvalidBounds = 2,   ///< a coordinate that is a NaN or infinite, or a box with min > max
    InvalidArgument = 4, ///< outside the documented range, or not fitting the other arguments
    TooLarge = 8,        ///< above the extent that a row grid was opened with
    OutputTooSmall = 16, ///< the caller's buffer is full
    OutOfCapacity = 32,  ///< beyond 2^32 - 1, the tiles of an index, WorldDesc::capacity or the limit of an answer
    OutOfMemory = 64,    ///< Memory gave no block
    Busy = 128,          ///< another thread changes the object, or for a change: another thread uses it
    Cancelled = 256,     ///< the host stopped before all work had run
    Corrupt = 512        ///< validate() found a broken invariant, or load() other bytes than were saved
};

/// Both sets together.
constexpr Fault operator|(Fault a, Fault b) noexcept { return Fault(std::uint32_t(a) | std::uint32_t(b)); }

/// Whether `set` holds `one` (or, given several, any of them). None is in no set.
constexpr bool has(Fault set, Fault one) noexcept { return (std::uint32_t(set) & std::uint32_t(one)) != 0; }

/// The result of a call. It did either everything, or everything except the faulty items of its batch, or nothing.
struct [[nodiscard]] Status {
    Fault faults = Fault::None; ///< every kind of fault in this call
    Slot first = no_slot;       ///< smallest position in the batch of a faulty item; no_slot: none. All: faulty.hpp
    /// Faulty items; 0 with a fault: the whole call failed, and changed nothing. OutOfCapacity: the call failed, and
    /// this is how many hits or pairs there are if they exceed a limit of the caller's (PairOptions::limit).
    std::uint32_t count = 0;
    /// Which argument and which rule: of the whole call, or of the item at `first`. Also without a fault, where an
    /// answer is empty for a reason: the object is not open, or its elements await their first commit.
    Reason reason = Reason::None;

    /// True without any fault.
    constexpr explicit operator bool() const noexcept { return faults == Fault::None; }
    constexpr bool ok() const noexcept { return faults == Fault::None; } ///< the same

    /// True when the work was done, except for the faulty items.
    constexpr bool applied() const noexcept {
        return faults == Fault::None || (count != 0 && !has(faults, Fault::OutOfCapacity));
    }
};

static_assert(sizeof(Status) == 16, "two registers");

using CallStatus = Status; ///< the same, where Status is a macro (X11)

/// One sentence: what happened and how to remove it. A set of several faults gets a sentence that says so.
///
/// The text lasts as long as the program. Any thread may call at any time.
THRONG_API std::string_view describe(Fault one) noexcept;

/// One sentence that names the argument and the rule that it broke; of a batch, those of the item at Status::first.
/// Where Status::reason is None, describe(status.faults).
///
/// The text lasts as long as the program and ends with a zero. Any thread may call at any time.
THRONG_API std::string_view describe(const Status& status) noexcept;

/// Writes that sentence, for programs that include <ostream>.
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, const Status& status) {
    return out << describe(status);
}

} // namespace throng

/// Ids as keys of std::unordered_map: slots are dense, so the bits are mixed (the finalizer of SplitMix64, Steele, Lea
/// and Flood 2014).
template <> struct std::hash<throng::Id> {
    std::size_t operator()(throng::Id id) const noexcept {
        std::uint64_t z = std::uint64_t{id.generation} << 32 | id.slot;
        z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9ull;
        z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBull;
        return static_cast<std::size_t>(z ^ (z >> 31));
    }
};

#include <throng/names_end.hpp>
