// SPDX-License-Identifier: MIT
// Pairs of a world: those of its structures, or of each layer's.
#include "engine/src/query/space_queries.hpp"
#include "engine/src/world/queries/layer_pairs.hpp"
#include "engine/src/world/queries/view_pairs.hpp"
#include "engine/src/world/queries/world_queries.hpp"

namespace throng {
namespace {

template <class Kernel>
Status find_pairs(const Kernel& kernel, const WorldView& world, const PairPlan& plan, Pairs& out,
                  const Executor& executor) noexcept {
    if (kernel.items() > no_slot) return refuse(out, Fault::OutOfCapacity);
    auto call = [&](std::uint32_t begin, std::uint32_t end, kernels::PairSink& sink) {
        return kernel(begin, end, sink);
    };
    return answer(out, {.count = static_cast<std::uint32_t>(kernel.items()), .block = PairSegments::block}, plan, call,
                  parallel::unless_few(world.size, executor));
}

} // namespace

Status world_pairs(const WorldView& world, Pairs& out, const PairOptions& options, const Executor& executor) noexcept {
    const PairPlan plan{options.order, options.limit};
    PairsState* const to = Access::state(out);
    if (!PairsState::real(to) || (!world.layer_by_slot && options.layers == LayerRange{}))
        return find_pairs(ViewPairs(world, options), world, plan, out, executor);
    LayerPairs<PairOptions> kernel(world, options, options.layers, to->runs);
    if (!kernel.list(options.static_static, options.across_layers, options.among))
        return refuse(out, Fault::OutOfMemory);
    return find_pairs(kernel, world, plan, out, executor);
}

Status world_pairs(const WorldView& world, Pairs& out, const TrackedPairs& tracked, const Executor& executor) noexcept {
    const PairPlan plan{.order = Order::Stable};
    PairsState* const to = Access::state(out);
    if (!PairsState::real(to) || !world.layer_by_slot)
        return find_pairs(ViewPairs(world, tracked), world, plan, out, executor);
    LayerPairs<TrackedPairs> kernel(world, tracked, {}, to->runs);
    if (!kernel.list(false, tracked.across_layers, nullptr)) return refuse(out, Fault::OutOfMemory);
    return find_pairs(kernel, world, plan, out, executor);
}

} // namespace throng
