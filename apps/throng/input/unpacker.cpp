// SPDX-License-Identifier: MIT
// The bytes of a stream piece by piece, unpacked if they are gzip.
#include "apps/throng/input/unpacker.hpp"

#include "apps/throng/cli/errors.hpp"
#include "apps/throng/input/source.hpp"

#include <fmt/format.h>
#include <new>
#include <utility>
#include <zlib.h>

namespace throng::app {

namespace {

constexpr std::size_t piece_size = 1 << 16;
constexpr std::uint64_t added_at_most = 1 << 16;
constexpr std::string_view gzip_mark = "\x1f\x8b";

} // namespace

Unpacker::Unpacker(ByteStream& stream, std::string_view name, std::uint64_t limit)
    : stream_(stream), name_(name), limit_(limit), packed_(piece_size, '\0') {}

Unpacker::~Unpacker() {
    if (inflater_) ::inflateEnd(inflater_.get());
}

// What is not unpacked yet stays, so that a mark is seen whole.
void Unpacker::refill() {
    const std::size_t kept = rest_.copy(packed_.data(), rest_.size());
    const std::size_t count = stream_.read(packed_.data() + kept, piece_size - kept);
    taken_ += count;
    rest_ = std::string_view(packed_).substr(0, kept + count);
}

void Unpacker::begin() {
    has_begun_ = true;
    refill();
    if (!rest_.starts_with(gzip_mark)) return;
    auto inflater = std::make_unique<z_stream>();
    constexpr int gzip_alone = 16 + MAX_WBITS;
    if (::inflateInit2(inflater.get(), gzip_alone) != Z_OK) throw std::bad_alloc();
    inflater_ = std::move(inflater);
    unpacked_.resize(piece_size);
}

// A file may consist of several packed parts; zeros behind the last one are padding.
void Unpacker::end_part() {
    if (rest_.size() < gzip_mark.size()) refill();
    is_done_ = !rest_.starts_with(gzip_mark);
    if (is_done_ && rest_.find_first_not_of('\0') != std::string_view::npos)
        throw UsageError(fmt::format("{}: what follows its gzip data is none", name_));
    ::inflateReset(inflater_.get());
}

std::string_view Unpacker::inflated() {
    while (!is_done_) {
        if (rest_.empty()) refill();
        // gzip adds a little to what it cannot make smaller: to each block of it, and at the ends.
        const std::uint64_t added = added_at_most + limit_ / 1024;
        if (taken_ > added && taken_ - added > limit_) refuse_size(name_, limit_);
        if (rest_.empty()) throw UsageError(fmt::format("{}: its gzip data end too early", name_));
        // zlib does not write through the pointer.
        inflater_->next_in = reinterpret_cast<Bytef*>(const_cast<char*>(rest_.data()));
        inflater_->avail_in = static_cast<uInt>(rest_.size());
        inflater_->next_out = reinterpret_cast<Bytef*>(unpacked_.data());
        inflater_->avail_out = static_cast<uInt>(piece_size);
        const int state = ::inflate(inflater_.get(), Z_NO_FLUSH);
        const std::size_t made = piece_size - inflater_->avail_out, used = rest_.size() - inflater_->avail_in;
        const bool is_stuck = made == 0 && used == 0 && state != Z_STREAM_END;
        if (is_stuck || (state != Z_OK && state != Z_STREAM_END && state != Z_BUF_ERROR))
            throw UsageError(fmt::format("{}: its gzip data are damaged", name_));
        rest_.remove_prefix(used);
        if (state == Z_STREAM_END) end_part();
        if (made > 0) return std::string_view(unpacked_).substr(0, made);
    }
    return {};
}

std::string_view Unpacker::next() {
    if (!has_begun_) {
        begin();
    } else if (!is_gzip()) {
        rest_ = {};
        refill();
    }
    return is_gzip() ? inflated() : rest_;
}

} // namespace throng::app
