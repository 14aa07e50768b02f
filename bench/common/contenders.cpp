// SPDX-License-Identifier: MIT
// The list of all peers.
#include "bench/common/contenders.hpp"

#include "bench/ablations/ablations.hpp"
#include "bench/peers/peers.hpp"

#include <utility>

namespace throng::bench {
namespace {

// Adds contenders that can answer, as long as there is room.
class Listing {
public:
    explicit Listing(std::size_t room) : room_(room) {}

    template <class Peer, class Maker>
    void add(std::string_view name, std::unique_ptr<Contender> (*adapter)(std::unique_ptr<Peer>), Maker* maker) {
        if (!adapter || list_.size() == room_) return;
        if (auto peer = maker()) list_.push_back({std::string(name), adapter(std::move(peer))});
    }

    std::vector<Named> take() { return std::move(list_); }

private:
    std::size_t room_;
    std::vector<Named> list_;
};

} // namespace

std::vector<Named> peers_for(const Question& question, std::size_t n, std::size_t count) {
    Listing list(n <= largest_for_peers ? count : 0);
    list.add("Boost R-tree", question.pair_peer, boost_rtree);
    list.add("Boost R-tree", question.box_peer, boost_rtree);
    list.add("Boost R-tree", question.ray_peer, boost_rtree);
    list.add("nanoflann", question.neighbor_peer, nanoflann);
    list.add("nanoflann", question.point_peer, nanoflann);
    list.add("GEOS STRtree", question.pair_peer, geos_strtree);
    list.add("GEOS STRtree", question.box_peer, geos_strtree);
    list.add("CGAL boxes", question.pair_peer, cgal_boxes);
    if (n <= largest_for_moved_trees) {
        list.add("Box2D broad phase", question.pair_peer, box2d_broad_phase);
        list.add("Box2D broad phase", question.box_peer, box2d_broad_phase);
        list.add("Bullet tree", question.pair_peer, bullet_tree);
        list.add("Bullet tree", question.box_peer, bullet_tree);
    }
    list.add("Embree", question.pair_peer, embree_boxes);
    list.add("Embree", question.neighbor_peer, embree_points);
    list.add("Embree", question.point_peer, embree_points);
    if (n <= largest_for_detour) list.add("Detour grid", question.neighbor_peer, detour_grid);
    return list.take();
}

std::vector<Named> ablations_for(const Question& question, std::string_view isa) {
    std::vector<Named> list;
    if (question.box_peer) list.push_back({"rows without packets", question.box_peer(plain_rows(isa))});
    if (!question.pair_peer) return list;
    list.push_back({"rows without packets", question.pair_peer(plain_rows(isa))});
    list.push_back({"scalar grid", question.pair_peer(scalar_grid())});
    list.push_back({"grid sorted anew", question.pair_peer(sorted_grid(isa))});
    list.push_back({"sort and sweep", question.pair_peer(sort_and_sweep(isa))});
    return list;
}

std::unique_ptr<Contender> brute_force_for(const Question& question, std::string_view isa) {
    if (question.pair_peer) return question.pair_peer(brute_force_boxes(isa));
    if (question.box_peer) return question.box_peer(brute_force_boxes(isa));
    if (question.ray_peer) return question.ray_peer(brute_force_boxes(isa));
    if (question.neighbor_peer) return question.neighbor_peer(brute_force_points());
    return question.point_peer(brute_force_points());
}

} // namespace throng::bench
