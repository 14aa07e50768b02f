// SPDX-License-Identifier: MIT
// Hosts as executor.hpp allows them: in any order, on several threads, calling twice, calling beyond the end.
#pragma once

#include "support/pool_executor.hpp"
#include "tests/fuzz/bytes.hpp"
#include "tests/support/reversed_executor.hpp"

#include <throng/executor.hpp>

#include <cstdint>

namespace throng::fuzz {

struct Host {
    const char* name;
    Executor executor;
};

/// The odd indices first, some of them again, and some beyond the end.
inline Executor careless() {
    return {[](void*, std::uint32_t count, Executor::Task* task, void* context) {
                task(context, count);
                for (std::uint32_t i = 1; i < count; i += 2) task(context, i);
                for (std::uint32_t i = 0; i < count; ++i) task(context, i);
                for (std::uint32_t i = 0; i < count; i += 3) task(context, i);
                task(context, count + 5);
                task(context, ~0u);
            },
            nullptr};
}

inline Host host(std::uint32_t which) {
    static support::PoolExecutor three(3), seven(7);
    switch (which % 8) {
    case 0: return {"serial", serial()};
    case 1: return {"the default host", {}};
    case 2: return {"a host that goes backwards", test::reversed()};
    case 3: return {"a host that goes forwards", test::ascending()};
    case 4: return {"3 threads", three.executor()};
    case 5: return {"7 threads", seven.executor()};
    default: return {"a careless host", careless()};
    }
}

inline Host host(Bytes& source) { return host(source.below(8)); }

} // namespace throng::fuzz
