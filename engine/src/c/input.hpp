// SPDX-License-Identifier: MIT
// What C passes, as the C++ interface takes it. What C++ cannot be given is refused here: null and misaligned pointers,
// structs of a wrong size, numbers that are no value of an enum. Everything else is checked by the call itself.
//
// A handle holds one object of the C++ interface. One that can be queried begins with its space, which names the class
// of the object for the calls that not every space has.
#pragma once

#include <throng/throng.h>
#include <throng/throng.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <new>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

namespace throng::c {

enum class SpaceKind : std::uint8_t { World, Snapshot, RowGrid, LooseGrid, Quadtree, LooseQuadtree, StaticTree };

} // namespace throng::c

struct throng_space {
    throng::c::SpaceKind kind;
    throng::Space* object; // of the class that `kind` names; it lies in the same handle
};

struct throng_index {
    throng_space space;
    void (*destroy)(throng_index*);
};

struct throng_world {
    throng_space space;
    throng::World world;
};

struct throng_snapshot {
    throng_space space;
    throng::WorldSnapshot snapshot;
};

struct throng_hits {
    throng::Hits hits;
};

struct throng_pairs {
    throng::Pairs pairs;
};

struct throng_bitset {
    throng::HierarchicalBitset set;
};

namespace throng::c {

/// The object of a space if it is a world or a snapshot; else null.
inline const WorldSpace* world_space(const throng_space& space) noexcept {
    const bool is_one = space.kind == SpaceKind::World || space.kind == SpaceKind::Snapshot;
    return is_one ? static_cast<const WorldSpace*>(space.object) : nullptr;
}

inline BoxIndex& box_index(const throng_index* index) noexcept { return static_cast<BoxIndex&>(*index->space.object); }

/// The object of a space if it is of this class; else null.
template <class Object> Object* object_of(const throng_space& space, SpaceKind kind) noexcept {
    return space.kind == kind ? static_cast<Object*>(space.object) : nullptr;
}
inline RowGrid* row_grid(const throng_space& space) noexcept { return object_of<RowGrid>(space, SpaceKind::RowGrid); }

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

/// The size of the first published version of a struct that may grow; callers may have that.
template <class T> inline constexpr std::size_t first_size = 0;
template <> inline constexpr std::size_t first_size<throng_query_options> = 72;
template <> inline constexpr std::size_t first_size<throng_pair_options> = 48;
template <> inline constexpr std::size_t first_size<throng_index_desc> = 88;
template <> inline constexpr std::size_t first_size<throng_world_desc> = 96;

/// What C has in place of a bool: 0 or 1. False is returned for any other number.
inline bool read_flag(std::uint32_t from, bool& to) noexcept {
    to = from != 0;
    return from <= 1;
}

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

// What each struct of C becomes, before it is read.
inline PointView unread(const throng_points*) noexcept { return {}; }
inline BoxView unread(const throng_boxes*) noexcept { return {}; }
inline DiscView unread(const throng_discs*) noexcept { return {{}, 0}; }
inline RayView unread(const throng_rays*) noexcept { return {{}, {}, 0}; }
inline DoublePointView unread(const throng_double_points*) noexcept { return DoublePointView::none(); }
inline DoubleBoxView unread(const throng_double_boxes*) noexcept {
    return {DoublePointView::none(), DoublePointView::none()};
}
inline DoubleDiscView unread(const throng_double_discs*) noexcept { return {DoublePointView::none(), 0}; }
inline DoubleRayView unread(const throng_double_rays*) noexcept { return {DoublePointView::none(), {}, 0}; }
inline QueryOptions unread(const throng_query_options*) noexcept { return {}; }
inline PairOptions unread(const throng_pair_options*) noexcept { return {}; }
inline Executor unread(const throng_executor*) noexcept { return {}; }
inline Memory unread(const throng_memory*) noexcept { return {}; }
inline ByteWriter unread(const throng_writer*) noexcept { return {}; }
inline ByteReader unread(const throng_reader*) noexcept { return {}; }
template <class C> using CppOf = decltype(unread(static_cast<const C*>(nullptr)));

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
bool read(const throng_writer* from, ByteWriter& to) noexcept;
bool read(const throng_reader* from, ByteReader& to) noexcept;

/// Gives out a new handle after open(handle), which sets its space; with a fault there is none.
template <class Handle, class Out, class Open> Status make(Out*& out, Open&& open) noexcept {
    auto* const handle = new (std::nothrow) Handle{};
    if (!handle) return {Fault::OutOfMemory, no_slot, 0};
    const Status status = open(*handle);
    status ? static_cast<void>(out = handle) : delete handle;
    return status;
}

/// with(valid, from...)(f) returns f(what each of `from` is in C++...), a Status or a number: a refusal or 0 if one of
/// them cannot be read, or if `valid` is false.
template <class... From> auto with(bool valid, const From*... from) noexcept {
    return [=](auto&& f) noexcept {
        std::tuple<CppOf<From>...> to(unread(from)...);
        const bool readable = std::apply([&](auto&... each) { return valid && (read(from, each) && ...); }, to);
        using Result = decltype(std::apply(f, to));
        if constexpr (std::is_same_v<Result, Status>)
            return to_c(readable ? std::apply(f, to) : invalid);
        else
            return readable ? std::apply(f, to) : Result{};
    };
}

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

/// f(space), or `absent` of null.
template <class T, class F> T read_from(const throng_space* space, T absent, F&& f) noexcept {
    return space ? static_cast<T>(f(std::as_const(*space->object))) : absent;
}

/// f(world or snapshot), or `absent` of null and of other spaces.
template <class T, class F> T read_from_world(const throng_space* space, T absent, F&& f) noexcept {
    const WorldSpace* const world = space ? world_space(*space) : nullptr;
    return world ? static_cast<T>(f(*world)) : absent;
}

/// The Status f(world or snapshot), or a refusal.
template <class F> throng_status status_from_world(const throng_space* space, F&& f) noexcept {
    return to_c(read_from_world(space, space ? c::refused(Reason::OnlyWorlds) : invalid, f));
}

} // namespace throng::c
