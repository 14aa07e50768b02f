// SPDX-License-Identifier: MIT
// The contender that is measured: a RowGrid of the crowd, as boxes or as points.
#pragma once

#include "contender.hpp"

#include <throng/row_grid.hpp>

#include <span>

namespace throng::bench {

struct Setting {
    bool one_thread = true; // else every thread of the default executor
    float cell_size = 0;    // 0: the grid's own choice

    Executor executor() const noexcept { return one_thread ? serial() : Executor{}; }
};

/// Throws std::runtime_error with the fault's sentence: a figure for a failed call would be no figure.
void require(Status);

class Subject : public Contender {
public:
    enum class Elements { Boxes, Points };

    Subject(const Setting& setting, Elements elements)
        : grid_({.cell_size = setting.cell_size, .executor = setting.executor()}), elements_(elements) {}

    void build(const Crowd& crowd) { require(elements_ == Elements::Boxes ? grid_.build(crowd.boxes()) : grid_.build(crowd.centers())); }
    std::span<const Slot> order() const noexcept { return grid_.order(); }
    std::size_t bytes() const noexcept { return grid_.bytes(); }

protected:
    void update(const Crowd& crowd) { require(elements_ == Elements::Boxes ? grid_.update(crowd.boxes()) : grid_.update(crowd.centers())); }

    RowGrid grid_;

private:
    Elements elements_;
};

} // namespace throng::bench
