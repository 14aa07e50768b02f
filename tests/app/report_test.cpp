// SPDX-License-Identifier: MIT
// What the program shows: tables, order statistics, the progress bar, the CSV of frames.
#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/progress.hpp"
#include "apps/throng/cli/reading_report.hpp"
#include "apps/throng/cli/statistics.hpp"
#include "apps/throng/cli/table.hpp"
#include "apps/throng/clip/frame_figures.hpp"
#include "apps/throng/input/formats.hpp"

#include <gtest/gtest.h>

#include <array>
#include <new>
#include <string>

namespace throng::app {
namespace {

TEST(Table, AlignsColumnsAndRulesOffTheHeader) {
    Table table(true);
    table.add({"phase", "ms"});
    table.add({"query", "12.5"});
    table.add({"all"});

    EXPECT_EQ(table.text(), "phase    ms\n"
                            "-----------\n"
                            "query  12.5\n"
                            "all\n");
}

TEST(Table, GroupsDigitsByThousands) {
    EXPECT_EQ(grouped(0), "0");
    EXPECT_EQ(grouped(999), "999");
    EXPECT_EQ(grouped(1000), "1 000");
    EXPECT_EQ(grouped(1234567), "1 234 567");
}

TEST(Table, CountsOneInTheSingular) {
    EXPECT_EQ(counted(1, "thread"), "1 thread");
    EXPECT_EQ(counted(0, "thread"), "0 threads");
    EXPECT_EQ(counted(12345, "thread"), "12 345 threads");
    EXPECT_EQ(counted(1, "leaf", "leaves"), "1 leaf");
    EXPECT_EQ(counted(2, "leaf", "leaves"), "2 leaves");
}

TEST(Statistics, ArePercentilesByNearestRank) {
    const std::array<double, 5> samples{50, 15, 40, 20, 35};

    EXPECT_EQ(percentile(samples, 0.30), 20);
    EXPECT_EQ(percentile(samples, 0.40), 20);
    EXPECT_EQ(percentile(samples, 0.50), 35);
    EXPECT_EQ(percentile(samples, 0.99), 50);
    EXPECT_EQ(percentile(samples, 0), 15);
    EXPECT_EQ(percentile(samples, 1), 50);
    EXPECT_EQ(median(samples), 35);
    EXPECT_EQ(median({}), 0);
}

TEST(ReadingReport, TellsTheOriginWhereItIsNotZero) {
    const auto origin_in = [](const std::string& text) {
        const Recording recording = parse_recording(text, "clip", {});
        for (const auto& [name, value] : ReadingReport(recording, clip_of(recording)).rows())
            if (name.starts_with("origin")) return name + " is " + value;
        return std::string("none");
    };
    EXPECT_EQ(origin_in("# id frame x/m y/m\n1 0 3 5\n1 1 2 6\n"), "none");
    EXPECT_EQ(origin_in("# id frame x/m y/m\n1 0 388099 5820127\n1 1 388099 5820127.5\n"),
              "origin, m is 388099, 5820127");
}

TEST(Progress, TellsShareRateAndRemainingTime) {
    const std::string line = progress_line("demo", "ticks", 150, 600, 5, 200);

    EXPECT_EQ(line, "demo [######..................]  25 %  150/600 ticks  30.0/s  15 s left");
    EXPECT_EQ(progress_line("demo", "ticks", 150, 600, 5, 10).size(), 10u);
    EXPECT_NE(progress_line("demo", "ticks", 0, 600, 0, 200).find("? s left"), std::string::npos);
    EXPECT_NE(progress_line("demo", "ticks", 0, 0, 0, 200).find("100 %"), std::string::npos);
}

TEST(Errors, EndTheProgramWithACodeAndOneLine) {
    const auto expect_told = [](auto error, int code, const char* line) {
        testing::internal::CaptureStderr();
        EXPECT_EQ(complain(std::make_exception_ptr(error)), code);
        EXPECT_EQ(testing::internal::GetCapturedStderr(), line);
    };
    expect_told(UsageError("no such file"), 2, "throng: no such file\n");
    expect_told(Disagreement("slot 7"), 3, "throng: slot 7\n");
    expect_told(std::bad_alloc(), 1, "throng: out of memory\n");
    expect_told(std::runtime_error("two\nlines"), 1, "throng: two lines\n");
    expect_told(42, 1, "throng: an unknown error\n");
}

TEST(Errors, SayWhatAFailedCallWasDoing) {
    EXPECT_NO_THROW(expect(Status{}, "moving"));
    try {
        expect({Fault::InvalidBounds, 7, 2}, "moving");
        FAIL() << "nothing was thrown";
    } catch (const std::runtime_error& e) {
        EXPECT_EQ(std::string(e.what()),
                  "moving: 2 faulty items, the first is number 7: " + std::string(describe(Fault::InvalidBounds)));
    }
}

TEST(FrameFigures, LeaveTheSmallestDistanceEmptyWhereNoPersonIsNear) {
    const std::array<FrameFigures, 2> frames{
        FrameFigures{.frame = 7, .agents = 4, .pairs = 3, .most_neighbors = 2, .smallest_distance = 0.25f},
        FrameFigures{.frame = 9, .agents = 1}};

    EXPECT_EQ(csv_of(frames), "frame,agents,neighbor_pairs,mean_neighbors,max_neighbors,smallest_distance\n"
                              "7,4,3,1.5000,2,0.2500\n"
                              "9,1,0,0.0000,0,\n");
}

} // namespace
} // namespace throng::app
