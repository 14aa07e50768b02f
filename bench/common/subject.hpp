// SPDX-License-Identifier: MIT
// The contender that is measured: an index of the crowd, as boxes or as points.
#pragma once

#include "bench/common/contender.hpp"
#include "bench/common/index_kind.hpp"

#include <span>
#include <vector>

namespace throng::bench {

struct Setting {
    const IndexKind* index = &index_kinds().front();
    bool one_thread = true; // else every thread of the default executor
    float cell_size = 0;    // 0: the index's own choice

    Executor executor() const noexcept { return one_thread ? serial() : Executor{}; }
};

/// Throws std::runtime_error with the fault's sentence: a figure for a failed call would be no figure.
void require(Status);

class Subject : public Contender {
public:
    enum class Elements { Boxes, Points };

    Subject(const Setting& setting, Elements elements)
        : index_(setting.index->open({.cell = setting.cell_size, .executor = setting.executor()})), elements_(elements),
          points_(setting.index->points), dynamic_(setting.index->dynamic) {}

    void build(const Crowd& crowd);

    /// Every slot once, in memory order where the index has one to read.
    std::vector<Slot> order(const Crowd& crowd) const;
    std::size_t bytes() const noexcept { return index_->bytes(); }

protected:
    void update(const Crowd& crowd);

    /// Takes the boxes of crowd.moved.
    void move(const Crowd& crowd, BoxView boxes);

    std::unique_ptr<support::AnyIndex> index_;

private:
    Elements elements_;
    bool points_;
    bool dynamic_;
};

} // namespace throng::bench
