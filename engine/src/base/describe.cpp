// SPDX-License-Identifier: MIT
// A sentence for each fault: what happened, and how to remove it.
#include <throng/types.hpp>

namespace throng {

std::string_view describe(Fault one) noexcept {
    switch (one) {
    case Fault::None: return "The call was carried out completely.";
    case Fault::StaleId:
        return "An id is null or its element no longer exists: use ids that spawn returned and despawn has not ended.";
    case Fault::InvalidBounds:
        return "A coordinate is a NaN or infinite, or a box has a minimum above its maximum: pass finite ones with min "
               "<= max.";
    case Fault::InvalidArgument:
        return "An argument is outside its documented range or does not fit the others: see the documentation of the "
               "function.";
    case Fault::TooLarge:
        return "An element is larger than max_half_extent allows: open the grid with a larger bound, or with 0 for "
               "none.";
    case Fault::OutputTooSmall:
        return "The caller's buffer is full: use the complete rows and query again from Status::first on, or pass a "
               "larger buffer.";
    case Fault::OutOfCapacity:
        return "A batch, set or answer would exceed 2^32 - 1 entries or a limit of the call, an index its tiles or a "
               "World its WorldDesc::capacity: split the batch, narrow the query, keep fewer elements or raise the "
               "limit.";
    case Fault::OutOfMemory:
        return "The Memory in use returned no block and nothing was changed: free memory or allow more, then call "
               "again.";
    case Fault::Busy:
        return "Another thread was changing the object, or using an object that this call would change: call again "
               "when it has returned.";
    case Fault::Cancelled:
        return "The host stopped the work before all of it ran and nothing was changed: call again outside the "
               "cancelled group.";
    case Fault::Corrupt:
        return "An invariant of the object is broken, probably by a stray write: rebuild the object and find the write "
               "with a memory checker.";
    }
    return "There are several kinds of fault: test for each with has() and describe them one at a time.";
}

} // namespace throng
