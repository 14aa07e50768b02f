// SPDX-License-Identifier: MIT
// The first box that a ray enters, of those offered so far: the smallest (t, slot).
#pragma once

#include <throng/predicates.hpp>

namespace throng::bench {

struct FirstHit {
    float t = 0;
    Slot slot = no_slot;

    void offer(Slot candidate, const predicates::Entry& entry) noexcept {
        if (!entry || (slot != no_slot && !predicates::ranks_before({entry.t, candidate}, {t, slot}))) return;
        t = entry.t;
        slot = candidate;
    }
};

} // namespace throng::bench
