// SPDX-License-Identifier: MIT
#include "bench/calls/calls.hpp"
#include "bench/calls/town.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <stdexcept>

namespace throng::bench {
namespace {

// What a user would write: pairs as 64-bit keys, least significant digits of eleven bits first, only as many as the
// slots have.
void radix_sort(std::vector<std::uint64_t>& keys, std::vector<std::uint64_t>& scratch, std::uint32_t slots) {
    constexpr unsigned digit = 11;
    const auto bits = static_cast<unsigned>(std::bit_width(slots));
    scratch.resize(keys.size());
    const auto pass = [&](unsigned shift, unsigned width) {
        std::array<std::uint32_t, std::size_t{1} << digit> begin{};
        const std::uint64_t mask = (std::uint64_t{1} << width) - 1;
        for (const std::uint64_t key : keys) ++begin[(key >> shift) & mask];
        std::uint32_t sum = 0;
        for (std::uint32_t& each : begin) sum += std::exchange(each, sum);
        for (const std::uint64_t key : keys) scratch[begin[(key >> shift) & mask]++] = key;
        keys.swap(scratch);
    };
    for (const unsigned word : {0u, 32u})
        for (unsigned shift = 0; shift < bits; shift += digit) pass(word + shift, std::min(digit, bits - shift));
}

} // namespace

std::vector<CallFigure> order_calls(const CallSetup& setup) {
    std::vector<CallFigure> figures;
    const Town town(setup.n, {.executor = serial()});
    const auto items = static_cast<double>(town.size());
    Pairs ordered, stable;
    std::vector<std::uint64_t> keys, scratch;
    const auto by_hand = [&] {
        require(town.world.pairs(stable, {}, serial()));
        keys.clear();
        for (const Pair pair : stable.view()) keys.push_back(std::uint64_t{pair.a} << 32 | pair.b);
        radix_sort(keys, scratch, static_cast<std::uint32_t>(town.size()));
    };
    figures.push_back(compare(
        {.name = "pairs_by_slot",
         .ours = "pairs(BySlot)",
         .beside = "pairs() and a radix sort by hand",
         .must = 1.2,
         .items = items},
        setup.rounds,
        [&] { return seconds([&] { require(town.world.pairs(ordered, {.order = Order::BySlot}, serial())); }); },
        [&] { return seconds(by_hand); }));
    if (keys.size() != ordered.size() ||
        !std::equal(keys.begin(), keys.end(), ordered.view().begin(),
                    [](auto key, Pair p) { return key == (std::uint64_t{p.a} << 32 | p.b); }))
        throw std::runtime_error("pairs in the order of slots differ from a sort by hand");

    Hits rows, stable_rows;
    for (const float radius : {2.f, 5.f}) {
        figures.push_back(compare(
            {.name = "neighbors_by_slot",
             .ours = "neighbors(" + digits(static_cast<double>(radius)) + ", BySlot)",
             .beside = "neighbors(" + digits(static_cast<double>(radius)) + ")",
             .must = 2,
             .items = items},
            setup.rounds,
            [&] {
                return seconds(
                    [&] { require(town.world.neighbors(radius, rows, {.order = Order::BySlot}, serial())); });
            },
            [&] { return seconds([&] { require(town.world.neighbors(radius, stable_rows, {}, serial())); }); }));
        if (rows.slots().size() != stable_rows.slots().size()) throw std::runtime_error("neighbours differ by order");
    }
    return figures;
}

} // namespace throng::bench
