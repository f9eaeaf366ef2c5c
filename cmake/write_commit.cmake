# cmake -DCOMMIT=NAME|"" -DSOURCE=DIR -DHEADER=FILE -P write_commit.cmake: writes the header if its text changes.
cmake_minimum_required(VERSION 3.25)
if(NOT COMMIT)
  find_program(GIT git)
  if(GIT)
    execute_process(COMMAND "${GIT}" rev-parse --show-toplevel WORKING_DIRECTORY "${SOURCE}"
                    OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    file(REAL_PATH "${SOURCE}" source)
    if(top STREQUAL source)  # false for a tarball that was unpacked inside another project
      execute_process(COMMAND "${GIT}" describe --always --dirty --abbrev=12 WORKING_DIRECTORY "${SOURCE}"
                      OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    endif()
  endif()
endif()
string(REGEX REPLACE "[^A-Za-z0-9._/+-]" "" COMMIT "${COMMIT}")
file(CONFIGURE OUTPUT "${HEADER}" CONTENT "#define WINNOW_COMMIT \"@COMMIT@\"\n" @ONLY)
