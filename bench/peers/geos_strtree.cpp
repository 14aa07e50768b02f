// SPDX-License-Identifier: MIT
// The sort-tile-recursive R-tree of GEOS by its C interface, which is the stable one: every box, and every query, is a
// geometry of which the tree reads the bounds. The shortest such geometry is the box's diagonal. Those of the elements
// are made in load, as they take part in it; those of queries in expect, outside of what is timed.
#include "bench/peers/peers.hpp"

#include <geos_c.h>

#include <cstddef>
#include <cstdint>
#include <stdexcept>

namespace throng::bench {
namespace {

class Geometries {
public:
    explicit Geometries(GEOSContextHandle_t context) : context_(context) {}
    Geometries(const Geometries&) = delete;
    Geometries& operator=(const Geometries&) = delete;
    ~Geometries() { clear(); }

    void clear() {
        for (GEOSGeometry* each : all_) GEOSGeom_destroy_r(context_, each);
        all_.clear();
    }

    void add(const Aabb& box) {
        const double corners[] = {box.min.x, box.min.y, box.max.x, box.max.y};
        GEOSCoordSequence* diagonal = GEOSCoordSeq_copyFromBuffer_r(context_, corners, 2, 0, 0);
        GEOSGeometry* geometry = diagonal ? GEOSGeom_createLineString_r(context_, diagonal) : nullptr;
        if (!geometry) throw std::runtime_error("GEOS made no geometry of a box");
        all_.push_back(geometry);
    }

    std::size_t size() const noexcept { return all_.size(); }
    const GEOSGeometry* operator[](std::size_t i) const noexcept { return all_[i]; }

private:
    GEOSContextHandle_t context_;
    std::vector<GEOSGeometry*> all_;
};

class Context {
public:
    Context() : handle_(GEOS_init_r()) {}
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context() { GEOS_finish_r(handle_); }

    GEOSContextHandle_t handle() const noexcept { return handle_; }

private:
    GEOSContextHandle_t handle_;
};

class GeosStrtree final : public BoxPeer {
public:
    ~GeosStrtree() override { drop(); }

    void load(const Crowd& crowd) override {
        drop();
        tree_ = GEOSSTRtree_create_r(geos(), node_capacity);
        if (!tree_) throw std::runtime_error("GEOS made no tree");
        elements_.clear();
        for (std::size_t i = 0; i < crowd.size(); ++i) {
            elements_.add(box_of(crowd, i));
            GEOSSTRtree_insert_r(geos(), tree_, elements_[i], item_of(i));
        }
        // The first query builds the tree.
        if (elements_.size() != 0) each_overlapping(elements_[0], [](Slot) {});
    }

    void pairs(std::vector<Pair>& out) override {
        out.clear();
        for (std::size_t i = 0; i < elements_.size(); ++i) {
            const auto a = static_cast<Slot>(i);
            each_overlapping(elements_[i], [&out, a](Slot b) {
                if (a < b) out.push_back({a, b});
            });
        }
    }

    void expect(const Squares& queries) override {
        queries_.clear();
        for (std::size_t i = 0; i < queries.size(); ++i) queries_.add(queries[i]);
    }

    void overlap(const Squares&, Rows& out) override {
        out.restart();
        for (std::size_t i = 0; i < queries_.size(); ++i) append_row(queries_[i], out);
    }

    void overlap(const Aabb& query, Rows& out) override {
        Geometries one(geos());
        one.add(query);
        out.restart();
        append_row(one[0], out);
    }

    std::uint32_t count(const Aabb& query) override {
        Geometries one(geos());
        one.add(query);
        return count(one[0]);
    }

    void count(const Squares&, std::vector<std::uint32_t>& out) override {
        out.resize(queries_.size());
        for (std::size_t i = 0; i < queries_.size(); ++i) out[i] = count(queries_[i]);
    }

private:
    static constexpr std::size_t node_capacity = 10; // GEOS's own default

    GEOSContextHandle_t geos() const noexcept { return context_.handle(); }

    void drop() {
        if (tree_) GEOSSTRtree_destroy_r(geos(), tree_);
        tree_ = nullptr;
    }

    template <class F> void each_overlapping(const GEOSGeometry* query, F&& visit) {
        using Plain = std::remove_reference_t<F>;
        GEOSSTRtree_query_r(
            geos(), tree_, query, [](void* item, void* visitor) { (*static_cast<Plain*>(visitor))(slot_of(item)); },
            &visit);
    }

    void append_row(const GEOSGeometry* query, Rows& out) {
        each_overlapping(query, [&out](Slot slot) { out.slots.push_back(slot); });
        out.finish_row();
    }

    std::uint32_t count(const GEOSGeometry* query) {
        std::uint32_t found = 0;
        each_overlapping(query, [&found](Slot) { ++found; });
        return found;
    }

    Context context_;
    GEOSSTRtree* tree_ = nullptr;
    Geometries elements_{geos()};
    Geometries queries_{geos()};
};

} // namespace

std::unique_ptr<BoxPeer> geos_strtree() { return std::make_unique<GeosStrtree>(); }

} // namespace throng::bench
