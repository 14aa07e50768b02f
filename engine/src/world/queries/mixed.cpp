// SPDX-License-Identifier: MIT
// Mixed batches: queries are sorted by kind and place, and executed packet by packet.
#include "engine/kernels/base/region.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/base/active_kernels.hpp"
#include "engine/src/base/space_curve.hpp"
#include "engine/src/query/few_members.hpp"
#include "engine/src/query/hits_state.hpp"
#include "engine/src/query/sort_items.hpp"
#include "engine/src/query/space_queries.hpp"
#include "engine/src/world/queries/answer_packet.hpp"
#include "engine/src/world/queries/world_queries.hpp"

#include <algorithm>
#include <cmath>

namespace throng {
namespace {

using kernels::Batch;
using kernels::Collect;
using kernels::HitSink;
using kernels::Region;

// More cells would be written in too many places at once.
constexpr std::uint32_t max_cell_bits = 6, max_layer_bits = 6;
constexpr std::uint32_t query_kinds = static_cast<std::uint32_t>(QueryKind::Cone) + 1;

bool has_layers(const Query& query) noexcept { return query.layers.first <= query.layers.last; }

// The kind of the kernel that answers a query. An unknown kind or a range without layers is a faulty cone.
QueryKind known_kind(const Query& query) noexcept {
    if (!has_layers(query)) return QueryKind::Cone;
    switch (query.kind) {
    case QueryKind::Overlap:
    case QueryKind::Within:
    case QueryKind::Nearest:
    case QueryKind::Cast:
    case QueryKind::Cone: return query.kind;
    }
    return QueryKind::Cone;
}

// The cells of a grid over all elements of a world, in the order of a Z curve, for each kind of query and some
// neighbouring layers.
class Places {
public:
    Places(const WorldView& world, std::size_t queries) noexcept : world_(world) {
        while (layer_bits_ < max_layer_bits && world.layer_count >> layer_bits_ != 0) ++layer_bits_;
        while (world.layer_count >> layer_bits_ >> layer_shift_ != 0) ++layer_shift_;
        while (bits_ < max_cell_bits && layer_bits_ + 2 * (bits_ + 1) <= 2 * max_cell_bits &&
               (std::size_t{query_kinds} << layer_bits_ << 2 * (bits_ + 1)) <= queries)
            ++bits_;
        const Region nothing{INFINITY, INFINITY, -INFINITY, -INFINITY};
        Region all = nothing;
        for (const Part& part : SearchedParts(world, {})) {
            const Region box = part.kind->around(*part.view);
            all = {std::min(all.min_x, box.min_x), std::min(all.min_y, box.min_y), std::max(all.max_x, box.max_x),
                   std::max(all.max_y, box.max_y)};
        }
        const float side = std::max(all.max_x - all.min_x, all.max_y - all.min_y);
        const float cells = static_cast<float>(1u << bits_);
        inverse_cell_ = side > 0 && side / cells > 0 ? std::min(cells / side, 3e38f) : 1.f;
        if (side < 0) return; // there are no elements
        origin_x_ = all.min_x;
        origin_y_ = all.min_y;
    }
    std::uint32_t key_count() const noexcept { return query_kinds << layer_bits_ << 2 * bits_; }
    std::uint32_t key(const Query& query) const noexcept {
        const auto kind = static_cast<std::uint32_t>(known_kind(query));
        const std::uint32_t cells = 1u << bits_;
        const std::uint32_t x = kernels::cell_index(query.at.x, origin_x_, inverse_cell_, cells);
        const std::uint32_t y = kernels::cell_index(query.at.y, origin_y_, inverse_cell_, cells);
        return (kind << layer_bits_ | layers_key(query)) << 2 * bits_ | on_z_curve(x, y);
    }

private:
    std::uint32_t layers_key(const Query& query) const noexcept {
        if (layer_bits_ == 0) return 0;
        const WorldLayer* const at = first_from(world_.layers, world_.layers + world_.layer_count, query.layers.first);
        return static_cast<std::uint32_t>(at - world_.layers) >> layer_shift_;
    }

