// SPDX-License-Identifier: MIT
// The k nearest met so far, ascending by (squared distance, slot), by insertion.
#pragma once

#include <throng/predicates.hpp>

#include <cstddef>
#include <limits>
#include <vector>

namespace throng::bench {

class NearestRank {
public:
    void restart(std::size_t k) {
        k_ = k;
        count_ = 0;
        ranked_.resize(k);
    }

    /// Nothing farther can enter any more; equals still may.
    float worst() const noexcept { return count_ < k_ ? std::numeric_limits<float>::infinity() : ranked_[k_ - 1].key; }

    void offer(float squared, Slot slot) noexcept {
        std::size_t i = count_ < k_ ? count_++ : k_;
        for (; i > 0 && predicates::ranks_before({squared, slot}, ranked_[i - 1]); --i) {
            if (i < k_) ranked_[i] = ranked_[i - 1];
        }
        if (i < k_) ranked_[i] = {squared, slot};
    }

    void append_to(std::vector<Slot>& slots) const {
        for (std::size_t i = 0; i < count_; ++i) slots.push_back(ranked_[i].slot);
    }

private:
    std::size_t k_ = 0;
    std::size_t count_ = 0;
    std::vector<predicates::Ranked> ranked_;
};

} // namespace throng::bench
