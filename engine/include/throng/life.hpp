// SPDX-License-Identifier: MIT
// Construction, opening, moving and destruction of an index, declared and documented once.
#pragma once

#include <throng/export.hpp>
#include <throng/types.hpp>

namespace throng {

struct Access;

namespace parts {

/// The life of `Self`: any index, or World. Its content lies behind one pointer. It can be moved, not copied.
///
/// An object that was never opened, or that was moved from, is empty, and changes of it return InvalidArgument until
/// open(). open() and moving are unguarded: no other call may use the object meanwhile.
template <class Self, class Desc> class THRONG_API Life {
public:
    /// Not open.
    Life() noexcept;

    /// Open and empty. Throws std::invalid_argument with a sentence about a faulty `desc`, std::bad_alloc if memory
    /// gives no block.
    explicit Life(const Desc& desc);

    /// Makes the object open and empty, whatever it was. InvalidBounds, InvalidArgument (see the Desc), OutOfMemory:
    /// the object is unchanged.
    Status open(const Desc& desc) noexcept;

protected:
    Life(Life&& other) noexcept;
    Life(const Life&) = delete;
    Life& operator=(Life&& other) noexcept;
    Life& operator=(const Life&) = delete;
    ~Life();

private:
    friend struct throng::Access;
    void* state_ = nullptr; // a Self::State
};

} // namespace parts

} // namespace throng
