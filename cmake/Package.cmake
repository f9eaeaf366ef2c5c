# The CMake package that find_package(Winnow) finds, and two Debian packages: winnow, the program, and
# winnow-scan, the libraries with their headers, which bring no window.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Winnow")
configure_package_config_file(cmake/WinnowConfig.cmake.in "${CMAKE_BINARY_DIR}/WinnowConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/WinnowConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_BINARY_DIR}/WinnowConfig.cmake" "${CMAKE_BINARY_DIR}/WinnowConfigVersion.cmake"
  DESTINATION "${package_dir}" COMPONENT library)
install(EXPORT WinnowTargets NAMESPACE Winnow:: DESTINATION "${package_dir}" COMPONENT library)

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME winnow)
set(CPACK_PACKAGE_CONTACT "The Winnow authors <authors@winnow.invalid>")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_COMPONENTS_ALL program library)
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has a description of its own
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "${PROJECT_DESCRIPTION}")
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "Prefix sums and order-keeping compaction in OpenGL compute shaders and CUDA, as libraries for other programs")
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME winnow)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS libjs-chart.js)  # the charts of `winnow bench --report`
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME winnow-scan)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)  # what the binaries need, as the packages that have it
include(CPack)
