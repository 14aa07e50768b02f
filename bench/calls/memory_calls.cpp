// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/calls/town.hpp"

namespace throng::bench {

// Bytes in place of nanoseconds: those of a World that has ticked, beside four floats for each element.
std::vector<CallFigure> memory_calls(const CallSetup& setup) {
    Town town(setup.n, {.executor = serial()});
    for (std::size_t tick = 0; tick < 40; ++tick) {
        town.walk();
        require(town.world.move_all(town.boxes()));
        require(town.world.commit(serial()));
    }
    const auto items = static_cast<double>(town.size());
    return {compare(
        {.name = "bytes",
         .ours = "bytes of a World after 40 ticks (in place of ns)",
         .beside = "16 bytes",
         .must = 130.0 / 16,
         .items = items},
        1, [&] { return static_cast<double>(town.world.bytes()) / 1e9; }, [&] { return 16e-9 * items; })};
}

} // namespace throng::bench
