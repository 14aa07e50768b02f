// SPDX-License-Identifier: MIT
// Does an index's answer agree with brute force? Slots, distances to the bit, found, offsets and Status.
#pragma once

#include "tests/support/oracle.hpp"

#include <throng/hits.hpp>
#include <throng/predicates.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

namespace throng::test {

/// To the bit but for the sign of zero.
inline bool same_box(const Aabb& a, const Aabb& b) {
    return a.min.x == b.min.x && a.min.y == b.min.y && a.max.x == b.max.x && a.max.y == b.max.y;
}

inline testing::AssertionResult same_status(const Status& expected, const Status& got) {
    if (expected.faults == got.faults && expected.first == got.first && expected.count == got.count)
        return testing::AssertionSuccess();
    const auto text = [](const Status& s) {
        std::ostringstream out;
        out << "{faults " << static_cast<std::uint32_t>(s.faults) << ", first "
            << static_cast<std::int64_t>(static_cast<std::int32_t>(s.first)) << ", count " << s.count << "}";
        return out.str();
    };
    return testing::AssertionFailure() << "status: expected " << text(expected) << ", got " << text(got);
}

/// Of a call whose answer has `number` entries, more than its limit.
constexpr Status beyond(std::size_t number) { return {Fault::OutOfCapacity, no_slot, std::uint32_t(number)}; }

inline testing::AssertionResult says(const Status& status, Reason reason) {
    if (status.reason == reason) return testing::AssertionSuccess();
    return testing::AssertionFailure() << "expected reason " << static_cast<std::uint32_t>(reason) << ", got "
                                       << static_cast<std::uint32_t>(status.reason) << ": " << describe(status);
}

namespace detail {

struct Reported {
    Slot slot;
    std::uint32_t distance_bits; // 0 where none are filled

    friend bool operator==(const Reported&, const Reported&) = default;
    friend bool operator<(const Reported& a, const Reported& b) {
        return std::tie(a.slot, a.distance_bits) < std::tie(b.slot, b.distance_bits);
    }
};

inline std::vector<Reported> reported(std::span<const Slot> slots, std::span<const float> distances) {
    std::vector<Reported> row;
    for (std::size_t i = 0; i < slots.size(); ++i) {
        row.push_back({slots[i], i < distances.size() ? std::bit_cast<std::uint32_t>(distances[i]) : 0u});
    }
    return row;
}

inline std::string text(const std::vector<Reported>& row) {
    std::ostringstream out;
    for (std::size_t i = 0; i < row.size() && i < 12; ++i)
        out << ' ' << row[i].slot << '@' << std::bit_cast<float>(row[i].distance_bits);
    if (row.size() > 12) out << " ... (" << row.size() << ')';
    return out.str();
}

} // namespace detail

/// The rules that hold for every answer, whatever was asked.
inline testing::AssertionResult well_formed(const Hits& hits) {
    const auto offsets = hits.offsets();
    if (offsets.size() != hits.size() + 1 && !(hits.size() == 0 && offsets.empty())) {
        return testing::AssertionFailure() << offsets.size() << " offsets for " << hits.size() << " rows";
    }
    for (std::size_t row = 0; row < hits.size(); ++row) {
        const auto slots = hits[row];
        if (offsets[row + 1] < offsets[row] || slots.size() != offsets[row + 1] - offsets[row]) {
            return testing::AssertionFailure() << "row " << row << " has " << slots.size() << " slots, offsets say "
                                               << offsets[row] << " to " << offsets[row + 1];
        }
        if (!slots.empty() && slots.data() != hits.slots().data() + offsets[row])
            return testing::AssertionFailure() << "row " << row << " lies elsewhere";
        if (hits.found(row) < slots.size())
            return testing::AssertionFailure() << "row " << row << " found fewer than it holds";
    }
    const std::size_t total = offsets.empty() ? 0 : offsets.back();
    if (hits.slots().size() != total)
        return testing::AssertionFailure() << hits.slots().size() << " slots, offsets end at " << total;
    return testing::AssertionSuccess();
}

inline testing::AssertionResult agrees(const oracle::Answer& expected, const Hits& got) {
    if (const auto formed = well_formed(got); !formed) return formed;
    if (got.size() != expected.rows.size())
        return testing::AssertionFailure() << got.size() << " rows, expected " << expected.rows.size();
    for (std::size_t row = 0; row < got.size(); ++row) {
        const auto filled = got.distances(row);
        const std::size_t expected_filled = expected.distances.empty() ? 0 : expected.distances[row].size();
        if (filled.size() != expected_filled) {
            return testing::AssertionFailure()
                   << "row " << row << ": " << filled.size() << " distances, expected " << expected_filled;
        }
        auto theirs = detail::reported(got[row], filled);
        const auto ours = detail::reported(expected.rows[row], expected.distances.empty() ? std::span<const float>()
                                                                                          : expected.distances[row]);
        if (!expected.ordered) std::sort(theirs.begin(), theirs.end());
        if (theirs != ours) {
            return testing::AssertionFailure()
                   << "row " << row << ": expected" << detail::text(ours) << "\n  got" << detail::text(theirs);
        }
        if (got.found(row) != expected.found[row]) {
            return testing::AssertionFailure()
                   << "row " << row << ": found " << got.found(row) << ", expected " << expected.found[row];
        }
    }
    return testing::AssertionSuccess();
}

inline testing::AssertionResult agrees(const std::vector<Pair>& expected, const Pairs& got, Order order) {
    const auto before = [](const Pair& p, const Pair& q) { return std::tie(p.a, p.b) < std::tie(q.a, q.b); };
    const auto same = [](const Pair& p, const Pair& q) { return p.a == q.a && p.b == q.b; };
    if (got.size() != got.view().size())
        return testing::AssertionFailure() << "size() is " << got.size() << ", view() has " << got.view().size();
    std::vector<Pair> theirs(got.view().begin(), got.view().end());
    if (order == Order::Stable) std::sort(theirs.begin(), theirs.end(), before);
    const auto [ours_at, theirs_at] =
        std::mismatch(expected.begin(), expected.end(), theirs.begin(), theirs.end(), same);
    if (ours_at == expected.end() && theirs_at == theirs.end()) return testing::AssertionSuccess();
    auto failure = testing::AssertionFailure() << theirs.size() << " pairs, expected " << expected.size() << "; at "
                                               << (ours_at - expected.begin());
    if (ours_at != expected.end()) failure << " expected (" << ours_at->a << ", " << ours_at->b << ")";
    if (theirs_at != theirs.end()) failure << " got (" << theirs_at->a << ", " << theirs_at->b << ")";
    return failure;
}

/// Whether the answer has the squared distance of each pair if it was asked for, and none else.
inline testing::AssertionResult measures(const oracle::Content& content, const Pairs& got, const PairOptions& options) {
    const std::span<const float> theirs = got.squared_distances();
    if (theirs.size() != (options.squared_distances ? got.size() : 0))
        return testing::AssertionFailure() << theirs.size() << " squared distances of " << got.size() << " pairs";
    for (std::size_t i = 0; i < theirs.size(); ++i) {
        const auto [a, b] = got.view()[i];
        const float ours = predicates::squared_distance(content[a].center, content[b].center);
        if (!(ours == theirs[i]))
            return testing::AssertionFailure()
                   << "the squared distance of (" << a << ", " << b << ") is " << theirs[i] << ", not " << ours;
    }
    return testing::AssertionSuccess();
}

} // namespace throng::test
