// SPDX-License-Identifier: MIT
// Changes of the measured index, and faults of measured calls.
#include "bench/common/subject.hpp"

#include <throng/hits.hpp>

#include <stdexcept>
#include <string>

namespace throng::bench {
namespace {

// What an index without points makes of them.
BoxView without_extent(const Crowd& crowd) { return BoxView::around(crowd.centers(), 0.0f); }

} // namespace

void require(Status status) {
    if (status) return;
    std::string sentence = "a measured call failed:";
    for (std::uint32_t bit = 1; bit <= static_cast<std::uint32_t>(Fault::Corrupt); bit <<= 1) {
        if (has(status.faults, Fault(bit))) sentence.append(" ").append(describe(Fault(bit)));
    }
    throw std::runtime_error(sentence);
}

void Subject::build(const Crowd& crowd) {
    if (elements_ == Elements::Boxes) {
        require(index_->build(crowd.boxes()));
    } else {
        require(points_ ? index_->build(crowd.centers()) : index_->build(without_extent(crowd)));
    }
}

void Subject::update(const Crowd& crowd) {
    if (elements_ == Elements::Boxes) {
        require(index_->update(crowd.boxes()));
    } else {
        require(points_ ? index_->update(crowd.centers()) : index_->update(without_extent(crowd)));
    }
}

void Subject::move(const Crowd& crowd, BoxView boxes) {
    // What is only ever built is built anew for one as for all.
    require(dynamic_ ? index_->move(crowd.moved, boxes) : index_->build(crowd.boxes()));
}

std::vector<Slot> Subject::order(const Crowd& crowd) const {
    if (const std::span<const Slot> told = index_->order(); !told.empty()) return {told.begin(), told.end()};
    // An index without order() lists all elements in the order of its nodes.
    const Aabb world{{-crowd.side, -crowd.side}, {2 * crowd.side, 2 * crowd.side}};
    Hits all;
    require(index_->overlap(world, all));
    if (all.slots().size() != crowd.size())
        throw std::runtime_error("a search of the whole world does not find all elements");
    return {all.slots().begin(), all.slots().end()};
}

} // namespace throng::bench
