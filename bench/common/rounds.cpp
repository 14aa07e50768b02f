// SPDX-License-Identifier: MIT
// Rounds, and the comparison at their end.
#include "bench/common/rounds.hpp"

#include "bench/common/figures.hpp"
#include "bench/common/workload.hpp"

#include <throng/row_grid.hpp>

#include <cstdint>
#include <optional>

namespace throng::bench {

std::vector<Slot> order_of_space(const Crowd& crowd) {
    RowGrid grid({.executor = serial()});
    require(grid.build(crowd.boxes()));
    const std::span<const Slot> order = grid.order();
    return {order.begin(), order.end()};
}

void run_round(std::vector<Runner>& all, Crowd& crowd, Motion motion, std::size_t round) {
    move(crowd, motion);
    const Crowd before = crowd;
    move(crowd, motion);
    for (std::size_t turn = 0; turn < all.size(); ++turn) {
        Runner& each = all[(round + turn) % all.size()];
        const double time = seconds_when_warm(*each.named.contender, before, crowd);
        if (round >= warm_up_ticks) each.seconds.push_back(time);
    }
}

void run_rounds(std::vector<Runner>& all, Crowd& crowd, Motion motion, std::size_t rounds) {
    for (std::size_t round = 0; round < warm_up_ticks + rounds; ++round) run_round(all, crowd, motion, round);
}

void require_same_answers(std::span<const Runner> all, const Crowd& crowd, const std::string& where) {
    std::optional<std::uint64_t> hash;
    for (const Runner& each : all) {
        const Answer answer = each.named.contender->answer(crowd);
        if (hash.value_or(answer.hash) != answer.hash)
            throw Disagreement(where + ": the answers of " + each.named.name + " and " + all.front().named.name +
                               " differ");
        hash = answer.hash;
    }
}

} // namespace throng::bench
