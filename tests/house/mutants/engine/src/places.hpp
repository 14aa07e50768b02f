// SPDX-License-Identifier: MIT
// A comment behind code names the operators for its line, in the order of the alphabet; other lines have none.
#pragma once

namespace places {

enum class Fault { None, NoFault = None, Memory, Place };

template <class T> struct Pair {
    static constexpr int most = 4 + 4;
    T first = 1, second = 2;

    Pair(T a, T b) noexcept(sizeof(T) > 1) : first(a - 1), second(b) {} // arithmetic, constant, constant
    T sum() const { return first + second; }                            // arithmetic
    friend Pair operator&(const Pair& a, const Pair& b) { return Pair(a.first | b.first, a.second); } // bits
};

int steps(int n);
int length(const char* text);
bool is_large(int n);
int answer(int n);

} // namespace places
