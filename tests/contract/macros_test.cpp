// SPDX-License-Identifier: MIT
// Throng after headers whose macros are words that it uses: X11, Qt's keywords and <windows.h>.
#include <gtest/gtest.h>

#include <cmath>
#include <complex.h>

// NOLINTBEGIN: the names are those of others.
#if __has_include(<X11/Xlib.h>)
#include <X11/Xlib.h>
#else
#define None 0L
#define Status int
#define Bool int
#define Always 2
#endif
#if __has_include(<QtCore/qobjectdefs.h>)
#include <QtCore/qobjectdefs.h>
#else // as it defines them
#define slots
#define signals public
#define emit
#endif
// As <windows.h> and its <rpcndr.h> define them.
#define near
#define far
#define small char
#define min(a, b) (((a) < (b)) ? (a) : (b))
#define max(a, b) (((a) > (b)) ? (a) : (b))
// NOLINTEND

#include <throng/throng.h>
#include <throng/throng.hpp>

#if !defined(None) || !defined(Status) || !defined(slots) || !defined(near) || !defined(min)
#error "a header of Throng has removed a macro of its program"
#endif

namespace throng::test {
namespace {

TEST(Macros, LeaveAllThatAProgramNeeds) {
    World world(WorldDesc{});
    const Id id = world.spawn(Aabb{{0, 0}, {1, 1}});
    ASSERT_TRUE(world.commit());
    Hits hits;
    const CallStatus status = world.within(Disc{{0, 0}, 2}, hits);
    EXPECT_EQ(status.faults, Fault::NoFault);
    EXPECT_EQ(status.reason, Reason::NoReason);
    ASSERT_EQ(hits.all_slots().size(), 1u);
    EXPECT_EQ(hits.all_slots()[0], id.slot);
    EXPECT_NE(world.route(id), Route::NoRoute);
    EXPECT_EQ(world.bounds_of(id).min.x, 0);
    EXPECT_EQ(min(1, 2) + max(1, 2), 3);
}

} // namespace
} // namespace throng::test
