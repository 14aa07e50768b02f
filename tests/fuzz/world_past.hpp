// SPDX-License-Identifier: MIT
// Snapshots and saved bytes of a world, to which its history goes back later, and other origins.
#pragma once

#include "tests/fuzz/asker.hpp"
#include "tests/fuzz/world_play.hpp"
#include "tests/support/saved_content.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace throng::fuzz {

class WorldPast : protected WorldPlay {
protected:
    using WorldPlay::WorldPlay;

    struct Kept {
        WorldSnapshot snapshot, twins; // that of the twin only `of_both`
        oracle::WorldModel::Kept model;
        WorldDesc desc;
        bool comparable, of_both;

        const WorldContent& content() const { return model.content; }
    };
    struct Saved {
        test::Bytes bytes;
        oracle::WorldModel::Kept model;
        WorldDesc desc;
        std::uint64_t hash;
    };

    void keep_snapshot(bool of_both = false) {
        trace("snapshot", of_both ? " of both" : "");
        Kept kept{one_.world.snapshot(), {}, model_.keep(), desc_, comparable_, of_both};
        if (of_both && with_twin_) kept.twins = two_.world.snapshot();
        hold(std::move(kept));
    }
    void drop_snapshot() {
        trace("a snapshot ends");
        if (!kept_.empty()) kept_.erase(kept_.begin() + static_cast<std::ptrdiff_t>(source_.below(256) % kept_.size()));
    }

    void travel() {
        switch (source_.below(9)) {
        case 0:
        case 1: return keep_snapshot(true);
        case 2:
        case 3:
        case 4: return restore();
        case 5: return save();
        case 6: return load();
        case 7: return load_snapshot();
        default: return rebase();
        }
    }

    std::vector<Kept> kept_;

private:
    void hold(Kept kept) {
        if (kept_.size() >= 4) kept_.erase(kept_.begin());
        kept_.push_back(std::move(kept));
    }

    static bool same_rules(const WorldDesc& a, const WorldDesc& b) {
        return test::same_box(a.bounds, b.bounds) && a.agent_half_extent == b.agent_half_extent &&
               a.prop_half_extent == b.prop_half_extent && a.track_overlaps == b.track_overlaps &&
               a.tracked == b.tracked && a.tracked_against == b.tracked_against &&
               a.capacity.elements == b.capacity.elements && a.track_across_layers == b.track_across_layers;
    }

    /// What is staged is forgotten, and the world is what it was.
    void went_back(const oracle::WorldModel::Kept& to) {
        model_.restore(to);
        by_slot_ = {};
        check_state();
    }

    void restore() {
        if (kept_.empty()) return keep_snapshot(true);
        const Kept& kept = kept_[source_.below(256) % kept_.size()];
        const std::uint32_t how = source_.below(256);
        const bool allowed = same_rules(kept.desc, desc_);
        const Status right = allowed ? Status{} : oracle::whole_call(Fault::InvalidArgument);
        if (with_twin_ && !kept.of_both) return;
        trace("restore: ", right);
        each([&](WorldSide& side) {
            const WorldSnapshot& to = &side == &one_ ? kept.snapshot : kept.twins;
            if (how % 16 == 0)
                demand(test::same_status(oracle::whole_call(Fault::InvalidArgument), side.world.restore({})),
                       "restore of nothing");
            const auto act = [&](Executor) { return side.world.restore(to); };
            const bool comparable = comparable_;
            const bool made = how % 4 == 1 && made_without_memory("restore", side, right, host(0), how / 4 % 2, act);
            comparable_ = comparable;
            if (!made) demand(test::same_status(right, act(serial())), "restore");
            if (!allowed) return;
            demand(probe_of(side.world) == probe_of(to), "restore has other bytes than the snapshot");
            demand(side.world.hash() == to.hash(), "restore has another hash than the snapshot");
        });
        if (!allowed) return; // what is staged stays so
        comparable_ = kept.comparable;
        went_back(kept.model);
        tell_overlaps(how / 8);
    }

