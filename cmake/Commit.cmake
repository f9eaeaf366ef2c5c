# winnow_commit(target room): the target sees "<room>/commit.h" with WINNOW_COMMIT, what git calls this tree, or "" where
# it is no checkout or there is no git. Asked again at every build; nothing is compiled again unless it changed.
# -DWINNOW_COMMIT=NAME says it where the sources have been copied without their history.
set(WINNOW_COMMIT "" CACHE STRING "The commit that results are marked with; empty: what git says")

function(winnow_commit target room)
  set(folder "${CMAKE_BINARY_DIR}/generated")
  add_custom_target(${target}_commit
    COMMAND "${CMAKE_COMMAND}" "-DCOMMIT=${WINNOW_COMMIT}" "-DSOURCE=${CMAKE_SOURCE_DIR}"
            "-DHEADER=${folder}/${room}/commit.h" -P "${CMAKE_SOURCE_DIR}/cmake/write_commit.cmake"
    BYPRODUCTS "${folder}/${room}/commit.h" VERBATIM)
  add_dependencies(${target} ${target}_commit)
  target_include_directories(${target} PRIVATE "${folder}")
endfunction()
