// SPDX-License-Identifier: MIT
// The end of the program after an error.
#include "apps/throng/cli/errors.hpp"

#include "apps/throng/cli/shown.hpp"
#include "apps/throng/cli/table.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <fmt/format.h>
#include <new>
#include <utility>

namespace throng::app {

void expect(Status status, std::string_view doing) {
    if (status) return;
    const auto bits = static_cast<std::uint32_t>(status.faults);
    const auto lowest = static_cast<Fault>(bits & (~bits + 1));
    const std::string_view sentence = status.reason != Reason::None ? describe(status) : describe(lowest);
    if (!status.applied()) throw std::runtime_error(fmt::format("{}: {}", doing, sentence));
    throw std::runtime_error(fmt::format("{}: {}, the first is number {}: {}", doing,
                                         counted(status.count, "faulty item"), status.first, sentence));
}

namespace {

void say(const char* before, std::string_view what) noexcept {
    std::fputs(before, stderr);
    try {
        // The message of a library may span lines and contain any text from outside.
        std::string line(what);
        std::replace(line.begin(), line.end(), '\n', ' ');
        std::fputs(shown(line).c_str(), stderr);
    } catch (const std::bad_alloc&) {
        std::fputs("out of memory", stderr);
    }
    std::fputc('\n', stderr);
}

} // namespace

void warn(std::string_view what) noexcept { say("throng: warning: ", what); }

int complain(ExitCode code, std::string_view what) noexcept {
    say("throng: ", what);
    return code;
}

int complain(std::exception_ptr error) noexcept {
    try {
        std::rethrow_exception(std::move(error));
    } catch (const UsageError& e) {
        return complain(exit_usage, e.what());
    } catch (const Disagreement& e) {
        return complain(exit_disagreement, e.what());
    } catch (const std::bad_alloc&) {
        return complain(exit_failure, "out of memory");
    } catch (const std::exception& e) {
        return complain(exit_failure, e.what());
    } catch (...) {
        return complain(exit_failure, "an unknown error");
    }
}

} // namespace throng::app
