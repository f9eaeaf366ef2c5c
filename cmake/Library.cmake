# winnow_public_library(name headers SOURCES...): makes libwinnow-<name>.so, which other programs link as Winnow::<name>,
# as the target winnow_library_<name>. It exports only what the headers (a list, below app/library/winnow) declare, which
# cmake/exports.map names or, if there is such a file, cmake/<name>_exports.map.
include(GNUInstallDirs)
string(REGEX MATCH "^[0-9]+\\.[0-9]+" WINNOW_ABI "${PROJECT_VERSION}")  # before 1.0 every minor version changes the ABI
set(public_headers "${CMAKE_SOURCE_DIR}/app/library/winnow")

function(winnow_public_library name headers)
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
  install(TARGETS ${target} EXPORT WinnowTargets
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT library NAMELINK_COMPONENT development
    INCLUDES DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  list(TRANSFORM headers PREPEND "${public_headers}/")
  install(FILES ${headers}
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/winnow" COMPONENT development)
endfunction()

# winnow_public_part(name whole): makes Winnow::<name>, a name of its own for a part of libwinnow-<whole>.so.
function(winnow_public_part name whole)
  set(target winnow_library_${name})
  add_library(${target} INTERFACE)
  target_link_libraries(${target} INTERFACE winnow_library_${whole})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  install(TARGETS ${target} EXPORT WinnowTargets)
endfunction()
