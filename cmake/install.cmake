# SPDX-License-Identifier: MIT
# Headers, library, CMake package, pkg-config file and licence. Everything is relative to the prefix, which may be moved
# afterwards, but for directories that were asked for as absolute ones.
include(CMakePackageConfigHelpers)

set(throng_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/throng)
set(excluded_headers)
if(NOT THRONG_TBB)
    set(excluded_headers PATTERN tbb.hpp EXCLUDE)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/engine/include/throng DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
    COMPONENT throng FILES_MATCHING PATTERN *.hpp PATTERN *.h ${excluded_headers})
# What programs run with is a component of its own.
install(TARGETS throng EXPORT throngTargets
    RUNTIME COMPONENT throng_runtime
    LIBRARY COMPONENT throng_runtime NAMELINK_COMPONENT throng
    ARCHIVE COMPONENT throng)
# Not CMAKE_INSTALL_DOCDIR: within another project that is named for the other, whose own licence lies there.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE DESTINATION ${CMAKE_INSTALL_DATAROOTDIR}/licenses/throng COMPONENT throng)
install(EXPORT throngTargets NAMESPACE throng:: DESTINATION ${throng_cmake_dir} COMPONENT throng)

# What a compiler of C++ links by itself, and one of C does not.
set(throng_cxx_libraries ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER throng_cxx_libraries EXCLUDE REGEX "^(gcc|gcc_s|gcc_eh|c|clang_rt.*|.*[/.].*)$") # those of C, and files
list(REMOVE_DUPLICATES throng_cxx_libraries)

configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/throngConfig.cmake.in ${PROJECT_BINARY_DIR}/throngConfig.cmake
    INSTALL_DESTINATION ${throng_cmake_dir} NO_SET_AND_CHECK_MACRO)
# Before 1.0 a minor version may change what it likes.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/throngConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/throngConfig.cmake ${PROJECT_BINARY_DIR}/throngConfigVersion.cmake
    DESTINATION ${throng_cmake_dir} COMPONENT throng)

# The prefix is found from where throng.pc lies, so that the tree may be moved; an absolute directory stays where it is,
# and where throng.pc itself lies in one, so does the prefix. A static library names what it needs among its public
# needs: no consumer could link without, with or without --static. What a compiler of C++ links by itself is private:
# one of C asks for it by --static. A shared library has linked it all.
cmake_path(SET throng_pc_dir NORMALIZE "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
    set(throng_pc_prefix "${CMAKE_INSTALL_PREFIX}")
else()
    string(REGEX REPLACE "[^/]+" ".." throng_pc_prefix "${throng_pc_dir}")
    string(PREPEND throng_pc_prefix "\${pcfiledir}/")
endif()
foreach(directory IN ITEMS libdir includedir)
    string(TOUPPER ${directory} upper)
    set(throng_pc_${directory} "\${prefix}")
    # an absolute one replaces what it is appended to
    cmake_path(APPEND throng_pc_${directory} "${CMAKE_INSTALL_${upper}}")
endforeach()
foreach(part IN ITEMS prefix libdir includedir)
    string(REPLACE " " "\\ " throng_pc_${part} "${throng_pc_${part}}")
endforeach()
if(BUILD_SHARED_LIBS)
    set(throng_pc_cflags " -DTHRONG_SHARED")
else()
    set(throng_pc_libs " -pthread")
    if(THRONG_TBB)
        set(throng_pc_requires "\nRequires: tbb")
    endif()
    set(of_cxx ${throng_cxx_libraries})
    list(TRANSFORM of_cxx PREPEND " -l")
    list(JOIN of_cxx "" of_cxx)
    set(throng_pc_libs_private "\nLibs.private:${of_cxx}")
endif()
configure_file(${PROJECT_SOURCE_DIR}/cmake/throng.pc.in ${PROJECT_BINARY_DIR}/throng.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/throng.pc DESTINATION ${throng_pc_dir} COMPONENT throng)
