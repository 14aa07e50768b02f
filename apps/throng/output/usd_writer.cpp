// SPDX-License-Identifier: MIT
// Trajectories as a USD PointInstancer: a capsule for each person, with time samples of the frames.
#include "apps/throng/output/exports.hpp"
#include "apps/throng/output/headings.hpp"

#include <cmath>
#include <fmt/format.h>

namespace throng::app {

namespace {

using Headings = std::vector<std::array<double, 2>>;

constexpr const char* prototype = R"(        def Scope "Prototypes"
        {
            def Capsule "Person"
            {
                double height = 1.3
                double radius = 0.2
                uniform token axis = "Z"
                double3 xformOp:translate = (0, 0, 0.85)
                uniform token[] xformOpOrder = ["xformOp:translate"]
            }
        }
)";

// `type name.timeSamples = { frame: [item, item], ... }`; `item` appends sample i to the text.
template <class Item>
void add_samples(std::string& text, const char* attribute, const std::vector<Sample>& samples, Item item) {
    text += fmt::format("        {}.timeSamples = {{\n", attribute);
    for (std::size_t begin = 0, end = 0; begin < samples.size(); begin = end) {
        text += fmt::format("            {}: [", samples[begin].frame);
        for (; end < samples.size() && samples[end].frame == samples[begin].frame; ++end) {
            if (end > begin) text += ", ";
            item(text, end);
        }
        text += "],\n";
    }
    text += "        }\n";
}

} // namespace

void write_usd(const Recording& recording, std::string_view file, const FileSink& sink) {
    const std::vector<Sample>& samples = recording.samples;
    const Headings headings = headings_of(recording);
    // Positions are floats there; the origin is a translation in doubles.
    const double east = std::floor(samples[0].x), north = std::floor(samples[0].y);
    std::string text = fmt::format(R"(#usda 1.0
(
    defaultPrim = "Crowd"
    endTimeCode = {}
    framesPerSecond = {}
    metersPerUnit = 1
    startTimeCode = {}
    timeCodesPerSecond = {}
    upAxis = "Z"
)

def Xform "Crowd"
{{
    double3 xformOp:translate = ({}, {}, 0)
    uniform token[] xformOpOrder = ["xformOp:translate"]

    def PointInstancer "People"
    {{
)",
                                   samples.back().frame, recording.frames_per_second, samples.front().frame,
                                   recording.frames_per_second, east, north);
    add_samples(text, "int64[] ids", samples,
                [&](std::string& to, std::size_t i) { to += fmt::format("{}", samples[i].id); });
    add_samples(text, "int[] protoIndices", samples, [&](std::string& to, std::size_t) { to += '0'; });
    add_samples(text, "point3f[] positions", samples, [&](std::string& to, std::size_t i) {
        to += fmt::format("({}, {}, 0)", static_cast<float>(samples[i].x - east),
                          static_cast<float>(samples[i].y - north));
    });
    // A turn about the vertical axis as a quaternion: its real part first.
    add_samples(text, "quath[] orientations", samples, [&](std::string& to, std::size_t i) {
        const double half = std::atan2(headings[i][1], headings[i][0]) / 2;
        to += fmt::format("({:.4f}, 0, 0, {:.4f})", std::cos(half), std::sin(half));
    });
    text += "        rel prototypes = </Crowd/People/Prototypes/Person>\n\n";
    text += prototype;
    text += "    }\n}\n";
    sink(file, text);
}

} // namespace throng::app
