// The inputs of a step besides the columns, and the pool of its result. The pool is coherent because groups read its
// box while others raise it.
#include "common.glsl"

layout(std430, binding = BIND_DESTINATION_POOL) coherent buffer DestinationPool { Pool destination_pool; };
layout(std140, binding = BIND_STEP) uniform StepBlock { Step step_now; };
