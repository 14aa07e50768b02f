// SPDX-License-Identifier: MIT
// Packed positions of a replay: a track for each uninterrupted stay of a person, with positions as steps of small
// numbers.
#pragma once

#include <throng/types.hpp>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace throng::app {

/// Whole numbers of `quantum` from `origin`, [0, 65535] each.
struct Quantiser {
    Vec2 origin{};
    float quantum = 1;

    /// 1/256 m where the area allows: a step of a walk then fits into a byte each way; else as fine as 16 bits allow.
    static Quantiser covering(Aabb area);
    std::uint16_t packed_x(float x) const noexcept { return packed(x - origin.x); }
    std::uint16_t packed_y(float y) const noexcept { return packed(y - origin.y); }
    Vec2 unpacked(std::uint16_t x, std::uint16_t y) const noexcept {
        return {origin.x + static_cast<float>(x) * quantum, origin.y + static_cast<float>(y) * quantum};
    }

private:
    std::uint16_t packed(float offset) const noexcept;
};

/// One person from entering the recording to leaving it. Bytes: x and y as 16 bits each, low byte first; then, per
/// later frame, the steps in x and y as signed bytes. A step of -128 is none: x and y follow in full.
class Track {
public:
    Track(std::uint32_t id, std::uint32_t first_frame, std::uint16_t x, std::uint16_t y);
    void step_to(std::uint16_t x, std::uint16_t y);

    std::uint32_t id() const noexcept { return id_; }
    std::uint32_t first_frame() const noexcept { return first_frame_; }
    std::uint32_t frames() const noexcept { return frames_; }
    std::string_view bytes() const noexcept { return bytes_; }

private:
    void append(std::uint16_t value);

    std::uint32_t id_, first_frame_, frames_ = 1;
    std::uint16_t x_, y_;
    std::string bytes_;
};

/// The positions of a track's bytes. Throws std::invalid_argument for bytes that are no track.
std::vector<Vec2> unpacked(std::string_view bytes, std::uint32_t frames, const Quantiser& quantiser);

std::string base64(std::string_view bytes);

} // namespace throng::app
