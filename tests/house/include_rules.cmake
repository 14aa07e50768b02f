# SPDX-License-Identifier: MIT
# cmake -DROOT=<tree> -P include_rules.cmake: which file may include which, read from the #include lines of every file.
#
# A rule is: what it is called, the files it holds for, and what may stand between <> or "" (allow) or may not (deny).
# All are regular expressions for whole strings. The first rule that a line breaks is told with its place; every line is
# held against every rule.
cmake_minimum_required(VERSION 3.25)

set(rules)
macro(rule name files verdict pattern)
    list(APPEND rules ${name})
    set(${name}_files "^(${files})$")
    set(${name}_verdict ${verdict})
    set(${name}_pattern "^(${pattern})$")
endmacro()

set(std_small "bit|cmath|concepts|cstddef|cstdint|cstring|exception|initializer_list|iosfwd|span|string_view")
string(APPEND std_small "|type_traits|utility")
# No containers or algorithms: a debug build would emit them as weak functions, compiled for the wrong instruction set.
set(std_kernel "bit|cmath|concepts|cstddef|cstdint|cstring|limits|type_traits|utility")
set(intrinsics "[a-z0-9]*mmintrin\\.h|x86intrin\\.h|x86gprintrin\\.h|arm_neon\\.h|arm_acle\\.h|cpuid\\.h")

rule(only_lanes_includes_xsimd "(engine|simd|parallel|scenes|support|apps|examples)/.*" deny "xsimd/.*")
rule(only_simd_includes_intrinsics "(engine|parallel|scenes|support|apps|examples)/.*" deny "${intrinsics}")
rule(only_parallel_includes_tbb "(engine|simd|scenes|support|apps|examples)/.*|parallel/.*\\.hpp" deny
    "(oneapi/)?tbb[./].*")
rule(public_headers_are_small "engine/include/throng/.*\\.hpp" allow "${std_small}|throng/.*")
set(names_of_others "throng/names_(begin|end)\\.hpp")
rule(c_headers_see_c "engine/include/throng/.*\\.h" allow "stddef\\.h|stdint\\.h|throng/c/.*\\.h|${names_of_others}")
rule(kernels_see_simd_and_kernels "engine/kernels/.*" allow "${std_kernel}|throng/.*|simd/.*|engine/kernels/.*")

# Rooms: what several share lies below them, no index includes another, and only `world` and the table see several.
set(indexes row_grid loose_grid loose_quadtree quadtree static_tree)
list(JOIN indexes "|" any_index)
set(above_query "${any_index}|tile_tree|world")
rule(kernels_base_is_lowest "engine/kernels/base/.*" deny
    "engine/kernels/(query|tiles|targets|${above_query}|kernel_table)[/.].*")
rule(kernels_query_sees_base "engine/kernels/query/.*" deny
    "engine/kernels/(tiles|targets|${above_query}|kernel_table)[/.].*")
rule(kernels_tiles_see_query_and_base "engine/kernels/tiles/.*" deny
    "engine/kernels/(targets|${above_query}|kernel_table)[/.].*")
rule(base_is_lowest "engine/src/base/.*" deny "engine/src/(query|${above_query})/.*")
rule(query_sees_base "engine/src/query/.*" deny "engine/src/(${above_query})/.*")
foreach(index IN LISTS indexes)
    string(REGEX REPLACE "(^|[|])${index}([|]|$)" "\\1no_other\\2" others "${any_index}")
    rule(${index}_includes_no_other_index "engine/(src|kernels)/${index}/.*" deny
        "engine/(src|kernels)/(${others}|world|targets)/.*")
endforeach()
rule(tile_tree_is_below_its_indexes "engine/src/tile_tree/.*" deny "engine/src/(${any_index}|world)/.*")
rule(c_sees_public_headers "engine/src/c/.*" deny
    "engine/(src/[^c].*|kernels/.*)|engine/src/c[^/].*|(simd|parallel)/.*")
rule(nothing_sees_c "engine/(src/([^c]|c[^/]).*|kernels/.*)" deny "engine/src/c/.*")

