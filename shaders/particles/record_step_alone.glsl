// The folded step of particles that have no children.
#define CHILDREN 0
#include "particles/record_step.glsl"
