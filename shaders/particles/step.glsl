// The parameters of a step.
#include "common.glsl"

layout(std140, binding = BIND_STEP) uniform StepBlock { Step step_now; };
