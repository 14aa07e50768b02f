// SPDX-License-Identifier: MIT
// Queries of one kind, executed on every part that they search. The answers of several parts are merged row by row.
#pragma once

#include "engine/src/world/queries/searched_parts.hpp"

namespace throng {

using kernels::Search;
using kernels::SearchKind;

/// How many hits of row i are kept, by rank, where several parts have some; 0: all of them, part by part.
std::uint32_t limit_of_row(Search search, const kernels::Batch& batch, std::uint32_t i) noexcept;

/// A part without elements reports the faults of queries that have no other part.
extern const Part empty_part;

/// Queries [begin, end) of a batch, executed by the kernel of a part. The batch has the part's own slots, and so have
/// the hits.
std::uint32_t search_part(const Part& part, Search search, const kernels::Batch& batch, std::uint32_t begin,
                          std::uint32_t end, kernels::HitSink& sink) noexcept;

/// Calls run(batch) with a batch of at most a packet whose slots and categories are those of the part.
template <class Run>
auto with_slots_of(const Part& part, const kernels::Batch& batch, std::uint32_t count, Run&& run) noexcept {
    using kernels::Batch;
    if (!part.names) return run(batch);
    Batch own = batch;
    std::uint32_t excluded[2][packet_queries];
    own.categories = part.categories;
    own.among.names = part.names;
    static_assert(Batch::word_columns == 7, "columns of slots are renamed here");
    own.excluded = slot_among(part.names, part.name_count, own.excluded);
    for (const Batch::WordName name : {Batch::exclude, Batch::also_exclude}) {
        kernels::WordColumn& column = own[name];
        std::uint32_t* const to = excluded[name == Batch::exclude ? 0 : 1];
        for (std::uint32_t i = 0; column && i < count; ++i) to[i] = slot_among(part.names, part.name_count, column[i]);
        if (column) column = to;
    }
    return run(own);
}

/// The rows of a packet: the length of each, the number of matches before the limit, and the faulty queries, by
/// position in the packet.
struct PacketAnswer {
    std::uint32_t counts[packet_queries], found[packet_queries];
    kernels::ItemFaults faulty;
};

/// Queries that are gathered side by side for a packet, and the rows that they answer.
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

/// Answers queries [0, count) of the batch, at most a packet, each in its layers; their hits are appended to the sink,
/// row by row. False: the sink is full, and contains none of them.
bool answer_packet(const WorldView& world, Search search, const kernels::Batch& batch, std::uint32_t count,
                   kernels::HitSink& sink, PacketAnswer& answer) noexcept;

/// Answers queries [begin, end) of a batch, each in its layers; returns the query at which the sink was full, or `end`.
std::uint32_t search_world(const WorldView& world, Search search, const kernels::Batch& batch, std::uint32_t begin,
                           std::uint32_t end, kernels::HitSink& sink) noexcept;

/// How many queries the packet has that begins here. Packets begin at multiples of their size, so that answers do not
/// depend on where a sink was full.
inline std::uint32_t packet_size(std::uint32_t begin, std::uint32_t end) noexcept {
    const std::uint32_t rest = packet_queries - begin % packet_queries;
    return end - begin < rest ? end - begin : rest;
}

/// The queries from `first` on.
kernels::Batch from_query(const kernels::Batch& batch, std::uint32_t first) noexcept;

} // namespace throng
