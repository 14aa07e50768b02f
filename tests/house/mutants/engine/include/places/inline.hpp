// SPDX-License-Identifier: MIT
// A public header: its inline functions are mutated, too. No source of the library uses the larger one.
#pragma once

namespace places {

inline int half(int n) { return n / 2; }    // arithmetic, constant, constant
inline int larger(int n) { return n + 10; } // arithmetic, constant, constant

} // namespace places
