// SPDX-License-Identifier: MIT
// Output files appear whole or not at all, and only inside their directory.
#include "apps/throng/cli/errors.hpp"
#include "apps/throng/cli/output.hpp"
#include "tests/app/temporary_directory.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace throng::app {
namespace {

using Names = std::set<std::string>;

TEST(Output, MakesTheDirectoryWithItsParents) {
    const TemporaryDirectory place;

    const OutputDirectory out(place.path() / "a" / "b");

    EXPECT_TRUE(std::filesystem::is_directory(place.path() / "a" / "b"));
}

TEST(Output, ReplacesAFileOfTheSameNameAndLeavesOthersAlone) {
    const TemporaryDirectory place;
    place.add("figures.csv", "old and longer than the new");
    place.add("notes.txt", "mine");
    const OutputDirectory out(place.path());

    out.write("figures.csv", "new");

    EXPECT_EQ(content_of(place.path() / "figures.csv"), "new");
    EXPECT_EQ(content_of(place.path() / "notes.txt"), "mine");
    EXPECT_EQ(everything_in(place.path()), (Names{"figures.csv", "notes.txt"}));
}

TEST(Output, IsNotSeenBeforeItIsWhole) {
    const TemporaryDirectory place;
    place.add("picture", "old");
    const OutputDirectory out(place.path());

    OutputFile file = out.open("picture");
    file.append("ne");
    EXPECT_EQ(content_of(place.path() / "picture"), "old");
    file.append("w");
    file.commit();

    EXPECT_EQ(content_of(place.path() / "picture"), "new");
}

TEST(Output, LeavesNothingOfAFileThatIsGivenUp) {
    const TemporaryDirectory place;
    const OutputDirectory out(place.path());

    { out.open("picture").append("half of it"); }

    EXPECT_EQ(everything_in(place.path()), Names{});
}

TEST(Output, NeverLeavesItsDirectory) {
    const TemporaryDirectory place;
    const OutputDirectory out(place.path() / "out");

    for (const char* name : {"../stray", "/tmp/stray", "sub/stray", "..", ".", ""}) {
        EXPECT_THROW(out.write(name, "x"), std::invalid_argument) << name;
    }

    EXPECT_EQ(everything_in(place.path()), Names{"out"});
}

TEST(Output, ReplacesALinkInsteadOfFollowingIt) {
    const TemporaryDirectory place;
    const OutputDirectory out(place.path() / "out");
    place.add("precious", "keep me");
    std::filesystem::create_symlink(place.path() / "precious", place.path() / "out" / "picture");

    out.write("picture", "new");

    EXPECT_EQ(content_of(place.path() / "precious"), "keep me");
    EXPECT_EQ(content_of(place.path() / "out" / "picture"), "new");
}

TEST(Output, RefusesADirectoryThatIsAFile) {
    const TemporaryDirectory place;
    place.add("out", "a file");

    EXPECT_THROW(OutputDirectory(place.path() / "out"), UsageError);
    EXPECT_THROW(OutputDirectory(place.path() / "out" / "deeper"), UsageError);
    EXPECT_EQ(content_of(place.path() / "out"), "a file");
}

TEST(Output, RefusesADirectoryItMayNotWriteInto) {
    if (::geteuid() == 0) GTEST_SKIP() << "the superuser may write everywhere";
    const TemporaryDirectory place;
    std::filesystem::permissions(place.path(), std::filesystem::perms::owner_read | std::filesystem::perms::owner_exec);

    EXPECT_THROW(OutputDirectory{place.path()}, UsageError);
    EXPECT_THROW(OutputDirectory(place.path() / "out"), UsageError);
}

} // namespace
} // namespace throng::app