rule(simd_headers_use_no_containers "simd/.*\\.hpp" allow "${std_kernel}|throng/.*|simd/.*|xsimd/.*|${intrinsics}")
rule(simd_sees_no_other_folder "simd/.*" deny "(engine|parallel|scenes|support|apps|tests|bench)/.*")
rule(parallel_sees_no_other_folder "parallel/.*" deny "(engine|simd|scenes|support|apps|tests|bench)/.*")
rule(engine_sources_see_kernels_by_their_table "engine/src/.*" deny
    "engine/kernels/.*_kernel\\.hpp|simd/(lanes|lane_predicates)\\.hpp|simd/native/.*")
rule(the_library_sees_no_program "engine/.*" deny "(scenes|support|apps|tests|bench)/.*")
rule(scenes_use_public_headers "scenes/.*" deny "(engine|simd|parallel|support|apps|tests|bench)/.*")
rule(support_uses_public_headers "support/.*" deny "(engine|simd|parallel|scenes|apps|tests|bench)/.*")
rule(bench_includes_nothing_of_tests "bench/.*" deny "tests/.*")
rule(programs_use_public_headers "(apps|examples)/.*" deny "(engine|simd|parallel|support|tests|bench)/.*")
rule(no_path_leaves_its_folder ".*" deny "\\.\\./.*|.*/\\.\\./.*|/.*")

# The exceptions, by name. The program runs its own steering on the arena that it gives to the library, as any user of
# oneTBB would, and its bench compares instruction sets, which the public headers do not let one force.
set(only_lanes_includes_xsimd_except "^simd/lanes\\.hpp$")
set(only_parallel_includes_tbb_except "^(engine/include/throng/tbb\\.hpp|apps/throng/cli/workers\\.cpp)$")
set(programs_use_public_headers_except "^apps/throng/cli/bench\\.cpp$")
set(public_headers_are_small_except "^engine/include/throng/tbb\\.hpp$")

set(broken 0)
set(lines 0)
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/engine/*.[ch]pp ${ROOT}/engine/*.h ${ROOT}/simd/*.[ch]pp
    ${ROOT}/parallel/*.[ch]pp ${ROOT}/scenes/*.[ch]pp
    ${ROOT}/support/*.[ch]pp ${ROOT}/apps/*.[ch]pp ${ROOT}/examples/*.[ch]pp ${ROOT}/tests/*.[ch]pp
    ${ROOT}/bench/*.[ch]pp)
foreach(file IN LISTS files)
    file(STRINGS ${ROOT}/${file} includes REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
    foreach(include IN LISTS includes)
        math(EXPR lines "${lines} + 1")
        string(REGEX REPLACE "^[^<\"]*[<\"]([^>\"]*)[>\"].*$" "\\1" header "${include}")
        foreach(rule IN LISTS rules)
            if(NOT file MATCHES "${${rule}_files}" OR (DEFINED ${rule}_except AND file MATCHES "${${rule}_except}"))
                continue()
            endif()
            if(header MATCHES "${${rule}_pattern}")
                set(matches TRUE)
            else()
                set(matches FALSE)
            endif()
            if((${rule}_verdict STREQUAL "deny" AND matches) OR (${rule}_verdict STREQUAL "allow" AND NOT matches))
                math(EXPR broken "${broken} + 1")
                message(NOTICE "${file}: includes ${header}, against the rule ${rule}")
            endif()
        endforeach()
    endforeach()
endforeach()

# A file's name stands in one folder alone, so that a search for it finds one.
file(GLOB_RECURSE library RELATIVE ${ROOT} ${ROOT}/engine/*.[ch]pp ${ROOT}/engine/*.h ${ROOT}/simd/*.[ch]pp
    ${ROOT}/parallel/*.[ch]pp)
foreach(file IN LISTS library)
    cmake_path(GET file FILENAME name)
    if(DEFINED file_of_${name})
        math(EXPR broken "${broken} + 1")
        message(NOTICE "${file}: ${file_of_${name}} has the same name, against the rule one_file_of_a_name")
    endif()
    set(file_of_${name} ${file})
endforeach()

if(lines EQUAL 0)
    message(FATAL_ERROR "No #include line was found below ${ROOT}.")
elseif(broken GREATER 0)
    message(FATAL_ERROR "${broken} places among ${lines} #include lines break a rule.")
endif()
message(STATUS "${lines} #include lines follow the rules.")
