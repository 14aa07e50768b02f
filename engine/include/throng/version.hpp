// SPDX-License-Identifier: MIT
// The version of the headers. CMakeLists.txt reads it from here, the only place where it is written.
#pragma once

/// Semantic versioning (https://semver.org); before 1.0 a minor version may change the interface.
#define THRONG_VERSION_MAJOR 0
#define THRONG_VERSION_MINOR 1
#define THRONG_VERSION_PATCH 0

/// One number for #if, greater for a later version: 10203 is 1.2.3.
#define THRONG_VERSION (THRONG_VERSION_MAJOR * 10000 + THRONG_VERSION_MINOR * 100 + THRONG_VERSION_PATCH)

namespace throng {

/// The same as constants.
inline constexpr int version_major = THRONG_VERSION_MAJOR, version_minor = THRONG_VERSION_MINOR,
                     version_patch = THRONG_VERSION_PATCH;

} // namespace throng
