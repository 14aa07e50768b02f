// SPDX-License-Identifier: MIT
// The indexes that can be measured, by name.
#pragma once

#include "support/any_index.hpp"

#include <memory>
#include <span>
#include <string_view>

namespace throng::bench {

struct IndexKind {
    std::string_view name;
    std::unique_ptr<support::AnyIndex> (*open)(const support::IndexOptions&);
    bool points;  // elements may be points
    bool dynamic; // elements may move one by one
};

std::span<const IndexKind> index_kinds();

/// Throws std::invalid_argument: no index has that name.
const IndexKind& index_kind(std::string_view name);

} // namespace throng::bench
