// SPDX-License-Identifier: MIT
// The end of the program after an error: each error has one sentence for stderr, and its type decides the exit code.
#pragma once

#include <throng/types.hpp>

#include <exception>
#include <stdexcept>
#include <string>
#include <string_view>

namespace throng::app {

enum ExitCode : int { exit_success = 0, exit_failure = 1, exit_usage = 2, exit_disagreement = 3 };

/// The user can remove it: a bad argument, an unreadable or malformed file, a directory that cannot be written. Exit 2.
class UsageError : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// The library and brute force gave different answers. Exit 3.
class Disagreement : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws std::runtime_error "<doing>: <meaning of the fault>" unless the call succeeded.
void expect(Status status, std::string_view doing);

/// Writes "throng: warning: ..." in one line to stderr.
void warn(std::string_view what) noexcept;

/// Writes the error in one line to stderr, "throng: ...", and returns its exit code.
int complain(ExitCode code, std::string_view what) noexcept;
int complain(std::exception_ptr error) noexcept;

} // namespace throng::app
