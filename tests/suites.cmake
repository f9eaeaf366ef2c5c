# CTest runs this for each test program: makes one test of CTest of each suite. A process for every single test would spend
# more on its beginning, its OpenGL context and the sanitizers' end than on the tests. Takes `room`, `program` and `properties`.
if(NOT EXISTS "${program}")
  add_test(${room}_NOT_BUILT ${room}_NOT_BUILT)
  return()
endif()
execute_process(COMMAND "${program}" --gtest_list_tests OUTPUT_VARIABLE listed RESULT_VARIABLE status TIMEOUT 60)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "${program} --gtest_list_tests: ${status}\n${listed}")
endif()
# The seconds of suites that compile many programs, about, for CTest to begin with them: none is to be left alone at the end.
set(long_suites EffectGoldenTest 60 DrawCheckTest 60 SolidsTest 60 MeshSurfacesTest 40 RasteriserTest 35 ObjectsTest 30
  EveryInstanceTest 25 GoldenTest 25
  PeelTest 25 LeaksTest 25 LooksTest 20)
# Suites that take their time in the software rasteriser and its compiler, which have no instrumentation: others run the same
# C++ code, so the sanitizers' run can leave these out (label `rasteriser`).
set(rasteriser_suites DrawCheckTest SolidsTest MeshSurfacesTest RasteriserTest ObjectsTest EveryInstanceTest GoldenTest PeelTest
  LooksTest WaitingTest ListedWaitingTest)
string(REGEX MATCHALL "(^|\n)[A-Za-z0-9_/]+\\." suites "${listed}")
foreach(suite IN LISTS suites)
  string(REGEX REPLACE "^\n|\\.$" "" suite "${suite}")
  add_test("${room}.${suite}" "${program}" "--gtest_filter=${suite}.*")
  cmake_path(GET suite FILENAME name)  # without what instantiates it
  list(FIND long_suites "${name}" found)
  set(seconds 0)
  if(found GREATER_EQUAL 0)
    math(EXPR found "${found} + 1")
    list(GET long_suites ${found} seconds)
  endif()
  set(labels ${room})
  list(FIND rasteriser_suites "${name}" found)
  if(found GREATER_EQUAL 0)
    list(APPEND labels rasteriser)
  endif()
  set_tests_properties("${room}.${suite}" PROPERTIES LABELS "${labels}" COST ${seconds} ${properties})
endforeach()
