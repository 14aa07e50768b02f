// SPDX-License-Identifier: MIT
// Damage to the inside of a structure, as stray writes do, and its repair: validate() has to tell one and not the
// other.
#pragma once

#include <throng/types.hpp>

#include <gtest/gtest.h>

#include <concepts>
#include <functional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace throng::test {

/// Values that are written into a structure, also where only reads are offered, and put back at the end.
class Damage {
public:
    Damage() = default;
    Damage(const Damage&) = delete;
    Damage& operator=(const Damage&) = delete;
    ~Damage() { repair(); }

    template <class T> void set(const T& place, const std::type_identity_t<T>& value) {
        T& writable = const_cast<T&>(place);
        repairs_.push_back([&writable, before = place] { writable = before; });
        writable = value;
    }
    /// To be called for what set() cannot put back.
    void repair_by(std::function<void()> repair) { repairs_.push_back(std::move(repair)); }

    void repair() {
        for (; !repairs_.empty(); repairs_.pop_back()) repairs_.back()();
    }

private:
    std::vector<std::function<void()>> repairs_;
};

/// One invariant, and how a structure breaks that one alone.
struct Flaw {
    const char* law;
    std::function<void(Damage&)> make;
};

/// `index` is Corrupt with each of the flaws, and is not without.
template <class Index>
requires requires(const Index& index) {
    { index.validate() } -> std::same_as<Status>;
}
void expect_told(const Index& index, std::span<const Flaw> flaws) {
    ASSERT_TRUE(index.validate());
    for (const Flaw& flaw : flaws) {
        SCOPED_TRACE(flaw.law);
        Damage damage;
        flaw.make(damage);
        if (testing::Test::HasFatalFailure()) return;
        EXPECT_EQ(index.validate().faults, Fault::Corrupt);
        damage.repair();
        ASSERT_TRUE(index.validate());
    }
}

} // namespace throng::test