    void save() {
        const std::uint32_t how = source_.below(256);
        Saved saved{{}, model_.keep(), desc_, one_.world.hash()};
        trace("save");
        if (how % 4 == 1) { // by a writer that stops
            test::LimitedWriter limited{how * 16, {}};
            const Status status = one_.world.save(limited.writer());
            demand(bool(status) || cancelled(status), "save by a writer that stops: ", status);
        }
        one_.memory.refuse(how % 4 == 2 ? 1 + how / 4 % 4 : 0);
        const Status status = one_.world.save(test::writer_to(saved.bytes));
        const bool refused = one_.memory.refused();
        one_.memory.refuse(0);
        if (!status) {
            demand(refused && out_of_memory(status), "save: ", status);
            saved.bytes = test::saved(one_.world);
        }
        demand(test::saved(one_.world.snapshot()) == saved.bytes, "a snapshot saves other bytes");
        if (with_twin_) demand(test::saved(two_.world) == saved.bytes, "the twin saves other bytes");
        if (saved_.size() >= 3) saved_.erase(saved_.begin());
        saved_.push_back(std::move(saved));
    }

    bool too_many(const WorldContent& held) const {
        if (desc_.capacity.elements == 0) return false;
        std::size_t elements = 0, statics = 0;
        for (Slot slot = 0; slot < held.elements.size(); ++slot) {
            elements += held.alive(slot) ? 1 : 0;
            statics += held.elements[slot].is_static ? 1 : 0;
        }
        return elements > desc_.capacity.elements || statics > desc_.capacity.static_elements;
    }

    static Status load_by(World& world, const test::Bytes& bytes, Executor executor) {
        test::Rest rest{bytes.data(), bytes.size()};
        return world.load(test::reader_of(rest), executor);
    }

    /// Bytes that were cut or changed anywhere.
    static test::Bytes spoilt(test::Bytes bytes, std::uint32_t how) {
        const std::size_t at = std::size_t{how} * 2654435761u % bytes.size();
        if (how % 2 == 0)
            bytes.resize(at);
        else
            bytes[at] ^= static_cast<unsigned char>(1u << how / 2 % 8);
        return bytes;
    }

    void load() {
        if (saved_.empty()) return save();
        const Saved& saved = saved_[source_.below(256) % saved_.size()];
        const std::uint32_t how = source_.below(1 << 16);
        const Status right = too_many(saved.model.content) ? oracle::whole_call(Fault::OutOfCapacity) : Status{};
        trace("load of ", saved.bytes.size(), " bytes: ", right);
        bool loaded = false;
        each([&](WorldSide& side) { loaded |= tried_to_load(side, saved, right, how); });
        if (!loaded && how / 4 % 4 == 1) return; // the world and what is staged are as before
        each([&](WorldSide& side) {
            const test::ForcedIsa isa(some_isa(source_));
            demand(test::same_status(right, load_by(side.world, saved.bytes, host(source_).executor)), "load");
            if (!right) return;
            demand(side.world.hash() == saved.hash, "another hash after load");
            demand(test::saved(side.world) == saved_again(saved, side), "other bytes after load");
        });
        if (!right) return;
        comparable_ = true;
        went_back(saved.model);
        tell_overlaps(how / 16);
        if (how / 64 % 4 == 0) open_from(saved, how / 256);
    }
    /// A world keeps its own WorldDesc, which is a part of what it saves.
    test::Bytes saved_again(const Saved& saved, const WorldSide& side) const {
        const bool same = same_rules(saved.desc, desc_) && saved.desc.origin == desc_.origin;
        return same ? saved.bytes : test::saved(side.world.snapshot());
    }
    bool tried_to_load(WorldSide& side, const Saved& saved, const Status& right, std::uint32_t how) {
        const std::uint64_t before = side.probe();
        Status status;
        bool refused = false;
        test::CancellingExecutor cancelling{static_cast<int>(how / 16 % 16), how / 256 % 4};
        switch (how % 4) {
        case 0: return false;
        case 1:
            side.memory.refuse(1 + how / 16 % 64, how >= 1 << 15);
            status = load_by(side.world, saved.bytes, serial());
            refused = side.memory.refused() && out_of_memory(status);
            side.memory.refuse(0);
            break;
        case 2:
            status = load_by(side.world, saved.bytes, cancelling.executor());
            refused = cancelling.quit && cancelled(status);
            break;
        default:
            status = load_by(side.world, spoilt(saved.bytes, how / 16), serial());
            refused = has(status.faults, Fault::Corrupt | Fault::InvalidArgument) && status.count == 0;
            demand(refused, "load of bytes that were changed: ", status);
        }
        trace("  a try to load: ", status);
        if (!refused) {
            demand(test::same_status(right, status), "a try to load");
            return bool(status);
        }
        demand(status.first == no_slot, "load refused: ", status);
        demand(side.probe() == before, "load was refused and has changed the world");
        return false;
    }

