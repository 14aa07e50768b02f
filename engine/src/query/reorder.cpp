// SPDX-License-Identifier: MIT
#include "engine/src/query/query_batch.hpp"

#include "engine/kernels/base/region.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/query/adaptive_curve.hpp"
#include "engine/src/query/sort_items.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace throng {
namespace {

using kernels::Batch;
using kernels::Column;
using kernels::WordColumn;

float x_of(const Batch& batch, std::size_t i) { return batch[Batch::at_x][i]; }
float y_of(const Batch& batch, std::size_t i) { return batch[Batch::at_y][i]; }

// The range of most queries along an axis, estimated from a few of them, and its cells.
class Axis {
public:
    // Leaves out an eighth of the sample on either side, which may lie far away, and adds as much as a uniform crowd
    // has there. The border cells include everything beyond.
    Axis(const kernels::NumberColumn& places, std::uint32_t count) noexcept {
        constexpr std::uint32_t samples = 128;
        std::array<float, samples> sample;
        std::uint32_t taken = 0;
        for (std::uint64_t i = 0; i < samples; ++i)
            if (const float v = places[i * count / samples]; kernels::finite(v)) sample[taken++] = v;
        if (taken == 0) return;
        std::sort(sample.begin(), sample.begin() + taken);
        const float low = sample[taken / 8], high = sample[taken - 1 - taken / 8], beyond = high / 6 - low / 6;
        low_ = low - beyond, length_ = 8 * beyond;
    }
    float length() const noexcept { return length_; }

    void divide(std::uint32_t cells) noexcept {
        cells_ = cells;
        const float inverse = static_cast<float>(cells) / length_;
        if (length_ > 0 && kernels::finite(inverse)) inverse_cell_ = inverse;
    }
    std::uint32_t cell(float v) const noexcept { return kernels::cell_index(v, low_, inverse_cell_, cells_); }

private:
    float low_ = 0, length_ = 0, inverse_cell_ = 1;
    std::uint32_t cells_ = 1;
};

// Bands along rows, or along columns of a world that is much wider than high, which has few rows.
class Bands {
public:
    Bands(const Batch& batch, std::uint32_t count, std::uint32_t bits) noexcept
        : bits_(bits), axis_(batch[Batch::at_y], count) {
        const Axis x(batch[Batch::at_x], count);
        across_x_ = x.length() > 4 * axis_.length();
        if (across_x_) axis_ = x;
        axis_.divide(1u << bits);
    }
    std::uint32_t count() const noexcept { return 1u << bits_; }
    void write_places(const kernels::NumberColumn& x, const kernels::NumberColumn& y, std::uint32_t first,
                      std::uint32_t last, std::uint32_t* places) const noexcept {
        const Axis axis = axis_;
        const kernels::NumberColumn along = across_x_ ? x : y;
        for (std::size_t i = first; i < last; ++i) places[i] = axis.cell(along[i]);
    }

private:
    std::uint32_t bits_;
    bool across_x_;
    Axis axis_;
};

AdaptiveCurve curve_through(const Batch& batch, std::uint32_t count, std::uint32_t bits) noexcept {
    std::array<Vec2, AdaptiveCurve::most_samples> sample;
    const std::uint64_t looks = std::min(AdaptiveCurve::samples_for(bits), count);
    std::size_t taken = 0;
    for (std::uint64_t i = 0; i < looks; ++i) {
        const Vec2 p{x_of(batch, i * count / looks), y_of(batch, i * count / looks)};
        if (kernels::finite(p.x) && kernels::finite(p.y)) sample[taken++] = p;
    }
    return AdaptiveCurve({sample.data(), taken}, bits);
}

// Columns of a batch, each laid in the order of items.
class Copies {
public:
    Copies(const std::uint32_t* place, std::uint32_t count, const Executor& executor) noexcept
        : place_(place), count_(count), executor_(executor) {}

    /// How many columns of numbers and of words the batch has.
    static std::size_t numbers(const Batch& batch) noexcept {
        std::size_t count = 0;
        for (std::size_t name = 0; name < Batch::number_columns; ++name)
            count += batch.numbers[name] && !is_repeated(batch, name) ? 1u : 0u;
        return count;
    }
    static std::size_t words(const Batch& batch) noexcept {
        const auto absent = static_cast<std::size_t>(std::count(batch.words, std::end(batch.words), WordColumn()));
        return Batch::word_columns - absent + (batch.layers_of ? 1 : 0);
    }

