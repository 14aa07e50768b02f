# SPDX-License-Identifier: MIT
# The peers that are other libraries, each left out where its library is missing.

# peers/<name>.cpp, and to the benches the version of what it calls, as THRONG_BENCH_<id>.
function(throng_found_peer name id version)
    cmake_parse_arguments(PARSE_ARGV 3 peer "" "" "INCLUDES;LIBRARIES;DEFINITIONS")
    throng_peer(throng_${name} peers/${name}.cpp)
    target_include_directories(throng_${name} SYSTEM PRIVATE ${peer_INCLUDES})
    target_link_libraries(throng_peers INTERFACE ${peer_LIBRARIES})
    target_compile_definitions(throng_peers INTERFACE THRONG_BENCH_${id}="${version}")
    target_compile_definitions(throng_${name} PRIVATE THRONG_BENCH_${id}="${version}" ${peer_DEFINITIONS})
endfunction()

# LIBRARIES are pairs: what stands between THRONG_ and _LIBRARY in the variable's name, and the library. VERSION_REGEX
# finds the parts of the version in a line of VERSION_FILE; without it the first library's file name tells the version.
function(throng_optional_peer name id)
    set(one TITLE PACKAGE WITHOUT HEADER FOLDER VERSION_FILE VERSION_REGEX)
    cmake_parse_arguments(PARSE_ARGV 2 peer "" "${one}" "LIBRARIES;NEEDS;DEFINITIONS")
    find_path(THRONG_${id}_INCLUDE_DIR ${peer_HEADER} PATH_SUFFIXES ${peer_FOLDER} DOC "Where ${peer_HEADER} is")
    set(needed ${peer_NEEDS})
    set(libraries)
    while(peer_LIBRARIES)
        list(POP_FRONT peer_LIBRARIES part library)
        find_library(THRONG_${part}_LIBRARY ${library} DOC "The library ${library}")
        list(APPEND needed THRONG_${part}_LIBRARY)
        list(APPEND libraries ${THRONG_${part}_LIBRARY})
    endwhile()
    foreach(variable IN ITEMS THRONG_${id}_INCLUDE_DIR LISTS needed)
        if(NOT ${variable})
            message(STATUS "${peer_TITLE} was not found (package ${peer_PACKAGE}): "
                "the benches run without ${peer_WITHOUT}.")
            return()
        endif()
    endforeach()

    if(peer_VERSION_REGEX)
        file(STRINGS ${THRONG_${id}_INCLUDE_DIR}/${peer_VERSION_FILE} line REGEX "${peer_VERSION_REGEX}")
        string(REGEX MATCH "${peer_VERSION_REGEX}" line "${line}")
        set(version)
        foreach(part RANGE 1 ${CMAKE_MATCH_COUNT})
            list(APPEND version ${CMAKE_MATCH_${part}})
        endforeach()
        string(REGEX REPLACE "[;_]" "." version "${version}") # Boost has underscores in it
    else()
        list(GET libraries 0 file)
        get_filename_component(file ${file} REALPATH)
        string(REGEX REPLACE ".*\\.so\\.?" "" version "${file}")
    endif()
    set(includes ${THRONG_${id}_INCLUDE_DIR})
    foreach(variable IN LISTS peer_NEEDS)
        list(APPEND includes ${${variable}})
    endforeach()
    throng_found_peer(${name} ${id} "${version}"
        INCLUDES ${includes} LIBRARIES ${libraries} DEFINITIONS ${peer_DEFINITIONS})
endfunction()

# The header alone: Debian's Boost package file asks for more than libboost-dev holds.
throng_optional_peer(boost_rtree BOOST TITLE Boost.Geometry PACKAGE libboost-dev WITHOUT "its R-tree"
    HEADER boost/geometry/index/rtree.hpp DEFINITIONS BOOST_ALLOW_DEPRECATED_HEADERS
    VERSION_FILE boost/version.hpp VERSION_REGEX "define BOOST_LIB_VERSION +\"(.*)\"")
throng_optional_peer(nanoflann NANOFLANN TITLE nanoflann PACKAGE libnanoflann-dev WITHOUT it
    HEADER nanoflann.hpp
    VERSION_FILE nanoflann.hpp VERSION_REGEX "define NANOFLANN_VERSION +0x(.)(.)(.)")
throng_optional_peer(geos_strtree GEOS TITLE GEOS PACKAGE libgeos-dev WITHOUT "its STRtree"
    HEADER geos_c.h LIBRARIES GEOS geos_c
    VERSION_FILE geos_c.h VERSION_REGEX "define GEOS_VERSION +\"(.*)\"")
# Headers alone, which need Boost's; the package file would ask for GMP and MPFR, of which box intersections use
# nothing.
throng_optional_peer(cgal_boxes CGAL TITLE CGAL PACKAGE libcgal-dev WITHOUT "its box_self_intersection_d"
    HEADER CGAL/box_intersection_d.h NEEDS THRONG_BOOST_INCLUDE_DIR DEFINITIONS CGAL_HEADER_ONLY
    VERSION_FILE CGAL/version.h VERSION_REGEX "define CGAL_VERSION +([^ ]+)")

find_package(box2d 2.4 QUIET CONFIG)
if(box2d_FOUND)
    get_target_property(includes box2d::box2d INTERFACE_INCLUDE_DIRECTORIES)
    throng_found_peer(box2d BOX2D "${box2d_VERSION}" INCLUDES ${includes} LIBRARIES box2d::box2d)
else()
    message(STATUS "Box2D 2.4 was not found (package libbox2d-dev): the benches run without its broad phase.")
endif()

throng_optional_peer(bullet_tree BULLET TITLE Bullet PACKAGE libbullet-dev WITHOUT "its tree"
    HEADER BulletCollision/BroadphaseCollision/btDbvt.h FOLDER bullet
    LIBRARIES BULLET_COLLISION BulletCollision BULLET_MATH LinearMath
    VERSION_FILE LinearMath/btScalar.h VERSION_REGEX "define BT_BULLET_VERSION +([0-9])([0-9]+)$")
throng_optional_peer(embree EMBREE TITLE "Embree 3" PACKAGE libembree-dev WITHOUT it
    HEADER embree3/rtcore.h LIBRARIES EMBREE embree3
    VERSION_FILE embree3/rtcore_config.h VERSION_REGEX "define RTC_VERSION_STRING +\"(.*)\"")
# Neither its headers nor a package file tell a version; the library's file name does.
throng_optional_peer(detour_grid DETOUR TITLE Detour PACKAGE librecast-dev WITHOUT "its proximity grid"
    HEADER DetourProximityGrid.h FOLDER recastnavigation LIBRARIES DETOUR_CROWD DetourCrowd DETOUR Detour)
