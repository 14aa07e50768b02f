/* SPDX-License-Identifier: MIT */
/* Which symbols leave the library, for C and C++: see export.hpp. */
#ifndef THRONG_C_EXPORT_H
#define THRONG_C_EXPORT_H

#if defined(THRONG_SHARED) && defined(_WIN32)
#if defined(THRONG_BUILDING)
#define THRONG_API __declspec(dllexport)
#else
#define THRONG_API __declspec(dllimport)
#endif
#define THRONG_LOCAL
#elif defined(THRONG_SHARED)
#define THRONG_API __attribute__((visibility("default")))
#define THRONG_LOCAL __attribute__((visibility("hidden")))
#else
#define THRONG_API
#define THRONG_LOCAL
#endif

#endif
