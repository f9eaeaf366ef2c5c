# winnow_commit(target room): gives the target "<room>/commit.h" with WINNOW_COMMIT, git's name of this tree, or "" without
# git or outside a checkout. Every build asks git again, but compiles nothing unless the name changed. -DWINNOW_COMMIT=NAME
# sets it for sources that were copied without their history.
set(WINNOW_COMMIT "" CACHE STRING "The commit that results are marked with; empty: ask git")

function(winnow_commit target room)
  set(folder "${CMAKE_BINARY_DIR}/generated")
  add_custom_target(${target}_commit
    COMMAND "${CMAKE_COMMAND}" "-DCOMMIT=${WINNOW_COMMIT}" "-DSOURCE=${CMAKE_SOURCE_DIR}"
            "-DHEADER=${folder}/${room}/commit.h" -P "${CMAKE_SOURCE_DIR}/cmake/write_commit.cmake"
    BYPRODUCTS "${folder}/${room}/commit.h" VERBATIM)
  add_dependencies(${target} ${target}_commit)
  target_include_directories(${target} PRIVATE "${folder}")
endfunction()
