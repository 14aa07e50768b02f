// SPDX-License-Identifier: MIT
// Every kernel for one instruction set; instantiated by targets/.
#pragma once

#include "engine/kernels/kernel_table.hpp"
#include "engine/kernels/locate_kernel.hpp"
#include "engine/kernels/nearest_kernel.hpp"
#include "engine/kernels/pairs_kernel.hpp"
#include "engine/kernels/ray_kernel.hpp"
#include "engine/kernels/read_row_kernel.hpp"
#include "engine/kernels/search_kernel.hpp"
#include "engine/kernels/write_row_kernel.hpp"

namespace throng::kernels {

template <class A, class Shape, Asker asker> constexpr SearchKernels searches() {
    return {.slots = {SearchKernel<A, Shape, false, Collect::Slots>::template run<asker>,
                      SearchKernel<A, Shape, true, Collect::Slots>::template run<asker>},
            .ranked = {SearchKernel<A, Shape, false, Collect::Ranked>::template run<asker>,
                       SearchKernel<A, Shape, true, Collect::Ranked>::template run<asker>},
            .count = {SearchKernel<A, Shape, false, Collect::Count>::template run<asker>,
                      SearchKernel<A, Shape, true, Collect::Count>::template run<asker>}};
}

template <class A> constexpr KernelTable kernels_of() {
    return {.grid = {
                .read_row = {{ReadRowKernel<A, Change::Update, false>::run, ReadRowKernel<A, Change::Move, false>::run,
                              ReadRowKernel<A, Change::Erase, false>::run, ReadRowKernel<A, Change::Keep, false>::run},
                             {ReadRowKernel<A, Change::Update, true>::run, ReadRowKernel<A, Change::Move, true>::run,
                              ReadRowKernel<A, Change::Erase, true>::run, ReadRowKernel<A, Change::Keep, true>::run}},
                .locate = {LocateKernel<A, false>::run, LocateKernel<A, true>::run},
                .write_row = {WriteRowKernel<A, false>::run, WriteRowKernel<A, true>::run},
                .pairs = {{PairsKernel<A, 4, false, false>::run, PairsKernel<A, 4, false, true>::run},
                          {PairsKernel<A, 4, true, false>::run, PairsKernel<A, 4, true, true>::run}},
                .dense_pairs = {{PairsKernel<A, 1, false, false>::run, PairsKernel<A, 1, false, true>::run},
                                {PairsKernel<A, 1, true, false>::run, PairsKernel<A, 1, true, true>::run}},
                .overlap = searches<A, BoxShape, Asker::View>(),
                .within_box = searches<A, DiscShape<false>, Asker::View>(),
                .within_center = searches<A, DiscShape<true>, Asker::View>(),
                .neighbors = searches<A, DiscShape<true>, Asker::Memory>(),
                .nearest = {NearestKernel<A, false>::run, NearestKernel<A, true>::run},
                .cast = {RayKernel<A, false, RayAnswer::First>::run, RayKernel<A, true, RayAnswer::First>::run},
                .along = {RayKernel<A, false, RayAnswer::All>::run, RayKernel<A, true, RayAnswer::All>::run},
                .neighbors_of = searches<A, DiscShape<true>, Asker::Slots>(),
            }};
}

} // namespace throng::kernels
