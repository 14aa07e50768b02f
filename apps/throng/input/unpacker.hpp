// SPDX-License-Identifier: MIT
// The bytes of a stream piece by piece, unpacked if they are gzip.
#pragma once

#include "apps/throng/input/byte_stream.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

struct z_stream_s;

namespace throng::app {

class Unpacker {
public:
    /// `name` is the input's name in errors. Both are borrowed. gzip of more than `limit` packed bytes is refused, for
    /// it can unpack to nothing for ever.
    Unpacker(ByteStream& stream, std::string_view name, std::uint64_t limit);
    ~Unpacker();

    /// The next piece, of 64 KiB at most, valid until the next call; empty: the end. Takes no more from the stream than
    /// the piece needs. Throws UsageError for damaged gzip and for too much of it.
    std::string_view next();

    bool is_gzip() const noexcept { return inflater_ != nullptr; }

private:
    void refill();
    void begin();
    void end_part();
    std::string_view inflated();

    ByteStream& stream_;
    std::string_view name_;
    std::uint64_t limit_, taken_ = 0;
    std::string packed_, unpacked_;
    std::string_view rest_; // of packed_, which is not unpacked yet
    std::unique_ptr<z_stream_s> inflater_;
    bool has_begun_ = false, is_done_ = false;
};

} // namespace throng::app
