// What a step is a function of besides the columns, and the pool of its result. Groups read the box in it while others
// raise it, hence coherent.
#include "common.glsl"

layout(std430, binding = BIND_DESTINATION_POOL) coherent buffer DestinationPool { Pool destination_pool; };
layout(std430, binding = BIND_EMITTERS) readonly buffer Emitters { Emitter emitters[]; };
layout(std140, binding = BIND_STEP) uniform StepBlock { Step step_now; };

// A particle may belong to an emitter that an edit has taken away.
Emitter emitter_at(uint number) { return emitters[min(number, step_now.emitters - 1u)]; }
