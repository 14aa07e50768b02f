// SPDX-License-Identifier: MIT
// A sentence for each fault: what happened, and how to remove it.
#include <throng/types.hpp>

namespace throng {

std::string_view describe(Fault one) noexcept {
    switch (one) {
    case Fault::None: return "Everything asked for was done.";
    case Fault::StaleId:
        return "An id is null or its element is gone: use ids that spawn gave out and despawn has not taken back.";
    case Fault::InvalidBounds:
        return "A coordinate is a NaN or infinite, or a box has a minimum above its maximum: give finite ones with min "
               "<= max.";
    case Fault::InvalidArgument:
        return "An argument is outside its documented range or does not fit the others: compare it with the function's "
               "contract.";
    case Fault::TooLarge:
        return "An element is larger than max_half_extent allows: open the grid with a larger bound, or with 0 for "
               "none.";
    case Fault::OutputTooSmall:
        return "The caller's buffer is full: use the complete rows and ask again from Status::first on, or give a "
               "larger buffer.";
    case Fault::OutOfCapacity:
        return "A batch, set or answer would pass 2^32 - 1 entries, an index its tiles or a World its "
               "WorldDesc::capacity: split the "
               "batch, narrow the query, keep fewer elements or allow more.";
    case Fault::OutOfMemory:
        return "The Memory in use gave no block and nothing was changed: free some or allow it more, then call again.";
    case Fault::Busy:
        return "Another thread was changing the object, or using what this call would have changed: call again when it "
               "has returned.";
    case Fault::Cancelled:
        return "The host stopped the work before all of it ran and nothing was changed: call again outside the "
               "cancelled group.";
    case Fault::Corrupt:
        return "The object contradicts itself, as stray writes leave it: rebuild it and look for the write under a "
               "memory checker.";
    }
    return "Several kinds of fault were met: test for each with has() and describe them one at a time.";
}

} // namespace throng
