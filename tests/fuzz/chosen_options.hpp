// SPDX-License-Identifier: MIT
// Options of a query, valid and invalid, with the arrays that they point at.
#pragma once

#include "tests/fuzz/bytes.hpp"
#include "tests/fuzz/places.hpp"

#include <throng/query_options.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::fuzz {

/// `categories`: whether the object has them, as a World does.
class ChosenOptions {
public:
    ChosenOptions(Bytes& source, std::size_t rows, std::size_t slots, bool categories) : random_(source.below(256)) {
        static constexpr std::uint32_t limits[] = {0, 0, 0, 1, 2, 5, 64, ~0u};
        const std::uint32_t how = source.below(256), filters = source.below(256);
        options.limit = limits[how % 8];
        options.measure = how / 8 % 2 == 0 ? Measure::Box : Measure::Center;
        options.order = how / 16 % 2 == 0 ? Order::Stable : Order::BySlot;
        options.distances = how / 32 % 2 == 1;
        if (filters % 2 == 1) gather_members(slots);
        if (filters / 2 % 2 == 1) exclude_some(rows, slots);
        if (categories && filters / 4 % 2 == 1) options.mask = some_bits();
        if (categories && filters / 8 % 2 == 1) mask_rows(rows);
        if (categories) choose_layers(source.below(256), rows);
        if (filters / 16 == 15) spoil(rows, categories);
        if (filters / 16 == 14) lengthen(rows);
    }
    ChosenOptions(const ChosenOptions&) = delete;
    ChosenOptions& operator=(const ChosenOptions&) = delete;

    QueryOptions options;
    bool invalid = false;      // the whole call is InvalidArgument
    bool unknown_enum = false; // for that reason: calls that take no notice of it may answer

    PairOptions pairs(Bytes& source, std::size_t slots, bool categories) {
        PairOptions pairs;
        pairs.order = options.order;
        pairs.among = options.among;
        const std::uint32_t by = source.below(256);
        if (by % 4 == 1) pairs.distance = some_distance(by / 4);
        pairs.squared_distances = by % 3 == 1;
        if (!categories) return pairs;
        pairs.layers = options.layers;
        pairs.across_layers = options.across_layers;
        pairs.mask = options.mask;
        const std::uint32_t how = source.below(256);
        pairs.static_static = how % 2 == 1;
        if (how / 2 % 2 == 1) {
            for (std::size_t i = 0; i < slots; ++i) collides_with_.push_back(some_bits() | some_bits());
            pairs.collides_with = collides_with_;
        }
        return pairs;
    }

    /// Of a world whose layers are 0 to 4 and the last one.
    LayerRange some_layers() {
        const auto one = static_cast<std::uint16_t>(random_.below(6)),
                   more = static_cast<std::uint16_t>(random_.below(4));
        if (random_.below(4) == 0) return {one, 0xFFFF};
        return {one, static_cast<std::uint16_t>(one + more / 2)};
    }

private:
    static float some_distance(std::uint32_t which) {
        constexpr float usual[] = {0, 0.1f, 1, 2, 5, 30, 1e-30f, 1e30f};
        return usual[which % 8];
    }
    void choose_layers(std::uint32_t how, std::size_t rows) {
        if (how % 4 == 1) options.layers = some_layers();
        if (how % 4 == 2)
            for (std::size_t i = 0; i < rows; ++i) ranges_.push_back(some_layers());
        options.layers_by_query = ranges_;
        options.across_layers = how / 4 % 2 == 1;
    }
    std::uint32_t some_bits() { return 1u << random_.below(5) | 1u << random_.below(5); }

    void gather_members(std::size_t slots) {
        const std::uint32_t size = random_.below(4);
        (void)members_.resize(size == 0 ? slots / 4 : size == 1 ? slots + 70 : slots);
        const std::uint32_t of = 1 + random_.below(4);
        for (std::size_t i = 0; i < members_.size(); ++i)
            if (random_.below(of) == 0) members_.set(static_cast<Slot>(i));
        if (size == 3) members_.set_run({3, 40});
        options.among = &members_;
    }
    void exclude_some(std::size_t rows, std::size_t slots) {
        for (std::size_t i = 0; i < rows; ++i)
            exclude_.push_back(random_.below(5) == 0 ? no_slot : random_.below(static_cast<std::uint32_t>(slots) + 1));
        options.exclude = exclude_;
    }
    void mask_rows(std::size_t rows) {
        for (std::size_t i = 0; i < rows; ++i) masks_.push_back(random_.below(5) == 0 ? ~0u : some_bits());
        options.masks = masks_;
    }

    /// Arrays may be longer than the batch.
    void lengthen(std::size_t rows) {
        if (!exclude_.empty()) exclude_.resize(rows + 3, 0);
        if (!masks_.empty()) masks_.resize(rows + 1, 0);
        if (!ranges_.empty()) ranges_.resize(rows + 2, LayerRange{3, 2});
        options.exclude = exclude_, options.masks = masks_, options.layers_by_query = ranges_;
    }

    /// An array may not be shorter than the batch; an empty one is none at all, so small batches are spoiled otherwise.
    void spoil(std::size_t rows, bool categories) {
        invalid = true;
        const std::uint32_t what = random_.below(categories ? 7 : 5);
        switch (rows < 2 ? what % 2 : what) {
        case 5: options.layers = {3, 2}; break;
        case 6:
            ranges_.assign(rows - 1, {});
            options.layers_by_query = ranges_;
            break;
        case 0:
            options.order = static_cast<Order>(2 + random_.below(254));
            unknown_enum = true;
            break;
        case 1:
            options.measure = static_cast<Measure>(2 + random_.below(254));
            unknown_enum = true;
            break;
        case 2:
            masks_.assign(rows - 1, ~0u);
            options.masks = masks_;
            break;
        default:
            if (!categories && random_.below(2) == 0) {
                options.mask = 1;
                break;
            }
            exclude_.assign(rows - 1, no_slot);
            options.exclude = exclude_;
        }
    }

    Generator random_;
    HierarchicalBitset members_;
    std::vector<Slot> exclude_;
    std::vector<std::uint32_t> masks_, collides_with_;
    std::vector<LayerRange> ranges_;
};

} // namespace throng::fuzz
