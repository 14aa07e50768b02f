// SPDX-License-Identifier: MIT
// Texts as programs write them: ends of lines, separators, decimal commas, quotes, encodings, gzip; and what is none.
#include "apps/throng/cli/errors.hpp"
#include "apps/throng/input/formats.hpp"
#include "tests/app/gzip.hpp"
#include "tests/app/reading.hpp"
#include "tests/app/scene_clip.hpp"
#include "tests/app/utf16_text.hpp"

#include <algorithm>
#include <gtest/gtest.h>

namespace throng::app {
namespace {

using namespace std::string_view_literals;

void expect_scene_in(const std::string& text) { expect_scene(clip_of(parse_recording(text, "clip", {}))); }

std::string replaced(const std::string& text, char what, std::string_view with) {
    std::string result;
    for (const char c : text) c == what ? result.append(with) : result.append(1, c);
    return result;
}

std::string csv() {
    return "frame,id,x,y\n" +
           scene_text([](const Step& s) { return fmt::format("{},{},{},{}", s.frame, s.id, s.x, s.y); });
}

TEST(Text, MayEndItsLinesInAnyWay) {
    for (const std::string_view end : {"\n", "\r\n", "\r"}) expect_scene_in(replaced(csv(), '\n', end));
    EXPECT_EQ(refusal_of("# one\r\rframe,id,x,y\r1,1,zero,0\r"),
              "clip, line 4, column 3: the x 'zero' is no finite number");
}

TEST(Text, MaySeparateItsFieldsInAnyWay) {
    for (const std::string_view separator : {",", ";", "\t", " ", ", ", " ; "})
        expect_scene_in(replaced(csv(), ',', separator));
}

TEST(Text, MayHaveDecimalCommasWhereTheSeparatorIsAnother) {
    for (const std::string_view separator : {" ", "\t", ";", "; "}) {
        const std::string points = scene_text([](const Step& s) { return id_first(s); });
        expect_scene_in(replaced(replaced(points, '.', ","), ' ', separator));
    }
    EXPECT_EQ(refusal_of("frame;id;x;y\n1;1;0,5;0\n2;1;0.5;0\n"),
              "clip, line 3, column 3: the x '0.5' has a decimal point, earlier numbers have a comma");
    EXPECT_EQ(refusal_of("1,1,0,5,0,7\n2,1,0,5,0,7\n"),
              "clip, line 1: commas may separate fields or decimals here; --columns says which columns there are");
}

TEST(Text, BetweenTabsMayHaveEmptyFields) {
    expect_scene_in("id\tperson type\tframe\tx\ty\n" +
                    scene_text([](const Step& s) { return fmt::format("{}\t\t{}\t{}\t{}", s.id, s.frame, s.x, s.y); }));
    EXPECT_EQ(refusal_of("1\t1\t0\t0\t1.7\n1\t2\t\t0\t1.7\n"), "clip, line 2, column 3: the x is missing");
    EXPECT_EQ(refusal_of("1\t1\t0\t0\t1.7\n\t2\t0\t0\t1.7\n"), "clip, line 2, column 1: the id is missing");
}

TEST(Text, HasQuotedFieldsByRfc4180) {
    expect_scene_in("\"frame\",\"id\",\"note \"\"1\"\", of two\",\"x\",\"y\"\r\n" + scene_text([](const Step& s) {
                        return fmt::format("\"{}\",{},\"a\r\nb, \"\"c\"\"\",{},\"{}\"\r", s.frame, s.id, s.x, s.y);
                    }));
    EXPECT_EQ(refusal_of("frame,id,x,y,note\n1,1,0,0,\"a\nb\"\n1,2,zero,0,c\n"),
              "clip, line 4, column 3: the x 'zero' is no finite number");
    EXPECT_EQ(refusal_of("frame,id,x,y\n1,1,0,\"0\n"), "clip, line 2: a quote is never closed");
    EXPECT_EQ(refusal_of("frame,id,x,y\n1,1,\"0\"5,0\n"),
              "clip, line 2, column 3: there is text after a closing quote");
}

TEST(Text, MayHaveAQuotedFirstColumnThatItsHeaderNames) {
    expect_scene_in("id;frame;x;y\n" +
                    scene_text([](const Step& s) { return fmt::format("\"{}\";{};{};{}", s.id, s.frame, s.x, s.y); }));
}

TEST(Text, WithTooFewOrTooManyFieldsForAPositionIsRefused) {
    EXPECT_EQ(refusal_of("1 0.5 0.5\n"),
              "clip, line 1: there are 3 fields, but id, frame, x and y are four; --columns says "
              "which columns there are");
    std::string on_its_side;
    for (int i = 0; i < 100; ++i) on_its_side += "1.5,";
    EXPECT_EQ(
        refusal_of(on_its_side + "0\n"),
        "clip, line 1: there are 101 fields, but a line is one position, id frame x y; is the table on its side?");
}

TEST(Text, MayBeInUtf8Or16WithAMarkOrWithout) {
    expect_scene_in("\xEF\xBB\xBF" + csv());
    expect_scene_in("\xFF\xFE" + utf16(csv(), false));
    expect_scene_in("\xFE\xFF" + utf16(csv(), true));
    expect_scene_in(utf16(csv(), false));
    expect_scene_in(utf16(csv(), true));
    EXPECT_EQ(refusal_of("\xFF\xFE" + utf16("1 1 0 0\n", false) + "\x01\xD8"sv.data()), "clip: byte 19 is no UTF-16LE");
}

TEST(Text, MayBePackedByGzip) {
    const std::string half = csv().substr(0, 40);
    expect_scene_in(gzipped(csv()));
    expect_scene_in(gzipped(half) + gzipped(csv().substr(40)));
    EXPECT_EQ(refusal_of(gzipped(csv()).substr(0, 60)), "clip: its gzip data end too early");
    std::string damaged = gzipped(csv());
    damaged[20] = static_cast<char>(damaged[20] ^ 0x55);
    damaged[30] = static_cast<char>(damaged[30] ^ 0x55);
    EXPECT_EQ(refusal_of(damaged), "clip: its gzip data are damaged");
}

TEST(Text, ThatIsNoneIsRefusedByItsName) {
    const auto expect_named = [](std::string_view bytes, std::string_view name) {
        EXPECT_EQ(refusal_of(bytes).rfind("clip: this is ", 0), 0u) << refusal_of(bytes);
        EXPECT_NE(refusal_of(bytes).find(name), std::string::npos) << refusal_of(bytes);
    };
    expect_named("\x89HDF\r\n\x1a\n\0\0\0"sv,
                 "an HDF5 file, which is not read; write its columns as CSV under the header");
    expect_named("PK\x03\x04\x14\0"sv, "a ZIP archive");
    expect_named("PAR1\x15\x04"sv, "a Parquet file");
    expect_named("\x93NUMPY\x01\0"sv, "a NumPy array");
    expect_named("{\"track\": {\"f\": 1}}\n"sv, "JSON");
    expect_named("<?xml version=\"1.0\"?>\n"sv, "XML");
    expect_named("%PDF-1.7\n"sv, "a PDF document");
    expect_named("\0\0\0\x18"
                 "ftypmp42"sv,
                 "a video");
    expect_named("\x01\x02\0\x03"sv, "a binary file of an unknown kind");
    std::string tar(257, 'a');
    tar += "ustar\0"sv;
    expect_named(gzipped(tar), "a tar archive");
}

TEST(Text, ThatIsAMapIsRefusedWithWhatToDo) {
    const auto expect_refusal = [](const std::string& bytes, const std::string& what) {
        const std::string refusal = refusal_of(bytes);
        EXPECT_EQ(refusal.rfind("clip: this is " + what, 0), 0u) << refusal;
        EXPECT_EQ(refusal.find("'ogr2ogr -f CSV -lco GEOMETRY=AS_XY OUT.csv IN'") != std::string::npos,
                  what.find("walls") == std::string::npos)
            << refusal;
        EXPECT_EQ(refusal.find("xmin,ymin,xmax,ymax") != std::string::npos, what.find("walls") != std::string::npos)
            << refusal;
    };
    const auto shapefile = [](char type) {
        std::string bytes(100, '\0');
        bytes.replace(0, 4, "\0\0\x27\x0A"sv);
        bytes[32] = type;
        return bytes;
    };
    expect_refusal(shapefile(1), "an ESRI shapefile, which is not read");
    expect_refusal(shapefile(11), "an ESRI shapefile, which is not read");
    expect_refusal(shapefile(0).substr(0, 20), "an ESRI shapefile, which is not read");
    expect_refusal(shapefile(3), "an ESRI shapefile of lines or polygons, as of walls, which is not read");
    expect_refusal(shapefile(15), "an ESRI shapefile of lines or polygons, as of walls, which is not read");
    expect_refusal(std::string("\x03\x7A\x0B\x1E\x02\0\0\0"sv), "a dBase table, as the .dbf of a shapefile is, which");
    std::string database("SQLite format 3\0"sv);
    database.resize(68);
    expect_refusal(database + "GPKG" + std::string(100, '\0'), "a GeoPackage, which is not read");
    EXPECT_EQ(refusal_of(database + std::string(100, '\0')).find("GeoPackage"), std::string::npos);

    const auto geojson = [](const std::string& type) {
        return R"({"type": "FeatureCollection", "features": [{"type": "Feature", "properties": {"name": "north"},
            "geometry": {"type": ")" +
               type + R"(", "coordinates": [[0, 0], [4, 0]]}}]})";
    };
    for (const std::string type : {"LineString", "Polygon", "MultiLineString", "MultiPolygon"})
        expect_refusal("\n" + geojson(type), "GeoJSON of lines or polygons, as of walls, which is not read");
    expect_refusal(geojson("Point"), "GeoJSON, which is not read");
    expect_refusal(geojson("MultiPoint") + geojson("Polygon"), "GeoJSON, which is not read");
    EXPECT_NE(refusal_of(R"({"walls": "Polygon"})").find("this is JSON"), std::string::npos);
}

