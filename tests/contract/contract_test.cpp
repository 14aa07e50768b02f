// SPDX-License-Identifier: MIT
// The contract: every index, in every scene, gives the answers of brute force, and the same bytes from every
// instruction set and number of threads.
#include "scenes/scene.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/subjects.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using scenes::Scene;

std::vector<Scene> scenes(const Subject& subject) {
    std::vector<Scene> scenes = scenes::all(many_asked() ? 700 : instrumented && !everything_asked() ? 200 : 300);
    const auto add = [&](std::vector<Scene> more) { scenes.insert(scenes.end(), more.begin(), more.end()); };
    // A row grid of its own choice is one row, or one cell.
    for (const std::size_t few : {std::size_t{200}, std::size_t{50}}) {
        if (!subject.row_grid() || subject.cell_scale != 0) continue;
        for (Scene& scene : scenes::all(few)) {
            scene.name += "_of_" + std::to_string(few);
            scenes.push_back(std::move(scene));
        }
    }
    // Its rays lost boxes that they meet beyond half of the floats' range; with more elements none of them did.
    for (Scene& scene : scenes::all(250)) {
        if (instrumented || scene.name != "float_limits") continue;
        scene.name += "_of_few";
        scenes.push_back(std::move(scene));
    }
    if (everything_asked()) add(scenes::all(1500));
    if (const char* folder = std::getenv("THRONG_TRAJECTORIES")) add(scenes::trajectories(folder, 700));
    return scenes;
}

// All that one run got, for the others to be compared with.
struct Bytes {
    std::vector<std::uint32_t> words;
    std::uint64_t candidates = 0;

    friend bool operator==(const Bytes&, const Bytes&) = default;
};

Bytes bytes_of(const Hits& hits) {
    Bytes bytes{{hits.offsets().begin(), hits.offsets().end()}, hits.candidates()};
    const auto add = [&](std::size_t word) { bytes.words.push_back(static_cast<std::uint32_t>(word)); };
    for (std::size_t row = 0; row < hits.size(); ++row) {
        add(hits[row].size()), add(hits.distances(row).size()), add(hits.found(row));
        bytes.words.insert(bytes.words.end(), hits[row].begin(), hits[row].end());
        for (const float distance : hits.distances(row)) add(std::bit_cast<std::uint32_t>(distance));
    }
    return bytes;
}

Bytes bytes_of(const Pairs& pairs) {
    Bytes bytes{{static_cast<std::uint32_t>(pairs.size())}, pairs.candidates()};
    for (const Pair& pair : pairs.view()) bytes.words.push_back(pair.a), bytes.words.push_back(pair.b);
    for (const float squared : pairs.squared_distances()) bytes.words.push_back(std::bit_cast<std::uint32_t>(squared));
    return bytes;
}

// Counts in place of an answer; they have no number of candidates.
struct Counts {
    std::vector<std::uint32_t> numbers = std::vector<std::uint32_t>(256, 0xDEAD'BEEF);
};

Bytes bytes_of(const Counts& counts) { return {counts.numbers, 0}; }

// Every runner; or, for a set-up that is one of many, the first and a quarter of the others, which change from scene to
// scene.
std::vector<Runner> runners_for(const Subject& subject, std::size_t scene_number, Hosts& hosts) {
    std::vector<Runner> all = hosts.runners();
    if (!subject.brief || everything_asked()) return all;
    std::vector<Runner> few = {all.front()};
    for (std::size_t i = 1; i < all.size(); ++i) {
        if ((i + scene_number) % 4 == 0) few.push_back(all[i]);
    }
    return few;
}

// Sanitized builds, where each answer takes long, give a set-up that is one of many a third of the scenes.
bool has_its_turn(const Subject& subject, std::size_t scene_number) {
    if (!instrumented || !subject.brief || everything_asked()) return true;
    return (scene_number + std::string_view(subject.name).size()) % 3 == 0;
}

// A search that widens its reach tests an element again, but not a hundred times.
testing::AssertionResult counts_tests(const Hits& got, std::size_t elements) {
    if (got.candidates() <= 100 * got.size() * elements) return testing::AssertionSuccess();
    return testing::AssertionFailure() << got.candidates() << " candidates for " << got.size() << " queries";
}

class IndexContract : public testing::TestWithParam<Subject> {
protected:
    /// Expected answers come from `expect(scenario, choice)`; `ask(index, scenario, choice, out, executor)` gets a
    /// Status and fills `out`.
    template <class Out, class Expect, class Ask, class Agrees> void check(Expect expect, Ask ask, Agrees agree) {
        std::size_t scene_number = 0;
        for (const Scene& scene : scenes(GetParam())) {
            ++scene_number;
            if (!has_its_turn(GetParam(), scene_number)) continue;
            SCOPED_TRACE("scene " + scene.name);
            check_scene<Out>(scene, scene_number, expect, ask, agree);
        }
    }