    const WorldView& world_;
    std::uint32_t bits_ = 0, layer_bits_ = 0, layer_shift_ = 0;
    float origin_x_ = 0, origin_y_ = 0, inverse_cell_ = 1;
};

// Queries in the order of execution, and the row of each; `rows` is null for the caller's order.
struct Items {
    std::span<const Query> queries;
    const std::uint32_t* rows = nullptr;
};

// The layers of both; first > last: none.
LayerRange in_both(LayerRange a, LayerRange b) { return {std::max(a.first, b.first), std::min(a.last, b.last)}; }

// Copies the queries into the answer's memory, sorted by kind and place. The scattered writes stay in the cache;
// scattered reads during execution would not. False: out of memory.
bool sort_queries(const WorldView& world, HitsState& state, Items& items, SortedItems& sorted,
                  const Executor& executor) {
    const Places places(world, items.queries.size());
    const auto count = static_cast<std::uint32_t>(items.queries.size());
    const Query* const queries = items.queries.data();
    if (!state.item_queries.resize_discard(count)) return false;
    const auto write_keys = [&](std::uint32_t first, std::uint32_t last, std::uint32_t* keys) {
        for (std::uint32_t i = first; i < last; ++i) keys[i] = places.key(queries[i]);
    };
    std::uint32_t* const rows = sort_items(count, places.key_count(), count, state, sorted, executor, write_keys);
    if (!rows) return false;
    Query* const copies = state.item_queries.data();
    const std::uint32_t* const place = sorted.item_of_row;
    for_item_blocks(count, executor, [=](std::uint32_t first, std::uint32_t last) {
        for (std::uint32_t i = first; i < last; ++i) {
            copies[place[i]] = queries[i];
            rows[place[i]] = i;
        }
    });
    items = {{copies, count}, rows};
    return true;
}

// Collects what the queries for the nearest may find, if it is so little that testing all of it takes less time.
bool collect_nearest(const Reading& reading, std::span<const Query> queries, const Batch& options,
                     FewMembers& members) {
    const auto is_nearest = [](const Query& query) { return known_kind(query) == QueryKind::Nearest; };
    const auto first = std::find_if(queries.begin(), queries.end(), is_nearest);
    if (first == queries.end() || (!options.chooses() && first->mask == ~0u)) return false;
    // One batch that stands for all of them, with their mean k, the largest reach and all masks.
    Batch batch = options;
    std::size_t rows = 0, wanted = 0;
    std::uint32_t mask = 0, also_mask = 0;
    batch.reach = 0;
    for (const Query* query = &*first; query != queries.data() + queries.size(); ++query) {
        if (!is_nearest(*query)) continue;
        const auto row = static_cast<std::uint32_t>(query - queries.data());
        const LayerRange layers = in_both(query->layers, options.layers_at(row));
        if (rows++ == 0) batch.layers = layers;
        if (layers != batch.layers) return false;
        wanted += query->k;
        mask |= query->mask;
        also_mask |= options.mask_of(row);
        batch.reach = std::max(batch.reach, query->reach);
    }
    batch.layers_of = {};
    batch[Batch::masks] = {};
    batch.mask = mask != ~0u ? mask : also_mask; // an element needs a bit of both
    batch.has_mask |= mask != ~0u;
    batch.k = static_cast<std::uint32_t>(std::min<std::size_t>((wanted + rows - 1) / rows, no_slot));
    return members.collect(reading, rows, batch);
}

class MixedBatch {
public:
    /// `nearest`: what the queries for the nearest may find, except for the mask of each; null: any element.
    MixedBatch(const WorldView& world, const Items& items, const Batch& options, bool by_slot,
               const FewMembers* nearest) noexcept
        : world_(world), items_(items), options_(options), nearest_(nearest), by_slot_(by_slot) {}

