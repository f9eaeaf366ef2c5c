# The CMake package that find_package(Winnow) finds, and the Debian packages: the program; the shared libraries of the scan
# and of effects; the files needed to build against each; and the Python module of effects. The libraries need no window system.
include(CMakePackageConfigHelpers)
set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/Winnow")
configure_package_config_file(cmake/WinnowConfig.cmake.in "${CMAKE_BINARY_DIR}/WinnowConfig.cmake"
  INSTALL_DESTINATION "${package_dir}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${CMAKE_BINARY_DIR}/WinnowConfigVersion.cmake" COMPATIBILITY SameMajorVersion)
install(FILES "${CMAKE_BINARY_DIR}/WinnowConfig.cmake" "${CMAKE_BINARY_DIR}/WinnowConfigVersion.cmake"
  DESTINATION "${package_dir}" COMPONENT scan_development)
foreach(package scan effect)
  install(EXPORT winnow_${package} NAMESPACE Winnow:: DESTINATION "${package_dir}" COMPONENT ${package}_development)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME winnow)
set(CPACK_PACKAGE_CONTACT "The Winnow authors <authors@winnow.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "")  # each package has a description of its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)          # packages depend on those that contain the libraries they use
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)    # tells other packages which package contains our libraries
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

set(CPACK_POST_BUILD_SCRIPTS "${CMAKE_SOURCE_DIR}/cmake/debian/no_scripts.cmake")

# Documents that every Debian package must have; with -n, gzip writes the same bytes for the same text.
set(documents "${CMAKE_BINARY_DIR}/debian")
configure_file(cmake/debian/copyright.in "${documents}/copyright" @ONLY)
configure_file(cmake/debian/changelog.in "${documents}/changelog" @ONLY)
execute_process(COMMAND "${WINNOW_GZIP}" -9nfk "${documents}/changelog" COMMAND_ERROR_IS_FATAL ANY)

# winnow_debian_package(component name section summary description): makes a Debian package of a component.
macro(winnow_debian_package component name section summary description)
  string(TOUPPER ${component} upper)
  list(APPEND CPACK_COMPONENTS_ALL ${component})
  set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${name})
  set(CPACK_DEBIAN_${upper}_PACKAGE_SECTION ${section})
  set(CPACK_DEBIAN_${upper}_DESCRIPTION "${summary}\n${description}")
  install(FILES "${documents}/copyright" "${documents}/changelog.gz"
    DESTINATION "${CMAKE_INSTALL_DATAROOTDIR}/doc/${name}" COMPONENT ${component} EXCLUDE_FROM_ALL)
endmacro()

winnow_debian_package(program winnow graphics
  "GPU particle system built on prefix sums"
"Winnow simulates and draws particles with OpenGL compute shaders and, if it
was built with it, CUDA. One primitive, the prefix sum (scan), removes the
dead, places births, culls and sorts. A panel switches between
implementations while the simulation runs, and benchmarks compare them with
baselines.

Effects are text files. Images and videos are rendered with or without a
window.")

# winnow_debian_library(package summary description): makes the Debian packages of the libraries of a package: the shared
# libraries, and what builds against them.
file(WRITE "${documents}/triggers" "activate-noawait ldconfig\n")
macro(winnow_debian_library package summary description)
  string(TOUPPER ${package} upper_package)
  winnow_debian_package(${package}_library libwinnow-${package}${WINNOW_ABI} libs "${summary}" "${description}

This package contains the shared libraries.")
  winnow_debian_package(${package}_development libwinnow-${package}-dev libdevel "${summary} (development files)"
    "${description}

This package contains the headers and the files for CMake's
find_package(Winnow) and for pkg-config.")
  set(CPACK_DEBIAN_${upper_package}_LIBRARY_PACKAGE_CONTROL_EXTRA "${documents}/triggers")
  set(CPACK_DEBIAN_${upper_package}_DEVELOPMENT_PACKAGE_DEPENDS
    "libwinnow-${package}${WINNOW_ABI} (= ${PROJECT_VERSION})")
endmacro()

winnow_debian_library(scan "prefix sums and order-keeping compaction on GPUs"
"Scans and compacts buffers in the calling program's own OpenGL 4.5 context, at
about the speed of a copy. No window is opened, and the state of OpenGL is left
as it was found. Where it was built with CUDA, the same works in device memory.")
winnow_debian_library(effect "particle effects on the GPU for OpenGL programs"
"Loads Winnow's effects, plays them, steps them and draws them into the picture
of the calling program, in its own OpenGL 4.5 context. No window is opened, and
the state of OpenGL is left as it was found. The interface is plain C.")
winnow_debian_package(effect_python python3-winnow python "particle effects on the GPU for Python programs"
"Loads Winnow's effects, plays them, steps them and draws them into the picture
of a Python program, in the OpenGL 4.5 context that it has made by moderngl,
GLFW, pyglet or any other library.")
set(CPACK_DEBIAN_EFFECT_PYTHON_PACKAGE_DEPENDS "python3, libwinnow-effect${WINNOW_ABI} (= ${PROJECT_VERSION})")
string(APPEND CPACK_DEBIAN_EFFECT_DEVELOPMENT_PACKAGE_DEPENDS ", libwinnow-scan-dev (= ${PROJECT_VERSION})")
set(CPACK_DEBIAN_PROGRAM_PACKAGE_RECOMMENDS libjs-chart.js)  # the charts of `winnow bench --report`
include(CPack)
