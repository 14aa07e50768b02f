// SPDX-License-Identifier: MIT
// Bytes packed by gzip.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <string_view>
#include <zlib.h>

namespace throng::app {

inline std::string gzipped(std::string_view text) {
    z_stream stream{};
    EXPECT_EQ(::deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
    std::string packed(::deflateBound(&stream, text.size()) + 64, '\0');
    std::string copy(text);
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = static_cast<uInt>(copy.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    EXPECT_EQ(::deflate(&stream, Z_FINISH), Z_STREAM_END);
    packed.resize(stream.total_out);
    ::deflateEnd(&stream);
    return packed;
}

} // namespace throng::app
