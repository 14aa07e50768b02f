// SPDX-License-Identifier: MIT
// Boxes as people annotate them in videos: `track xmin ymin xmax ymax frame lost occluded generated "label"`, in pixels
// (VATIC: Vondrick, Patterson, Ramanan 2013; the Stanford Drone Dataset).
#pragma once

#include "apps/throng/input/recording.hpp"

#include <string_view>

namespace throng::app {

/// True if the first line consists of nine whole numbers, of which the last three are 0 or 1, and a label.
bool is_video_boxes(std::string_view bytes);

/// Boxes out of sight (lost) are left out.
Recording read_video_boxes(std::string_view bytes, std::string_view name, const ReadOptions& options);

} // namespace throng::app
