// SPDX-License-Identifier: MIT
// The contract at a size where work is divided: every change and every batch is several blocks, and threads really
// share it. Brute force checks one query in sixteen; all rows must be the same bytes from every runner.
#include "scenes/scene.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/faults.hpp"
#include "tests/support/oracle.hpp"
#include "tests/support/reversed_executor.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/subjects.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace throng::test {
namespace {

using scenes::Scene;

const std::size_t size = many_asked() ? 9000 : 5000;
constexpr std::size_t sampled_every = 16;

// A query of every element, and of one in sixteen.
struct Asked {
    explicit Asked(const oracle::Content& content) {
        for (Slot slot = 0; slot < content.slot_count(); ++slot) {
            boxes.push_back(content[slot].box);
            centers.push_back(content[slot].center);
            rays.push_back({content[slot].center, slot % 2 == 0 ? Vec2{1, 0.5f} : Vec2{0, -2}, 3});
        }
    }
    static Asked sample_of(const Asked& all) {
        Asked sample;
        for (std::size_t i = 0; i < all.boxes.size(); i += sampled_every) {
            sample.boxes.push_back(all.boxes[i]);
            sample.centers.push_back(all.centers[i]);
            sample.rays.push_back(all.rays[i]);
        }
        return sample;
    }
    RayView ray_view() const {
        return {PointView::of(std::span(rays), &Ray::origin), PointView::of(std::span(rays), &Ray::direction), 3.0f};
    }

    std::vector<Aabb> boxes;
    std::vector<Vec2> centers;
    std::vector<Ray> rays;

private:
    Asked() = default;
};

struct Kind {
    const char* name;
    Status (*ask)(const AnyIndex&, const Asked&, Hits&, Executor);
    oracle::Answer (*expect)(const oracle::Content&, const Asked&);
};

const QueryOptions ranked{.limit = 3, .distances = true};
const QueryOptions by_slot{.order = Order::BySlot};

const Kind kinds[] = {
    {"overlap", [](const AnyIndex& i, const Asked& q, Hits& out, Executor e) { return i.overlap(q.boxes, out, {}, e); },
     [](const oracle::Content& c, const Asked& q) { return oracle::overlap(c, q.boxes); }},
    {"overlap by slot",
     [](const AnyIndex& i, const Asked& q, Hits& out, Executor e) { return i.overlap(q.boxes, out, by_slot, e); },
     [](const oracle::Content& c, const Asked& q) { return oracle::overlap(c, q.boxes, by_slot); }},
    {"within, nearest three",
     [](const AnyIndex& i, const Asked& q, Hits& out, Executor e) {
         return i.within(DiscView(q.centers, 1.5f), out, ranked, e);
     },
     [](const oracle::Content& c, const Asked& q) {
         return oracle::within(c, q.centers, std::vector<float>(q.centers.size(), 1.5f), ranked);
     }},
    {"nearest",
     [](const AnyIndex& i, const Asked& q, Hits& out, Executor e) {
         return i.nearest(q.centers, 6, infinity, out, {}, e);
     },
     [](const oracle::Content& c, const Asked& q) { return oracle::nearest(c, q.centers, 6, infinity); }},
    {"cast", [](const AnyIndex& i, const Asked& q, Hits& out, Executor e) { return i.cast(q.ray_view(), out, {}, e); },
     [](const oracle::Content& c, const Asked& q) { return oracle::cast(c, q.rays, 0); }},
    {"along",
     [](const AnyIndex& i, const Asked& q, Hits& out, Executor e) { return i.along(q.ray_view(), out, {}, e); },
     [](const oracle::Content& c, const Asked& q) { return oracle::along(c, q.rays, 0); }},
};

class ManyBlocks : public testing::TestWithParam<Subject> {};
INSTANTIATE_TEST_SUITE_P(Each, ManyBlocks, testing::ValuesIn(thorough_subjects()), name_of);

// Some rows of a large answer are the rows of a small one.
testing::AssertionResult holds_sample(const Hits& all, const Hits& sample) {
    for (std::size_t row = 0; row < sample.size(); ++row) {
        const auto of_all = all[row * sampled_every];
        if (!std::equal(of_all.begin(), of_all.end(), sample[row].begin(), sample[row].end())) {
            return testing::AssertionFailure()
                   << "row " << row * sampled_every << " is another when asked for in a large batch";
        }
    }
    return testing::AssertionSuccess();
}

TEST_P(ManyBlocks, AreExactAndTheSameBytesFromEveryRunner) {
    const Subject& subject = GetParam();
    Hosts hosts;
    std::vector<Runner> runners = hosts.runners();
    runners.push_back({"backwards", runners[0].isa, reversed()});
    runners.push_back({"by default", runners[0].isa, {}});

    for (const Scene& scene : {scenes::ordinary(size)[0], scenes::ordinary(size)[1]}) {
        SCOPED_TRACE("scene " + scene.name);
        std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> first_bytes;
        for (const Runner& runner : runners) {
            SCOPED_TRACE(runner.name);
            const ForcedIsa forced(runner.isa);
            const auto index = subject.open(scene);
            oracle::Content content(subject.max_half_extent(scene));
            ASSERT_TRUE(walk(subject, scene, *index, content, runner.executor));
            ASSERT_TRUE(index->validate());
            const Asked all(content);
            const Asked sample = Asked::sample_of(all);

            std::map<std::string, std::pair<std::uint64_t, std::uint64_t>> bytes; // hash and candidates of each query
            const auto remember = [&](const char* what, const auto& answer) {
                bytes[what] = {answer.hash(), answer.candidates()};
            };
            Hits hits;
            for (const Kind& kind : kinds) {
                SCOPED_TRACE(kind.name);
                ASSERT_TRUE(kind.ask(*index, all, hits, runner.executor));
                remember(kind.name, hits);
                if (!first_bytes.empty()) continue;
                Hits some;
                ASSERT_TRUE(kind.ask(*index, sample, some, runner.executor));
                ASSERT_TRUE(agrees(kind.expect(content, sample), some));
                ASSERT_TRUE(holds_sample(hits, some));
            }
            ASSERT_TRUE(index->neighbors(1.5f, hits, {}, runner.executor));
            remember("neighbors", hits);
            ASSERT_TRUE(index->neighbors(1.5f, hits, ranked, runner.executor));
            remember("nearest neighbors", hits);
            ASSERT_TRUE(!first_bytes.empty() || agrees(oracle::neighbors(content, 1.5f, ranked), hits));
            Pairs pairs;
            ASSERT_TRUE(index->pairs(pairs, {}, runner.executor));
            remember("pairs", pairs);
            ASSERT_TRUE(!first_bytes.empty() || agrees(oracle::pairs(content), pairs, Order::Stable));

            if (first_bytes.empty()) first_bytes = bytes;
            for (const auto& [what, expected] : first_bytes)
                ASSERT_EQ(bytes[what], expected) << "hash and candidates of " << what;
        }
    }
}

} // namespace
} // namespace throng::test
