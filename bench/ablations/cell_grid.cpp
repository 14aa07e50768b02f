// SPDX-License-Identifier: MIT
// A uniform grid sorted anew each tick. Cells are as wide as the largest element, so that what overlaps an element is
// in its own cell or in one beside it; and each pair is found from the earlier of its two cells: the rest of the own
// one, the next, and three of the next row.
#include "bench/ablations/ablations.hpp"
#include "bench/ablations/sorted_columns.hpp"
#include "bench/peers/row_function.hpp"

#include <throng/predicates.hpp>

#include <algorithm>

namespace throng::bench {
namespace {

// Writes the slots of [begin, end) that overlap, and returns the end of what it wrote.
struct OneByOne {
    Slot* operator()(const SortedColumns& boxes, std::size_t begin, std::size_t end, const Aabb& query,
                     Slot* out) const {
        for (std::size_t at = begin; at < end; ++at) {
            if (predicates::overlaps(query, boxes.box(at))) *out++ = static_cast<Slot>(at);
        }
        return out;
    }
};

struct ByVectors {
    RowFunction* row;

    Slot* operator()(const SortedColumns& boxes, std::size_t begin, std::size_t end, const Aabb& query,
                     Slot* out) const {
        Slot* written = row(boxes.up_to(end), begin, query, out);
        while (written != out && written[-1] >= end) --written; // the last vector may reach beyond
        return written;
    }
};

template <class Test> class CellGrid final : public PairPeer {
public:
    explicit CellGrid(Test test) : test_(test) {}

    void load(const Crowd& crowd) override {
        constexpr float room = 1.01f; // for what rounding adds to an element
        const float largest = *std::max_element(crowd.half_extent.begin(), crowd.half_extent.end());
        const float inverse = 1 / (2 * largest * room);
        columns_ = static_cast<std::size_t>(crowd.side * inverse) + 1;
        cells_.resize(crowd.size());
        begins_.assign(columns_ * columns_ + 2, 0);
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            const auto cell_x = static_cast<std::uint32_t>(crowd.x[i] * inverse);
            const auto cell_y = static_cast<std::uint32_t>(crowd.y[i] * inverse);
            cells_[i] = cell_y * static_cast<std::uint32_t>(columns_) + cell_x;
            ++begins_[cells_[i] + 2];
        }
        for (std::size_t cell = 2; cell < begins_.size(); ++cell) begins_[cell] += begins_[cell - 1];
        boxes_.resize(crowd.size());
        found_.resize(crowd.size() + beyond_the_end);
        for (std::size_t i = 0; i < crowd.size(); ++i)
            boxes_.set(begins_[cells_[i] + 1]++, static_cast<Slot>(i), box_of(crowd, i));
    }

    void pairs(std::vector<Pair>& out) override {
        out.clear();
        for (std::size_t row = 0; row < columns_; ++row) {
            for (std::size_t column = 0; column < columns_; ++column) {
                const std::size_t cell = row * columns_ + column;
                const std::size_t right = std::min(column + 1, columns_ - 1) - column;
                const std::size_t left = std::min<std::size_t>(column, 1);
                const std::size_t below = cell + columns_;
                for (std::size_t a = begins_[cell]; a < begins_[cell + 1]; ++a) {
                    append(a, a + 1, begins_[cell + right + 1], out);
                    if (row + 1 < columns_) append(a, begins_[below - left], begins_[below + right + 1], out);
                }
            }
        }
    }

private:
    void append(std::size_t a, std::size_t begin, std::size_t end, std::vector<Pair>& out) {
        const Slot* written = test_(boxes_, begin, end, boxes_.box(a), found_.data());
        for (const Slot* b = found_.data(); b != written; ++b)
            out.push_back(ordered(boxes_.slots[a], boxes_.slots[*b]));
    }

    Test test_;
    std::size_t columns_ = 0;
    SortedColumns boxes_;
    std::vector<std::uint32_t> cells_, begins_; // of the elements; of the cells in boxes_
    std::vector<Slot> found_;
};

} // namespace

std::unique_ptr<PairPeer> scalar_grid() { return std::make_unique<CellGrid<OneByOne>>(OneByOne{}); }

std::unique_ptr<PairPeer> sorted_grid(std::string_view isa) {
    return std::make_unique<CellGrid<ByVectors>>(ByVectors{row_function(isa)});
}

} // namespace throng::bench
