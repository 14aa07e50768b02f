// SPDX-License-Identifier: MIT
// The program with a pipe, a device or a packed file as its input: how much it takes before it refuses it.
#include "tests/app/gzip.hpp"
#include "tests/app/program.hpp"

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <thread>
#include <unistd.h>

namespace throng::app {
namespace {

constexpr std::size_t most_written = std::size_t{64} << 20, few_bytes = std::size_t{4} << 20;

// Writes a piece again and again into a pipe with a name until its reader is gone, and counts what was taken. It ends,
// so that a test of a program that reads everything ends too.
class PipeWriter {
public:
    PipeWriter(const std::filesystem::path& pipe, std::string piece) : piece_(std::move(piece)) {
        std::signal(SIGPIPE, SIG_IGN);
        if (::mkfifo(pipe.c_str(), 0600) != 0) throw std::runtime_error("no pipe");
        thread_ = std::thread([this, pipe] { write_into(pipe); });
    }
    ~PipeWriter() { end(); }

    // Bytes that were written before the reader ended.
    std::size_t written() {
        end();
        return written_;
    }

private:
    void end() {
        is_over_ = true;
        if (thread_.joinable()) thread_.join();
    }

    void write_into(const std::filesystem::path& pipe) {
        int file = -1;
        // This fails at once if there is no reader. A blocking open would wait for ever for a program that opens none.
        while (!is_over_ && (file = ::open(pipe.c_str(), O_WRONLY | O_NONBLOCK)) < 0)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        if (file < 0) return;
        ::fcntl(file, F_SETFL, 0);
        while (written_ < most_written) {
            const auto count = ::write(file, piece_.data(), piece_.size());
            if (count <= 0) break;
            written_ += static_cast<std::size_t>(count);
        }
        ::close(file);
    }

    std::string piece_;
    std::size_t written_ = 0;
    std::atomic<bool> is_over_ = false;
    std::thread thread_;
};

class Pipe : public testing::Test {
protected:
    void expect_refused(const std::string& arguments, const std::string& part) const {
        const Spoken said = run_program_in(place_.path(), arguments);
        EXPECT_EQ(said.exit_code, 2) << arguments;
        EXPECT_EQ(lines_of(said.err), 1) << said.err;
        EXPECT_NE(said.err.find(part), std::string::npos) << "'" << said.err << "' lacks '" << part << "'";
    }
    void expect_few_taken(const std::string& piece, const std::string& arguments, const std::string& part) const {
        std::filesystem::remove(place_.path() / "pipe");
        PipeWriter writer(place_.path() / "pipe", piece);
        expect_refused(arguments, part);
        EXPECT_GT(writer.written(), 0u) << arguments;
        EXPECT_LT(writer.written(), few_bytes) << arguments;
    }

    static std::string rows() {
        std::string text;
        for (int i = 0; i < 3000; ++i) text += std::to_string(i) + " 1 0.5 0.5\n";
        return text;
    }

    TemporaryDirectory place_;
};

TEST_F(Pipe, OfWhatIsNoTableIsRefusedByItsBeginning) {
    const std::string zeros(1 << 16, '\0');
    std::string words;
    while (words.size() < zeros.size()) words += "y\n";
    for (const std::string arguments :
         {"run pipe", "run - <pipe", "run /dev/stdin <pipe", "convert pipe out.csv", "draw --input pipe"}) {
        expect_few_taken(zeros, arguments, "this is a binary file of an unknown kind");
        expect_few_taken(words, arguments, "the header must name the columns");
    }
}

TEST_F(Pipe, OfATableWithoutAnEndIsRefusedByTheLimit) {
    for (const std::string arguments : {"run pipe", "convert pipe out.csv", "draw --input pipe"}) {
        expect_few_taken(rows(), arguments + " --input-limit 1M",
                         "pipe holds more than 1048576 bytes, the limit of what is read; --input-limit SIZE raises it");
    }
    expect_few_taken(rows(), "run - --input-limit 1500000 <pipe", "standard input holds more than 1500000 bytes");
    EXPECT_FALSE(std::filesystem::exists(place_.path() / "out.csv"));
}

// The limit ends a program that reads everything.
TEST_F(Pipe, OrDeviceOfZerosIsRefusedByItsBeginning) {
    if (!std::filesystem::exists("/dev/zero")) GTEST_SKIP() << "/dev/zero is missing, as in a chroot without devices";
    expect_refused("run /dev/zero --input-limit 64M", "/dev/zero: this is a binary file of an unknown kind");
    expect_refused("run - --input-limit 64M </dev/zero", "standard input: this is a binary file of an unknown kind");
}

TEST_F(Pipe, OrPackedFileOfFarMoreIsRefused) {
    place_.add("zeros.gz", gzipped(std::string(std::size_t{64} << 20, '\0')));
    std::string text;
    while (text.size() < (std::size_t{32} << 20)) text += rows();
    place_.add("rows.gz", gzipped(text));

    expect_refused("run zeros.gz --input-limit 16M", "zeros.gz: this is a binary file of an unknown kind");
    expect_refused("run rows.gz --input-limit 16M", "rows.gz holds more than 16777216 bytes");
}

TEST_F(Pipe, OfATableWithinTheLimitIsRead) {
    const std::string text = "frame id x y\n" + rows();
    place_.add("rows.txt", text);
    const std::string size = std::to_string(text.size());

    EXPECT_EQ(run_program_in(place_.path(), "convert - out.csv --input-limit " + size + " <rows.txt").exit_code, 0);
    EXPECT_EQ(lines_of(content_of(place_.path() / "out.csv")), lines_of(text));
    expect_refused("convert rows.txt out.csv --input-limit " + std::to_string(text.size() - 1),
                   "rows.txt holds more than " + std::to_string(text.size() - 1) + " bytes");
}

} // namespace
} // namespace throng::app
