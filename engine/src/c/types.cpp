// SPDX-License-Identifier: MIT
// The C functions without an object.
#include <throng/throng.h>
#include <throng/throng.hpp>

#include <cstddef>

// Texts of the library are string literals, which end with a null character.

const char* throng_describe(uint32_t faults) { return throng::describe(throng::Fault(faults)).data(); }

const char* throng_describe_status(throng_status status) {
    const throng::Status converted{throng::Fault(status.faults), status.first, status.count,
                                   throng::Reason(status.reason)};
    return throng::describe(converted).data();
}

static_assert(sizeof(throng_stopper) == sizeof(throng::Stopper) &&
              offsetof(throng_stopper, self) == offsetof(throng::Stopper, self));

throng_executor throng_stoppable(const throng_stopper* stopper) {
    if (!stopper) return {};
    const throng::Executor executor = throng::stoppable(*reinterpret_cast<const throng::Stopper*>(stopper));
    return {executor.parallel_for, executor.self};
}

throng_executor throng_serial(void) {
    const throng::Executor serial = throng::serial();
    return {serial.parallel_for, serial.self};
}

uint32_t throng_version(void) { return THRONG_VERSION; }

const char* throng_active_isa(void) { return throng::active_isa().data(); }

const char* throng_available_isa(size_t index) {
    const auto names = throng::available_isas();
    return index < names.size() ? names[index].data() : nullptr;
}