TEST(Text, ThatWasForcedIsReadAsSuch) {
    ReadOptions options;
    options.format = "text";
    expect_scene(clip_of(parse_recording(csv(), "clip", options)));
    options.format = "carrier-pigeon";
    EXPECT_THROW(parse_recording(csv(), "clip", options), UsageError);
}

TEST(VideoBoxes, AreReadAsBoxesWithoutThoseOutOfSight) {
    const Recording recording = parse_recording("7 10 20 14 30 5 0 0 1 \"Biker\"\n"
                                                "7 11 20 15 30 6 0 0 0 \"Biker\"\n"
                                                "7 12 20 16 30 7 1 0 0 \"Biker\"\n"
                                                "8 40 20 44 22 5 0 1 0 \"Pedestrian\"\n",
                                                "clip", {});

    ASSERT_EQ(recording.samples.size(), 3u);
    EXPECT_EQ(recording.reading.format, "video-boxes");
    EXPECT_EQ(recording.reading.unit, "px");
    const Sample& first = recording.samples[0];
    EXPECT_EQ(first.id, 7);
    EXPECT_EQ(first.frame, 5);
    EXPECT_EQ(first.x, 12);
    EXPECT_EQ(first.y, 25);
    EXPECT_EQ(first.half_x, 2);
    EXPECT_EQ(first.half_y, 5);
}

TEST(VideoBoxes, AreThoseOfTheMotChallengeToo) {
    const Recording recording =
        parse_recording("1,7,10,20,4,10,1,-1,-1,-1\n2,7,11.5,20,4,10,0.9,-1,-1,-1\n", "clip", {});

    ASSERT_EQ(recording.samples.size(), 2u);
    EXPECT_EQ(recording.samples[0].frame, 1);
    EXPECT_EQ(recording.samples[0].id, 7);
    EXPECT_EQ(recording.samples[1].x, 13.5);
    EXPECT_EQ(recording.samples[1].half_y, 5);
}

TEST(VideoBoxes, MayHaveNames) {
    const Recording recording = parse_recording("frame,track,xmin,ymin,xmax,ymax,lost\n"
                                                "5,7,10,20,14,30,0\n6,7,10,20,14,30,1\n",
                                                "clip", {});

    ASSERT_EQ(recording.samples.size(), 1u);
    EXPECT_EQ(recording.samples[0].half_y, 5);
    EXPECT_EQ(refusal_of("frame,id,xmin,ymin,xmax,ymax\n1,1,5,5,4,6\n"), "clip, line 2: the box ends before it begins");
}

} // namespace
} // namespace throng::app
