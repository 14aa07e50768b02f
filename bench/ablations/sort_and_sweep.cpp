// SPDX-License-Identifier: MIT
// Sort and sweep along x. The last order is nearly that of this tick, but inserting each element where it belongs costs
// more than sorting anew as soon as an element passes dozens of others in a tick, as in large crowds: they are sorted
// anew, from the last order.
#include "bench/ablations/ablations.hpp"
#include "bench/ablations/sorted_columns.hpp"
#include "bench/peers/row_function.hpp"

#include <algorithm>

namespace throng::bench {
namespace {

struct Begin {
    float min_x;
    Slot slot;
};

class SortAndSweep final : public PairPeer {
public:
    explicit SortAndSweep(RowFunction* row) : row_(row) {}

    void load(const Crowd& crowd) override {
        if (begins_.size() != crowd.size()) {
            begins_.resize(crowd.size());
            for (std::size_t i = 0; i < crowd.size(); ++i) begins_[i].slot = static_cast<Slot>(i);
        }
        for (Begin& begin : begins_) begin.min_x = box_of(crowd, begin.slot).min.x;
        std::sort(begins_.begin(), begins_.end(), [](const Begin& a, const Begin& b) { return a.min_x < b.min_x; });
        boxes_.resize(crowd.size());
        found_.resize(crowd.size() + beyond_the_end);
        for (std::size_t at = 0; at < crowd.size(); ++at)
            boxes_.set(at, begins_[at].slot, box_of(crowd, begins_[at].slot));
    }

    void pairs(std::vector<Pair>& out) override {
        out.clear();
        std::size_t end = 0;
        for (std::size_t a = 0; a < begins_.size(); ++a) {
            const Aabb box = boxes_.box(a);
            // Sizes differ, so that this element may end before the last one did.
            end = std::max(end, a + 1);
            while (end < begins_.size() && begins_[end].min_x <= box.max.x) ++end;
            while (end > a + 1 && begins_[end - 1].min_x > box.max.x) --end;
            const Slot* written = row_(boxes_.up_to(end), a + 1, box, found_.data());
            for (const Slot* b = found_.data(); b != written; ++b)
                out.push_back(ordered(boxes_.slots[a], boxes_.slots[*b]));
        }
    }

private:
    RowFunction* row_;
    std::vector<Begin> begins_; // ascending
    SortedColumns boxes_;       // in the same order
    std::vector<Slot> found_;
};

} // namespace

std::unique_ptr<PairPeer> sort_and_sweep(std::string_view isa) {
    return std::make_unique<SortAndSweep>(row_function(isa));
}

} // namespace throng::bench
