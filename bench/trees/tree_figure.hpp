// SPDX-License-Identifier: MIT
// A LooseQuadtree beside a StaticTree of the same content: named figures of both, in one process, in turns.
#pragma once

#include "bench/common/contenders.hpp"
#include "bench/common/figures.hpp"
#include "bench/common/format.hpp"
#include "bench/common/index_kind.hpp"
#include "bench/common/subject.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace throng::bench {

struct TreeFigure {
    std::string name; // content/what
    std::string unit;
    Spread loose{}, packed{}, ratio{}; // of the loose quadtree, of the static tree, and one over the other
};

/// What one tree did in one round: as many values as figures are told, and a hash of its answers.
struct TreeRound {
    std::vector<double> values;
    std::uint64_t hash = 0;
};

struct FigureName {
    std::string_view what, unit;
};

std::unique_ptr<support::AnyIndex> open_index(std::string_view kind);

/// Measures both trees once, untimed, then in each round; which comes first changes with the round.
/// `measure(AnyIndex&, kind, seed)` returns a TreeRound; each round has a seed of its own, since one draw may suit a
/// tree badly. Throws Disagreement where the trees' answers differ.
template <class Measure>
std::vector<TreeFigure> figures_of_trees(const std::string& content, const std::vector<FigureName>& names,
                                         std::size_t rounds, Measure&& measure) {
    const auto loose_tree = open_index("loose_quadtree"), packed_tree = open_index("static_tree");
    const auto loose = [&](std::uint64_t seed) { return measure(*loose_tree, "loose_quadtree", seed); };
    const auto packed = [&](std::uint64_t seed) { return measure(*packed_tree, "static_tree", seed); };
    std::vector<TreeRound> of_loose, of_packed;
    loose(1), packed(1);
    for (std::size_t round = 0; round < rounds; ++round) {
        if (round % 2 == 0) of_loose.push_back(loose(round + 1));
        of_packed.push_back(packed(round + 1));
        if (round % 2 != 0) of_loose.push_back(loose(round + 1));
        if (of_loose.back().hash != of_packed.back().hash)
            throw Disagreement(content + ": the answers of loose_quadtree and static_tree differ");
    }
    std::vector<TreeFigure> figures;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const auto told = [&](auto&& value) { return spread_of_rounds(rounds, value); };
        figures.push_back(
            {content + "/" + std::string(names[i].what), std::string(names[i].unit),
             told([&](std::size_t round) { return of_loose[round].values[i]; }),
             told([&](std::size_t round) { return of_packed[round].values[i]; }),
             told([&](std::size_t round) { return of_loose[round].values[i] / of_packed[round].values[i]; })});
    }
    return figures;
}

/// How one index in one form follows a town whose people come and go; ns per element of a tick.
struct TownFigure {
    std::string index, form;
    Spread changes{}, pairs{}, nearest{}, tick{};
    Spread over_first{}; // its tick over that of the first figure in the same round
};

std::string trees_markdown(const Facts& facts, const std::vector<TreeFigure>& figures,
                           const std::vector<TownFigure>& town);
std::string trees_json(const Facts& facts, const std::vector<TreeFigure>& figures, const std::vector<TownFigure>& town);

} // namespace throng::bench