    /// A world that is not open is opened with the saved WorldDesc.
    void open_from(const Saved& saved, std::uint32_t how) {
        World world;
        if (how % 2 == 0) demand(!bool(load_by(world, spoilt(saved.bytes, how), serial())), "changed bytes open");
        demand(world.slot_count() == 0, "a world that was not loaded has slots");
        demand(test::same_status({}, load_by(world, saved.bytes, host(source_).executor)), "load of a closed world");
        demand(test::saved(world) == saved.bytes, "a closed world that loads saves other bytes");
        check_reads(world, saved.model.content);
        check_origin(world, saved.model.content);
        (void)Asker(world, saved.model.content, source_, answers_).ask();
    }

    /// A snapshot from bytes, to be asked and restored as others.
    void load_snapshot() {
        if (saved_.empty()) return save();
        const Saved& saved = saved_[source_.below(256) % saved_.size()];
        const std::uint32_t how = source_.below(256);
        trace("snapshot from ", saved.bytes.size(), " bytes");
        Kept kept{{}, {}, saved.model, saved.desc, true, true};
        each([&](WorldSide& side) {
            WorldSnapshot& snapshot = &side == &one_ ? kept.snapshot : kept.twins;
            const auto read = [&](const test::Bytes& bytes) {
                test::Rest rest{bytes.data(), bytes.size()};
                return snapshot.load(test::reader_of(rest), side.memory.memory(), host(how).executor);
            };
            if (how % 4 == 1) demand(!bool(read(spoilt(saved.bytes, how))), "a snapshot of changed bytes");
            side.memory.refuse(how % 4 == 2 ? 1 + how / 4 % 64 : 0);
            const Status status = read(saved.bytes);
            const bool refused = side.memory.refused();
            side.memory.refuse(0);
            if (!status) {
                demand(refused && out_of_memory(status), "load of a snapshot: ", status);
                demand(snapshot.slot_count() == 0 && snapshot.size() == 0, "a snapshot without memory");
                demand(test::same_status({}, read(saved.bytes)), "load of a snapshot");
            }
            demand(snapshot.hash() == saved.hash, "another hash of a snapshot from bytes");
            demand(test::saved(snapshot) == saved.bytes, "a snapshot from bytes saves others");
        });
        hold(std::move(kept));
    }

    DoubleVec2 another_origin(std::uint32_t how) {
        const DoubleVec2 here = content().origin;
        switch (how % 8) {
        case 0: return here;
        case 1: return {here.x + 1024, here.y - 65'536};
        case 2: return {here.x + 0.1 * how, here.y - 1e-4};
        case 3: return {0, 0};
        case 4: return {here.x - 1e6, here.y + 3};
        case 5: return {here.x, how < 64 ? std::numeric_limits<double>::infinity() : here.y + 1e38};
        default: return some_origin();
        }
    }
    void rebase() {
        const std::uint32_t how = source_.below(256), attempt = source_.below(6);
        const DoubleVec2 to = another_origin(how);
        if (how % 16 == 9) refuse_with_something_staged();
        discard();
        by_slot_ = {};
        const DoubleVec2 from = content().origin;
        const Status right = model_.rebase(to);
        trace("rebase to ", to.x, " ", to.y, ": ", right);
        const bool changes = right && !(to == from);
        if (changes) comparable_ = true;
        each([&](WorldSide& side) {
            const Host by = host(source_);
            const auto act = [&](Executor executor) { return side.world.rebase(to, executor); };
            if (attempt == 1 && made_without_memory("rebase", side, right, by, how, act)) return;
            if (attempt == 2 && made_by_a_quitter("rebase", side, right, how, act)) return;
            const test::ForcedIsa isa(some_isa(source_));
            demand(test::same_status(right, act(by.executor)), "rebase");
        });
        check_state();
        if (changes) tell_overlaps(how / 8); // else the answer is that of the call before
    }
    void refuse_with_something_staged() {
        std::vector<Id> ids(1), expected;
        const Aabb box{{0, 0}, {1, 1}};
        (void)model_.spawn(std::span(&box, 1), Motion::Dynamic, expected, {});
        each([&](WorldSide& side) {
            demand(bool(side.world.spawn(box, Motion::Dynamic, ids)) && ids == expected, "spawn before rebase");
            const Status status = side.world.rebase({7e3, 8}, serial());
            demand(test::same_status(oracle::whole_call(Fault::InvalidArgument), status), "rebase of what is staged");
        });
    }

    std::vector<Saved> saved_;
};

} // namespace throng::fuzz
