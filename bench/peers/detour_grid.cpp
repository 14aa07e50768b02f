// SPDX-License-Identifier: MIT
// dtProximityGrid, the grid of Detour's crowd: filled anew each tick, hashed cells with chains. It answers squares, and
// has 16-bit numbers for ids and items, whence largest_for_detour; cells have 16-bit coordinates, which a world
// of so few stays far below.
#include "bench/peers/peers.hpp"

#include <throng/predicates.hpp>

#include <DetourProximityGrid.h>

#include <cstddef>
#include <stdexcept>

namespace throng::bench {
namespace {

class DetourGrid final : public NeighborPeer {
public:
    void load(const Crowd& crowd) override {
        crowd_ = &crowd;
        if (crowd.size() > largest_for_detour) throw std::length_error("Detour's grid holds no more than 65535");
        if (size_ != crowd.size()) {
            size_ = crowd.size();
            grid_.reset(dtAllocProximityGrid());
            if (!grid_ || !grid_->init(static_cast<int>(size_), cell_size))
                throw std::runtime_error("Detour made no grid");
        }
        grid_->clear();
        for (std::size_t i = 0; i < size_; ++i) {
            grid_->addItem(static_cast<unsigned short>(i), crowd.x[i], crowd.y[i], crowd.x[i], crowd.y[i]);
        }
    }

    void within(const Crowd& queries, float radius, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries.size(); ++i) {
            const Disc disc{{queries.x[i], queries.y[i]}, radius};
            const std::size_t found = search(predicates::box_around(disc.center, radius * room));
            for (std::size_t each = 0; each < found; ++each) {
                const Slot slot = found_[each];
                if (slot != i && predicates::within(Vec2{crowd_->x[slot], crowd_->y[slot]}, disc))
                    out.slots.push_back(slot);
            }
            out.finish_row();
        }
    }

private:
    static constexpr float cell_size = 1;
    static constexpr float room = 1.001f; // for what rounding cuts from a square's bounds

    // A full answer may have been cut off.
    std::size_t search(const Aabb& square) {
        while (true) {
            const int capacity = static_cast<int>(found_.size());
            const int found =
                grid_->queryItems(square.min.x, square.min.y, square.max.x, square.max.y, found_.data(), capacity);
            if (found < capacity) return static_cast<std::size_t>(found);
            found_.resize(2 * found_.size());
        }
    }

    struct Free {
        void operator()(dtProximityGrid* grid) const { dtFreeProximityGrid(grid); }
    };

    const Crowd* crowd_ = nullptr;
    std::size_t size_ = 0;
    std::unique_ptr<dtProximityGrid, Free> grid_;
    std::vector<unsigned short> found_ = std::vector<unsigned short>(64);
};

} // namespace

std::unique_ptr<NeighborPeer> detour_grid() { return std::make_unique<DetourGrid>(); }

} // namespace throng::bench
