// SPDX-License-Identifier: MIT
// Combinations of query options such that every two settings of two options occur together.
#pragma once

#include <throng/query_options.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace throng::test {

enum class Among : std::uint8_t { All, Half, FewLowSlots };

struct OptionChoice {
    std::uint32_t limit;
    Among among;
    bool exclude;
    Measure measure;
    Order order;
    bool distances;
};

/// The first is the default of everything.
inline constexpr std::array<OptionChoice, 9> option_choices = {{
    {0, Among::All, false, Measure::Box, Order::Stable, false},
    {0, Among::Half, true, Measure::Center, Order::BySlot, true},
    {0, Among::FewLowSlots, true, Measure::Box, Order::Stable, true},
    {1, Among::All, true, Measure::Center, Order::Stable, true},
    {1, Among::Half, false, Measure::Box, Order::Stable, false},
    {1, Among::FewLowSlots, false, Measure::Center, Order::BySlot, false},
    {5, Among::All, false, Measure::Box, Order::BySlot, true},
    {5, Among::Half, false, Measure::Center, Order::Stable, true},
    {5, Among::FewLowSlots, true, Measure::Box, Order::BySlot, false},
}};

/// What the options of a choice point at, for content of `slot_count` slots.
class OptionSets {
public:
    explicit OptionSets(std::size_t slot_count) : half_(slot_count), few_(slot_count / 4) {
        for (std::size_t i = 0; i < slot_count; ++i) {
            if (i % 3 != 0 && i % 64 < 40) half_.set(static_cast<Slot>(i));
            if (i % 5 == 0) few_.set(static_cast<Slot>(i));
        }
    }

    /// `exclude` has one slot per row; it is used where the choice excludes.
    QueryOptions options(const OptionChoice& choice, std::span<const Slot> exclude) const {
        QueryOptions options;
        options.among = set_of(choice.among);
        if (choice.exclude) options.exclude = exclude;
        options.limit = choice.limit;
        options.measure = choice.measure;
        options.order = choice.order;
        options.distances = choice.distances;
        return options;
    }

    const HierarchicalBitset* set_of(Among among) const {
        return among == Among::All ? nullptr : among == Among::Half ? &half_ : &few_;
    }

private:
    HierarchicalBitset half_;
    HierarchicalBitset few_; // shorter than the content: slots beyond it are not members
};

} // namespace throng::test
