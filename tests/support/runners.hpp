// SPDX-License-Identifier: MIT
// Every instruction set with one, two and seven threads. The same question must get the same bytes from all of them.
#pragma once

#include "engine/src/base/active_kernels.hpp"
#include "simd/instruction_sets.hpp"
#include "tests/support/effort.hpp"
#include "tests/support/thread_executor.hpp"
#include "tests/support/two_threads.hpp"

#include <throng/executor.hpp>
#include <throng/isa.hpp>

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace throng::test {

/// Those that this build has and this machine can run, weakest first.
inline std::vector<simd::Isa> instruction_sets() {
    std::vector<simd::Isa> sets;
    for (const simd::Isa set : simd::all_isas) {
        if (simd::supported(set)) sets.push_back(set);
    }
    return sets;
}

/// One instruction set for the length of a scope.
class ForcedIsa {
public:
    explicit ForcedIsa(simd::Isa set) : before_(simd::active()) {
        EXPECT_TRUE(simd::force_isa(set));
        EXPECT_EQ(active_isa(), simd::name(set)) << "the library tells another instruction set than the forced one";
        EXPECT_EQ(active_kernels().grid.compiled_for, set) << "the forced instruction set does not run";
    }
    ForcedIsa(const ForcedIsa&) = delete;
    ForcedIsa& operator=(const ForcedIsa&) = delete;
    ~ForcedIsa() { simd::force_isa(before_); }

private:
    simd::Isa before_;
};

/// What the library finds out about the CPU, settled otherwise for the length of a scope.
class ForcedAnswer {
public:
    /// Of simd::gathers_fast().
    static ForcedAnswer gathers(bool fast) { return {simd::force_gathers, simd::gathers_fast(), fast}; }
    /// Of simd::packs_bytes(): `true` is what the CPU can.
    static ForcedAnswer byte_packing(bool packs) { return {simd::force_byte_packing, simd::packs_bytes(), packs}; }
    ForcedAnswer(const ForcedAnswer&) = delete;
    ForcedAnswer& operator=(const ForcedAnswer&) = delete;
    ~ForcedAnswer() { force_(before_); }

private:
    ForcedAnswer(void (*force)(bool), bool before, bool to) : force_(force), before_(before) { force_(to); }

    void (*force_)(bool);
    bool before_;
};

struct Runner {
    std::string name;
    simd::Isa isa;
    Executor executor;
};

/// The hosts of all runners, which they must outlive.
class Hosts {
public:
    /// Sanitized builds, where each answer takes long, have every instruction set and every host once.
    std::vector<Runner> runners() {
        std::vector<Runner> runners = all_runners();
        if (!instrumented || everything_asked()) return runners;
        std::vector<Runner> few;
        for (std::size_t i = 0; i < runners.size(); i += 4) few.push_back(runners[i]);
        return few;
    }

private:
    std::vector<Runner> all_runners() {
        std::vector<Runner> runners;
        const std::vector<simd::Isa> sets = instruction_sets();
        // The strongest first: what only the first runner is asked is soonest done by it.
        for (auto isa = sets.rbegin(); isa != sets.rend(); ++isa) {
            const std::string name(simd::name(*isa));
            runners.push_back({name + ", serial", *isa, serial()});
            runners.push_back({name + ", 2 threads", *isa, two_.executor()});
            runners.push_back({name + ", 7 threads", *isa, seven_.executor()});
        }
        return runners;
    }

    TwoThreads two_;
    ThreadExecutor seven_{7};
};

} // namespace throng::test
