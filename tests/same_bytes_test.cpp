// SPDX-License-Identifier: MIT
// Answers are the same bytes for every number of threads, instruction set and floating-point mode of the caller, and the same as
// ever: same_bytes_values.inc holds what they were. THRONG_REGENERATE=<file> writes that file anew after a deliberate change.
#include "scenes/scene.hpp"
#include "tests/support/runners.hpp"
#include "tests/support/scenario.hpp"
#include "tests/support/subjects.hpp"

#include <gtest/gtest.h>

#include <cfenv>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace throng::test {
namespace {

using throng_scenes::Scene;

/// What a caller may have left in the CPU, for the length of a scope.
class FloatMode {
public:
    enum Kind { Usual, FlushToZero, RoundUp, RoundUpAndFlushToZero };
    static constexpr const char* names[] = {"usual mode", "flush to zero", "rounding up", "rounding up, flush to zero"};

    explicit FloatMode(Kind kind) {
        std::fegetenv(&before_);
        if (kind == RoundUp || kind == RoundUpAndFlushToZero) std::fesetround(FE_UPWARD);
#if defined(__SSE2__)
        constexpr unsigned flush_to_zero = 0x8000;
        constexpr unsigned denormals_are_zero = 0x0040;
        if (kind == FlushToZero || kind == RoundUpAndFlushToZero) _mm_setcsr(_mm_getcsr() | flush_to_zero | denormals_are_zero);
        control_ = _mm_getcsr() & control_bits;
#endif
    }
    FloatMode(const FloatMode&) = delete;
    FloatMode& operator=(const FloatMode&) = delete;
    ~FloatMode() { std::fesetenv(&before_); }

    /// The library gave the caller's mode back.
    bool kept() const {
#if defined(__SSE2__)
        return (_mm_getcsr() & control_bits) == control_;
#else
        return true;
#endif
    }

private:
    static constexpr unsigned control_bits = 0xFFC0;
    std::fenv_t before_;
    [[maybe_unused]] unsigned control_ = 0;
};

class Fingerprint {
public:
    void add(std::uint64_t value) { hash_ = (hash_ ^ value) * 0x9E37'79B9'7F4A'7C15ull + (hash_ >> 29); }
    void add(const Status& status) {
        add(static_cast<std::uint64_t>(status.faults));
        add(status.first);
        add(status.count);
    }
    void add(const Hits& hits, const Status& status) {
        add(status);
        add(hits.hash());
    }
    std::uint64_t value() const { return hash_; }

private:
    std::uint64_t hash_ = 1;
};

// The frames and questions of one scene, made before any mode is set.
struct Script {
    Script(const Subject& subject, Scene scene) : content(subject.max_half_extent(scene)), scenario(first_content(subject, scene), 64, 7) {
        for (int frame = 0; frame < 3; ++frame) {
            points.push_back(scene.centers);
            boxes.push_back(scene.boxes());
            scene.step(static_cast<std::uint64_t>(frame));
        }
    }

    static oracle::Content first_content(const Subject& subject, const Scene& scene) {
        oracle::Content content(subject.max_half_extent(scene));
        const std::vector<Aabb> boxes = scene.boxes();
        static_cast<void>(content.build(std::span<const Aabb>(boxes)));
        return content;
    }

    oracle::Content content;
    Scenario scenario;
    std::vector<std::vector<Vec2>> points;
    std::vector<std::vector<Aabb>> boxes;
};

std::uint64_t play(const Subject& subject, const Script& script, AnyIndex& index, Executor executor) {
    Fingerprint print;
    for (std::size_t frame = 0; frame < script.boxes.size(); ++frame) {
        const bool first = frame == 0;
        const BoxView boxes(script.boxes[frame]);
        const PointView points(script.points[frame]);
        if (subject.points) print.add(first ? index.build(points, executor) : index.update(points, executor));
        if (!subject.points) print.add(first ? index.build(boxes, executor) : index.update(boxes, executor));
    }
    for (const Slot slot : index.order()) print.add(slot);

    const Scenario& ask = script.scenario;
    Hits hits;
    for (const std::size_t c : {0u, 3u, 7u}) {
        print.add(hits, index.overlap(ask.boxes, hits, ask.options(c), executor));
        print.add(hits, index.within(ask.discs(), hits, ask.options(c), executor));
        print.add(hits, index.nearest(ask.points, ask.k(c), ask.max_distance(c), hits, ask.options(c), executor));
        print.add(hits, index.cast(ask.ray_view(0), hits, ask.options(c), executor));
        print.add(hits, index.along(ask.ray_view(0.25f), hits, ask.options(c), executor));
        print.add(hits, index.neighbors(ask.neighbor_radius(c), hits, ask.options_by_slot(c), executor));
        Pairs pairs;
        print.add(index.pairs(pairs, ask.pair_options(c), executor));
        print.add(pairs.hash());
    }
    return print.value();
}

const std::map<std::string, std::uint64_t> stored_values = {
#include "tests/same_bytes_values.inc"
};

class SameBytes : public testing::TestWithParam<Subject> {};
INSTANTIATE_TEST_SUITE_P(Each, SameBytes, testing::ValuesIn(thorough_subjects()), name_of);

// All scenes, and one so large that every change and batch is several blocks.
std::vector<Scene> scenes() {
    std::vector<Scene> scenes = throng_scenes::all(400);
    scenes.push_back(throng_scenes::ordinary(6000).front());
    scenes.back().name += "_of_many_blocks";
    return scenes;
}

TEST_P(SameBytes, FromEveryThreadCountInstructionSetAndFloatMode) {
    const Subject& subject = GetParam();
    const char* const regenerated = std::getenv("THRONG_REGENERATE");
    Hosts hosts;
    for (const Scene& scene : scenes()) {
        SCOPED_TRACE("scene " + scene.name);
        const std::string key = std::string(subject.name) + '/' + scene.name;
        const Script script(subject, scene);
        std::uint64_t first = 0;

        std::size_t number = 0;
        for (const Runner& runner : hosts.runners()) {
            SCOPED_TRACE(runner.name);
            const ForcedIsa forced(runner.isa);
            for (int kind = 0; kind < 4; ++kind, ++number) {
                SCOPED_TRACE(FloatMode::names[kind]);
                const auto index = subject.open(scene);
                const FloatMode mode(static_cast<FloatMode::Kind>(kind));
                const std::uint64_t value = play(subject, script, *index, runner.executor);
                const bool kept = mode.kept();
                if (number == 0) first = value;
                ASSERT_EQ(value, first);
                ASSERT_TRUE(kept) << "the caller's floating-point mode was changed";
            }
        }

        if (regenerated != nullptr) {
            std::ofstream(regenerated, std::ios::app) << "{\"" << key << "\", 0x" << std::hex << first << "},\n";
            continue;
        }
        const auto stored = stored_values.find(key);
        const bool known = stored != stored_values.end();
        EXPECT_TRUE(known) << "no value is stored for " << key;
        EXPECT_TRUE(!known || first == stored->second) << "answers have changed since their hash was stored";
    }
}

} // namespace
} // namespace throng::test
