// SPDX-License-Identifier: MIT
// A recording of a crowd as one self-contained HTML page.
#include "apps/throng/replay/replay.hpp"

#include "apps/throng/crowd/plan.hpp"
#include "apps/throng/draw/colour.hpp"
#include "apps/throng/replay/replay_page.hpp"

#include <throng/predicates.hpp>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numbers>
#include <unordered_map>

namespace throng::app {

namespace {

constexpr double fewest_frames_per_second = 8; // below, the page's straight lines between frames begin to show
constexpr std::uint32_t crowd_enough =
    1000;                     // a window with fewer people is not made smaller for the sake of more frames
constexpr float fastest = 10; // metres per second: after a longer step the number is that of another person
constexpr double shrink = std::numbers::sqrt2 / 2; // of the window's sides: half of the people remain

bool same(const Aabb& a, const Aabb& b) {
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}
Aabb grown(const Aabb& box, float by) { return {{box.min.x - by, box.min.y - by}, {box.max.x + by, box.max.y + by}}; }

void append32(std::string& bytes, std::uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) bytes += static_cast<char>(value >> shift & 255);
}

std::vector<std::string> headings(float lightness) {
    constexpr int steps = 72;
    std::vector<std::string> colours;
    for (int i = 0; i < steps; ++i) {
        const float angle = static_cast<float>(i) * 2 * std::numbers::pi_v<float> / steps;
        colours.push_back(hex(heading_colour(std::cos(angle), std::sin(angle), lightness)));
    }
    return colours;
}

} // namespace

Replay::Replay(ReplaySpec spec) : spec_(std::move(spec)) {
    spec_.world = with_ground(spec_.world);
    const bool is_empty = !(spec_.window.max.x > spec_.window.min.x && spec_.window.max.y > spec_.window.min.y);
    spec_.window = is_empty ? spec_.world : with_ground(spec_.window);
}

bool Replay::sees(Vec2 place) const noexcept {
    return same(spec_.window, spec_.world) || predicates::contains(grown(spec_.window, spec_.radius), place);
}

void Replay::add_frame(std::span<const float> x, std::span<const float> y, std::span<const std::uint32_t> id,
                       std::span<const std::uint8_t> present, std::span<const Aabb> vehicles,
                       std::optional<std::int64_t> number) {
    if (added_++ % stride_ != 0) return;
    Frame frame{{}, {vehicles.begin(), vehicles.end()}, number};
    std::uint64_t people = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (!present.empty() && present[i] == 0) continue;
        ++people;
        if (sees({x[i], y[i]})) frame.people.push_back({id[i], x[i], y[i]});
    }
    most_present_ = std::max(most_present_, people);
    samples_ += frame.people.size();
    frames_.push_back(std::move(frame));
    // A sample is two bytes, 8/3 in base64.
    while (8 * samples_ > 3 * static_cast<std::uint64_t>(spec_.max_bytes) && thin()) {}
}

// False if no frame is left to remove.
bool Replay::thin() {
    const auto halve_frames = [this] {
        for (std::size_t kept = 1; 2 * kept < frames_.size(); ++kept) frames_[kept] = std::move(frames_[2 * kept]);
        frames_.resize((frames_.size() + 1) / 2);
        stride_ *= 2;
    };
    const bool smooth = frames_per_second() >= 2 * fewest_frames_per_second;
    const std::uint32_t enough = frames_.size() > 1 ? crowd_enough : 1;
    if (frames_.size() > 1 && smooth) {
        halve_frames();
    } else if (most_shown() <= enough || !shrink_window()) {
        if (frames_.size() <= 1) return false;
        halve_frames();
    }
    samples_ = 0;
    for (const Frame& frame : frames_) samples_ += frame.people.size();
    return true;
}

