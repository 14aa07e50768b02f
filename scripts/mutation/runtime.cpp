// SPDX-License-Identifier: MIT
// THRONG_MUTANT=17 makes a mutant active; with THRONG_MUTANTS_SEEN=<file> none is, and all are recorded in bytes of
// that file. All processes share it: a program that a test starts is recorded as the test itself is, however it ends.
#include "runtime.hpp"

#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace throng_mutants {

unsigned char states[most];
unsigned char* seen;

namespace {

void share(const char* name) {
    const int file = open(name, O_RDWR | O_CLOEXEC);
    void* const shared = file >= 0 && ftruncate(file, most) == 0
                             ? mmap(nullptr, most, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)
                             : MAP_FAILED;
    if (shared == MAP_FAILED) {
        std::perror(name);
        std::abort();
    }
    close(file);
    seen = static_cast<unsigned char*>(shared);
}

// Before the constructors of other objects, which may call mutated functions.
__attribute__((constructor(101))) void choose() {
    if (const char* name = std::getenv("THRONG_MUTANTS_SEEN")) {
        share(name);
        for (unsigned char& state : states) state = Recorded;
    } else if (const char* number = std::getenv("THRONG_MUTANT")) {
        states[std::strtoul(number, nullptr, 10) % most] = On;
    }
}

} // namespace
} // namespace throng_mutants
