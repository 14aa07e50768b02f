// SPDX-License-Identifier: MIT
// Trajectories as comma-separated values, which the program reads again without loss.
#include "apps/throng/output/exports.hpp"
#include "apps/throng/output/headings.hpp"

#include <fmt/format.h>

namespace throng::app {

void write_csv(const Recording& recording, std::string_view file, const FileSink& sink) {
    const auto headings = headings_of(recording);
    std::string text = "frame,time,id,x,y,facing_x,facing_y\n";
    for (std::size_t i = 0; i < recording.samples.size(); ++i) {
        const Sample& s = recording.samples[i];
        text += fmt::format("{},{},{},{},{},{:.6g},{:.6g}\n", s.frame,
                            static_cast<double>(s.frame) / recording.frames_per_second, s.id, s.x, s.y, headings[i][0],
                            headings[i][1]);
    }
    sink(file, text);
}

} // namespace throng::app