    void take(Batch& batch, float* numbers, std::uint32_t* words) const noexcept {
        const Batch given = batch;
        for (std::size_t name = 0; name < Batch::number_columns; ++name) {
            batch.numbers[name] =
                is_repeated(given, name) ? batch.numbers[name - 1] : copy(given.numbers[name], numbers);
        }
        for (WordColumn& column : batch.words) column = copy(column, words);
        static_assert(sizeof(LayerRange) == sizeof(std::uint32_t));
        auto* ranges = reinterpret_cast<LayerRange*>(words);
        batch.layers_of = copy(batch.layers_of, ranges);
    }

private:
    // Half extents may be one column for both axes.
    static bool is_repeated(const Batch& batch, std::size_t name) noexcept {
        return name != 0 && batch.numbers[name] && batch.numbers[name] == batch.numbers[name - 1];
    }
    // At `next`, which moves on. Null stays null.
    template <class T> Column<T> copy(const Column<T>& column, T*& next) const noexcept {
        if (!column) return {};
        T* const to = std::exchange(next, next + count_);
        const std::uint32_t* const place = place_;
        for_item_blocks(count_, executor_, [=](std::uint32_t begin, std::uint32_t end) {
            for (std::size_t i = begin; i < end; ++i) to[place[i]] = column[i];
        });
        return to;
    }

    const std::uint32_t* place_;
    std::uint32_t count_;
    const Executor& executor_;
};

// Layers 64 apart share a key.
std::uint32_t layer_bits_of(const Batch& batch) noexcept { return batch.layers_of ? 6 : 0; }

// The bits for the parts of a plane, with at least `together` queries to each part and layer on average.
std::uint32_t bits_for(const Batch& batch, std::uint32_t count, std::uint32_t together, std::uint32_t most) noexcept {
    const std::uint32_t of_layers = layer_bits_of(batch);
    std::uint32_t bits = 0;
    while (of_layers + bits < most && together << (of_layers + bits + 1) <= count) ++bits;
    return bits;
}

// The keys sort queries by the first layer of their range, then by their part of the plane.
template <class Parts>
bool sort_into(const Parts& parts, Batch& batch, std::uint32_t count, Hits& memory, SortedItems& sorted,
               const Executor& executor) noexcept {
    HitsState& state = *Access::state(memory);
    if (!state.item_columns.resize_discard(Copies::numbers(batch) * count)) return false;
    const std::uint32_t layers = 1u << layer_bits_of(batch);
    const auto write_keys = [&](std::uint32_t first, std::uint32_t last, std::uint32_t* keys) {
        parts.write_places(batch[Batch::at_x], batch[Batch::at_y], first, last, keys);
        for (std::size_t i = first; layers > 1 && i < last; ++i)
            keys[i] += (batch.layers_of[i].first & (layers - 1)) * parts.count();
    };
    std::uint32_t* const words =
        sort_items(count, parts.count() * layers, Copies::words(batch) * count, state, sorted, executor, write_keys);
    if (!words) return false;
    Copies(sorted.item_of_row, count, executor).take(batch, state.item_columns.data(), words);
    return true;
}

} // namespace

bool are_scattered(const Batch& batch, std::size_t count, float near) noexcept {
    constexpr std::size_t samples = 32;
    std::size_t apart = 0;
    for (std::size_t n = 0; n < samples && count > 1; ++n) {
        const std::size_t i = n * (count - 1) / samples, elsewhere = (i + count / 2) % count;
        const auto away = [&](std::size_t j) {
            return std::max(kernels::magnitude(x_of(batch, i) - x_of(batch, j)),
                            kernels::magnitude(y_of(batch, i) - y_of(batch, j)));
        };
        const float step = away(i + 1);
        apart += step > near && 4 * step > away(elsewhere) ? 1 : 0;
    }
    return 2 * apart > samples;
}

bool sort_by_place(Batch& batch, std::uint32_t count, SortedAlong along, Hits& memory, SortedItems& sorted,
                   const Executor& executor) noexcept {
    // Sixty-four queries form a band, so that it finds its candidates in the nearest cache; more than 1024 bands would
    // be written in too many places at once.
    if (along == SortedAlong::Rows)
        return sort_into(Bands(batch, count, bits_for(batch, count, 64, 10)), batch, count, memory, sorted, executor);
    // The queries of a packet share a list of leaves, or a count of matches, the cheaper the closer they lie.
    const std::uint32_t together = batch.limited() ? 16 : 4;
    return sort_into(curve_through(batch, count, bits_for(batch, count, together, 14)), batch, count, memory, sorted,
                     executor);
}

} // namespace throng
