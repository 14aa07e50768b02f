// SPDX-License-Identifier: MIT
// How an index comes into being, moves and ends, declared and documented once.
#pragma once

#include <throng/export.hpp>
#include <throng/types.hpp>

namespace throng {

/// The life of `Self`: any index, or World. What it holds lies behind one pointer. It can be moved, not copied.
///
/// An object that was never opened, or that was moved from, reads as empty, and changes of it return InvalidArgument
/// until open(). open() and moving are unguarded: they want the object to themselves.
template <class Self, class Desc> class THRONG_API Life {
public:
    /// Not open.
    Life() noexcept;

    /// Open and empty. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc when memory
    /// gives no block.
    explicit Life(const Desc& desc);

    /// Begins anew, open and empty. InvalidBounds, InvalidArgument (see the Desc), OutOfMemory: the object is what it
    /// was.
    Status open(const Desc& desc) noexcept;

protected:
    Life(Life&& other) noexcept;
    Life(const Life&) = delete;
    Life& operator=(Life&& other) noexcept;
    Life& operator=(const Life&) = delete;
    ~Life();

private:
    friend struct Access;
    void* state_ = nullptr; // a Self::State
};

} // namespace throng