// False if every smaller window about the same middle contains all people: they are on one spot, or in reach of it.
bool Replay::shrink_window() {
    const Aabb before = spec_.window;
    const Vec2 middle{0.5f * (before.min.x + before.max.x), 0.5f * (before.min.y + before.max.y)};
    const Aabb smallest = grown({middle, middle}, spec_.radius);
    const auto stays = [&](const Sample& s) { return predicates::contains(smallest, {s.x, s.y}); };
    const auto all_stay = [&](const Frame& f) { return std::all_of(f.people.begin(), f.people.end(), stays); };
    if (std::all_of(frames_.begin(), frames_.end(), all_stay)) return false;

    const auto nearer = [](float from, float to) { return to + static_cast<float>(shrink) * (from - to); };
    Aabb& w = spec_.window;
    w = {{nearer(w.min.x, middle.x), nearer(w.min.y, middle.y)},
         {nearer(w.max.x, middle.x), nearer(w.max.y, middle.y)}};
    if (same(w, before)) return false; // floats have nothing between
    for (Frame& frame : frames_) std::erase_if(frame.people, [this](const Sample& s) { return !sees({s.x, s.y}); });
    return true;
}

std::uint32_t Replay::most_shown() const noexcept {
    std::size_t most = 0;
    for (const Frame& frame : frames_) {
        const auto inside = [this](const Sample& s) {
            return same(spec_.window, spec_.world) || predicates::contains(spec_.window, {s.x, s.y});
        };
        most =
            std::max(most, static_cast<std::size_t>(std::count_if(frame.people.begin(), frame.people.end(), inside)));
    }
    return static_cast<std::uint32_t>(most);
}

std::string Replay::html() {
    std::string text = page();
    while (text.size() > spec_.max_bytes && thin()) text = page();
    return text;
}

double Replay::seconds_before(std::size_t frame) const noexcept {
    const auto &now = frames_[frame].number, &before = frames_[frame - 1].number;
    if (!now || !before) return 1 / frames_per_second();
    return (static_cast<double>(*now) - static_cast<double>(*before)) / spec_.frames_per_second;
}

std::vector<Track> Replay::tracks(const Quantiser& quantiser) const {
    struct Latest {
        std::size_t track;
        std::uint32_t frame;
        Vec2 place;
    };
    std::vector<Track> tracks;
    std::unordered_map<std::uint32_t, Latest> latest;
    for (std::uint32_t f = 0; f < frames_.size(); ++f) {
        const float longest_step = f == 0 ? 0 : std::max(2.0f, fastest * static_cast<float>(seconds_before(f)));
        for (const Sample& s : frames_[f].people) {
            const std::uint16_t x = quantiser.packed_x(s.x), y = quantiser.packed_y(s.y);
            const auto [at, is_new] = latest.try_emplace(s.id, Latest{tracks.size(), f, {s.x, s.y}});
            Latest& last = at->second;
            const bool goes_on =
                !is_new && last.frame + 1 == f && std::hypot(s.x - last.place.x, s.y - last.place.y) <= longest_step;
            if (goes_on) {
                tracks[last.track].step_to(x, y);
            } else {
                last.track = tracks.size();
                tracks.emplace_back(s.id, f, x, y);
            }
            last.frame = f;
            last.place = {s.x, s.y};
        }
    }
    return tracks;
}

// The vehicles in the window: length and breadth in metres, and the lower left corners frame by frame in
// centimetres.
nlohmann::json Replay::vehicles() const {
    nlohmann::json all = nlohmann::json::array();
    for (std::size_t v = 0; !frames_.empty() && v < frames_.front().vehicles.size(); ++v) {
        const auto is_seen = [&](const Frame& frame) { return predicates::overlaps(frame.vehicles[v], spec_.window); };
        if (std::none_of(frames_.begin(), frames_.end(), is_seen)) continue;
        const Aabb& first = frames_.front().vehicles[v];
        std::vector<long> corners;
        for (const Frame& frame : frames_)
            for (const float at : {frame.vehicles[v].min.x, frame.vehicles[v].min.y})
                corners.push_back(std::lround(100 * at));
        all.push_back({{"size", {first.max.x - first.min.x, first.max.y - first.min.y}}, {"corners", corners}});
    }
    return all;
}

