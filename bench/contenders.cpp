// SPDX-License-Identifier: MIT
// The list of all peers.
#include "contenders.hpp"

#include "peers/peers.hpp"

#include <utility>

namespace throng::bench {
namespace {

template <class Peer> using Adapter = std::unique_ptr<Contender> (*)(std::unique_ptr<Peer>);

template <class Peer, class Maker> void add(std::vector<Named>& list, std::string name, Adapter<Peer> adapter, Maker* maker) {
    if (!adapter) return;
    if (auto peer = maker()) list.push_back({std::move(name), adapter(std::move(peer))});
}

} // namespace

std::vector<Named> peers_for(const Question& question, std::size_t count) {
    std::vector<Named> list;
    add(list, "Boost R-tree", question.pair_peer, boost_rtree);
    add(list, "Boost R-tree", question.box_peer, boost_rtree);
    add(list, "Boost R-tree", question.ray_peer, boost_rtree);
    add(list, "nanoflann", question.point_peer, nanoflann);
    add(list, "GEOS STRtree", question.pair_peer, geos_strtree);
    add(list, "GEOS STRtree", question.box_peer, geos_strtree);
    add(list, "CGAL boxes", question.pair_peer, cgal_boxes);
    if (list.size() > count) list.resize(count);
    return list;
}

std::unique_ptr<Contender> brute_force_for(const Question& question, std::string_view isa) {
    if (question.pair_peer) return question.pair_peer(brute_force_boxes(isa));
    if (question.box_peer) return question.box_peer(brute_force_boxes(isa));
    if (question.ray_peer) return question.ray_peer(brute_force_boxes(isa));
    return question.point_peer(brute_force_points());
}

} // namespace throng::bench
