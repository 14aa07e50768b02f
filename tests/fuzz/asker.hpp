// SPDX-License-Identifier: MIT
// Questions to an index, a World or a WorldSnapshot, each with the answer that brute force gives.
#pragma once

#include "tests/fuzz/answers.hpp"
#include "tests/fuzz/chosen_options.hpp"
#include "tests/fuzz/held.hpp"
#include "tests/fuzz/queries.hpp"

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::fuzz {

inline std::size_t some_rows(Bytes& source, std::size_t slots) {
    static constexpr std::size_t few[] = {1, 2, 3, 5, 8, 16, 17, 40, 0, 1, 4, 64, 33, 2, 7, 1300};
    const std::size_t rows = few[source.below(16)];
    return std::min(rows == 1300 ? rows + 300 * source.below(4) : rows, 1 + 150'000 / (slots + 1));
}

template <class Index, class Held> class Asker {
public:
    Asker(const Index& index, const Held& held, Bytes& source, Answers& answers)
        : index_(index), held_(held), source_(source), answers_(answers), slots_(slots_of(held)),
          near_(some_boxes(held)), rows_(some_rows(source, slots_)), q_(near_, slots_, rows_, source) {
        if constexpr (world) {
            doubles_ = source.newer(4);
            if (doubles_ != 0) q_.draw_doubles(held.origin);
        }
    }

    /// One question. Returns about how many predicates brute force has computed for it.
    std::size_t ask() {
        const std::uint32_t kind = source_.below(world ? 14 : 11);
        trace(" ask, kind ", kind, ", rows ", rows_, ", slots ", slots_, doubles_ == 0 ? "" : ", in doubles");
        switch (kind) {
        case 0: overlap(); break;
        case 1: within(); break;
        case 2: nearest(); break;
        case 3: rays(true); break;
        case 4: rays(false); break;
        case 5: count(); break;
        case 6: neighbors_of(); break;
        case 7: neighbors(); break;
        case 8: visit(); break;
        case 9:
        case 10: pairs(); break;
        default:
            if constexpr (world) kind == 13 ? sight() : mixed();
        }
        return kind == 9 || kind == 10 ? 20'000 + slots_ : rows_ * slots_ + slots_ + 1000;
    }

private:
    static constexpr bool world = std::is_same_v<Held, WorldContent>;

    template <class T> static std::span<const T> part(const std::vector<T>& all, std::size_t first, std::size_t count) {
        return std::span(all).subspan(first, count);
    }

    template <class Call>
    void put(const char* what, ChosenOptions& chosen, bool faulty, const Answer& expected, bool room_is_told,
             Call&& call) {
        const bool refused = faulty || chosen.invalid;
        const Answer& right = refused ? nothing_ : expected;
        answers_.put(
            what, right.status, room_is_told, [&](const Hits& hits) { return test::agrees(right, hits); }, call);
        limit_hits(what, chosen, right.status, call);
    }

    /// By places in floats, in doubles, or in both in turn: the bytes are the same.
    template <class Floats, class Doubles, class Call>
    Status by(const Floats& floats, const Doubles& doubles, Call&& call) {
        if constexpr (world)
            if (doubles_ == 1 || (doubles_ > 1 && turns_++ % 2 == 0)) return call(doubles);
        return call(floats);
    }

    /// The answer again, with a limit: more hits are refused with their true number.
    template <class Call> void limit_hits(const char* what, ChosenOptions& chosen, const Status& right, Call&& call) {
        const std::uint32_t most = some_limit(answers_.hits().slots().size());
        if (most == 0) return;
        const test::ForcedIsa isa(some_isa(source_));
        const Host on = host(source_);
        chosen.options.most_hits = most;
        Hits limited;
        const Status status = call(limited, on.executor);
        chosen.options.most_hits = 0;
        trace("  ", what, ", at most ", most, " hits, by ", on.name, ": ", status);
        const std::size_t hits = answers_.hits().slots().size();
        if (hits <= most) {
            demand(test::same_status(right, status), what, " with a limit that it keeps");
            demand(limited.hash() == answers_.hits().hash(), what, ": other bytes with a limit that it keeps");
        } else {
            demand(test::same_status(beyond(hits), status), what, " beyond a limit of ", most);
            demand(limited.size() == 0 && limited.slots().empty(), what, " has an answer beyond a limit");
        }
    }
    /// About the number that there is; 0: none.
    std::uint32_t some_limit(std::size_t there) {
        const std::uint32_t how = source_.newer(8);
        const auto number = static_cast<std::uint32_t>(there);
        const std::uint32_t limits[] = {0, 0, 0, number, number == 0 ? 0 : number - 1, 1, number / 2, number + 1};
        return limits[how];
    }
    static Status beyond(std::size_t number) {
        return {Fault::OutOfCapacity, no_slot, static_cast<std::uint32_t>(number)};
    }

    void overlap() {
        ChosenOptions c(source_, rows_, slots_, world);
        const Answer expected =
            over(held_, rows_, c.options, [&](const Content& held, std::size_t first, std::size_t n, const auto& o) {
                return oracle::overlap(held, part(q_.boxes, first, n), o);
            });
        put("overlap", c, false, expected, !world && c.options.limit == 0, [&](Hits& out, Executor e) {
            return by(q_.boxes, q_.double_boxes,
                      [&](const auto& boxes) { return index_.overlap(boxes, out, c.options, e); });
        });
    }
    void within() {
        ChosenOptions c(source_, rows_, slots_, world);
        put("within", c, q_.discs_faulty(), expect_within(c.options), !world && c.options.limit == 0,
            [&](Hits& out, Executor e) {
                return by(q_.discs(), q_.double_discs(),
                          [&](const auto& discs) { return index_.within(discs, out, c.options, e); });
            });
    }
    Answer expect_within(const QueryOptions& options) const {
        return over(held_, rows_, options, [&](const Content& held, std::size_t first, std::size_t n, const auto& o) {
            return oracle::within(held, part(q_.points, first, n), part(q_.radii, first, n), o);
        });
    }
    void nearest() {
        ChosenOptions c(source_, rows_, slots_, world);
        const bool faulty = !(q_.reach >= 0);
        Answer expected;
        if (!faulty)
            expected = over(held_, rows_, c.options,
                            [&](const Content& held, std::size_t first, std::size_t n, const auto& o) {
                                return oracle::nearest(held, part(q_.points, first, n), q_.k, q_.reach, o);
                            });
        put("nearest", c, faulty, expected, false, [&](Hits& out, Executor e) {
            return by(q_.points, q_.double_points,
                      [&](const auto& points) { return index_.nearest(points, q_.k, q_.reach, out, c.options, e); });
        });
    }
    void rays(bool first_alone) {
        ChosenOptions c(source_, rows_, slots_, world);
        Answer expected;
        if (!q_.rays_faulty())
            expected = over(held_, rows_, c.options,
                            [&](const Content& held, std::size_t first, std::size_t n, const auto& o) {
                                const auto some = part(q_.rays, first, n);
                                return first_alone ? oracle::cast(held, some, q_.half_extent, o)
                                                   : oracle::along(held, some, q_.half_extent, o);
                            });
        put(first_alone ? "cast" : "along", c, q_.rays_faulty(), expected, false, [&](Hits& out, Executor e) {
            return by(q_.ray_view(), q_.double_rays(), [&](const auto& rays) {
                return first_alone ? index_.cast(rays, out, c.options, e) : index_.along(rays, out, c.options, e);
            });
        });
    }

    void count() {
        ChosenOptions c(source_, rows_, slots_, world);
        const bool discs = source_.chance(2), faulty = c.invalid || (discs && q_.discs_faulty());
        const Answer expected = discs ? expect_within(c.options)
                                      : over(held_, rows_, c.options,
                                             [&](const Content& held, std::size_t first, std::size_t n, const auto& o) {
                                                 return oracle::overlap(held, part(q_.boxes, first, n), o);
                                             });
        for (int i = 0; i < 2; ++i) {
            const test::ForcedIsa isa(some_isa(source_));
            const Host on = host(source_);
            std::vector<std::uint32_t> counts(rows_, 77);
            trace("  count by ", on.name);
            const auto ask = [&](const auto& areas) { return index_.count(areas, counts, c.options, on.executor); };
            const Status status = discs ? by(q_.discs(), q_.double_discs(), ask) : by(q_.boxes, q_.double_boxes, ask);
            if (c.unknown_enum && !failed(status)) continue;
            demand(test::same_status(faulty ? nothing_.status : expected.status, status), "count");
            demand(counts == (faulty ? std::vector<std::uint32_t>(rows_, 77) : expected.found), "count: other counts");
        }
    }

    Answer expect_neighbors(std::span<const Slot> of, float radius, const QueryOptions& o) const {
        return oracle::neighbors_of(held_, of, radius, o);
    }
    void neighbors_of() {
        ChosenOptions c(source_, rows_, slots_, world);
        const bool faulty = !(q_.reach >= 0);
        Answer expected;
        if (!faulty && !c.invalid) expected = expect_neighbors(q_.of, q_.reach, c.options);
        put("neighbors_of", c, faulty, expected, !world && c.options.limit == 0,
            [&](Hits& out, Executor e) { return index_.neighbors_of(q_.of, q_.reach, out, c.options, e); });
    }
    void neighbors() {
        ChosenOptions c(source_, slots_, slots_, world);
        const bool faulty = !(q_.reach >= 0) || c.invalid;
        std::vector<Slot> sample;
        const std::size_t step = slots_ > 200 ? slots_ / 6 : 1;
        for (std::size_t slot = 0; slot < slots_; slot += step) sample.push_back(static_cast<Slot>(slot));
        Answer expected;
        if (!faulty) {
            QueryOptions own = c.options;
            std::vector<Slot> exclude;
            std::vector<std::uint32_t> masks;
            std::vector<LayerRange> ranges;
            for (const Slot slot : sample) {
                if (!own.layers_by_query.empty()) ranges.push_back(c.options.layers_by_query[slot]);
                if (!own.exclude.empty()) exclude.push_back(c.options.exclude[slot]);
                if (!own.masks.empty()) masks.push_back(c.options.masks[slot]);
            }
            own.exclude = exclude;
            own.masks = masks;
            own.layers_by_query = ranges;
            expected = expect_neighbors(sample, q_.reach, own);
            std::size_t hits = 0;
            for (const std::uint32_t found : expected.found) hits += found;
            if (hits * step > 1'000'000) return; // too many to write for a fuzzer
        }
        const auto check = [&](const Hits& hits) -> testing::AssertionResult {
            if (faulty) return test::agrees(nothing_, hits);
            if (step == 1) return test::agrees(expected, hits);
            return agrees_at(sample, expected, hits);
        };
        const auto ask = [&](Hits& out, Executor e) { return index_.neighbors(q_.reach, out, c.options, e); };
        const Status right = faulty ? nothing_.status : expected.status;
        answers_.put("neighbors", right, !world && c.options.limit == 0, check, ask);
        limit_hits("neighbors", c, right, ask);
    }
    testing::AssertionResult agrees_at(const std::vector<Slot>& rows, const Answer& expected, const Hits& hits) const {
        if (const auto formed = test::well_formed(hits); !formed) return formed;
        if (hits.size() != slots_) return testing::AssertionFailure() << hits.size() << " rows";
        for (std::size_t i = 0; i < rows.size(); ++i) {
            std::vector<Slot> got(hits[rows[i]].begin(), hits[rows[i]].end());
            if (!expected.ordered) std::sort(got.begin(), got.end());
            if (got != expected.rows[i] || hits.found(rows[i]) != expected.found[i])
                return testing::AssertionFailure()
                       << "row " << rows[i] << " has " << got.size() << ", expected " << expected.rows[i].size();
        }
        return testing::AssertionSuccess();
    }

    void pairs() {
        ChosenOptions c(source_, 0, slots_, world);
        if (c.invalid && !c.unknown_enum) return;
        PairOptions o = c.pairs(source_, slots_, world);
        auto all = o.by_distance() ? near_pairs(held_, o.distance) : swept_pairs(held_);
        if (!all) return;
        const bool invalid = o.order != Order::Stable && o.order != Order::BySlot;
        const std::vector<Pair> expected = invalid ? std::vector<Pair>() : chosen_pairs(held_, std::move(*all), o);
        const Status right = invalid ? nothing_.status : Status{};
        const Host first = host(source_), second = host(source_);
        trace("  pairs: ", expected.size(), ", by ", first.name, ", then by ", second.name);
        demand(test::same_status(right, index_.pairs(answers_.pairs(), o, first.executor)), "pairs");
        demand(test::agrees(expected, answers_.pairs(), o.order), "pairs");
        const std::size_t measured = o.squared_distances && !invalid ? expected.size() : 0;
        demand(answers_.pairs().squared_distances().size() == measured, "pairs: squared distances of another number");
        const std::uint64_t hash = answers_.pairs().hash(), candidates = answers_.pairs().candidates();
        demand(bool(answers_.pairs().reserve(expected.size() + 40)) && answers_.pairs().hash() == hash,
               "reserve() of pairs has lost some");
        StrictMemory memory(0x77);
        Pairs fresh(memory.memory());
        memory.refuse(source_.below(6));
        const Status status = index_.pairs(fresh, o, second.executor);
        if (memory.refused() && failed(status))
            demand(out_of_memory(status) && fresh.size() == 0, "pairs with memory refused: ", status);
        memory.refuse(0);
        const test::ForcedIsa isa(some_isa(source_));
        demand(test::same_status(right, index_.pairs(fresh, o, second.executor)), "pairs asked again");
        demand(fresh.hash() == hash, "pairs: other bytes by ", second.name);
        demand(fresh.candidates() == candidates, "pairs: ", fresh.candidates(), " candidates by ", second.name,
               ", not ", candidates);
        const Status again = index_.pairs(fresh, o, second.executor);
        const std::size_t before = memory.requests();
        demand(test::same_status(again, index_.pairs(fresh, o, second.executor)), "pairs a third time");
        demand(memory.requests() == before, "pairs allocate when asked again, by ", second.name);
        o.limit = some_limit(expected.size());
        if (o.limit == 0) return;
        const bool kept = expected.size() <= o.limit;
        demand(test::same_status(kept ? right : beyond(expected.size()), index_.pairs(fresh, o, second.executor)),
               "at most ", o.limit, " pairs by ", second.name);
        demand(kept ? fresh.hash() == hash : fresh.size() == 0, "another list with a limit, by ", second.name);
    }

    void visit() {
        std::size_t leaves = 0, depth_before = 0;
        index_.visit([&](const Node& node) {
            demand(node.depth <= depth_before + 1, "a node is visited before its parent");
            depth_before = node.depth;
            if (node.leaf) leaves += node.elements;
            return true;
        });
        trace("  visit: ", leaves, " entries in leaves");
        demand(leaves >= size_of(held_), "visit: leaves hold ", leaves, " of ", size_of(held_));
        for (const Slot slot : q_.of) {
            const Aabb expected = present(held_, slot) ? box_of(held_, slot) : Aabb{};
            demand(test::same_box(expected, index_.bounds_of(slot)), "bounds_of ", slot, ": ", index_.bounds_of(slot),
                   ", not ", expected);
        }
        demand(test::same_box({}, index_.bounds_of(no_slot)), "bounds_of no slot");
    }

    void mixed() {
        if constexpr (world) {
            ChosenOptions c(source_, rows_, slots_, true);
            std::vector<Query> queries = q_.mixed();
            if (source_.chance(2))
                for (std::size_t row = 0; row < queries.size(); row += 1 + row % 3)
                    queries[row].layers = c.some_layers();
            std::vector<Answer> rows;
            Status right;
            for (std::size_t row = 0; row < queries.size() && !c.invalid; ++row) {
                QueryOptions own = c.options;
                own.mask = ~0u, own.masks = {}, own.layers_by_query = {};
                if (!c.options.layers_by_query.empty()) own.layers = c.options.layers_by_query[row];
                if (!own.exclude.empty()) own.exclude = own.exclude[row];
                const std::uint32_t mask = c.options.masks.empty() ? c.options.mask : c.options.masks[row];
                const Query& q = queries[row];
                const LayerRange layers = oracle::in_both(q.layers, own.layers);
                rows.push_back(oracle::answer_to(held_.found_by(mask, q.mask, q.exclude, layers), q, own));
                oracle::tell(right, rows.back().status.faults, row);
            }
            if (c.invalid) right = nothing_.status;
            const auto check = [&](const Hits& hits) { return agrees_row_by_row(rows, hits); };
            const std::vector<DoubleQuery> wide = doubles_ == 0 ? std::vector<DoubleQuery>() : q_.in_doubles(queries);
            const auto ask = [&](Hits& out, Executor e) {
                return by(std::span<const Query>(queries), DoubleQueryView(wide),
                          [&](const auto& batch) { return index_.query(batch, out, c.options, e); });
            };
            answers_.put("query", right, false, check, ask);
            limit_hits("query", c, right, ask);
        }
    }
    static testing::AssertionResult agrees_row_by_row(const std::vector<Answer>& rows, const Hits& hits) {
        if (const auto formed = test::well_formed(hits); !formed) return formed;
        if (hits.size() != rows.size())
            return testing::AssertionFailure() << hits.size() << " rows, expected " << rows.size();
        for (std::size_t row = 0; row < rows.size(); ++row) {
            const Answer& expected = rows[row];
            auto got = test::detail::reported(hits[row], hits.distances(row));
            if (!expected.ordered) std::sort(got.begin(), got.end());
            const std::span<const float> distances =
                expected.distances.empty() ? std::span<const float>() : expected.distances[0];
            if (got != test::detail::reported(expected.rows[0], distances) || hits.found(row) != expected.found[0])
                return testing::AssertionFailure() << "row " << row << " differs";
        }
        return testing::AssertionSuccess();
    }

    void sight() {
        if constexpr (world) {
            std::vector<Vec2> to;
            std::vector<DoubleVec2> wide;
            for (std::size_t i = 0; i < rows_; ++i) {
                const std::size_t end = i % 3 == 0 ? i : (i + 1) % rows_;
                to.push_back(q_.points[end]);
                if (doubles_ != 0) wide.push_back(q_.double_points[end]);
            }
            const std::uint32_t blockers = source_.below(4) == 0 ? ~0u : source_.below(32);
            const LayerRange range =
                source_.chance(2) ? LayerRange{} : LayerRange::only(static_cast<std::uint16_t>(source_.below(5)));
            const Content blocking = held_.found_by(blockers, ~0u, no_slot, range);
            Status right;
            std::vector<std::uint8_t> expected, got(rows_, 7);
            for (std::size_t i = 0; i < rows_; ++i)
                expected.push_back(oracle::sees(blocking, q_.points[i], to[i], right, i));
            const Host on = host(source_);
            const std::vector<LayerRange> ranges(1, range);
            const Status status = doubles_ == 0
                                      ? index_.visible(q_.points, to, blockers, ranges, got, on.executor)
                                      : index_.visible(q_.double_points, wide, blockers, ranges, got, on.executor);
            demand(test::same_status(right, status), "visible by ", on.name);
            demand(got == expected, "visible by ", on.name, ": another answer");
        }
    }

    const Index& index_;
    const Held& held_;
    Bytes& source_;
    Answers& answers_;
    std::size_t slots_;
    std::vector<Aabb> near_;
    std::size_t rows_;
    Queries q_;
    std::uint32_t doubles_ = 0, turns_ = 0; // 0: places in floats; 1: in doubles; else in both in turn
    Answer nothing_ = {{}, {}, {}, oracle::whole_call(Fault::InvalidArgument), true};
};

} // namespace throng::fuzz
