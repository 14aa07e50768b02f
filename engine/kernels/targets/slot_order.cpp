// SPDX-License-Identifier: MIT
// The kernel that puts rows into the order of slots.
#include "engine/kernels/query/slot_order.hpp"
#include "engine/kernels/kernel_table.hpp"

namespace throng::kernels {

template <class A> constinit const SlotOrderKernel KernelsOf<A>::slot_order = {SlotOrder<A>::most, SlotOrder<A>::run};
template const SlotOrderKernel KernelsOf<simd::THRONG_TARGET>::slot_order;

} // namespace throng::kernels
