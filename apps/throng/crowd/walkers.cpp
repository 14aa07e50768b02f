// SPDX-License-Identifier: MIT
// People who walk: one column per property, an entry per slot.
#include "apps/throng/crowd/walkers.hpp"

#include "apps/throng/crowd/check.hpp"

#include <bit>

namespace throng::app {

namespace {

template <class T> void gather(std::vector<T>& column, std::span<const Slot> order) {
    std::vector<T> arranged(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) arranged[i] = column[order[i]];
    column.swap(arranged);
}

} // namespace

void Walkers::resize(std::size_t people) {
    for (std::vector<float>* column : {&x, &y, &velocity_x, &velocity_y, &pace}) column->resize(people);
    stream.resize(people);
    person.resize(people);
}

void Walkers::arrange(std::span<const Slot> order) {
    for (std::vector<float>* column : {&x, &y, &velocity_x, &velocity_y, &pace}) gather(*column, order);
    gather(stream, order);
    gather(person, order);
}

std::uint64_t Walkers::hash() const {
    std::vector<Slot> slot_of(size());
    for (std::size_t i = 0; i < size(); ++i) slot_of[person[i]] = static_cast<Slot>(i);
    std::uint64_t state = size();
    for (const Slot s : slot_of) {
        for (const std::vector<float>* column : {&x, &y, &velocity_x, &velocity_y}) {
            state = mix(state ^ std::bit_cast<std::uint32_t>((*column)[s]));
        }
    }
    return state;
}

} // namespace throng::app
