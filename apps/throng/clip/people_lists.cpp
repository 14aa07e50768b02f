// SPDX-License-Identifier: MIT
#include "apps/throng/clip/people_lists.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>
#include <numbers>
#include <tuple>
#include <utility>

namespace throng::app {

namespace {

// Calls body(slot, person) for each person of the frame.
template <class Body> void for_each_person(const FrameOfPeople& frame, Body&& body) {
    for (std::size_t slot = 0; slot < frame.people.size(); ++slot)
        if (frame.centers.present.empty() || frame.centers.present[slot] != 0)
            body(static_cast<Slot>(slot), frame.people[slot]);
}

} // namespace

void PeopleList::add(const FrameOfPeople& frame) {
    const double area = std::numbers::pi * static_cast<double>(frame.radius) * static_cast<double>(frame.radius);
    slots_.clear();
    for_each_person(frame, [&](Slot slot, std::uint32_t) { slots_.push_back(slot); });
    std::sort(slots_.begin(), slots_.end(), [&](Slot a, Slot b) { return frame.people[a] < frame.people[b]; });
    auto out = std::back_inserter(text_);
    for (const Slot slot : slots_) {
        const bool has_row = slot < frame.near.size();
        const auto distances = has_row ? frame.near.distances(slot) : std::span<const float>{};
        fmt::format_to(out, "{},{},{:.4f},{:.4f},{},", frame.number, frame.people[slot],
                       clip_.origin[0] + static_cast<double>(frame.centers.x[slot]),
                       clip_.origin[1] + static_cast<double>(frame.centers.y[slot]), distances.size());
        if (!distances.empty()) fmt::format_to(out, "{:.4f}", *std::min_element(distances.begin(), distances.end()));
        fmt::format_to(out, ",{:.4f}\n", static_cast<double>(distances.size() + 1) / area);
    }
}

void MeetingList::add(const FrameOfPeople& frame) {
    ++frames_;
    for_each_person(frame, [&](Slot slot, std::uint32_t id) {
        if (slot >= frame.near.size()) return;
        const std::span<const Slot> row = frame.near[slot];
        const std::span<const float> distances = frame.near.distances(slot);
        for (std::size_t i = 0; i < row.size(); ++i) {
            const std::uint32_t other = frame.people[row[i]];
            if (other < id) continue; // the row of the other one has it
            const Meeting now{id, other, frame.number, frame.number, frame.number, frames_, 1, distances[i]};
            const auto [at, is_new] = going_on_.try_emplace(std::uint64_t{id} << 32 | other, now);
            Meeting& meeting = at->second;
            if (is_new) continue;
            if (meeting.last + 1 != frames_) {
                over_.push_back(std::exchange(meeting, now));
                continue;
            }
            if (distances[i] < meeting.least) meeting.least = distances[i], meeting.at = frame.number;
            meeting.end = frame.number;
            meeting.last = frames_;
            ++meeting.frames;
        }
    });
}

std::string MeetingList::csv() const {
    std::vector<Meeting> all = over_;
    for (const auto& [ids, meeting] : going_on_) all.push_back(meeting);
    const auto key = [](const Meeting& m) { return std::tuple(m.begin, m.id, m.other); };
    std::sort(all.begin(), all.end(), [&](const Meeting& a, const Meeting& b) { return key(a) < key(b); });
    std::string text = "id,other,begin,end,frames,least_distance,at_frame\n";
    for (const Meeting& m : all)
        fmt::format_to(std::back_inserter(text), "{},{},{},{},{},{:.4f},{}\n", m.id, m.other, m.begin, m.end, m.frames,
                       m.least, m.at);
    return text;
}

std::string csv_of(const DensityField& density, const Clip& clip) {
    const std::vector<float> cells = density.persons_per_square_metre(0);
    std::string text =
        fmt::format("# histogram: persons per square metre in cells of {} m, mean of {} frames\nx,y,density\n",
                    density.cell(), density.frames());
    const auto middle = [&](float from, std::size_t cell, double origin) {
        return origin + static_cast<double>(from) +
               (static_cast<double>(cell) + 0.5) * static_cast<double>(density.cell());
    };
    for (std::size_t i = 0; i < cells.size(); ++i) {
        if (cells[i] == 0) continue;
        fmt::format_to(std::back_inserter(text), "{:.4f},{:.4f},{:.6g}\n",
                       middle(density.bounds().min.x, i % density.columns(), clip.origin[0]),
                       middle(density.bounds().min.y, i / density.columns(), clip.origin[1]), cells[i]);
    }
    return text;
}

} // namespace throng::app
