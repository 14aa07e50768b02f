// SPDX-License-Identifier: MIT
// The library's own row grid and its update, searched by plain code over its public rows: each query, or element, by
// itself against its run of every row, sixteen candidates at a time. No packets, no cells that are taken without a
// test, no boxes of rows.
#include "bench/ablations/ablations.hpp"
#include "bench/common/subject.hpp"
#include "bench/peers/row_function.hpp"

#include <throng/row_grid.hpp>

#include <algorithm>
#include <cmath>

namespace throng::bench {
namespace {

class PlainRows final : public BoxPeer {
public:
    explicit PlainRows(RowFunction* of_isa) : test_(of_isa) {}

    void load(const Crowd& crowd) override {
        require(grid_.size() == crowd.size() ? grid_.update(crowd.boxes(), serial())
                                             : grid_.build(crowd.boxes(), serial()));
        lay_ = grid_.view();
        rows_.resize(lay_.rows);
        for (std::uint32_t row = 0; row < lay_.rows; ++row) rows_[row] = grid_.row(row);
        constexpr float room = 1.01f; // for what rounding adds to an element
        reach_ = *std::max_element(crowd.half_extent.begin(), crowd.half_extent.end()) * room;
        found_.resize(crowd.size() + beyond_the_end);
    }

    void build(const Crowd& crowd) override {
        require(grid_.clear());
        load(crowd);
    }

    void pairs(std::vector<Pair>& out) override {
        out.clear();
        for (std::uint32_t row = 0; row < lay_.rows; ++row) {
            const RowView& own = rows_[row];
            for (std::uint32_t i = 0; i < own.size; ++i) {
                const Aabb box{{own.min_x[i], own.min_y[i]}, {own.max_x[i], own.max_y[i]}};
                each_run(box, row, [&](std::uint32_t at, std::uint32_t begin, std::uint32_t end) {
                    const RowView& other = rows_[at];
                    const Slot* const last = test(other, at == row ? i + 1 : begin, end, box);
                    for (const Slot* j = found_.data(); j != last; ++j)
                        out.push_back(ordered(own.slots[i], other.slots[*j]));
                });
            }
        }
    }

    void overlap(const Squares& queries, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries.size(); ++i) append(queries[i], out);
    }
    void overlap(const Aabb& query, Rows& out) override {
        out.restart();
        append(query, out);
    }
    std::uint32_t count(const Aabb& query) override {
        std::uint32_t sum = 0;
        each_run(query, 0, [&](std::uint32_t at, std::uint32_t begin, std::uint32_t end) {
            sum += static_cast<std::uint32_t>(test(rows_[at], begin, end, query) - found_.data());
        });
        return sum;
    }
    void count(const Squares& queries, std::vector<std::uint32_t>& out) override {
        out.resize(queries.size());
        for (std::size_t i = 0; i < queries.size(); ++i) out[i] = count(queries[i]);
    }

private:
    // f(row, begin, end) for the run of every row from `first` on that may hold elements that overlap the box.
    template <class F> void each_run(const Aabb& box, std::uint32_t first, F&& f) const {
        const std::uint32_t last = cell(box.max.y + reach_ - lay_.origin.y, lay_.rows - 1);
        for (std::uint32_t row = std::max(first, cell(box.min.y - reach_ - lay_.origin.y, lay_.rows - 1)); row <= last;
             ++row) {
            const RowView& at = rows_[row];
            if (at.size == 0) continue;
            const std::uint32_t low =
                cell(std::ldexp(box.min.x - reach_ - lay_.origin.x, -static_cast<int>(at.shift)), at.cells - 1);
            const std::uint32_t high =
                cell(std::ldexp(box.max.x + reach_ - lay_.origin.x, -static_cast<int>(at.shift)), at.cells - 1);
            f(row, at.cell_begin[low], at.cell_begin[high + 1]);
        }
    }
    std::uint32_t cell(float distance, std::uint32_t last) const {
        return static_cast<std::uint32_t>(std::clamp(distance / lay_.cell_size, 0.f, static_cast<float>(last)));
    }

    // The positions in the row's [begin, end) that overlap; returns the end of what was written to found_.
    const Slot* test(const RowView& row, std::uint32_t begin, std::uint32_t end, const Aabb& box) {
        const Slot* written = test_({row.min_x, row.min_y, row.max_x, row.max_y, end}, begin, box, found_.data());
        while (written != found_.data() && written[-1] >= end) --written; // the last vector may reach beyond
        return written;
    }

    void append(const Aabb& query, Rows& out) {
        each_run(query, 0, [&](std::uint32_t at, std::uint32_t begin, std::uint32_t end) {
            const Slot* const last = test(rows_[at], begin, end, query);
            for (const Slot* i = found_.data(); i != last; ++i) out.slots.push_back(rows_[at].slots[*i]);
        });
        out.finish_row();
    }

    RowFunction* const test_;
    RowGrid grid_{RowGridDesc{.executor = serial()}};
    RowGridView lay_{};
    std::vector<RowView> rows_;
    std::vector<Slot> found_;
    float reach_ = 0;
};

} // namespace

std::unique_ptr<BoxPeer> plain_rows(std::string_view isa) { return std::make_unique<PlainRows>(row_function(isa)); }

} // namespace throng::bench