    template <class Expect, class Ask> void check_hits(Expect expect, Ask ask) {
        check<Hits>(expect, ask,
                    [](const oracle::Answer& expected, const Hits& got, std::size_t) { return agrees(expected, got); });
    }

private:
    template <class Out, class Expect, class Ask, class Agrees>
    void check_scene(const Scene& scene, std::size_t scene_number, Expect expect, Ask ask, Agrees agree) {
        using Expected = decltype(expect(std::declval<const Scenario&>(), std::size_t{}));
        const Subject& subject = GetParam();
        std::optional<Scenario> scenario;
        std::vector<Expected> expected;
        std::vector<Bytes> first_run;
        Hosts hosts;

        std::size_t run_number = 0;
        for (const Runner& runner : runners_for(subject, scene_number, hosts)) {
            SCOPED_TRACE(runner.name);
            const ForcedIsa forced(runner.isa);
            const auto index = subject.open(scene);
            oracle::Content content(subject.max_half_extent(scene));
            ASSERT_TRUE(walk(subject, scene, *index, content, runner.executor))
                << "a build or update told something else than it should";
            if (!scenario) {
                scenario.emplace(content, 256, scene_number);
                for (std::size_t c = 0; c < option_choices.size(); ++c) expected.push_back(expect(*scenario, c));
            }

            Out out; // reused, as callers do: whatever an answer held before must not show
            for (std::size_t c = 0; c < option_choices.size(); ++c) {
                // The first run and the first choice meet everything; the rest is dealt out so that each run sees some
                // of each scene.
                const bool dealt = run_number == 0 || c == 0 || (c + run_number + scene_number) % 4 == 0;
                if (!dealt && !everything_asked()) continue;
                SCOPED_TRACE("option choice " + std::to_string(c));
                const Status status = ask(*index, *scenario, c, out, runner.executor);
                ASSERT_TRUE(same_status(expected[c].status, status));
                Bytes bytes = bytes_of(out);
                if (run_number != 0 && bytes == first_run[c]) continue; // which agreed
                ASSERT_TRUE(agree(expected[c], out, c));
                if constexpr (std::is_same_v<Out, Hits>) {
                    ASSERT_TRUE(counts_tests(out, content.size()));
                }
                ASSERT_EQ(run_number, 0u) << "other bytes, or other candidates, than from the first run";
                first_run.push_back(std::move(bytes));
            }
            ++run_number;
        }
    }
};

INSTANTIATE_TEST_SUITE_P(Each, IndexContract, testing::ValuesIn(subjects), name_of);

TEST_P(IndexContract, OverlapIsExact) {
    check_hits([](const Scenario& s, std::size_t c) { return oracle::overlap(s.content, s.boxes, s.options(c)); },
               [](const AnyIndex& index, const Scenario& s, std::size_t c, Hits& out, Executor e) {
                   return index.overlap(s.boxes, out, s.options(c), e);
               });
}

TEST_P(IndexContract, WithinIsExact) {
    check_hits(
        [](const Scenario& s, std::size_t c) { return oracle::within(s.content, s.points, s.radii, s.options(c)); },
        [](const AnyIndex& index, const Scenario& s, std::size_t c, Hits& out, Executor e) {
            return index.within(s.discs(), out, s.options(c), e);
        });
}

TEST_P(IndexContract, NearestIsExact) {
    check_hits(
        [](const Scenario& s, std::size_t c) {
            return oracle::nearest(s.content, s.points, s.k(c), s.max_distance(c), s.options(c));
        },
        [](const AnyIndex& index, const Scenario& s, std::size_t c, Hits& out, Executor e) {
            return index.nearest(s.points, s.k(c), s.max_distance(c), out, s.options(c), e);
        });
}

TEST_P(IndexContract, CastIsExact) {
    check_hits([](const Scenario& s,
                  std::size_t c) { return oracle::cast(s.content, s.rays, s.swept_half_extent(c), s.options(c)); },
               [](const AnyIndex& index, const Scenario& s, std::size_t c, Hits& out, Executor e) {
                   return index.cast(s.ray_view(s.swept_half_extent(c)), out, s.options(c), e);
               });
}

TEST_P(IndexContract, AlongIsExact) {
    check_hits([](const Scenario& s,
                  std::size_t c) { return oracle::along(s.content, s.rays, s.swept_half_extent(c), s.options(c)); },
               [](const AnyIndex& index, const Scenario& s, std::size_t c, Hits& out, Executor e) {
                   return index.along(s.ray_view(s.swept_half_extent(c)), out, s.options(c), e);
               });
}

TEST_P(IndexContract, NeighborsAreExact) {
    check_hits([](const Scenario& s,
                  std::size_t c) { return oracle::neighbors(s.content, s.neighbor_radius(c), s.options_by_slot(c)); },
               [](const AnyIndex& index, const Scenario& s, std::size_t c, Hits& out, Executor e) {
                   return index.neighbors(s.neighbor_radius(c), out, s.options_by_slot(c), e);
               });
}

TEST_P(IndexContract, NeighborsOfSomeAreExact) {
    check_hits([](const Scenario& s,
                  std::size_t c) { return oracle::neighbors_of(s.content, s.of, s.neighbor_radius(c), s.options(c)); },
               [](const AnyIndex& index, const Scenario& s, std::size_t c, Hits& out, Executor e) {
                   return index.neighbors_of(s.of, s.neighbor_radius(c), out, s.options(c), e);
               });
}

struct ExpectedPairs {
    std::vector<Pair> pairs;
    Status status;
    const oracle::Content* content = nullptr;
    PairOptions options{};
};

TEST_P(IndexContract, EveryPairIsReportedOnce) {
    check<Pairs>(
        [](const Scenario& s, std::size_t c) {
            return ExpectedPairs{oracle::pairs(s.content, s.pair_options(c)), {}};
        },
        [](const AnyIndex& index, const Scenario& s, std::size_t c, Pairs& out, Executor e) {
            return index.pairs(out, s.pair_options(c), e);
        },
        [](const ExpectedPairs& expected, const Pairs& got, std::size_t c) {
            return agrees(expected.pairs, got, option_choices[c].order);
        });
}

TEST_P(IndexContract, EveryPairWithinADistanceIsReportedOnce) {
    check<Pairs>(
        [](const Scenario& s, std::size_t c) {
            const PairOptions options = s.distance_pair_options(c);
            return ExpectedPairs{oracle::pairs(s.content, options), {}, &s.content, options};
        },
        [](const AnyIndex& index, const Scenario& s, std::size_t c, Pairs& out, Executor e) {
            return index.pairs(out, s.distance_pair_options(c), e);
        },
        [](const ExpectedPairs& expected, const Pairs& got, std::size_t) {
            const auto same = agrees(expected.pairs, got, expected.options.order);
            return same ? measures(*expected.content, got, expected.options) : same;
        });
}

testing::AssertionResult counts_agree(const oracle::Answer& expected, const Counts& got, std::size_t) {
    if (got.numbers == expected.found) return testing::AssertionSuccess();
    std::size_t row = 0;
    while (got.numbers[row] == expected.found[row]) ++row;
    return testing::AssertionFailure() << "row " << row << ": counted " << got.numbers[row] << ", expected "
                                       << expected.found[row];
}

TEST_P(IndexContract, CountsOfBoxesAreExact) {
    check<Counts>([](const Scenario& s, std::size_t c) { return oracle::overlap(s.content, s.boxes, s.options(c)); },
                  [](const AnyIndex& index, const Scenario& s, std::size_t c, Counts& out, Executor e) {
                      return index.count(s.boxes, out.numbers, s.options(c), e);
                  },
                  counts_agree);
}

TEST_P(IndexContract, CountsOfDiscsAreExact) {
    check<Counts>(
        [](const Scenario& s, std::size_t c) { return oracle::within(s.content, s.points, s.radii, s.options(c)); },
        [](const AnyIndex& index, const Scenario& s, std::size_t c, Counts& out, Executor e) {
            return index.count(s.discs(), out.numbers, s.options(c), e);
        },
        counts_agree);
}

TEST_P(IndexContract, HoldsWhatItWasGiven) {
    const Subject& subject = GetParam();
    for (const Scene& scene : scenes(GetParam())) {
        SCOPED_TRACE("scene " + scene.name);
        const auto index = subject.open(scene);
        oracle::Content content(subject.max_half_extent(scene));
        ASSERT_TRUE(walk(subject, scene, *index, content, serial()));

        ASSERT_TRUE(index->validate());
        ASSERT_EQ(index->slot_count(), content.slot_count());
        ASSERT_EQ(index->size(), content.size());
        for (Slot slot = 0; slot < content.slot_count(); ++slot) {
            if (!content.present(slot)) continue;
            ASSERT_TRUE(same_box(content[slot].box, index->bounds_of(slot))) << "slot " << slot;
        }
        if (!subject.row_grid()) continue;
        const auto order = index->order();
        ASSERT_EQ(std::set<Slot>(order.begin(), order.end()).size(), content.size())
            << "order() does not list every element once";
    }
}

TEST(RealTrajectories, AreAmongTheScenesWhenAtHand) {
    const char* folder = std::getenv("THRONG_TRAJECTORIES");
    if (folder == nullptr)
        GTEST_SKIP() << "set THRONG_TRAJECTORIES to a folder of recorded trajectories to test with them";
    EXPECT_FALSE(scenes::trajectories(folder, 100).empty()) << "no trajectories could be read in " << folder;
}

class InstructionSet : public testing::TestWithParam<simd::Isa> {};
INSTANTIATE_TEST_SUITE_P(Each, InstructionSet, testing::ValuesIn(simd::all_isas),
                         [](const auto& isa) { return std::string(simd::name(isa.param)); });

TEST_P(InstructionSet, RunsWhenForced) {
    const char* const name = simd::name(GetParam());
    if (!simd::supported(GetParam()))
        GTEST_SKIP() << "THIS MACHINE OR BUILD LACKS " << name << ": NOTHING WAS TESTED WITH IT";
    const ForcedIsa forced(GetParam());
    EXPECT_EQ(active_isa(), name);
}

} // namespace
} // namespace throng::test
