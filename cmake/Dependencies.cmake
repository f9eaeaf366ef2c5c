# One target for each library that the project depends on; all of them are Debian packages.
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
find_package(glfw3 3.3 REQUIRED)
find_package(glm REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(fmt 9 REQUIRED)
pkg_check_modules(imgui REQUIRED IMPORTED_TARGET imgui>=1.86)
pkg_check_modules(egl REQUIRED IMPORTED_TARGET egl)
pkg_check_modules(exr OpenEXR>=3.1)
find_path(STB_INCLUDE_DIR stb_image_write.h PATH_SUFFIXES stb REQUIRED)
# The window's font, which is compiled into the program, so that the panel looks alike everywhere.
find_path(WINNOW_FONT_DIR DejaVuSans.ttf PATHS /usr/share/fonts /usr/local/share/fonts
          PATH_SUFFIXES truetype/dejavu dejavu-sans-fonts TTF dejavu NO_DEFAULT_PATH REQUIRED)

# glad, the OpenGL loader, is generated from its packaged specification; nothing is downloaded.
find_program(GLAD_PROGRAM glad REQUIRED)
set(glad_dir "${CMAKE_BINARY_DIR}/glad")
set(glad_extensions
    GL_ARB_gpu_shader_int64 GL_ARB_sparse_buffer GL_ATI_meminfo GL_EXT_memory_object GL_EXT_memory_object_fd
    GL_KHR_parallel_shader_compile GL_KHR_shader_subgroup GL_NVX_gpu_memory_info GL_NV_gpu_shader5 GL_NV_shader_atomic_int64)
list(JOIN glad_extensions "," glad_extension_list)
add_custom_command(
  OUTPUT "${glad_dir}/src/gl.c" "${glad_dir}/include/glad/gl.h"
  COMMAND "${GLAD_PROGRAM}" --quiet --reproducible --api gl:core=4.6 --extensions "${glad_extension_list}"
          --out-path "${glad_dir}" c
  COMMENT "Generating the OpenGL loader" VERBATIM)
add_library(winnow_glad STATIC "${glad_dir}/src/gl.c")
target_include_directories(winnow_glad SYSTEM PUBLIC "${glad_dir}/include")
