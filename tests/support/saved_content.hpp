// SPDX-License-Identifier: MIT
// What World, WorldSnapshot and StaticTree save, as a vector of bytes, and back.
#pragma once

#include <throng/byte_stream.hpp>
#include <throng/types.hpp>

#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <vector>

namespace throng::test {

using Bytes = std::vector<unsigned char>;

inline ByteWriter writer_to(Bytes& bytes) {
    return {[](void* self, const void* from, std::size_t count) {
                const auto* at = static_cast<const unsigned char*>(from);
                static_cast<Bytes*>(self)->insert(static_cast<Bytes*>(self)->end(), at, at + count);
                return true;
            },
            &bytes};
}

/// Takes no more than `most` bytes.
struct LimitedWriter {
    std::size_t most;
    Bytes taken;

    ByteWriter writer() {
        return {[](void* self, const void* from, std::size_t count) {
                    auto& own = *static_cast<LimitedWriter*>(self);
                    return own.taken.size() + count <= own.most && writer_to(own.taken).write(&own.taken, from, count);
                },
                this};
    }
};

/// The bytes that are not read yet.
struct Rest {
    const unsigned char* at;
    std::size_t left;
};

inline ByteReader reader_of(Rest& rest) {
    return {[](void* self, void* to, std::size_t count) {
                auto& own = *static_cast<Rest*>(self);
                if (count > own.left) return false;
                std::memcpy(to, own.at, count);
                own.at += count, own.left -= count;
                return true;
            },
            &rest};
}

template <class Object> Bytes saved(const Object& object) {
    Bytes bytes;
    EXPECT_TRUE(object.save(writer_to(bytes)));
    return bytes;
}

/// Trailing bytes are not read.
template <class Object> Status load(Object& object, const Bytes& bytes) {
    Rest rest{bytes.data(), bytes.size()};
    return object.load(reader_of(rest));
}

} // namespace throng::test
