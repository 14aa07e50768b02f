// SPDX-License-Identifier: MIT
// Plain technical lettering from strokes: no font file is needed and every size is smooth.
#pragma once

#include "apps/throng/draw/canvas.hpp"

#include <string_view>

namespace throng::app {

enum class Align { Left, Center, Right };

struct Lettering {
    float size = 24; // pixels from one baseline to the next; capitals are half as high
    Colour colour{1, 1, 1};
    Align align = Align::Left;
    float weight = 1; // of the strokes: 1 regular, 1.6 bold
};

/// Writes `text` (UTF-8 of Latin letters, digits and . , : ; ! ? - + = / ( ) [ ] % & # ' _ ² ×) with its baseline at
/// `origin`. A character without glyph is a gap.
void write(Canvas& canvas, std::string_view text, Point origin, const Lettering& lettering);

/// In pixels.
float width_of(std::string_view text, float size);

} // namespace throng::app
