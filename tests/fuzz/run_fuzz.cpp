// SPDX-License-Identifier: MIT
// What throng run does with a file, but for its pictures: any format, doubts, a crowd, neighbours, and brute force.
#include "apps/throng/cli/reading_report.hpp"
#include "apps/throng/clip/clip_run.hpp"
#include "apps/throng/output/exports.hpp"
#include "tests/fuzz/reading.hpp"

#include <algorithm>

namespace {

void run(const throng::app::Recording& recording) {
    using namespace throng::app;
    const Clip clip = clip_of(recording);
    const ReadingReport report(recording, clip);
    throng::fuzz::require(report.people > 0 && report.rows().size() > 4, "the report tells what was read");
    const Workers workers(1);
    TiledCrowd crowd(clip, 1, 2 * ClipRun::body_half_extent, 1, workers);
    const throng::Route indexes[] = {throng::Route::RowGrid, throng::Route::LooseGrid, throng::Route::StaticTree};
    ClipRun steps(crowd, clip, indexes[recording.samples.size() % 3], 2, workers);
    SpotCheck check(1, 1, workers);
    for (std::size_t f = 0; f < std::min<std::size_t>(clip.frames(), 3); ++f) steps.step(check);
    for (const Export& format : exports()) format.write(recording, "file", [](std::string_view, std::string_view) {});
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return throng::fuzz::read("", data, size, run);
}
