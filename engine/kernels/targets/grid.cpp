// SPDX-License-Identifier: MIT
// Kernels of changes of row grids, and of the search for a slot.
#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/row_grid/find_slot.hpp"
#include "engine/kernels/row_grid/leave_row_kernel.hpp"
#include "engine/kernels/row_grid/locate_kernel.hpp"
#include "engine/kernels/row_grid/read_row_kernel.hpp"
#include "engine/kernels/row_grid/refresh_row_kernel.hpp"
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
};

template const GridKernels KernelsOf<simd::THRONG_TARGET>::grid;

} // namespace throng::kernels
