// SPDX-License-Identifier: MIT
// A sentence for each fault: what happened, and how to remove it; and one for each reason: which argument broke which
// rule.
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
        return "A batch, set or answer would exceed 2^32 - 1 entries, hits QueryOptions::most_hits, pairs "
               "PairOptions::limit, an index its tiles or a World its WorldDesc::capacity: split the batch, narrow the "
               "query, keep fewer elements or raise the limit.";
    case Fault::OutOfMemory:
        return "The Memory in use returned no block and nothing was changed: free memory or allow more, then call "
               "again.";
    case Fault::Busy:
        return "Another thread was changing the object, or using an object that this call would change: call again "
               "when it has returned.";
    case Fault::Cancelled:
        return "The host or the writer stopped before all work was done and nothing was changed: call again, "
               "outside the cancelled group.";
    case Fault::Corrupt:
        return "What was loaded is not what was saved, or an invariant of the object is broken, probably by a stray "
               "write, which a memory checker finds: load other bytes, or rebuild the object.";
    }
    return "There are several kinds of fault: test for each with has() and describe them one at a time.";
}

namespace {

std::string_view sentence_of(Reason reason) noexcept {
    switch (reason) {
    case Reason::None: break;
#define THRONG_SENTENCE_OF(name, sentence) \
    case Reason::name: return sentence;
        THRONG_REASONS(THRONG_SENTENCE_OF)
#undef THRONG_SENTENCE_OF
    }
    return {};
}

} // namespace

std::string_view describe(const Status& status) noexcept {
    const std::string_view sentence = sentence_of(status.reason);
    return sentence.empty() ? describe(status.faults) : sentence;
}

} // namespace throng
