// Definitions that GLSL, C++ and CUDA share, by subject in shared/: binding points, work-group sizes, struct layouts and limits.
// They are defined only there and in the headers of single subjects, such as render/solids/solids.h. GLSL sees plain
// declarations; C++ and CUDA see them in winnow::shared. The layouts are valid for std430 and std140: every struct is a
// multiple of 16 bytes, every vec4 is aligned to 16.
#ifndef WINNOW_SHARED_H
#define WINNOW_SHARED_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>
namespace winnow::shared {
using uint = std::uint32_t;
struct alignas(16) vec4 { float x, y, z, w; };
struct alignas(16) uvec4 { uint x, y, z, w; };
}  // namespace winnow::shared
#endif

#include "shared/limits.h"
#include "shared/bindings.h"
#include "shared/particles.h"
#include "shared/sort.h"
#include "shared/drawing.h"
#include "shared/tiles.h"
#include "shared/lab.h"

#endif  // WINNOW_SHARED_H