std::string Replay::page() const {
    const bool whole = same(spec_.window, spec_.world);
    Aabb area = whole ? spec_.world : grown(spec_.window, spec_.radius);
    for (const Frame& frame : frames_) { // people may have left the world
        for (const Sample& s : frame.people) {
            area.min = {std::min(area.min.x, s.x), std::min(area.min.y, s.y)};
            area.max = {std::max(area.max.x, s.x), std::max(area.max.y, s.y)};
        }
    }
    const Quantiser quantiser = Quantiser::covering(area);
    std::string table, steps;
    for (const Track& track : tracks(quantiser)) {
        for (const std::uint32_t value : {track.id(), track.first_frame(), track.frames()}) append32(table, value);
        steps += track.bytes();
    }

    const auto box = [](const Aabb& b) { return std::vector<float>{b.min.x, b.min.y, b.max.x, b.max.y}; };
    nlohmann::json recording;
    recording["title"] = spec_.title;
    recording["subtitle"] = spec_.subtitle;
    recording["person"] = spec_.one;
    recording["plural"] = spec_.many;
    recording["unit"] = spec_.unit;
    recording["theme"] = spec_.theme;
    recording["radius"] = spec_.radius;
    recording["limit"] = spec_.limit;
    recording["body"] = spec_.body_radius;
    recording["fps"] = frames_per_second();
    recording["frames"] = frames_.size();
    if (!frames_.empty() &&
        std::all_of(frames_.begin(), frames_.end(), [](const Frame& f) { return f.number.has_value(); })) {
        recording["rate"] = spec_.frames_per_second;
        for (const Frame& frame : frames_) recording["numbers"].push_back(*frame.number);
    }
    recording["world"] = box(spec_.world);
    recording["window"] = box(spec_.window);
    recording["whole"] = whole;
    recording["origin"] = {quantiser.origin.x, quantiser.origin.y};
    recording["quantum"] = quantiser.quantum;
    recording["shown"] = most_shown();
    recording["present"] = most_present_;
    recording["walls"] = nlohmann::json::array();
    for (const Aabb& wall : spec_.walls)
        if (predicates::overlaps(wall, spec_.window)) recording["walls"].push_back(box(wall));
    recording["vehicles"] = vehicles();
    recording["palette"] = {{"dark", headings(0.77f)}, {"light", headings(0.66f)}};
    recording["map"] = map_.empty() ? "" : "data:image/png;base64," + base64(map_);
    recording["tracks"] = base64(table);
    recording["steps"] = base64(steps);
    std::string json = recording.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    // In a script element "</" would end the data early and "<!--" would hide its end. JSON has "<" only in strings.
    for (std::size_t at = json.find('<'); at != std::string::npos; at = json.find('<', at))
        json.replace(at, 1, "\\u003c");

    constexpr std::string_view mark = "@RECORDING@";
    const std::size_t place = replay_page.find(mark);
    std::string text;
    text.reserve(replay_page.size() + json.size());
    text.append(replay_page.substr(0, place)).append(json).append(replay_page.substr(place + mark.size()));
    return text;
}

Aabb window_holding(std::span<const float> x, std::span<const float> y, Vec2 center, float aspect, std::size_t people,
                    Aabb world) {
    // Half the height of the smallest window that contains the person.
    std::vector<float> reach(x.size());
    for (std::size_t i = 0; i < x.size(); ++i)
        reach[i] = std::max(std::abs(x[i] - center.x) / aspect, std::abs(y[i] - center.y));
    if (people >= reach.size()) return world;
    const auto rank = reach.begin() + static_cast<std::ptrdiff_t>(people);
    std::nth_element(reach.begin(), rank, reach.end());
    // A little less, so that rounding does not add one person too many.
    const float high = *rank * (1 - 1e-5f), wide = aspect * high;
    return {{std::max(world.min.x, center.x - wide), std::max(world.min.y, center.y - high)},
            {std::min(world.max.x, center.x + wide), std::min(world.max.y, center.y + high)}};
}

} // namespace throng::app