    /// Acts as a kernel over the sorted queries.
    std::uint32_t operator()(std::uint32_t begin, std::uint32_t end, HitSink& sink) const noexcept {
        for (std::uint32_t i = begin; i < end;) {
            PacketColumns columns;
            PacketAnswer answer;
            const Kind kind = gather(i, i + std::min(end - i, packet_queries - i % packet_queries), columns);
            const Batch batch = batch_of(kind, columns);
            const Search search = search_of(kind, batch);
            const std::uint32_t answered = sink.size;
            if (kind == Kind::Nearest && nearest_ ? !answer_by_members(batch, columns.count, sink, answer)
                                                  : !answer_packet(world_, search, batch, columns.count, sink, answer))
                return i;
            if (answer.faulty.count != 0) note_faulty_rows(search, batch, columns, sink);
            if (by_slot_ && kind != Kind::Nearest) order_rows(answer, columns.count, batch.ranked(), sink, answered);
            columns.place(answer, sink);
            i += columns.count;
        }
        return end;
    }

private:
    using Kind = QueryKind;
    std::uint32_t row(std::uint32_t item) const noexcept { return items_.rows ? items_.rows[item] : item; }

    bool answer_by_members(Batch batch, std::uint32_t count, HitSink& sink, PacketAnswer& answer) const noexcept {
        batch.has_among = false; // all of them are members
        HitSink part = sink;
        part.counts = answer.counts;
        part.found = sink.found ? answer.found : nullptr;
        part.faulty = {};
        const auto kernel = active_kernels().tile_tree[Search{SearchKind::Nearest}];
        if (kernel(nearest_->view(), batch, 0, count, part) != count) return false;
        answer.faulty = part.faulty;
        sink.size = part.size;
        sink.candidates = part.candidates;
        return true;
    }

    // Collects the queries of one kind from item `begin` on.
    Kind gather(std::uint32_t begin, std::uint32_t end, PacketColumns& columns) const noexcept {
        const Kind kind = known_kind(items_.queries[begin]);
        std::uint32_t n = 0;
        for (std::uint32_t item = begin; item < end; ++item, ++n) {
            const Query& q = items_.queries[item];
            if (known_kind(q) != kind) break;
            columns.rows[n] = item;
            columns.numbers[Batch::at_x][n] = q.at.x;
            columns.numbers[Batch::at_y][n] = q.at.y;
            columns.numbers[Batch::to_x][n] = q.to.x;
            columns.numbers[Batch::to_y][n] = q.to.y;
            columns.numbers[Batch::reaches][n] = q.reach;
            // A cone with this cosine is faulty.
            columns.numbers[Batch::cosines][n] = q.kind == kind && has_layers(q) ? q.cos_half_angle : NAN;
            columns.layers[n] = in_both(q.layers, options_.layers_at(row(item)));
            columns.words[Batch::ks][n] = q.k;
            const std::uint32_t own = kind == Kind::Nearest ? 0 : q.k, common = options_.limit_of(row(item));
            columns.words[Batch::limits][n] = own != 0 && common != 0 ? std::min(own, common) : own | common;
            columns.words[Batch::masks][n] = q.mask;
            columns.words[Batch::also_masks][n] = options_.mask_of(row(item));
            columns.words[Batch::exclude][n] = options_.excluded_by(row(item));
            columns.words[Batch::also_exclude][n] = q.exclude;
        }
        columns.count = n;
        return kind;
    }

