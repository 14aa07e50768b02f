// SPDX-License-Identifier: MIT
// Boxes as people annotate them in videos, in pixels: `track xmin ymin xmax ymax frame lost occluded generated "label"`
// (VATIC: Vondrick, Patterson, Ramanan 2013; the Stanford Drone Dataset), or `frame,id,left,top,width,height,
// confidence,-1,-1,-1` (MOTChallenge: Leal-Taixe et al. 2015).
#pragma once

#include "apps/throng/input/recording.hpp"

#include <string_view>

namespace throng::app {

/// True if the first line has one of the two layouts.
bool is_video_boxes(std::string_view bytes);

/// Does what require_beginning_of_text does.
void require_beginning_of_video_boxes(std::string_view bytes, std::string_view name, const ReadOptions& options);

/// Boxes out of sight (lost) are left out.
Recording read_video_boxes(std::string_view bytes, std::string_view name, const ReadOptions& options);

} // namespace throng::app
