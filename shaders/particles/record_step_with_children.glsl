// The folded step of particles that have children.
#define CHILDREN 1
#include "particles/record_step.glsl"
