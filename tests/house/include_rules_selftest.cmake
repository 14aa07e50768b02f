# SPDX-License-Identifier: MIT
# cmake -DWORK_DIR=<dir> -P include_rules_selftest.cmake: each rule, broken in a tree of one line, is told by its name;
# good lines pass.
cmake_minimum_required(VERSION 3.25)
include(${CMAKE_CURRENT_LIST_DIR}/verdict.cmake)

function(expect verdict reason file line)
    file(REMOVE_RECURSE ${WORK_DIR})
    file(WRITE ${WORK_DIR}/${file} "// SPDX-License-Identifier: MIT\n${line}\n")
    expect_verdict("'${line}' in ${file}" ${verdict} "${reason}"
        ${CMAKE_COMMAND} -DROOT=${WORK_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/include_rules.cmake)
endfunction()
function(refused rule file line)
    expect(refused "against the rule ${rule}" ${file} "${line}")
endfunction()
function(accepted file line)
    expect(accepted "" ${file} "${line}")
endfunction()

refused(only_lanes_includes_xsimd simd/lane_predicates.hpp "#include <xsimd/xsimd.hpp>")
refused(only_lanes_includes_xsimd engine/src/row_grid.cpp "#  include \"xsimd/xsimd.hpp\"")
refused(only_simd_includes_intrinsics engine/kernels/overlap_kernel.hpp "#include <immintrin.h>")
refused(only_parallel_includes_tbb engine/src/row_grid.cpp "#include <tbb/parallel_for.h>")
refused(only_parallel_includes_tbb engine/include/throng/executor.hpp "#include <oneapi/tbb/task_arena.h>")
refused(only_parallel_includes_tbb parallel/scan.hpp "#include <oneapi/tbb.h>")
refused(public_headers_are_small engine/include/throng/hits.hpp "#include <vector>")
refused(kernels_see_simd_and_kernels engine/kernels/overlap_kernel.hpp "#include <algorithm>")
refused(kernels_see_simd_and_kernels engine/kernels/overlap_kernel.hpp "#include \"engine/src/column.hpp\"")
refused(kernels_see_simd_and_kernels engine/kernels/targets/avx2.cpp "#include \"parallel/scan.hpp\"")
refused(simd_headers_use_no_containers simd/left_pack.hpp "#include <array>")
refused(simd_sees_no_other_folder simd/isa.cpp "#include \"parallel/scan.hpp\"")
refused(parallel_sees_no_other_folder parallel/scan.cpp "#include \"simd/lanes.hpp\"")
refused(engine_sources_see_kernels_by_their_table engine/src/row_grid.cpp
    "#include \"engine/kernels/overlap_kernel.hpp\"")
refused(engine_sources_see_kernels_by_their_table engine/src/query/reorder.cpp "#include \"simd/lane_predicates.hpp\"")
refused(kernels_base_is_lowest engine/kernels/base/tile.hpp "#include \"engine/kernels/row_grid/cells.hpp\"")
refused(kernels_query_sees_base engine/kernels/query/batch.hpp "#include \"engine/kernels/kernel_table.hpp\"")
refused(kernels_tiles_see_query_and_base engine/kernels/tiles/tile_tree.hpp
    "#include \"engine/kernels/quadtree/quadtree_view.hpp\"")
refused(base_is_lowest engine/src/base/column.hpp "#include \"engine/src/query/plan.hpp\"")
refused(query_sees_base engine/src/query/plan.cpp "#include \"engine/src/world/view.hpp\"")
refused(row_grid_includes_no_other_index engine/src/row_grid/row_grid_state.hpp
    "#include \"engine/src/loose_grid/loose_grid_state.hpp\"")
refused(quadtree_includes_no_other_index engine/kernels/quadtree/quadtree_pairs_kernel.hpp
    "#include \"engine/kernels/row_grid/pairs_kernel.hpp\"")
refused(static_tree_includes_no_other_index engine/src/static_tree/static_tree.cpp
    "#include \"engine/src/world/view.hpp\"")
refused(tile_tree_is_below_its_indexes engine/src/tile_tree/squares.cpp
    "#include \"engine/src/loose_quadtree/loose_quadtree_state.hpp\"")
refused(c_headers_see_c engine/include/throng/throng.h "#include <throng/world.hpp>")
refused(c_headers_see_c engine/include/throng/c/types.h "#include <stdbool.h>")
refused(c_headers_see_c engine/include/throng/c/types.h "#include <throng/export.hpp>")
refused(c_sees_public_headers engine/src/c/c_queries.cpp "#include \"engine/src/query/plan.hpp\"")
refused(c_sees_public_headers engine/src/c/c_queries.cpp "#include \"parallel/scan.hpp\"")
refused(nothing_sees_c engine/src/query/plan.cpp "#include \"engine/src/c/input.hpp\"")
refused(the_library_sees_no_program engine/src/row_grid.cpp "#include \"scenes/crowd.hpp\"")
refused(scenes_use_public_headers scenes/crowd.cpp "#include \"engine/src/column.hpp\"")
refused(programs_use_public_headers apps/throng/main.cpp "#include \"simd/instruction_sets.hpp\"")
refused(programs_use_public_headers examples/first.cpp "#include \"support/any_index.hpp\"")
refused(support_uses_public_headers support/any_index.hpp "#include \"tests/support/oracle.hpp\"")
refused(bench_includes_nothing_of_tests bench/common/subject.hpp "#include \"tests/support/oracle.hpp\"")
refused(no_path_leaves_its_folder tests/contract_test.cpp "#include \"../simd/instruction_sets.hpp\"")

accepted(engine/src/world/world_version.hpp "#include \"engine/src/row_grid/row_grid_state.hpp\"")
accepted(engine/kernels/quadtree/quadtree_view.hpp "#include \"engine/kernels/base/region.hpp\"")
accepted(simd/lanes.hpp "#include <xsimd/xsimd.hpp>")
accepted(parallel/for_each_block.cpp "#include <oneapi/tbb/parallel_for.h>")
accepted(engine/include/throng/tbb.hpp "#include <oneapi/tbb/task_arena.h>")
accepted(engine/kernels/overlap_kernel.hpp "#include \"simd/lanes.hpp\" // not <vector>")
accepted(bench/common/subject.hpp "#include \"support/any_index.hpp\"")
accepted(tests/lanes_test.cpp "#include \"simd/lanes.hpp\"")
accepted(engine/src/c/c_queries.cpp "#include \"engine/src/c/input.hpp\"")
accepted(engine/include/throng/c/types.h "#include <stdint.h>")

# The same name in another folder: the rule looks at all files, so the tree holds two.
file(REMOVE_RECURSE ${WORK_DIR})
file(WRITE ${WORK_DIR}/engine/src/quadtree/update.cpp "#include <cstddef>\n")
file(WRITE ${WORK_DIR}/engine/src/row_grid/update.cpp "#include <cstddef>\n")
expect_verdict("two files named update.cpp" refused "against the rule one_file_of_a_name"
    ${CMAKE_COMMAND} -DROOT=${WORK_DIR} -P ${CMAKE_CURRENT_LIST_DIR}/include_rules.cmake)
