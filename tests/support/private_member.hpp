// SPDX-License-Identifier: MIT
// A private member of a class, for tests of what no public call can bring about: an explicit instantiation may name it.
//
//     struct Size { using Pointer = std::size_t Thing::*; friend Pointer pointer_to(Size); };
//     template struct PrivateMember<Size, &Thing::size_>;
//     thing.*pointer_to(Size{}) = 3;
#pragma once

namespace throng::test {

template <class Name, typename Name::Pointer member> struct PrivateMember {
    friend typename Name::Pointer pointer_to(Name) { return member; }
};

} // namespace throng::test
