// SPDX-License-Identifier: MIT
// The formats in which trajectories leave the program, each behind one interface.
#include "apps/throng/output/exports.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/shown.hpp"
#include "apps/throng/input/units.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <iterator>

namespace throng::app {

namespace {

constexpr Export known[] = {
    {"csv", ".csv", "comma-separated values: frame, time, id, x, y and where the person faces", false, write_csv},
    {"jupedsim", ".sqlite", "a database of JuPedSim: SQLite, version 2", false, write_jupedsim},
    {"jupedsim-1", ".sqlite", "the same in version 1, for older programs", false, write_jupedsim_1},
    {"vtk", ".pvd", "a series of VTK point sets (.vtp), as ParaView opens it", true, write_vtk},
    {"usd", ".usda", "a USD PointInstancer with time samples", false, write_usd}};

template <class Part> std::string list_of(Part part) {
    std::string list;
    for (const Export& one : known) {
        if (!list.empty() && list.ends_with(part(one))) continue; // two formats of one ending
        list += list.empty() ? "" : &one == std::end(known) - 1 ? " and " : ", ";
        list += part(one);
    }
    return list;
}

} // namespace

std::span<const Export> exports() { return known; }

const Export& export_named(std::string_view name) {
    const auto found =
        std::find_if(std::begin(known), std::end(known), [&](const Export& e) { return e.name == name; });
    if (found == std::end(known))
        throw UsageError(fmt::format("'{}' is no format to write; there are {}", shown(name),
                                     list_of([](const Export& e) { return e.name; })));
    return *found;
}

const Export& export_for(std::string_view file_name) {
    const std::string name = lower(file_name);
    const auto found =
        std::find_if(std::begin(known), std::end(known), [&](const Export& e) { return name.ends_with(e.ending); });
    if (found == std::end(known))
        throw UsageError(fmt::format("the ending of '{}' names no format to write; there are {}", shown(file_name),
                                     list_of([](const Export& e) { return e.ending; })));
    return *found;
}

} // namespace throng::app
