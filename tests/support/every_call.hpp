// SPDX-License-Identifier: MIT
// Every change and every query of an index, once each: for what must hold whichever of them is called.
#pragma once

#include "scenes/crowd.hpp"
#include "tests/support/index_kinds.hpp"

#include <functional>
#include <vector>

namespace throng::test {

/// Every call that changes an index of some kind; `fresh` is a slot that no element has.
using Change = std::function<Status(AnyIndex&, Executor)>;
inline std::vector<Change> every_change(const IndexKind& kind, BoxView boxes, Slot fresh = 99'999) {
    const BoxView one = boxes.slice(0, 1);
    std::vector<Change> changes = {[=](AnyIndex& i, Executor e) { return i.build(boxes, e); },
                                   [=](AnyIndex& i, Executor e) { return i.update(boxes, e); },
                                   [=](AnyIndex& i, Executor e) { return i.move(std::vector<Slot>{0}, one, e); },
                                   [=](AnyIndex& i, Executor e) { return i.insert(std::vector<Slot>{fresh}, one, e); },
                                   [=](AnyIndex& i, Executor e) { return i.erase(std::vector<Slot>{0}, e); },
                                   [=](AnyIndex& i, Executor e) { return i.refit(e); },
                                   [=](AnyIndex& i, Executor) { return i.clear(); }};
    if (kind.cleans_up()) changes.push_back([=](AnyIndex& i, Executor) { return i.cleanup(); });
    return changes;
}

/// Every query that fills Hits.
using IndexQuery = std::function<Status(const AnyIndex&, Hits&, Executor)>;
inline std::vector<IndexQuery> every_query(const scenes::Crowd& crowd) {
    const BoxView boxes = crowd.boxes();
    const PointView points = crowd.centers();
    return {[=](const AnyIndex& i, Hits& h, Executor e) { return i.overlap(boxes, h, {}, e); },
            [=](const AnyIndex& i, Hits& h, Executor e) { return i.within(DiscView(points, 1.0f), h, {}, e); },
            [=](const AnyIndex& i, Hits& h, Executor e) { return i.nearest(points, 3, 5, h, {}, e); },
            [=](const AnyIndex& i, Hits& h, Executor e) { return i.cast(RayView(points, points, 1.0f), h, {}, e); },
            [=](const AnyIndex& i, Hits& h, Executor e) { return i.along(RayView(points, points, 1.0f), h, {}, e); },
            [=](const AnyIndex& i, Hits& h, Executor e) { return i.neighbors(2, h, {}, e); },
            [=](const AnyIndex& i, Hits& h, Executor e) {
                return i.neighbors_of(std::vector<Slot>{0, 1, 2}, 2, h, {}, e);
            }};
}

} // namespace throng::test
