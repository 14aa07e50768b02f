// SPDX-License-Identifier: MIT
// A packet of queries of one kind, executed on every structure of a world that holds elements. The answers are merged
// row by row.
#pragma once

#include "engine/kernels/kernel_table.hpp"
#include "engine/src/world/view.hpp"

namespace throng {

inline constexpr std::uint32_t packet_queries = 16;

using kernels::Search;
using kernels::SearchKind;

/// How many hits of row i are kept, by rank, where parts of it are joined; 0: all of them, one part after the other.
std::uint32_t limit_of_row(Search search, const kernels::Batch& batch, std::uint32_t i) noexcept;
/// Whether joined keys are squares that the answer returns as distances.
bool keys_need_roots(Search search, const kernels::Batch& batch) noexcept;

/// The structures of a world that hold elements, or dynamic elements, in the order in which a row lists their hits. Of
/// none there is one, which reports faults.
struct Structures {
    static constexpr std::uint32_t most = world_structures;
    std::uint8_t in_order[most], largest_first[most];
    bool sparse[most]; // holds so few elements that a whole packet may well find none
    std::uint32_t count = 0;

    explicit Structures(const WorldView& world, bool only_dynamic = false) noexcept;
};

/// The view and the kernels of one structure.
const kernels::IndexView& view_of(const WorldView& world, std::uint32_t structure) noexcept;
const kernels::QueryTable& table_of(std::uint32_t structure) noexcept;

/// Queries [begin, end) of a batch, executed on one structure alone, like its own kernels.
std::uint32_t search_structure(const WorldView& world, std::uint32_t structure, Search search,
                               const kernels::Batch& batch, std::uint32_t begin, std::uint32_t end,
                               kernels::HitSink& sink) noexcept;

/// The rows of a packet: the length of each, the number of matches before the limit, and the faulty queries, by
/// position in the packet.
struct PacketAnswer {
    std::uint32_t counts[packet_queries], found[packet_queries];
    kernels::ItemFaults faulty;
};

/// Answers queries [0, count) of the batch, at most a packet; their hits are appended to the sink, row by row. False:
/// the sink is full, and contains none of them.
bool answer_packet(const WorldView& world, const Structures& structures, Search search, const kernels::Batch& batch,
                   std::uint32_t count, kernels::HitSink& sink, PacketAnswer& answer) noexcept;

/// Queries side by side for a packet, and the rows that they answer.
struct PacketColumns {
    float numbers[kernels::Batch::number_columns][packet_queries];
    std::uint32_t words[kernels::Batch::word_columns][packet_queries];
    LayerRange layers[packet_queries];
    std::uint32_t rows[packet_queries];
    std::uint32_t count = 0;

    /// The queries as a batch with the options of another one. It has the number columns before `end`.
    kernels::Batch batch(const kernels::Batch& options, kernels::Batch::NumberName end) const noexcept;

    /// Appends the disc of row `row`, whose centre is given, around an element that it leaves out.
    void add_disc(const kernels::Batch& options, Slot around, std::uint32_t row) noexcept;
    kernels::Batch discs(const kernels::Batch& options) const noexcept;

    void place(const PacketAnswer& answer, kernels::HitSink& sink) const noexcept;
};

} // namespace throng
