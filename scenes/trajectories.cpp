// SPDX-License-Identifier: MIT
// Scenes from recorded pedestrians: whitespace-separated `id frame x y ...`; a `#` line states whether lengths
// are in cm.
#include "scene.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <utility>

namespace throng::scenes {
namespace {

using Frames = std::map<long, std::map<long, Vec2>>; // frame -> person -> place in metres

Frames read(const std::filesystem::path& path) {
    Frames frames;
    std::ifstream file(path);
    float metres_per_unit = 1;
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with('#')) {
            if (line.find("/cm") != std::string::npos || line.find("in cm") != std::string::npos)
                metres_per_unit = 0.01f;
            continue;
        }
        std::istringstream fields(line);
        long id = 0;
        long frame = 0;
        Vec2 place{};
        if (fields >> id >> frame >> place.x >> place.y)
            frames[frame][id] = {place.x * metres_per_unit, place.y * metres_per_unit};
    }
    return frames;
}

// The frame with the most people among those that have a successor.
Frames::const_iterator fullest(const Frames& frames) {
    auto best = frames.end();
    for (auto frame = frames.begin(); frame != frames.end() && std::next(frame) != frames.end(); ++frame) {
        if (best == frames.end() || frame->second.size() > best->second.size()) best = frame;
    }
    return best;
}

Scene scene_of(const Frames& frames, std::string name, std::size_t size) {
    Scene scene;
    scene.name = std::move(name);
    const auto now = fullest(frames);
    if (now == frames.end()) return scene;

    const auto& people = now->second;
    const auto& later = std::next(now)->second;
    const float tile = 20; // metres; as wide as the recorded areas
    for (std::size_t copy = 0; scene.centers.size() < size; ++copy) {
        const Vec2 shift = {tile * static_cast<float>(copy % 8), tile * static_cast<float>(copy / 8)};
        for (const auto& [id, place] : people) {
            const auto next = later.find(id);
            const Vec2 velocity =
                next == later.end() ? Vec2{0, 0} : Vec2{next->second.x - place.x, next->second.y - place.y};
            scene.add({place.x + shift.x, place.y + shift.y}, {0.25f, 0.25f}, velocity);
        }
    }
    return scene;
}

} // namespace

std::vector<Scene> trajectories(const std::string& folder, std::size_t size) {
    std::vector<std::filesystem::path> paths;
    std::error_code unreadable;
    for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable)) {
        if (entry.path().extension() == ".txt") paths.push_back(entry.path());
    }
    std::sort(paths.begin(), paths.end());

    std::vector<Scene> scenes;
    for (const auto& path : paths) {
        Scene scene = scene_of(read(path), path.stem().string(), size);
        if (!scene.centers.empty()) scenes.push_back(std::move(scene));
    }
    return scenes;
}

} // namespace throng::scenes
