// SPDX-License-Identifier: MIT
#include "engine/src/world/overlaps.hpp"

#include "engine/src/base/access.hpp"
#include "engine/src/query/index_queries.hpp"
#include "engine/src/query/pairs_state.hpp"
#include "engine/src/world/queries/world_queries.hpp"

#include <cstring>
#include <utility>

namespace throng {
namespace {

bool before(const IdPair& p, const IdPair& q) {
    return p.a.slot != q.a.slot ? p.a.slot < q.a.slot : p.b.slot < q.b.slot;
}

bool same(const IdPair& p, const IdPair& q) { return p.a == q.a && p.b == q.b; }

bool push(Column<IdPair>& to, const IdPair& pair) {
    if (!to.grow(to.size() + 1)) return false;
    to.resize(to.size() + 1);
    to[to.size() - 1] = pair;
    return true;
}

// The pairs in `one` and not in `other`, both ascending by slots. The same slots with other generations are another
// pair.
bool difference(const Column<IdPair>& one, const Column<IdPair>& other, Column<IdPair>& out) {
    out.resize(0);
    std::size_t at = 0;
    for (const IdPair& pair : one) {
        while (at < other.size() && before(other[at], pair)) ++at;
        if ((at == other.size() || !same(other[at], pair)) && !push(out, pair)) return false;
    }
    return true;
}

Status list(const Column<IdPair>& from, Pairs& out) {
    PairsState* const to = Access::state(out);
    if (!PairsState::real(to)) return status_of(PairsState::fault(to), {});
    if (!to->ids.assign(from) || !to->pairs.grow(from.size())) return refuse(out, Fault::OutOfMemory);
    to->pairs.resize(from.size());
    for (std::size_t i = 0; i < from.size(); ++i) to->pairs[i] = {from[i].a.slot, from[i].b.slot};
    to->candidates = 0;
    return {};
}

} // namespace

bool WorldOverlaps::is_open() noexcept { return PairsState::real(Access::state(found_)); }

// Categories do not matter: they are only for queries.
Fault WorldOverlaps::prepare(const WorldVersion& world, const Executor& executor) noexcept {
    WorldView view = world.view();
    view.categories = nullptr;
    if (const Status status = world_pairs(view, found_, {.order = Order::BySlot}, executor); !status)
        return status.faults;
    if (!next_.all.grow(found_.size())) return Fault::OutOfMemory;
    next_.all.resize(found_.size());
    for (std::size_t i = 0; i < found_.size(); ++i)
        next_.all[i] = {world.id_of(found_.view()[i].a), world.id_of(found_.view()[i].b)};
    if (!difference(next_.all, pairs_.all, next_.begun) || !difference(pairs_.all, next_.all, next_.ended))
        return Fault::OutOfMemory;
    return Fault::None;
}

void WorldOverlaps::apply() noexcept {
    std::swap(pairs_.all, next_.all);
    std::swap(pairs_.begun, next_.begun);
    std::swap(pairs_.ended, next_.ended);
}

void WorldOverlaps::keep() noexcept {
    pairs_.begun.resize(0);
    pairs_.ended.resize(0);
}

std::size_t WorldOverlaps::bytes() const noexcept {
    const PairsState* const found = Access::state(const_cast<Pairs&>(found_));
    return pairs_.bytes() + next_.bytes() + (PairsState::real(found) ? found->bytes() : 0);
}

Status WorldOverlaps::answer(Pairs& begun, Pairs& ended) const noexcept {
    Status status = list(pairs_.begun, begun);
    if (status) status = list(pairs_.ended, ended);
    return status ? status : refuse(begun, ended, status.faults);
}

Status WorldOverlaps::refuse(Pairs& begun, Pairs& ended, Fault fault) noexcept {
    (void)throng::refuse(begun, fault);
    return throng::refuse(ended, fault);
}

} // namespace throng