    Batch batch_of(Kind kind, const PacketColumns& columns) const noexcept {
        Batch batch = columns.batch(options_, Batch::number_columns);
        static_assert(Batch::number_columns == 6 && Batch::word_columns == 7, "gather() fills each but `around_slots`");
        for (std::uint32_t name = 0; name < Batch::word_columns; ++name) batch.words[name] = columns.words[name];
        const auto any = [&](Batch::WordName name, std::uint32_t none) {
            const std::uint32_t* const words = columns.words[name];
            return std::any_of(words, words + columns.count, [&](std::uint32_t word) { return word != none; });
        };
        batch.form = kernels::BoxSource::Form::Corners;
        batch.limit = 0;
        batch.excluded = no_slot;
        batch.layers_of = {columns.layers};
        batch.has_mask = options_.has_mask || any(Batch::masks, ~0u);
        batch[Batch::around_slots] = {};
        if (!any(Batch::limits, 0)) batch[Batch::limits] = {};
        if (!options_.excludes()) batch[Batch::exclude] = {};
        if (!any(Batch::also_exclude, no_slot)) batch[Batch::also_exclude] = {};
        if (kind == Kind::Nearest || kind == Kind::Cast) batch.keys_wanted = true;
        return batch;
    }

    Search search_of(Kind kind, const Batch& batch) const noexcept {
        const Collect collect = batch.general() ? Collect::Ranked : Collect::Slots;
        switch (kind) {
        case Kind::Overlap: return {SearchKind::Overlap, collect};
        case Kind::Within: return {batch.by_center ? SearchKind::WithinCenter : SearchKind::WithinBox, collect};
        case Kind::Nearest: return {SearchKind::Nearest};
        case Kind::Cast: return {SearchKind::Cast};
        case Kind::Cone: break;
        }
        return {SearchKind::Cone};
    }

    // A packet reports only the first faulty position and the number of faults. So each query is executed alone, on an
    // empty world, to find the faulty rows.
    void note_faulty_rows(Search search, const Batch& batch, const PacketColumns& columns,
                          HitSink& sink) const noexcept {
        for (std::uint32_t i = 0; i < columns.count; ++i) {
            std::uint32_t counts[packet_queries];
            HitSink alone;
            alone.counts = counts;
            search_part(empty_part, search, batch, i, i + 1, alone);
            if (alone.faulty.count != 0) kernels::note_fault(sink.faulty, alone.faulty.faults, row(columns.rows[i]));
        }
    }

    // Sorts rows without an order of their own by slot, so that the order depends only on their content.
    void order_rows(const PacketAnswer& answer, std::uint32_t count, bool keyed, HitSink& sink,
                    std::uint32_t begin) const noexcept {
        for (std::uint32_t i = 0; i < count; begin += answer.counts[i++])
            order_by_slot(sink.slots + begin, keyed ? sink.keys + begin : nullptr, answer.counts[i]);
    }

    const WorldView& world_;
    const Items items_;
    const Batch& options_;
    const FewMembers* const nearest_;
    const bool by_slot_;
};

} // namespace

Status world_query(const Reading& reading, std::span<const Query> queries, const Batch& options, Order order,
                   std::uint32_t most_hits, Hits& out) noexcept {
    const auto& world = reading.view_as<WorldView>();
    const Executor& executor = reading.executor();
    HitPlan plan;
    plan.rows = queries.size();
    plan.items = static_cast<std::uint32_t>(std::min<std::size_t>(plan.rows, no_slot));
    plan.keys = true;
    plan.found = options.count_found;
    plan.distances = options.keys_wanted;
    plan.most_hits = most_hits;
    HitsState* const state = Access::state(out);
    FewMembers members; // queries are not read where there is no answer for them
    const bool few =
        HitsState::real(state) && plan.rows < no_slot && collect_nearest(reading, queries, options, members);
    // A fixed buffer is filled row by row, and a single packet needs no order.
    Items items{queries};
    if (HitsState::real(state) && !state->is_fixed() && plan.rows > packet_queries && plan.rows < no_slot &&
        !sort_queries(world, *state, items, plan.sorted, executor))
        return refuse(out, Fault::OutOfMemory);
    const MixedBatch kernel(world, items, options, order == Order::BySlot, few ? &members : nullptr);
    return answer(out, plan, kernel, executor);
}
} // namespace throng
