// SPDX-License-Identifier: MIT
// A recording of a crowd as one self-contained HTML page: plays, pauses, scrubs, zooms, and shows neighbours.
#pragma once

#include "apps/throng/replay/replay_track.hpp"

#include <throng/types.hpp>

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace throng::app {

struct ReplaySpec {
    std::string title;
    std::string subtitle;
    std::string one = "person", many = "people"; // the name of the elements: "person 17", "400 people"
    float radius = 2;                            // metres: the largest distance of neighbours on the page
    std::uint32_t limit = 0;                     // > 0: the page marks the nearest so many of them
    float body_radius = 0.25f;                   // metres
    std::string unit = "m";                      // of all lengths, as the page shows it: "px" in place of metres
    std::string theme;                           // "dark" or "light" at first; empty: as the browser is
    double frames_per_second = 25;               // of the frames that are added
    Aabb world{};                                // metres, y is north; shown with_ground
    Aabb window{};                               // the recorded part; empty: the world
    std::vector<Aabb> walls;                     // shown in all frames
    std::size_t max_bytes = 12'000'000;          // of the page
};

/// Records all people in the window and in a margin of one radius around it, so that each visible person has all
/// neighbours. A recording that would become too large is thinned: every second frame is dropped while at least eight a
/// second remain; then the window shrinks about its middle while it contains more than a thousand people and that
/// leaves out any; then frames are dropped again. The page shows its window and frame rate. Memory depends on
/// max_bytes, not on the number of frames added.
class Replay {
public:
    explicit Replay(ReplaySpec spec);

    /// Adds the people of the next moment, in any order. `id` identifies a person from frame to frame and is unique
    /// within a frame. Slots with present[slot] == 0 are left out. `vehicles` are shown at their places, each as large
    /// as in the first frame. Frames that all have a `number`, ascending, are shown at its time and with it:
    /// frames_per_second is that of the numbers, of which some may be missing. Frames without numbers follow one
    /// another.
    void add_frame(std::span<const float> x, std::span<const float> y, std::span<const std::uint32_t> id,
                   std::span<const std::uint8_t> present = {}, std::span<const Aabb> vehicles = {},
                   std::optional<std::int64_t> number = {});

    /// A PNG of the whole world: the page shows it as a map and marks the window in it.
    void set_map(std::string png) { map_ = std::move(png); }

    /// The page, at most max_bytes long, or the shortest possible one if that is longer: one frame of a window with one
    /// person, or with people so close to its middle that no smaller window leaves any of them out.
    std::string html();

    Aabb window() const noexcept { return spec_.window; }
    std::size_t frames() const noexcept { return frames_.size(); }
    double frames_per_second() const noexcept { return spec_.frames_per_second / static_cast<double>(stride_); }
    std::uint32_t most_shown() const noexcept; // people within the window in a frame, at most

private:
    struct Sample {
        std::uint32_t id;
        float x, y;
    };
    struct Frame {
        std::vector<Sample> people;
        std::vector<Aabb> vehicles;
        std::optional<std::int64_t> number;
    };

    bool sees(Vec2 place) const noexcept; // the window and its margin
    bool thin();
    bool shrink_window();
    double seconds_before(std::size_t frame) const noexcept; // since the frame kept before
    std::vector<Track> tracks(const Quantiser& quantiser) const;
    nlohmann::json vehicles() const;
    std::string page() const;

    ReplaySpec spec_;
    std::uint64_t added_ = 0;
    std::uint64_t stride_ = 1; // every stride_-th frame added is kept
    std::uint64_t samples_ = 0;
    std::uint64_t most_present_ = 0;
    std::vector<Frame> frames_;
    std::string map_;
};

/// The largest window about `center`, `aspect` times as wide as high and cut off at `world`, that contains at most
/// `people` of the positions (x, y).
Aabb window_holding(std::span<const float> x, std::span<const float> y, Vec2 center, float aspect, std::size_t people,
                    Aabb world);

} // namespace throng::app
