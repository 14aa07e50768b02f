// SPDX-License-Identifier: MIT
// Parts of saved content, each followed by its checksum. All numbers are little-endian.
#pragma once

#include <throng/byte_stream.hpp>
#include <throng/types.hpp>

#include <bit>
#include <cstdint>
#include <cstring>
#include <type_traits>

namespace throng {

static_assert(std::endian::native == std::endian::little, "saved numbers are written as they are in memory");

/// Four lanes of multiplication and rotation, as in xxHash64 (Collet 2012). Each step maps lanes one to one, so a
/// change of one word is never missed. Not for opponents.
class Checksum {
public:
    void add(const void* bytes, std::size_t count) noexcept {
        const auto* at = static_cast<const unsigned char*>(bytes);
        length_ += count;
        for (; count >= sizeof(lanes_); count -= sizeof(lanes_), at += sizeof(lanes_)) {
            std::uint64_t words[4];
            std::memcpy(words, at, sizeof words);
            for (int i = 0; i < 4; ++i) lanes_[i] = step(lanes_[i], words[i]);
        }
        for (int i = 0; count > 0; ++i) {
            std::uint64_t word = 0;
            const std::size_t part = count < sizeof word ? count : sizeof word;
            std::memcpy(&word, at, part);
            lanes_[i] = step(lanes_[i], word);
            at += part, count -= part;
        }
    }
    std::uint64_t value() const noexcept {
        std::uint64_t all = length_;
        for (const std::uint64_t lane : lanes_) all = step(all, lane);
        return all ^ all >> 32;
    }

private:
    static std::uint64_t step(std::uint64_t lane, std::uint64_t word) noexcept {
        return std::rotl((lane ^ word) * 0x9E37'79B1'85EB'CA87u, 31);
    }
    std::uint64_t lanes_[4] = {1, 2, 3, 4};
    std::uint64_t length_ = 0;
};

/// The first bytes of everything that is saved.
struct SavedKind {
    enum : std::uint32_t { World = 1, StaticTree = 2 };

    char magic[8] = {'T', 'h', 'r', 'o', 'n', 'g', '\x1A', '\n'};
    std::uint16_t major = 1, minor = 0;
    std::uint32_t kind = 0;

    /// None, Corrupt for something else, InvalidArgument for a later major version.
    Fault check(std::uint32_t expected) const noexcept {
        const SavedKind known;
        if (std::memcmp(magic, known.magic, sizeof magic) != 0 || kind != expected) return Fault::Corrupt;
        return major == known.major ? Fault::None : Fault::InvalidArgument;
    }
};

inline constexpr std::size_t most_saved_at_once = std::size_t{64} << 10;

/// The Status of a save or load.
inline Status explained_bytes(Fault fault, bool has_function) noexcept {
    Status status{fault, no_slot, 0};
    if (fault == Fault::InvalidArgument) status.reason = has_function ? Reason::LaterFormat : Reason::NoFunction;
    return status;
}

/// Hands parts to a ByteWriter. After it has stopped nothing more is written.
class SavingBytes {
public:
    explicit SavingBytes(const ByteWriter& writer) noexcept : writer_(writer) {}

    void put(const void* bytes, std::size_t count) noexcept {
        checksum_.add(bytes, count);
        write(bytes, count);
    }
    /// A part of its own: a SavedKind, and what else is known before the elements.
    template <class Header> void put_header(const Header& header) noexcept {
        static_assert(std::has_unique_object_representations_v<Header> && offsetof(Header, kind) == 0);
        put(&header, sizeof(SavedKind));
        put(reinterpret_cast<const unsigned char*>(&header) + sizeof(SavedKind), sizeof header - sizeof(SavedKind));
        seal();
    }
    /// The end of a part.
    void seal() noexcept {
        const std::uint64_t sum = checksum_.value();
        write(&sum, sizeof sum);
        checksum_ = {};
    }
    Fault fault() const noexcept {
        if (!writer_.write) return Fault::InvalidArgument;
        return stopped_ ? Fault::Cancelled : Fault::None;
    }

private:
    void write(const void* bytes, std::size_t count) noexcept {
        const auto* at = static_cast<const unsigned char*>(bytes);
        while (count != 0 && fault() == Fault::None) {
            const std::size_t part = count < most_saved_at_once ? count : most_saved_at_once;
            stopped_ = !writer_.write(writer_.self, at, part);
            at += part, count -= part;
        }
    }
    const ByteWriter writer_;
    Checksum checksum_;
    bool stopped_ = false;
};

/// For how many elements to take memory when there is none for `count` of `most`: bounded by what was read, because
/// the number in a header may be forged.
inline std::size_t room_to_load(std::size_t room, std::size_t count, std::size_t most) noexcept {
    constexpr std::size_t first = 16384, growth = 8;
    const std::size_t wanted = room == 0 ? first : growth * room;
    return wanted < count ? count : (wanted < most ? wanted : most);
}

/// Takes parts from a ByteReader. What it got must not be used until the part's checksum has been compared.
class LoadingBytes {
public:
    explicit LoadingBytes(const ByteReader& reader) noexcept : reader_(reader) {}

    /// At most 64 KiB. False: there are no more.
    bool get(void* bytes, std::size_t count) noexcept {
        if (!read(bytes, count)) return false;
        checksum_.add(bytes, count);
        return true;
    }
    /// None, InvalidArgument without a function or for a later major version, or Corrupt.
    template <class Header> Fault get_header(Header& header, std::uint32_t kind) noexcept {
        static_assert(std::has_unique_object_representations_v<Header> && offsetof(Header, kind) == 0);
        if (!reader_.read) return Fault::InvalidArgument;
        if (!get(&header.kind, sizeof header.kind)) return Fault::Corrupt;
        if (const Fault fault = header.kind.check(kind); fault != Fault::None) return fault;
        const std::size_t rest = sizeof header - sizeof(SavedKind);
        const bool read = get(reinterpret_cast<unsigned char*>(&header) + sizeof(SavedKind), rest) && is_sealed();
        return read ? Fault::None : Fault::Corrupt;
    }
    /// Whether the part that ends here is as it was saved.
    bool is_sealed() noexcept {
        std::uint64_t sum = 0;
        const bool same = read(&sum, sizeof sum) && sum == checksum_.value();
        checksum_ = {};
        return same;
    }

private:
    bool read(void* bytes, std::size_t count) noexcept {
        return count == 0 || reader_.read(reader_.self, bytes, count);
    }
    const ByteReader reader_;
    Checksum checksum_;
};

} // namespace throng
