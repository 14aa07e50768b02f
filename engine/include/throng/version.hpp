// SPDX-License-Identifier: MIT
// The version of the headers.
#pragma once

namespace throng {

/// Semantic versioning (https://semver.org); before 1.0 a minor version may change the interface.
inline constexpr int version_major = 0, version_minor = 1, version_patch = 0;

} // namespace throng
