// SPDX-License-Identifier: MIT
// What is promised of every answer: right, the same bytes from every host and instruction set, no memory for a question
// asked before, whole rows in a fixed buffer, nothing after a refusal.
#pragma once

#include "tests/fuzz/hosts.hpp"
#include "tests/fuzz/report.hpp"
#include "tests/fuzz/strict_memory.hpp"
#include "tests/support/cancelling_executor.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/runners.hpp"

#include <throng/hits.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace throng::fuzz {

inline simd::Isa some_isa(Bytes& source) {
    static const std::vector<simd::Isa> sets = test::instruction_sets();
    return sets[source.below(256) % sets.size()];
}

inline bool failed(const Status& status) { return !status.applied(); }

/// Whether a call that was refused memory says so, and nothing else.
inline bool out_of_memory(const Status& status) { return has(status.faults, Fault::OutOfMemory) && status.count == 0; }
inline bool cancelled(const Status& status) { return has(status.faults, Fault::Cancelled) && status.count == 0; }

/// Answers that are used again and again, and those of one question. Check(hits) -> AssertionResult; call(hits,
/// executor) -> Status.
class Answers {
public:
    explicit Answers(Bytes& source) : source_(source) {}

    Hits& hits() { return hits_; }
    Pairs& pairs() { return pairs_; }
    StrictMemory& memory() { return memory_; }

    /// `room_is_told`: a buffer of the size that hits.hpp tells must do.
    template <class Check, class Call>
    void put(const char* what, const Status& expected, bool room_is_told, Check&& check, Call&& call) {
        const Host first = host(source_), second = host(source_);
        trace("  ", what, " by ", first.name, ", then by ", second.name);
        demand(test::same_status(expected, call(hits_, first.executor)), what);
        demand(check(hits_), what);
        {
            const test::ForcedIsa other(some_isa(source_));
            demand(test::same_status(expected, call(other_, second.executor)), what, " asked again");
            demand(other_.hash() == hits_.hash(), what, ": other bytes by ", second.name);
            demand(other_.candidates() == hits_.candidates(), what, ": other candidates by ", second.name);
        }
        switch (source_.below(12)) {
        case 1:
        case 2: return a_third_time(what, first, call);
        case 3:
        case 4: return into_a_buffer(what, expected, room_is_told, call);
        case 5:
        case 6: return without_memory(what, expected, call);
        case 7: return with_a_quitter(what, expected, call);
        case 8: return into_nothing(what, call);
        case 9: return into_reserved(what, expected, call);
        default: return;
        }
    }

private:
    template <class Call> void a_third_time(const char* what, const Host& host, Call&& call) {
        (void)call(hits_, host.executor);
        (void)call(hits_, host.executor);
        const std::size_t before = memory_.requests();
        (void)call(hits_, host.executor);
        demand(memory_.requests() == before, what, " allocates when asked again, by ", host.name);
    }

    template <class Call> void into_a_buffer(const char* what, const Status& expected, bool room_is_told, Call&& call) {
        const std::size_t rows = hits_.size(), told = 480 + 8 * (rows + 1) + 8 * hits_.slots().size() + 256;
        const std::size_t offset = source_.below(17), share = source_.below(256);
        const std::size_t room = share < 64 ? told : told * (share - 64) / 160;
        std::vector<std::byte> buffer(offset + room, std::byte{0x5A});
        trace("  into a buffer of ", room, " bytes at ", offset);
        {
            Hits fixed(std::span(buffer).subspan(offset));
            const Status status = call(fixed, host(source_).executor);
            if (has(status.faults, Fault::OutputTooSmall)) {
                demand(!(room_is_told && room >= told), what, ": a buffer of the size told is too small");
                if (rows > 0) prefix(what, status, fixed);
            } else {
                demand(test::same_status(expected, status), what, " into a buffer");
                demand(fixed.hash() == hits_.hash(), what, ": other bytes in a buffer");
            }
        }
        demand(std::all_of(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(offset),
                           [](std::byte b) { return b == std::byte{0x5A}; }),
               what, ": bytes before a buffer were written");
    }

