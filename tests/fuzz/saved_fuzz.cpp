// SPDX-License-Identifier: MIT
// Saved worlds and trees with a fuzzer's changes: as they come, and sealed again as a forger would. What loads must be
// valid, and equal to what it saves.
#include "engine/src/base/saved_bytes.hpp"
#include "engine/src/world/saved_world.hpp"
#include "support/counting_memory.hpp"
#include "tests/fuzz/report.hpp"
#include "tests/support/saved_content.hpp"

#include <throng/static_tree.hpp>
#include <throng/world.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace {

using namespace throng;
using test::Bytes;

/// Dead slots, layers, categories and walls among its elements.
const Bytes& saved_town() {
    static const Bytes bytes = [] {
        World world({.tag = 3});
        std::vector<Aabb> boxes;
        std::vector<std::uint32_t> categories;
        std::vector<std::uint16_t> layers;
        for (int i = 0; i < 200; ++i) {
            const auto x = static_cast<float>(i);
            boxes.push_back({{x, 0}, {x + 1 + static_cast<float>(i % 9), 1}});
            categories.push_back(1u << i % 32);
            layers.push_back(static_cast<std::uint16_t>(i % 3));
        }
        std::vector<Id> ids(boxes.size());
        (void)world.spawn(std::span(boxes).first(150), Motion::Dynamic, ids, std::span(categories).first(150),
                          std::span(layers).first(150));
        (void)world.spawn(std::span(boxes).last(50), Motion::Static, std::span(ids).last(50));
        (void)world.commit();
        (void)world.despawn(std::span(ids).subspan(20, 30));
        (void)world.commit();
        return test::saved(world);
    }();
    return bytes;
}

/// Applies a change to the header and the only block, and seals both.
Bytes forge(std::span<const std::uint8_t> changes) {
    test::Rest rest{saved_town().data(), saved_town().size()};
    LoadingBytes from(test::reader_of(rest));
    SavedWorld header;
    static SavedBlock block;
    fuzz::demand(load_header(from, header) == Fault::None && load_block(from, header, 0, block) == Fault::None,
                 "the town cannot be read");
    const std::uint32_t count = block.count();
    // Four bytes each: where, twice, with which bits, and of what.
    for (; changes.size() >= 4; changes = changes.subspan(4)) {
        const std::size_t at = std::size_t{changes[0]} | std::size_t{changes[1]} << 8;
        const bool of_header = changes[3] % 4 == 0;
        auto* const bytes =
            of_header ? reinterpret_cast<unsigned char*>(&header) : reinterpret_cast<unsigned char*>(&block);
        bytes[at % (of_header ? sizeof header : sizeof block)] ^= changes[2];
    }
    Bytes forged;
    SavingBytes to(test::writer_to(forged));
    to.put_header(header);
    to.put(block.mask, sizeof block.mask);
    block.for_each_column(header, count, [&](void* column, std::size_t size) { return to.put(column, size), true; });
    to.seal();
    return forged;
}

template <class Object> void play(Object& object, const Bytes& bytes) {
    const Status status = test::load(object, bytes);
    fuzz::trace("load of ", bytes.size(), " bytes: ", status);
    fuzz::demand(status.count == 0 && status.first == no_slot, "a load names an item");
    fuzz::demand(bool(object.validate()), "what was loaded is corrupt");
    if (!status) return;
    const Bytes saved = test::saved(object);
    Object closed;
    fuzz::demand(bool(test::load(closed, saved)), "what was saved cannot be loaded");
    fuzz::demand(test::saved(closed) == saved, "what was loaded saves other bytes");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size == 0) return 0;
    const std::span<const std::uint8_t> input(data + 1, size - 1);
    support::CountingMemory memory;
    memory.limit(std::size_t{64} << 20);
    if (data[0] % 3 == 0) {
        StaticTree tree({.memory = memory.memory()});
        play(tree, Bytes(input.begin(), input.end()));
    } else {
        World world({.memory = memory.memory(), .tag = 3});
        play(world, data[0] % 3 == 1 ? Bytes(input.begin(), input.end()) : forge(input));
    }
    return 0;
}
