// SPDX-License-Identifier: MIT
// Which symbols leave the library. A shared build hides all others; a static build needs nothing.
//
// THRONG_API is on what is called from outside, and on types that are template arguments of it: an instance is no more
// visible than they are. Members of a class within such a class would leave too: THRONG_LOCAL keeps them inside.
//
// THRONG_SHARED means a shared library: the CMake package and the pkg-config file define it for consumers.
// THRONG_BUILDING is for the library's own sources.
#pragma once

#if !defined(__cplusplus) || (defined(_MSVC_LANG) ? _MSVC_LANG : __cplusplus) < 202002L
#error "Throng is a library of C++20: compile with -std=c++20 or a later standard (MSVC: /std:c++20)."
#endif

#include <throng/c/export.h>
