// SPDX-License-Identifier: MIT
// The crowd and the index that follows it, tick by tick, outside of what is timed.
#pragma once

#include "bench/common/crowd_kind.hpp"
#include "bench/common/question.hpp"

#include <memory>

namespace throng::bench {

enum class Arrays { Coherent, Shuffled };

inline constexpr int warm_up_ticks = 3;
inline constexpr int arrangement_period = 64;

/// Coherent arrays are put into the index's order once before the warm-up and again every 64 ticks, and the index is
/// then built anew. Shuffled arrays stay a random permutation.
class Workload {
public:
    Workload(const Question& question, const Setting& setting, const CrowdKind& kind, std::size_t n, Arrays arrays);

    /// Moves the elements of which the question says that they move; then the subject can be measured.
    void move();

    Subject& subject() noexcept { return *subject_; }
    const Crowd& crowd() const noexcept { return crowd_; }

    /// Everything that the crowd's state depends on, besides its size and arrangement.
    int ticks() const noexcept { return ticks_; }

private:
    void arrange();

    Crowd crowd_;
    Motion motion_;
    Arrays arrays_;
    std::unique_ptr<Subject> subject_;
    int ticks_ = 0;
};

/// One tick of motion.
void move(Crowd& crowd, Motion motion);

} // namespace throng::bench
