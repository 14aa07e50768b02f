// SPDX-License-Identifier: MIT
// What the comments say, and which mutants live, is tested by ../selftest.py.
#include "engine/src/places.hpp"

#include "engine/include/places/inline.hpp"

#define TWICE(x) ((x) + (x))

namespace places {
namespace {

constexpr int border = 10 - 1;
constexpr int table[2 + 1] = {3, 4, 5};

template <int n> struct Power {
    static int of(int x) { return x << n; } // bits
};

constexpr int scaled(int n, int factor = 1 + 1) {
    static_assert(sizeof(int) > 2 + 1);
    return n * factor; // arithmetic
}

template <class T> T smaller(T a, T b) {
    return a < b ? a : b; // condition, relation
}

int min(int a, int b) { return smaller(a, b); }
int max(int a, int b) {
    return a + b - smaller(a, b); // arithmetic, arithmetic
}

Fault fault_of(int n) {
    if (n == 3) return Fault::Memory; // condition, constant, constant, relation, return
    switch (n) {
    case 4 + 1: return Fault::Place; // return
    default: break;
    }
    return Fault::None; // return
}

template <class T> int of_template(T n) {
    const Pair<T> low{n, n}, high = low & Pair<T>(n, 8);           // bits, constant, constant
    if constexpr (sizeof(T) > 2 + 2) return 0;                     // constant
    const auto larger = [&](T than) { return high.sum() > than; }; // relation
    if (larger(low.second) && n != low.first) return -n; // condition, logic, one side, one side, relation, unary
    return min(n, high.second);                          // min/max
}

// What changes nothing is no mutant: another name of a value, x / 1 for x * 1, what a hint is given.
Fault no_fault() { return Fault::NoFault; } // return

int unchanged(int n) {
    __builtin_prefetch(&n + 2);
    while (1) {                    // constant
        n = (n + 0) * 1;           // constant, constant, constant, statement
        if (n > -0) return n << 0; // condition, constant, constant, relation
        return static_cast<int>(no_fault());
    }
    return 3; // constant, constant
}

} // namespace

int steps(int n) {
    int done = 0;              // constant
    while (n > 0) --n, ++done; // constant, relation, statement
    return done;
}

int length(const char* text) {
    if (!text) return 0;                             // condition, constant, unary
    int n = 0;                                       // constant
    for (const char* c = text; *c != '\0'; ++c) ++n; // relation, statement
    return n;
}

bool is_large(int n) {
    return n > border; // relation, return
}

int answer(int n) {
    constexpr int offset = 2 + 2;
    const int power = 2; // constant, constant
    int sum[offset + 1] = {};
    int* next = sum;
    *next++ = scaled(n) + scaled(steps(n), length("two"));                   // arithmetic, statement
    *next++ = TWICE(n + 1) + Power<1 + 1>::of(n);                            // arithmetic, statement
    *next++ = static_cast<int>(fault_of(n)) + of_template(n) + unchanged(n); // arithmetic, arithmetic, statement
    if (is_large(n))                                                         // condition
        *next++ = table[0];                                                  // constant, statement
    else
        *next++ = Power<power>::of(n);              // statement
    *next = max(half(n), offset);                   // min/max, statement
    int all = 0;                                    // constant
    for (const int one : sum) all = all * 20 + one; // arithmetic, arithmetic, constant, constant, statement
    return all;
}

} // namespace places
