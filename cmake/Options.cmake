# Options that every target of the project is compiled with.
add_library(winnow_options INTERFACE)
target_include_directories(winnow_options INTERFACE "${CMAKE_SOURCE_DIR}/app" "${CMAKE_SOURCE_DIR}/app/library"
                           "${CMAKE_SOURCE_DIR}")

if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 12)
  message(FATAL_ERROR "GCC ${CMAKE_CXX_COMPILER_VERSION} is too old for this project's C++20: 12 or newer is needed")
endif()

# No program contains the path where it was built, because it may run elsewhere; tests find their files at run time
# (tests/support/places.h).
target_compile_options(winnow_options INTERFACE
  "$<$<COMPILE_LANGUAGE:CXX>:-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.>"
  "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-ffile-prefix-map=${CMAKE_SOURCE_DIR}=.>")

# GCC compiles a tenth faster if it collects garbage only when it has used so many kilobytes.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  set(gcc_heap --param=ggc-min-heapsize=1048576)
  target_compile_options(winnow_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${gcc_heap}>")
endif()

set(host_warnings -Wall -Wextra -Wnon-virtual-dtor -Woverloaded-virtual -Wcast-align -Wimplicit-fallthrough)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  list(APPEND host_warnings -Wno-restrict)  # GCC 12 warns wrongly of overlapping copies in std::string
endif()
if(NOT CMAKE_UNITY_BUILD)
  list(APPEND host_warnings -Wshadow)
elseif(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # Several files of a room are compiled as one, so a name may shadow one of another file's anonymous namespace. Clang cannot tell
  # these from others.
  list(APPEND host_warnings -Wshadow=local -Wno-subobject-linkage)
endif()
if(WINNOW_WERROR)
  list(APPEND host_warnings -Werror)
endif()
target_compile_options(winnow_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:${host_warnings}>")

# Most of a compiler's time goes into these headers. Files that are compiled with definitions of their own go without.
set(WINNOW_FREQUENT_HEADERS <fmt/format.h> <nlohmann/json.hpp> <algorithm> <array> <chrono> <filesystem> <fstream> <functional>
    <map> <memory> <optional> <set> <span> <stdexcept> <string> <string_view> <thread> <utility> <vector>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")  # for ccache, which looks into what was precompiled
  target_compile_options(winnow_options INTERFACE "$<$<COMPILE_LANGUAGE:CXX>:-fpch-preprocess>")
endif()

if(WINNOW_SANITIZE)
  # Checks of undefined behaviour double a compiler's time, so targets of tests (property WINNOW_OF_TESTS) have them only in
  # the libraries that they try. With the instrumentation GCC warns wrongly of uninitialised variables in the standard library.
  set(address_sanitizer -fsanitize=address -fno-omit-frame-pointer)
  # Null pointers are the address sanitizer's too; checks at every access to a member take a third of a compiler's time.
  set(behaviour_sanitizer -fsanitize=undefined -fno-sanitize=null,alignment,object-size,vptr -fno-sanitize-recover=undefined)
  target_compile_options(winnow_options INTERFACE
    "$<$<COMPILE_LANGUAGE:CXX>:${address_sanitizer};-Wno-maybe-uninitialized>"
    "$<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<BOOL:$<TARGET_PROPERTY:WINNOW_OF_TESTS>>>>:${behaviour_sanitizer}>")
  target_link_options(winnow_options INTERFACE ${address_sanitizer} ${behaviour_sanitizer})
endif()
