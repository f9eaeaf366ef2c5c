# winnow_public_library(name package headers SOURCES...): makes libwinnow-<name>.so, which other programs link as
# Winnow::<name>, as the target winnow_library_<name>. It exports only what the headers (a list, below app/library/winnow)
# declare, which cmake/exports.map names or, if there is such a file, cmake/<name>_exports.map. It is installed with the
# components <package>_library and <package>_development.
include(GNUInstallDirs)
string(REGEX MATCH "^[0-9]+\\.[0-9]+" WINNOW_ABI "${PROJECT_VERSION}")  # before 1.0 every minor version changes the ABI
set(public_headers "${CMAKE_SOURCE_DIR}/app/library/winnow")

function(winnow_public_library name package headers)
  set(target winnow_library_${name})
  string(REPLACE "_" "-" file winnow-${name})
  set(export_map "${CMAKE_SOURCE_DIR}/cmake/${name}_exports.map")
  if(NOT EXISTS "${export_map}")
    set(export_map "${CMAKE_SOURCE_DIR}/cmake/exports.map")
  endif()
  add_library(${target} SHARED ${ARGN})
  target_link_libraries(${target} PRIVATE winnow_options)
  target_include_directories(${target} INTERFACE "$<BUILD_INTERFACE:${CMAKE_SOURCE_DIR}/app/library>")
  target_compile_features(${target} INTERFACE cxx_std_17)
  target_link_options(${target} PRIVATE
    -Wl,--version-script=${export_map} -Wl,--exclude-libs,ALL -Wl,--as-needed -Wl,--no-undefined)
  set_target_properties(${target} PROPERTIES
    OUTPUT_NAME ${file} EXPORT_NAME ${name} VERSION ${PROJECT_VERSION} SOVERSION ${WINNOW_ABI}
    LINK_DEPENDS "${export_map}")
  install(TARGETS ${target} EXPORT winnow_${package}
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT ${package}_library
            NAMELINK_COMPONENT ${package}_development
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  list(TRANSFORM headers PREPEND "${public_headers}/")
  install(FILES ${headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/winnow" COMPONENT ${package}_development)
  winnow_pkg_config(${file} ${file} ${package})
endfunction()

# winnow_public_part(name whole package): makes Winnow::<name>, a name of its own for a part of libwinnow-<whole>.so.
function(winnow_public_part name whole package)
  set(target winnow_library_${name})
  add_library(${target} INTERFACE)
  target_link_libraries(${target} INTERFACE winnow_library_${whole})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS ${target} EXPORT winnow_${package})
  winnow_pkg_config(winnow-${name} winnow-${whole} ${package})
endfunction()

# winnow_pkg_config(module file package): lets pkg-config know libFILE.so as the module.
function(winnow_pkg_config module file package)
  set(pkg_config "${CMAKE_BINARY_DIR}/pkgconfig/${module}.pc")
  configure_file("${CMAKE_SOURCE_DIR}/cmake/library.pc.in" "${pkg_config}" @ONLY)
  install(FILES "${pkg_config}" DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/pkgconfig" COMPONENT ${package}_development)
endfunction()
