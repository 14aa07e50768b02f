// SPDX-License-Identifier: MIT
// A World, its twin with another memory, other hosts and instruction sets, and the plain list of what both hold: what
// every step of a history needs.
#pragma once

#include "tests/fuzz/forms.hpp"
#include "tests/fuzz/world_checks.hpp"
#include "tests/fuzz/world_side.hpp"
#include "tests/support/world_model.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace throng::fuzz {

class WorldPlay {
protected:
    explicit WorldPlay(Bytes& source) : source_(source), answers_(source), with_twin_(source.chance(2)) { open(); }

    const WorldContent& content() const { return model_.now(); }

    void open() {
        const std::uint32_t how = source_.below(256);
        layered_ = source_.chance(2);
        WorldDesc desc;
        static constexpr Aabb bounds[] = {{{0, 0}, {100, 100}}, {{-1e6f, -1e6f}, {1e6f, 1e6f}}, {{-3, 5}, {0, 5.5f}}};
        if (how % 4 == 3) desc.bounds = bounds[how / 4 % 3];
        if (how / 4 % 4 == 1) desc.agent_half_extent = 0.5f;
        if (how / 4 % 4 == 2) desc.agent_half_extent = 1e-3f, desc.prop_half_extent = 2;
        if (how / 4 % 4 == 3) desc.prop_half_extent = how % 2 == 0 ? 1e-20f : 3;
        desc.track_overlaps = tracks_ = how / 16 % 2 == 0;
        if (how / 32 == 5) desc.tracked = 2;
        if (how / 32 == 6) desc.tracked = 3, desc.tracked_against = 4;
        if (how / 32 == 7) desc.capacity = {100, 20, 0};
        desc.track_across_layers = layered_ && how % 3 == 0;
        desc.origin = some_origin();
        trace("world: bounds ", desc.bounds, ", agents ", desc.agent_half_extent, ", props ", desc.prop_half_extent,
              ", tracks ", tracks_, " ", desc.tracked, " with ", desc.tracked_against, ", capacity ",
              desc.capacity.elements, ", origin ", desc.origin.x, " ", desc.origin.y);
        desc_ = desc;
        told_ = {};
        each([&](WorldSide& side) {
            desc.memory = side.memory.memory();
            demand(bool(side.world.open(desc)), "open");
        });
        model_.open_anew(desc.origin);
        by_slot_ = {};
        comparable_ = true;
    }

    DoubleVec2 some_origin() {
        static constexpr DoubleVec2 origins[] = {{0, 0},       {0, 0},          {500'000, 5'000'000}, {1024, -65'536},
                                                 {0.1, -1e-3}, {1e15, -1e-300}, {-3e38, 1e37},        {4e5 + 0.7, 12}};
        return origins[source_.newer(8)];
    }

    template <class Act> void each(Act&& act) {
        act(one_);
        if (with_twin_) act(two_);
    }

    void discard() {
        trace("discard");
        model_.discard();
        each([](WorldSide& side) { side.world.discard(); });
    }

    void check_state() {
        each([&](WorldSide& side) {
            check_reads(side.world, content());
            check_bulk_reads(side.world, content());
            check_origin(side.world, content());
        });
        if (!with_twin_) return;
        demand(one_.world.hash() == two_.world.hash(), "the twin has another hash");
        if (comparable_) demand(one_.probe() == two_.probe(), "the twin has other bytes");
    }

    // Of two commits in three; the changes of the others are listed later, as are those for which there was no memory.
    void tell_overlaps(std::uint32_t how) {
        if (how % 3 == 0) return;
        one_.memory.refuse(how % 5 == 0 ? 1 + how / 5 % 8 : 0);
        const bool told = check_overlaps(one_.world, desc_, told_, content(), how % 5 == 0);
        one_.memory.refuse(0);
        if (told) told_ = content();
    }

    /// act(executor) -> Status, with memory refused. True: it was made, and is not to be made again.
    template <class Act>
    bool made_without_memory(const char* what, WorldSide& side, const Status& right, const Host& by, std::uint32_t how,
                             Act&& act) {
        const std::uint64_t before = side.probe();
        side.memory.refuse(1 + how % 40, how >= 128);
        const Status status = act(by.executor);
        const bool refused = side.memory.refused();
        side.memory.refuse(0);
        trace("  ", what, " with memory refused: ", status);
        return !undone(what, side, right, status, refused && out_of_memory(status), refused, before);
    }
    template <class Act>
    bool made_by_a_quitter(const char* what, WorldSide& side, const Status& right, std::uint32_t how, Act&& act) {
        const std::uint64_t before = side.probe();
        test::CancellingExecutor cancelling{static_cast<int>(how % 16), how / 16 % 4};
        const Status status = act(cancelling.executor());
        trace("  ", what, " by a host that gives up: ", status);
        return !undone(what, side, right, status, cancelling.quit && cancelled(status), cancelling.quit, before);
    }
    bool undone(const char* what, WorldSide& side, const Status& right, const Status& status, bool told, bool refused,
                std::uint64_t before) {
        if (!told) {
            demand(test::same_status(right, status), what, " with a refusal");
            if (refused) comparable_ = false; // a structure may have stayed as it was laid
            return false;
        }
        demand(status.first == no_slot, what, " refused: ", status);
        demand(test::same_status({}, side.world.validate()), "validate() after ", what, " was refused");
        demand(side.probe() == before, what, " was refused and has changed the world");
        return true;
    }

    Bytes& source_;
    WorldSide one_{0xCD}, two_{0x3B};
    Answers answers_;
    bool with_twin_, comparable_ = true, tracks_ = false, layered_ = false;
    WorldDesc desc_;
    WorldContent told_; // of the commit whose overlaps were listed last
    oracle::WorldModel model_;
    std::vector<Form> by_slot_; // of the move_all that is staged
};

} // namespace throng::fuzz
