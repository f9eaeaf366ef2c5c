# Run by CPack after it has made the packages. Removes the scripts by which they call ldconfig: Debian's policy wants a
# trigger instead, which the package of the libraries has, and CPack has no option to leave the scripts out.
find_program(DPKG_DEB dpkg-deb REQUIRED)
if(NOT CPACK_DEBIAN_COMPRESSION_TYPE)
  set(CPACK_DEBIAN_COMPRESSION_TYPE xz)
endif()
foreach(package IN LISTS CPACK_PACKAGE_FILES)
  if(NOT package MATCHES "\\.deb$")
    continue()
  endif()
  set(tree "${package}.tree")
  execute_process(COMMAND "${DPKG_DEB}" --raw-extract "${package}" "${tree}" COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE "${tree}/DEBIAN/postinst" "${tree}/DEBIAN/postrm")
  execute_process(COMMAND "${DPKG_DEB}" --root-owner-group "-Z${CPACK_DEBIAN_COMPRESSION_TYPE}" --build "${tree}" "${package}"
    OUTPUT_QUIET COMMAND_ERROR_IS_FATAL ANY)
  file(REMOVE_RECURSE "${tree}")
endforeach()
