// The check of a module's body: what may run on the GPU for every particle, in every step, without being able
// to hang it, to read or write anything else, or to give another result on the next run.
//
// Refused are loops other than `for (int i = A; i < B; ++i)` with bounds that are known from literals,
// constants and the ranges of parameters; recursion; preprocessor lines; global variables; everything that
// reaches buffers, images, textures or shared memory; undefined values; and whatever GLSL has beyond that and
// a module has no need of. So a checked body uses a part of GLSL that module_text.h can rewrite.
#pragma once

#include "effects/modules/glsl_tree.h"
#include "effects/modules/module.h"

namespace winnow::effects {

inline constexpr double max_iterations = 4096;    // of nested loops, the product of their counts
inline constexpr double max_work = 1 << 20;       // tokens that run for one particle
inline constexpr double max_expansion = 1 << 14;  // operations that a compiler has before it (glsl_cost.h)

/// Returns the module's body as a tree with the types of its expressions. It refers to the module's body.
/// Throws Error(bad_input), `origin:line:column: message`, if the body is refused.
glsl::Unit check_body(const Module& module);

}  // namespace winnow::effects
