// SPDX-License-Identifier: MIT
// Where saved content goes to and comes from: a file, a socket or a buffer of the caller's.
//
// The format is the same on every machine, and the same content gives the same bytes: a header with the version of the
// format and a description of what follows, then blocks of elements by ascending slot, each part with its checksum. A
// later minor version of Throng reads what an earlier one has saved. Content that was shortened or changed anywhere is
// Corrupt; saved bytes need not be trusted, and memory is taken only for what has been read.
#pragma once

#include <throng/export.hpp>

#include <cstddef>

namespace throng {

/// Takes the bytes of a save, in order. Called on the thread that saves, with up to 64 KiB at once.
struct ByteWriter {
    /// Takes all `count` bytes, or returns false: the save ends (Cancelled). Null: InvalidArgument. It must not throw.
    bool (*write)(void* self, const void* bytes, std::size_t count) = nullptr;
    void* self = nullptr;
};

/// Gives the bytes of a load, in order. Called on the thread that loads, with up to 64 KiB at once, and never beyond
/// what was saved.
struct ByteReader {
    /// Fills all `count` bytes, or returns false: there are no more (Corrupt). Null: InvalidArgument. It must not
    /// throw.
    bool (*read)(void* self, void* bytes, std::size_t count) = nullptr;
    void* self = nullptr;
};

} // namespace throng
