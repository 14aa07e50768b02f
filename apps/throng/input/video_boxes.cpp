// SPDX-License-Identifier: MIT
// Boxes as people annotate them in videos: a layout of text without names of its columns.
#include "apps/throng/input/video_boxes.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/input/source.hpp"
#include "apps/throng/input/text_reader.hpp"
#include "apps/throng/input/text_rows.hpp"

#include <algorithm>

namespace throng::app {

bool is_video_boxes(std::string_view bytes) try {
    TextRows rows(bytes.substr(0, 1 << 12), "");
    if (!rows.next() || rows.line().find_first_of(",;") != std::string_view::npos) return false;
    const auto& fields = rows.fields(Separator::Blanks);
    const auto is_whole = [](std::string_view field) {
        return field.find_first_not_of("-0123456789") == std::string_view::npos;
    };
    const auto is_flag = [](std::string_view field) { return field == "0" || field == "1"; };
    return fields.size() == 10 && std::all_of(fields.begin(), fields.begin() + 9, is_whole) &&
           std::all_of(fields.begin() + 6, fields.begin() + 9, is_flag) && !is_number(fields[9]);
} catch (const UsageError&) {
    return false; // a quote that is never closed
}

Recording read_video_boxes(std::string_view bytes, std::string_view name, const ReadOptions& options) {
    require_text(bytes, name);
    ReadOptions as_boxes = options;
    if (options.columns.empty()) as_boxes.columns = "id,xmin,ymin,xmax,ymax,frame,lost";
    Recording recording = read_text(bytes, name, as_boxes);
    if (options.columns.empty()) recording.reading.columns_from = "the shape of the lines";
    return recording;
}

} // namespace throng::app
