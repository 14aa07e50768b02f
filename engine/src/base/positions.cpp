// SPDX-License-Identifier: MIT
#include "engine/src/base/positions.hpp"

#include <algorithm>
#include <atomic>

namespace throng {
namespace {

std::atomic<std::uint64_t> last_edition{0};

} // namespace

Positions& Positions::operator=(Positions&& other) noexcept {
    of_slots_ = std::move(other.of_slots_);
    written_ = std::move(other.written_);
    write_from(0);
    return *this;
}

bool Positions::reserve(std::size_t slots) noexcept {
    return written_.reserve(lines_of(slots)) && of_slots_.reserve(slots);
}

void Positions::reset(std::size_t slots) noexcept {
    of_slots_.fill(slots, kernels::no_position);
    written_.fill(lines_of(slots), 1);
}

bool Positions::extend(std::size_t slots) noexcept {
    const std::size_t known = size();
    if (slots <= known) return true;
    if (!written_.grow(lines_of(slots)) || !of_slots_.grow(slots)) return false;
    of_slots_.extend(slots, kernels::no_position);
    written_.resize(lines_of(slots));
    write_from(known);
    return true;
}

bool Positions::assign(const Positions& other) noexcept {
    const bool one_behind = other.copy_of_ == edition_ && other.size() <= of_slots_.capacity();
    begin_edition();
    if (!written_.resize_discard(other.written_.size())) return false;
    if (one_behind)
        take_written(other);
    else if (!of_slots_.assign(other.of_slots_))
        return false;
    std::fill(written_.begin(), written_.end(), std::uint8_t{0});
    copy_of_ = other.edition_;
    return true;
}

void Positions::begin_edition() noexcept { edition_ = last_edition.fetch_add(1, std::memory_order_relaxed) + 1; }

// Copies whole lines: columns may be read and written up to a line beyond their end.
void Positions::take_written(const Positions& other) noexcept {
    of_slots_.resize(other.size());
    const Column<std::uint8_t>& marks = other.written_;
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const void* const mark = std::memchr(marks.data() + i, 1, marks.size() - i);
        if (!mark) return;
        i = static_cast<std::size_t>(static_cast<const std::uint8_t*>(mark) - marks.data());
        std::memcpy(of_slots_.data() + i * line, other.of_slots_.data() + i * line, line * sizeof(std::uint32_t));
    }
}

void Positions::write_from(std::size_t first_slot) noexcept {
    std::fill(written_.begin() + first_slot / line, written_.end(), std::uint8_t{1});
}

} // namespace throng
