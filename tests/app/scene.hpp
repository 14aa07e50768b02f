// SPDX-License-Identifier: MIT
// One small scene in any layout: three people in four frames. Two walk side by side, half a metre apart, a quarter of a
// metre in each frame, the third stands far away. Within a metre there is one pair in each frame.
#pragma once

#include <fmt/format.h>
#include <functional>
#include <string>
#include <vector>

namespace throng::app {

struct Step {
    int id, frame;
    double x, y; // metres
};

inline std::vector<Step> steps_by_person() {
    std::vector<Step> steps;
    for (int id = 1; id <= 3; ++id)
        for (int frame = 0; frame < 4; ++frame)
            steps.push_back({id, frame, id == 3 ? 7 : 0.25 * frame, id == 3 ? 9 : 0.5 * (id - 1)});
    return steps;
}

inline std::vector<Step> steps_by_frame() {
    std::vector<Step> steps;
    for (int frame = 0; frame < 4; ++frame)
        for (const Step& step : steps_by_person())
            if (step.frame == frame) steps.push_back(step);
    return steps;
}

/// A line of the scene for each step; `line` writes it.
inline std::string scene_text(const std::function<std::string(const Step&)>& line,
                              const std::vector<Step>& steps = steps_by_person()) {
    std::string text;
    for (const Step& step : steps) text += line(step) + "\n";
    return text;
}

/// "1 0 25 50": the documented order, in units of `unit` metres.
inline std::string id_first(const Step& step, double unit = 1) {
    return fmt::format("{} {} {:.4f} {:.4f}", step.id, step.frame, step.x / unit, step.y / unit);
}
inline std::string frame_first(const Step& step) {
    return fmt::format("{} {} {:.4f} {:.4f}", step.frame, step.id, step.x, step.y);
}
inline std::string id_first_in_cm(const Step& step) { return id_first(step, 0.01); }

} // namespace throng::app
