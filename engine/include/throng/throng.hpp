// SPDX-License-Identifier: MIT
// Everything but tbb.hpp, which needs oneTBB's headers.
#pragma once

#include <throng/changes.hpp>
#include <throng/double_views.hpp>
#include <throng/executor.hpp>
#include <throng/export.hpp>
#include <throng/faulty.hpp>
#include <throng/hierarchical_bitset.hpp>
#include <throng/hits.hpp>
#include <throng/isa.hpp>
#include <throng/loose_grid.hpp>
#include <throng/loose_quadtree.hpp>
#include <throng/memory.hpp>
#include <throng/predicates.hpp>
#include <throng/quadtree.hpp>
#include <throng/queries.hpp>
#include <throng/query.hpp>
#include <throng/query_options.hpp>
#include <throng/reader.hpp>
#include <throng/row_grid.hpp>
#include <throng/spatial_index.hpp>
#include <throng/static_tree.hpp>
#include <throng/types.hpp>
#include <throng/version.hpp>
#include <throng/views.hpp>
#include <throng/world.hpp>
#include <throng/world_space.hpp>
