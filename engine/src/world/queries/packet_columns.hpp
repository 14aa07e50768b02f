// SPDX-License-Identifier: MIT
// Queries that are gathered side by side for a packet, and the rows that they answer.
#pragma once

#include "engine/src/world/queries/answer_packet.hpp"

namespace throng {

struct PacketColumns {
    float numbers[kernels::Batch::number_columns][packet_queries];
    std::uint32_t words[kernels::Batch::word_columns][packet_queries];
    LayerRange layers[packet_queries];
    std::uint32_t rows[packet_queries];
    std::uint32_t count = 0;

    /// The queries as a batch with the options of another one. It has the number columns before `end`.
    kernels::Batch batch(const kernels::Batch& options, kernels::Batch::NumberName end) const noexcept {
        kernels::Batch batch = options;
        batch.few = count <= kernels::few_queries;
        for (std::uint32_t name = 0; name < end; ++name) batch.numbers[name] = {numbers[name]};
        return batch;
    }

    void place(const PacketAnswer& answer, kernels::HitSink& sink) const noexcept {
        for (std::uint32_t i = 0; i < count; ++i) {
            sink.counts[rows[i]] = answer.counts[i];
            if (sink.found) sink.found[rows[i]] = answer.found[i];
        }
    }
};

} // namespace throng
