// SPDX-License-Identifier: MIT
// Where saved content goes to and comes from: a file, a socket or a buffer of the caller's.
//
// The format is the same on every machine, and the same content gives the same bytes: a header with the version of the
// format and a description of what follows, then blocks of elements by ascending slot, each part with its checksum. A
// later minor version of Throng reads what an earlier one has saved. Content that was shortened or changed anywhere is
// Corrupt; saved bytes need not be trusted, and memory is taken only for what has been read.
#pragma once

#include <throng/export.hpp>

#include <cstddef>
#include <cstring>
#include <span>

namespace throng {

/// Takes the bytes of a save, in order. Called on the thread that saves, with up to 64 KiB at once.
struct ByteWriter {
    /// Takes all `count` bytes, or returns false: the save ends (Cancelled). Null: InvalidArgument. It must not throw.
    bool (*write)(void* self, const void* bytes, std::size_t count) = nullptr;
    void* self = nullptr;
};

/// Gives the bytes of a load, in order. Called on the thread that loads, with up to 64 KiB at once, and never beyond
/// what was saved.
struct ByteReader {
    /// Fills all `count` bytes, or returns false: there are no more (Corrupt). Null: InvalidArgument. It must not
    /// throw.
    bool (*read)(void* self, void* bytes, std::size_t count) = nullptr;
    void* self = nullptr;
};

/// A std::vector of std::byte, char or unsigned char, or what grows as one.
template <class V>
concept ByteBuffer = sizeof(typename V::value_type) == 1 && requires(V& buffer, const typename V::value_type* bytes) {
    buffer.insert(buffer.end(), bytes, bytes);
    buffer.clear();
};
/// A std::ostream or std::istream, or what writes and reads as one.
template <class S>
concept ByteStream = requires(S& stream, char* bytes) {
    {static_cast<bool>(stream.read(bytes, 1))};
};
template <class S>
concept ByteSink = ByteBuffer<S> || requires(S& stream, const char* bytes) {
    {static_cast<bool>(stream.write(bytes, 1))};
};

namespace detail {

// False where f throws.
template <class F> bool without_throwing(F&& f) noexcept {
#ifdef __cpp_exceptions
    try {
        return f();
    } catch (...) {
        return false;
    }
#else
    return f();
#endif
}

} // namespace detail

/// Writes to `sink`, which outlives the save. A buffer is emptied now. Where one throws, for want of memory or because
/// a stream was told to, and where a stream fails, the save ends: Cancelled.
template <ByteSink S> ByteWriter writer_to(S& sink) noexcept {
    if constexpr (ByteBuffer<S>) sink.clear();
    return {[](void* self, const void* bytes, std::size_t count) noexcept {
                return detail::without_throwing([&] {
                    S& to = *static_cast<S*>(self);
                    if constexpr (ByteBuffer<S>) {
                        const auto* const from = static_cast<const typename S::value_type*>(bytes);
                        to.insert(to.end(), from, from + count);
                        return true;
                    } else {
                        const auto length = static_cast<std::ptrdiff_t>(count);
                        return static_cast<bool>(to.write(static_cast<const char*>(bytes), length));
                    }
                });
            },
            &sink};
}

/// Reads what `stream` has, from where it is. Where it fails or throws, there is no more: Corrupt.
template <ByteStream S> ByteReader reader_of(S& stream) noexcept {
    return {[](void* self, void* bytes, std::size_t count) noexcept {
                return detail::without_throwing([&] {
                    const auto length = static_cast<std::ptrdiff_t>(count);
                    return static_cast<bool>(static_cast<S*>(self)->read(static_cast<char*>(bytes), length));
                });
            },
            &stream};
}

/// Reads bytes in memory: `rest` is what has not been read yet, and outlives the load.
inline ByteReader reader_of(std::span<const std::byte>& rest) noexcept {
    return {[](void* self, void* bytes, std::size_t count) noexcept {
                auto& from = *static_cast<std::span<const std::byte>*>(self);
                if (count > from.size()) return false;
                std::memcpy(bytes, from.data(), count);
                from = from.subspan(count);
                return true;
            },
            &rest};
}

} // namespace throng
