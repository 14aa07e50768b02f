// SPDX-License-Identifier: MIT
// Row grids.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/row_grid/find_slot.hpp"
#include "engine/kernels/row_grid/leave_row_kernel.hpp"
#include "engine/kernels/row_grid/locate_kernel.hpp"
#include "engine/kernels/row_grid/nearest_kernel.hpp"
#include "engine/kernels/row_grid/pairs_kernel.hpp"
#include "engine/kernels/row_grid/ray_kernel.hpp"
#include "engine/kernels/row_grid/read_row_kernel.hpp"
#include "engine/kernels/row_grid/refresh_row_kernel.hpp"
#include "engine/kernels/row_grid/search_kernel.hpp"
#include "engine/kernels/row_grid/slot_sweep_kernel.hpp"
#include "engine/kernels/row_grid/write_row_kernel.hpp"

namespace throng::kernels {

#if defined(__AVX512F__)
constexpr simd::Isa compiled_for = simd::Isa::avx512;
#elif defined(__AVX2__)
constexpr simd::Isa compiled_for = simd::Isa::avx2;
#elif defined(__aarch64__)
constexpr simd::Isa compiled_for = simd::Isa::neon64;
#else
constexpr simd::Isa compiled_for = simd::Isa::baseline;
#endif

template <class A, class Shape, bool points> constexpr SearchKernels<GridView> searches() {
    return {.slots = SearchKernel<A, Shape, points, Collect::Slots>::template run<Asker::View>,
            .ranked = SearchKernel<A, Shape, points, Collect::Ranked>::template run<Asker::View>,
            .count = SearchKernel<A, Shape, points, Collect::Count>::template run<Asker::View>};
}

template <class A, Asker asker, bool points> constexpr NeighborKernels<GridView> neighbor_searches() {
    return {.slots = SearchKernel<A, DiscShape<true>, points, Collect::Slots>::template run<asker>,
            .ranked = SearchKernel<A, DiscShape<true>, points, Collect::Ranked>::template run<asker>};
}

template <class A, bool points> constexpr QueryKernels<GridView> queries() {
    return {.overlap = searches<A, BoxShape, points>(),
            .within_box = searches<A, DiscShape<false>, points>(),
            .within_center = searches<A, DiscShape<true>, points>(),
            .cone = SearchKernel<A, ConeShape, points, Collect::Ranked>::template run<Asker::View>,
            .neighbors_of = neighbor_searches<A, Asker::Slots, points>(),
            .nearest = NearestKernel<A, points>::run,
            .cast = RayKernel<A, points, RayAnswer::First>::run,
            .along = RayKernel<A, points, RayAnswer::All>::run,
            .pairs = {PairsKernel<A, 4, points, false>::run, PairsKernel<A, 4, points, true>::run}};
}

template <class A>
constinit const GridKernels KernelsOf<A>::grid = {
    .compiled_for = compiled_for,
    .read_row = {{ReadRowKernel<A, Change::Update, false>::run, ReadRowKernel<A, Change::Move, false>::run,
                  ReadRowKernel<A, Change::Erase, false>::run, ReadRowKernel<A, Change::Keep, false>::run},
                 {ReadRowKernel<A, Change::Update, true>::run, ReadRowKernel<A, Change::Move, true>::run,
                  ReadRowKernel<A, Change::Erase, true>::run, ReadRowKernel<A, Change::Keep, true>::run}},
    .sweep_slots = {SlotSweepKernel<A, false>::run, SlotSweepKernel<A, true>::run},
    .leave_row = LeaveRowKernel<A>::run,
    .locate = {LocateKernel<A, false>::run, LocateKernel<A, true>::run},
    .write_row = {WriteRowKernel<A, false>::run, WriteRowKernel<A, true>::run},
    .refresh_row = {{RefreshRowKernel<A, Change::Update, false>::run, RefreshRowKernel<A, Change::Move, false>::run},
                    {RefreshRowKernel<A, Change::Update, true>::run, RefreshRowKernel<A, Change::Move, true>::run}},
    .find_slot = find_slot<A>,
    .queries = {queries<A, false>(), queries<A, true>()},
    .dense_pairs = {{PairsKernel<A, 1, false, false>::run, PairsKernel<A, 1, false, true>::run},
                    {PairsKernel<A, 1, true, false>::run, PairsKernel<A, 1, true, true>::run}},
    .cell_pairs = {{{PairsKernel<A, 4, false, false>::run_cell, PairsKernel<A, 4, false, true>::run_cell},
                    {PairsKernel<A, 4, true, false>::run_cell, PairsKernel<A, 4, true, true>::run_cell}},
                   {{PairsKernel<A, 1, false, false>::run_cell, PairsKernel<A, 1, false, true>::run_cell},
                    {PairsKernel<A, 1, true, false>::run_cell, PairsKernel<A, 1, true, true>::run_cell}}},
    .neighbors = {neighbor_searches<A, Asker::Memory, false>(), neighbor_searches<A, Asker::Memory, true>()},
};

template const GridKernels KernelsOf<simd::THRONG_TARGET>::grid;

} // namespace throng::kernels
