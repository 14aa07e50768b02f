// SPDX-License-Identifier: MIT
// A stream that goes on for long, and counts what is taken from it.
#pragma once

#include "apps/throng/input/byte_stream.hpp"

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace throng::app {

/// One beginning, then the same piece again and again. It ends, so that a test of a reader without limits ends too.
class RepeatedStream final : public ByteStream {
public:
    explicit RepeatedStream(std::string piece, std::string beginning = "")
        : piece_(std::move(piece)), beginning_(std::move(beginning)), rest_(beginning_) {}

    std::size_t read(char* into, std::size_t size) override {
        constexpr std::size_t most = std::size_t{32} << 20;
        std::size_t count = 0;
        while (count < size && taken_ < most) {
            if (rest_.empty()) rest_ = piece_;
            const std::size_t copied = rest_.copy(into + count, size - count);
            rest_.remove_prefix(copied);
            count += copied;
            taken_ += copied;
        }
        return count;
    }

    std::size_t taken() const noexcept { return taken_; }

private:
    std::string piece_, beginning_;
    std::string_view rest_;
    std::size_t taken_ = 0;
};

} // namespace throng::app
