// SPDX-License-Identifier: MIT
// A program that two tests start: one of GoogleTest, and one without it.
#include <cstdio>

namespace {

int doubled(int n) { return n * 2; }
int tripled(int n) { return n * 3; }

} // namespace

int main(int count, char**) {
    std::printf("%d\n", count > 1 ? tripled(7) : doubled(7));
    return count > 1 && tripled(7) != 21;
}
