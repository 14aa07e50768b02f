// SPDX-License-Identifier: MIT
// Boxes as people annotate them in videos: a layout of text without names of its columns.
#include "apps/throng/input/video_boxes.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/input/source.hpp"
#include "apps/throng/input/text_reader.hpp"
#include "apps/throng/input/text_rows.hpp"

#include <algorithm>

namespace throng::app {

namespace {

// Of a line, if it has one of the two layouts: that of VATIC, or that of the MOTChallenge, whose last three fields are
// the unknown place in the world. Null: neither.
const char* columns_in(std::string_view bytes) try {
    TextRows rows(bytes.substr(0, 1 << 12), "");
    if (!rows.next()) return nullptr;
    const bool has_commas = rows.line().find(',') != std::string_view::npos;
    const auto& fields = rows.fields(has_commas ? Separator::Comma : Separator::Blanks);
    if (fields.size() != 10) return nullptr;
    const auto is_whole = [](std::string_view field) {
        return !field.empty() && field.find_first_not_of("-0123456789") == std::string_view::npos;
    };
    if (has_commas) {
        const bool has_no_world =
            std::all_of(fields.begin() + 7, fields.end(), [](auto field) { return field == "-1"; });
        const bool has_keys = is_whole(fields[0]) && is_whole(fields[1]);
        return has_no_world && has_keys ? "frame,id,xmin,ymin,width,height" : nullptr;
    }
    const auto is_flag = [](std::string_view field) { return field == "0" || field == "1"; };
    const bool is_vatic = std::all_of(fields.begin(), fields.begin() + 9, is_whole) &&
                          std::all_of(fields.begin() + 6, fields.begin() + 9, is_flag) && !is_number(fields[9]);
    return is_vatic ? "id,xmin,ymin,xmax,ymax,frame,lost" : nullptr;
} catch (const UsageError&) {
    return nullptr; // a quote that is never closed
}

ReadOptions as_boxes(std::string_view bytes, const ReadOptions& options) {
    ReadOptions result = options;
    const char* columns = columns_in(bytes);
    if (options.columns.empty()) result.columns = columns ? columns : "id,xmin,ymin,xmax,ymax,frame,lost";
    return result;
}

} // namespace

bool is_video_boxes(std::string_view bytes) { return columns_in(bytes) != nullptr; }

void require_beginning_of_video_boxes(std::string_view bytes, std::string_view name, const ReadOptions& options) {
    require_text(bytes, name);
    require_beginning_of_text(bytes, name, as_boxes(bytes, options));
}

Recording read_video_boxes(std::string_view bytes, std::string_view name, const ReadOptions& options) {
    require_text(bytes, name);
    Recording recording = read_text(bytes, name, as_boxes(bytes, options));
    if (options.columns.empty()) recording.reading.columns_from = "the shape of the lines";
    return recording;
}

} // namespace throng::app
