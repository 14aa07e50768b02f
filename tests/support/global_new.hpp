// SPDX-License-Identifier: MIT
// Counts and refuses the program's own operator new. Link global_new.cpp, which replaces it.
#pragma once

#include <cstddef>

namespace throng::test::global_new {

/// Calls so far, of any thread.
std::size_t calls() noexcept;

/// The k-th call from now on is refused, that one alone (nothrow: null; else std::bad_alloc); 0: none.
void refuse(std::size_t k) noexcept;
bool refused() noexcept;

} // namespace throng::test::global_new