    void prefix(const char* what, const Status& status, const Hits& fixed) const {
        const std::size_t rows = hits_.size();
        demand(status.first <= rows && status.count >= rows - status.first, what, " into a buffer: ", status);
        demand(fixed.size() >= status.first, what, ": fewer rows in a buffer than told");
        demand(test::well_formed(fixed), what, " into a buffer");
        for (std::size_t i = 0; i < status.first; ++i) {
            const auto a = fixed[i], b = hits_[i];
            const auto c = fixed.distances(i), d = hits_.distances(i);
            demand(std::equal(a.begin(), a.end(), b.begin(), b.end()) &&
                       std::equal(c.begin(), c.end(), d.begin(), d.end()) && fixed.found(i) == hits_.found(i),
                   what, ": row ", i, " differs in a buffer");
        }
    }

    template <class Call> void without_memory(const char* what, const Status& expected, Call&& call) {
        StrictMemory memory(0x3C);
        const Host by = host(source_);
        const std::uint32_t k = 1 + source_.below(16);
        trace("  with the request ", k, " for memory refused, by ", by.name);
        Hits fresh(memory.memory());
        memory.refuse(k, source_.chance(2));
        const Status status = call(fresh, by.executor);
        if (!memory.refused() || !failed(status)) {
            demand(test::same_status(expected, status), what, " with memory refused");
            demand(fresh.hash() == hits_.hash(), what, ": other bytes with memory refused");
        } else {
            demand(out_of_memory(status) && status.first == no_slot, what, " with memory refused: ", status);
            demand(fresh.size() == 0 && fresh.slots().empty(), what, " has an answer without memory");
        }
        memory.refuse(0);
        demand(test::same_status(expected, call(fresh, by.executor)), what, " after memory was refused");
        demand(fresh.hash() == hits_.hash(), what, ": other bytes after memory was refused");
    }

    template <class Call> void with_a_quitter(const char* what, const Status& expected, Call&& call) {
        test::CancellingExecutor cancelling{static_cast<int>(source_.below(4)), source_.below(4)};
        const Status status = call(other_, cancelling.executor());
        trace("  with a host that gives up: ", status);
        if (cancelling.quit && cancelled(status)) {
            demand(other_.size() == 0 && other_.slots().empty(), what, " has an answer though cancelled");
        } else {
            demand(test::same_status(expected, status), what, " by a host that gives up");
            demand(other_.hash() == hits_.hash(), what, ": other bytes by a host that gives up");
        }
    }

    template <class Call> void into_nothing(const char* what, Call&& call) {
        Hits gone(memory_.memory());
        const Hits taken = std::move(gone);
        const Status status = call(gone, serial());
        demand(status.faults == Fault::InvalidArgument && status.count == 0 && gone.size() == 0, what,
               " into an answer moved from: ", status);
    }

    template <class Call> void into_reserved(const char* what, const Status& expected, Call&& call) {
        StrictMemory memory(0x11);
        Hits reserved(memory.memory());
        demand(reserved.reserve(~std::size_t{0} >> 8, 1).faults == Fault::OutOfCapacity, "reserve() beyond all rows");
        demand(test::same_status({}, reserved.reserve(hits_.size(), hits_.slots().size())), "reserve()");
        demand(reserved.size() == 0, "reserve() has rows");
        demand(test::same_status(expected, call(reserved, host(source_).executor)), what, " into reserved room");
        demand(reserved.hash() == hits_.hash(), what, ": other bytes in reserved room");
    }

    Bytes& source_;
    StrictMemory memory_{0xA5};
    Hits hits_{memory_.memory()}, other_{memory_.memory()};
    Pairs pairs_{memory_.memory()};
};

} // namespace throng::fuzz
