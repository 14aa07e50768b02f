// SPDX-License-Identifier: MIT
// Trajectories as a series of VTK point sets, a file for each frame, and the list of them with their times.
#include "apps/throng/output/exports.hpp"
#include "apps/throng/output/headings.hpp"

#include <filesystem>
#include <fmt/format.h>

namespace throng::app {

namespace {

constexpr const char* array_end = "\n</DataArray>\n";

class PointSet {
public:
    PointSet(const Recording& recording, const std::vector<std::array<double, 2>>& headings)
        : samples_(recording.samples), headings_(headings) {}

    // The samples [begin, end) are a frame. Each point is a cell, without which viewers show nothing.
    std::string text(std::size_t begin, std::size_t end) {
        text_.clear();
        add("<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" "
            "header_type=\"UInt64\">\n<PolyData>\n<Piece NumberOfPoints=\"{0}\" NumberOfVerts=\"{0}\">\n<Points>\n"
            "<DataArray type=\"Float64\" Name=\"positions\" NumberOfComponents=\"3\" format=\"ascii\">\n",
            end - begin);
        for (std::size_t i = begin; i < end; ++i) add("{} {} 0 ", samples_[i].x, samples_[i].y);
        add("{}</Points>\n<Verts>\n<DataArray type=\"Int64\" Name=\"connectivity\" format=\"ascii\">\n", array_end);
        for (std::size_t i = begin; i < end; ++i) add("{} ", i - begin);
        add("{}<DataArray type=\"Int64\" Name=\"offsets\" format=\"ascii\">\n", array_end);
        for (std::size_t i = begin; i < end; ++i) add("{} ", i - begin + 1);
        add("{}</Verts>\n<PointData Scalars=\"ids\" Vectors=\"orientations\">\n"
            "<DataArray type=\"Int64\" Name=\"ids\" format=\"ascii\">\n",
            array_end);
        for (std::size_t i = begin; i < end; ++i) add("{} ", samples_[i].id);
        add("{}<DataArray type=\"Float64\" Name=\"orientations\" NumberOfComponents=\"3\" format=\"ascii\">\n",
            array_end);
        for (std::size_t i = begin; i < end; ++i) add("{:.6g} {:.6g} 0 ", headings_[i][0], headings_[i][1]);
        add("{}</PointData>\n</Piece>\n</PolyData>\n</VTKFile>\n", array_end);
        return text_;
    }

private:
    template <class... Values> void add(fmt::format_string<Values...> form, Values&&... values) {
        text_ += fmt::format(form, std::forward<Values>(values)...);
    }

    const std::vector<Sample>& samples_;
    const std::vector<std::array<double, 2>>& headings_;
    std::string text_;
};

// A name as an attribute of XML.
std::string attribute(std::string_view text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
        case '&': result += "&amp;"; break;
        case '<': result += "&lt;"; break;
        case '"': result += "&quot;"; break;
        default: result += c;
        }
    }
    return result;
}

} // namespace

void write_vtk(const Recording& recording, std::string_view file, const FileSink& sink) {
    const auto headings = headings_of(recording);
    const std::vector<Sample>& samples = recording.samples;
    PointSet points(recording, headings);
    // A file without an ending has the name that the folder would have.
    const std::string stem = std::filesystem::path(file).stem().string();
    const std::string folder = stem == file ? stem + "_frames" : stem;
    std::string list = "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n";
    for (std::size_t begin = 0, end = 0; begin < samples.size(); begin = end) {
        while (end < samples.size() && samples[end].frame == samples[begin].frame) ++end;
        const std::string name = fmt::format("{}/{}.vtp", folder, samples[begin].frame);
        sink(name, points.text(begin, end));
        list += fmt::format("<DataSet timestep=\"{}\" part=\"0\" file=\"{}\"/>\n",
                            static_cast<double>(samples[begin].frame) / recording.frames_per_second, attribute(name));
    }
    sink(file, list + "</Collection>\n</VTKFile>\n");
}

} // namespace throng::app
