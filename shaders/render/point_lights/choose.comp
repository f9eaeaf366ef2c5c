// Chooses the key from which on particles are lights, so that there are no more than MAX_POINT_LIGHTS. One work group: each
// thread has a run of levels, and the scan of the runs' sums from the brightest down says how many lights are brighter.
// Leaves the counts of all levels zero for the next frame.
#include "common.glsl"
#include "render/point_lights/point_lights.h"
layout(local_size_x = POINT_LIGHT_THREADS) in;

layout(std430, binding = BIND_LIGHT_LEVELS) buffer Levels { uint levels[]; };
layout(std430, binding = BIND_LIGHT_PLAN) writeonly buffer PlanBlock { PointLightPlan plan; };

const uint RUN = POINT_LIGHT_LEVELS / POINT_LIGHT_THREADS;
const float WHOLE = 4294967040.0;  // about 2^32
const float SPARE = 0.95;          // of the room, because the particles that a chance chooses may be more than expected

shared uint sums[POINT_LIGHT_THREADS];

// Returns the number of lights in the runs of brighter levels, by Kogge and Stone's network. Thread 0 has the brightest.
uint scan_exclusive(uint sum) {
    const uint thread = gl_LocalInvocationIndex;
    uint inclusive = sum;
    for (uint stride = 1u; stride < POINT_LIGHT_THREADS; stride <<= 1) {
        sums[thread] = inclusive;
        block_barrier();
        if (thread >= stride) inclusive += sums[thread - stride];
        block_barrier();
    }
    return inclusive - sum;
}

void main() {
    const uint top = POINT_LIGHT_LEVELS - 1u - gl_LocalInvocationIndex * RUN;
    uint count[RUN], sum = 0u;
    for (uint k = 0u; k < RUN; ++k) {
        count[k] = levels[top - k];
        levels[top - k] = 0u;
        sum += count[k];
    }
    uint brighter = scan_exclusive(sum);
    if (gl_LocalInvocationIndex == POINT_LIGHT_THREADS - 1u && brighter + sum <= MAX_POINT_LIGHTS) {
        plan.min_key = 0u;
        plan.chance = 0u;
    }
    for (uint k = 0u; k < RUN; ++k) {
        if (brighter <= MAX_POINT_LIGHTS && brighter + count[k] > MAX_POINT_LIGHTS) {
            plan.min_key = top - k;
            plan.chance = uint(WHOLE * SPARE * float(MAX_POINT_LIGHTS - brighter) / float(count[k]));
        }
        brighter += count[k];
    }
}
