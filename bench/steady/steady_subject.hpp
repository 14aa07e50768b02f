// SPDX-License-Identifier: MIT
// What is to tick steadily: a row grid or a World of the common crowd. Its memory is counted.
#pragma once

#include "bench/common/contender.hpp"
#include "support/counting_memory.hpp"

#include <throng/executor.hpp>
#include <throng/hits.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>
#include <vector>

namespace throng::bench {

class SteadySubject {
public:
    virtual ~SteadySubject() = default;

    /// What a tick consists of.
    virtual std::vector<std::string_view> phases() const = 0;

    /// Runs one phase of the tick.
    virtual void run(std::size_t phase) = 0;

    /// bytes() of the index, without its answer.
    virtual std::size_t bytes() const = 0;

    /// The crowd moves. True: before that its arrays were put into the order of the index, and that was built anew.
    virtual bool prepare() {
        crowd_.step();
        return false;
    }

    const Crowd& crowd() const noexcept { return crowd_; }
    std::uint64_t hash() const;

    /// As the memory functions saw it: of the index, and of the answer.
    std::size_t counted_bytes() const noexcept { return index_memory_.live_bytes(); }
    std::size_t answer_bytes() const noexcept { return answer_memory_.live_bytes(); }
    std::size_t requests() const noexcept { return index_memory_.requests() + answer_memory_.requests(); }

protected:
    explicit SteadySubject(Crowd crowd) : crowd_(std::move(crowd)) {}

    Crowd crowd_;
    support::CountingMemory index_memory_, answer_memory_;
    Pairs found_{answer_memory_.memory()};
};

struct SteadyKind {
    std::string_view name, meaning;
    std::unique_ptr<SteadySubject> (*make)(std::size_t n, Executor executor);
};

const std::vector<SteadyKind>& steady_kinds();

} // namespace throng::bench
