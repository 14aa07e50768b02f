// SPDX-License-Identifier: MIT
#include "engine/src/query/reorder.hpp"

#include "engine/kernels/base/region.hpp"
#include "engine/src/base/access.hpp"
#include "engine/src/base/space_curve.hpp"
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

// The cells of an axis, chosen by the places of a few queries. The border cells include everything beyond.
class Axis {
public:
    Axis(const kernels::NumberColumn& places, std::uint32_t count) noexcept {
        std::array<float, samples> sample;
        std::uint32_t taken = 0;
        for (std::uint64_t i = 0; i < samples; ++i)
            if (const float v = places[i * count / samples]; kernels::finite(v)) sample[taken++] = v;
        if (taken == 0) return;
        std::sort(sample.begin(), sample.begin() + taken);
        // An eighth of the sample on either side may lie far away. Instead of it the range has as much beyond as a
        // uniform crowd has there.
        const float low = sample[taken / 8], high = sample[taken - 1 - taken / 8], beyond = high / 6 - low / 6;
        knots_[0] = low - beyond, length_ = 8 * beyond;
        float shortest = length_;
        for (std::uint32_t s = 1; s < parts; ++s) {
            knots_[s] = sample[s * taken / parts];
            if (s > 2 && s < parts - 1) shortest = std::min(shortest, knots_[s] - knots_[s - 1]); // no border part
        }
        // Equal cells are found in a fraction of the time, and suffice where no part is denser than sixteen on average.
        uneven_ = length_ > 16 * parts * shortest;
    }
    float length() const noexcept { return length_; }

    /// A power of two.
    void divide(std::uint32_t cells) noexcept {
        cells_ = cells;
        cells_of_part_ = uneven_ ? std::max(cells / parts, 1u) : cells;
        if (uneven_) knots_[0] = knots_[1];
        for (std::uint32_t s = 0; s < parts; ++s) {
            const float length = uneven_ ? knots_[std::min(s + 1, parts - 1)] - knots_[s] : length_;
            const float inverse = static_cast<float>(cells_of_part_) / length;
            inverse_cell_[s] = length > 0 && kernels::finite(inverse) ? inverse : 1;
        }
    }
    std::uint32_t cell(float v) const noexcept {
        if (!uneven_) return kernels::cell_index(v, knots_[0], inverse_cell_[0], cells_);
        // Counting all knots below is faster than halving their range, since no processor predicts where a place lies.
        std::uint32_t begun = 0;
        for (const float knot : knots_) begun += v >= knot ? 1u : 0u;
        const std::uint32_t s = std::max(begun, 1u) - 1;
        return s * cells_ / parts + kernels::cell_index(v, knots_[s], inverse_cell_[s], cells_of_part_);
    }

private:
    static constexpr std::uint32_t samples = 128, parts = 16;

    float length_ = 0;
    bool uneven_ = false; // parts with as many queries each have cells of their own size
    std::uint32_t cells_ = 1, cells_of_part_ = 1;
    std::array<float, parts> knots_{}, inverse_cell_{}; // where a part begins
};

// Divides the layers that begin the queries' ranges, and the plane into bands along an axis, or into tiles in the order
// of a Z curve. Sixty-four queries form a band, so that it finds its candidates in the nearest cache; more than 1024
// bands would be written in too many places at once.
class Parts {
public:
    Parts(const Batch& batch, std::uint32_t count, SortedAlong along) noexcept
        : batch_(batch), along_(along), layer_bits_(batch.layers_of ? most_layer_bits : 0),
          x_(batch[Batch::at_x], count), y_(batch[Batch::at_y], count) {
        while (layer_bits_ + bits_ < (along == SortedAlong::Curve ? 2 * 7 : 10) &&
               queries_to_a_part() << (layer_bits_ + bits_ + 1) <= count)
            ++bits_;
        if (along == SortedAlong::Curve) bits_ &= ~1u;
        // A world that is much wider than high has few rows.
        if (along == SortedAlong::Rows && x_.length() > 4 * y_.length()) along_ = SortedAlong::Columns;
        x_.divide(cells());
        y_.divide(cells());
    }
    std::uint32_t count() const noexcept { return 1u << (layer_bits_ + bits_); }
    /// The parts of queries [first, last).
    void write_keys(std::uint32_t first, std::uint32_t last, std::uint32_t* parts) const noexcept {
        const Axis x = x_, y = y_;
        if (along_ == SortedAlong::Curve)
            for (std::size_t i = first; i < last; ++i)
                parts[i] = on_z_curve(x.cell(x_of(batch_, i)), y.cell(y_of(batch_, i)));
        else if (along_ == SortedAlong::Columns)
            for (std::size_t i = first; i < last; ++i) parts[i] = x.cell(x_of(batch_, i));
        else
            for (std::size_t i = first; i < last; ++i) parts[i] = y.cell(y_of(batch_, i));
        if (layer_bits_ == 0) return;
        for (std::size_t i = first; i < last; ++i)
            parts[i] |= (batch_.layers_of[i].first & ((1u << layer_bits_) - 1)) << bits_;
    }

private:
    // Along a curve the queries of a packet share a list of leaves, or a count of matches, the cheaper the closer they
    // lie.
    std::uint32_t queries_to_a_part() const noexcept {
        return along_ != SortedAlong::Curve ? 64 : batch_.limited() ? 16 : 4;
    }

    std::uint32_t cells() const noexcept { return 1u << (along_ == SortedAlong::Curve ? bits_ / 2 : bits_); }

    const Batch& batch_;
    SortedAlong along_;
    static constexpr std::uint32_t most_layer_bits = 6; // layers 64 apart share their parts
    std::uint32_t layer_bits_ = 0, bits_ = 0;
    Axis x_, y_;
};

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
    HitsState& state = *Access::state(memory);
    const Parts parts(batch, count, along);
    if (!state.item_columns.resize_discard(Copies::numbers(batch) * count)) return false;
    const auto write_keys = [&](std::uint32_t first, std::uint32_t last, std::uint32_t* keys) {
        parts.write_keys(first, last, keys);
    };
    std::uint32_t* const words =
        sort_items(count, parts.count(), Copies::words(batch) * count, state, sorted, executor, write_keys);
    if (!words) return false;
    Copies(sorted.item_of_row, count, executor).take(batch, state.item_columns.data(), words);
    return true;
}

} // namespace throng
