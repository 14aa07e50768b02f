// SPDX-License-Identifier: MIT
// What C passes, as the C++ interface takes it. What C++ cannot be given is refused here: null and misaligned pointers,
// structs of a wrong size, numbers that are no value of an enum. Everything else is checked by the call itself.
#pragma once

#include "engine/src/c/handles.hpp"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

namespace throng::c {

constexpr throng_status to_c(Status status) noexcept {
    return {static_cast<std::uint32_t>(status.faults), status.first, status.count,
            static_cast<std::uint32_t>(status.reason)};
}
constexpr Status refused(Reason reason) noexcept { return {Fault::InvalidArgument, no_slot, 0, reason}; }
inline constexpr Status invalid = refused(Reason::Unreadable);

template <class T> bool aligned(const T* pointer) noexcept {
    return reinterpret_cast<std::uintptr_t>(pointer) % alignof(T) == 0;
}

/// Whether `pointer` may be that of `size` objects. Null may be of none.
template <class T> bool holds(const T* pointer, std::size_t size) noexcept {
    return aligned(pointer) && (pointer || size == 0);
}

/// Whether `pointer` is null, for the default, or that of an object.
template <class T> bool absent_or_one(const T* pointer) noexcept { return aligned(pointer); }

/// The size of the first published version of a struct that may grow; callers may have that.
template <class T> inline constexpr std::size_t first_size = 0;
template <> inline constexpr std::size_t first_size<throng_query_options> = 72;
template <> inline constexpr std::size_t first_size<throng_pair_options> = 48;
template <> inline constexpr std::size_t first_size<throng_index_desc> = 88;
template <> inline constexpr std::size_t first_size<throng_world_desc> = 96;

/// No version of a struct is larger: what claims to be is no struct_size.
inline constexpr std::size_t largest_size = 4096;

/// Copies a struct that begins with struct_size over `to`, which holds the defaults. The caller may have an older
/// version of the struct, or a newer one whose further fields are zero. Null: the defaults.
template <class T> bool read_versioned(const T* from, T& to) noexcept {
    static_assert(first_size<T> != 0 && first_size<T> <= sizeof(T));
    if (!from) return true;
    if (!aligned(from)) return false;
    const std::size_t size = from->struct_size;
    if (size < first_size<T> || size > largest_size) return false;
    const auto* const bytes = reinterpret_cast<const unsigned char*>(from);
    for (std::size_t i = sizeof(T); i < size; ++i) {
        if (bytes[i] != 0) return false;
    }
    std::memcpy(&to, from, size < sizeof(T) ? size : sizeof(T));
    return to.reserved == 0;
}

/// Fills the struct of a caller, whose version of it has `size` bytes: fields that only the caller knows are zero.
template <class T> throng_status fill_versioned(T* out, std::size_t size, const T& defaults) noexcept {
    if (!out || !aligned(out) || size < first_size<T> || size > largest_size) return to_c(invalid);
    auto* const bytes = reinterpret_cast<unsigned char*>(out);
    std::memset(bytes, 0, size);
    std::memcpy(bytes, &defaults, size < sizeof(T) ? size : sizeof(T));
    const auto told = static_cast<std::uint32_t>(size);
    std::memcpy(bytes + offsetof(T, struct_size), &told, sizeof(told));
    return to_c(Status());
}

// Each returns false where C++ cannot be given what it reads.
bool read(const throng_points* from, PointView& to) noexcept;
bool read(const throng_boxes* from, BoxView& to) noexcept;
bool read(const throng_discs* from, DiscView& to) noexcept;
bool read(const throng_rays* from, RayView& to) noexcept;
bool read(const throng_double_points* from, DoublePointView& to) noexcept;
bool read(const throng_double_boxes* from, DoubleBoxView& to) noexcept;
bool read(const throng_double_discs* from, DoubleDiscView& to) noexcept;
bool read(const throng_double_rays* from, DoubleRayView& to) noexcept;
bool read(const throng_query_options* from, QueryOptions& to) noexcept;
bool read(const throng_pair_options* from, PairOptions& to) noexcept;
bool read(const throng_executor* from, Executor& to) noexcept;
bool read(const throng_memory* from, Memory& to) noexcept;

/// The same layout, see c_layout.cpp.
inline std::span<const Id> ids(const throng_id* first, std::size_t size) noexcept {
    return {reinterpret_cast<const Id*>(first), size};
}
constexpr Aabb to_cpp(const throng_aabb& box) noexcept { return {{box.min.x, box.min.y}, {box.max.x, box.max.y}}; }
constexpr DoubleVec2 to_cpp(throng_double_vec2 place) noexcept { return {place.x, place.y}; }
constexpr throng_double_vec2 to_c(DoubleVec2 place) noexcept { return {place.x, place.y}; }
constexpr throng_aabb to_c(const Aabb& box) noexcept { return {{box.min.x, box.min.y}, {box.max.x, box.max.y}}; }
constexpr Memory to_cpp(const throng_memory& m) noexcept { return {m.allocate, m.deallocate, m.self}; }
constexpr Executor to_cpp(const throng_executor& e) noexcept { return {e.parallel_for, e.self}; }

} // namespace throng::c
