// SPDX-License-Identifier: MIT
// Embree's bounding volume hierarchy of user geometry, flat at z = 0: all pairs by its collision of a scene with
// itself, neighbours by its point query with a radius that shrinks to the k-th nearest. It culls by bounds; what it
// hands over is tested exactly here.
#include "bench/peers/nearest_rank.hpp"
#include "bench/peers/peers.hpp"

#include <throng/predicates.hpp>

#include <embree3/rtcore.h>

#include <cmath>
#include <cstddef>
#include <limits>

namespace throng::bench {
namespace {

// One geometry of boxes, built anew by each commit: by Morton codes, which costs less than it loses in quality. On one
// thread.
class Scene {
public:
    Scene() {
        rtcSetSceneBuildQuality(scene_, RTC_BUILD_QUALITY_LOW);
        rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
        rtcSetGeometryBuildQuality(geometry_, RTC_BUILD_QUALITY_LOW);
        rtcSetGeometryUserData(geometry_, this);
        rtcSetGeometryBoundsFunction(geometry_, bounds, nullptr);
        rtcAttachGeometry(scene_, geometry_);
    }
    Scene(const Scene&) = delete;
    Scene& operator=(const Scene&) = delete;
    ~Scene() {
        rtcReleaseGeometry(geometry_);
        rtcReleaseScene(scene_);
        rtcReleaseDevice(device_);
    }

    void commit() {
        rtcSetGeometryUserPrimitiveCount(geometry_, static_cast<unsigned>(boxes.size()));
        rtcCommitGeometry(geometry_);
        rtcCommitScene(scene_);
    }
    RTCScene handle() const noexcept { return scene_; }

    std::vector<Aabb> boxes;

private:
    static void bounds(const RTCBoundsFunctionArguments* what) {
        const Aabb& box = static_cast<const Scene*>(what->geometryUserPtr)->boxes[what->primID];
        *what->bounds_o = {box.min.x, box.min.y, 0, 0, box.max.x, box.max.y, 0, 0}; // after z, nothing
    }

    RTCDevice device_ = rtcNewDevice("threads=1");
    RTCScene scene_ = rtcNewScene(device_);
    RTCGeometry geometry_ = rtcNewGeometry(device_, RTC_GEOMETRY_TYPE_USER);
};

class EmbreeBoxes final : public PairPeer {
public:
    void load(const Crowd& crowd) override {
        scene_.boxes.resize(crowd.size());
        for (std::size_t i = 0; i < crowd.size(); ++i) scene_.boxes[i] = box_of(crowd, i);
        scene_.commit();
    }

    void pairs(std::vector<Pair>& out) override {
        out.clear();
        out_ = &out;
        rtcCollide(scene_.handle(), scene_.handle(), collide, this);
    }

private:
    static void collide(void* peer, RTCCollision* found, unsigned count) {
        const auto& [scene, out] = *static_cast<EmbreeBoxes*>(peer);
        for (const RTCCollision* each = found; each != found + count; ++each) {
            const Slot a = each->primID0;
            const Slot b = each->primID1;
            if (a < b && predicates::overlaps(scene.boxes[a], scene.boxes[b])) out->push_back({a, b});
        }
    }

    Scene scene_;
    std::vector<Pair>* out_ = nullptr;
};

class EmbreePoints final : public PointPeer {
public:
    void load(const Crowd& crowd) override {
        scene_.boxes.resize(crowd.size());
        for (std::size_t i = 0; i < crowd.size(); ++i)
            scene_.boxes[i] = predicates::box_around({crowd.x[i], crowd.y[i]}, 0.f);
        scene_.commit();
    }

    void within(const Crowd& queries, float radius, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries.size(); ++i) {
            auto collect = [&out, i, squared_radius = radius * radius](RTCPointQuery&, float squared, Slot slot) {
                if (squared <= squared_radius && slot != i) out.slots.push_back(slot);
                return false;
            };
            search({queries.x[i], queries.y[i]}, radius * room, collect);
            out.finish_row();
        }
    }

    void nearest(const Crowd& queries, std::uint32_t k, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries.size(); ++i) {
            rank_.restart(k);
            auto offer = [this, i](RTCPointQuery& query, float squared, Slot slot) {
                const float worst = rank_.worst();
                if (slot != i) rank_.offer(squared, slot);
                if (rank_.worst() == worst) return false;
                query.radius = std::sqrt(rank_.worst()) * room;
                return true;
            };
            search({queries.x[i], queries.y[i]}, std::numeric_limits<float>::infinity(), offer);
            rank_.append_to(out.slots);
            out.finish_row();
        }
    }

private:
    static constexpr float room = 1.00001f; // for what rounding cuts from distances

    // f(query, squared distance, slot) says whether it has made the radius smaller.
    template <class F> void search(Vec2 from, float radius, F& f) {
        struct Search {
            const std::vector<Aabb>& boxes;
            F& f;
        } search{scene_.boxes, f};
        RTCPointQuery query{.x = from.x, .y = from.y, .z = 0, .time = 0, .radius = radius};
        RTCPointQueryContext context;
        rtcInitPointQueryContext(&context);
        const auto visit = [](RTCPointQueryFunctionArguments* found) {
            const Search& asked = *static_cast<Search*>(found->userPtr);
            const Vec2 point = asked.boxes[found->primID].min;
            const float squared = predicates::squared_distance(point, {found->query->x, found->query->y});
            return asked.f(*found->query, squared, Slot{found->primID});
        };
        rtcPointQuery(scene_.handle(), &query, &context, visit, &search);
    }

    Scene scene_;
    NearestRank rank_;
};

} // namespace

std::unique_ptr<PairPeer> embree_boxes() { return std::make_unique<EmbreeBoxes>(); }
std::unique_ptr<PointPeer> embree_points() { return std::make_unique<EmbreePoints>(); }

} // namespace throng::bench
