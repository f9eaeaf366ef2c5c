// Writes the box that the grid of cells divides: all that the lights reach; and the dark light. One work group.
#include "common.glsl"
#include "render/point_lights/point_lights.h"
layout(local_size_x = POINT_LIGHT_THREADS) in;

layout(std430, binding = BIND_LIGHT_PLAN) readonly buffer PlanBlock { PointLightPlan plan; };
layout(std430, binding = BIND_LIGHT_LIST) buffer List { vec4 light_rows[]; };

const float MIN_SIDE = 1e-3;  // metres

shared vec3 lows[POINT_LIGHT_THREADS], highs[POINT_LIGHT_THREADS];

void main() {
    const uint thread = gl_LocalInvocationIndex, count = min(plan.lights, MAX_POINT_LIGHTS);
    vec3 low = vec3(1e30), high = vec3(-1e30);
    for (uint n = thread; n < count; n += POINT_LIGHT_THREADS) {
        const vec4 light = light_rows[POINT_LIGHT_HEAD + n * POINT_LIGHT_ROWS];
        low = min(low, light.xyz - light.w);
        high = max(high, light.xyz + light.w);
    }
    lows[thread] = low;
    highs[thread] = high;
    for (uint stride = POINT_LIGHT_THREADS / 2u; stride > 0u; stride /= 2u) {
        block_barrier();
        if (thread >= stride) continue;
        lows[thread] = min(lows[thread], lows[thread + stride]);
        highs[thread] = max(highs[thread], highs[thread + stride]);
    }
    if (thread > 0u) return;
    light_rows[0] = vec4(lows[0], float(count));
    light_rows[POINT_LIGHT_HEAD + DARK_LIGHT * POINT_LIGHT_ROWS] = vec4(0.0, 0.0, 0.0, 1.0);
    light_rows[POINT_LIGHT_HEAD + DARK_LIGHT * POINT_LIGHT_ROWS + 1u] = vec4(0.0);
    light_rows[1] = vec4(float(POINT_LIGHT_SIDE) / max(highs[0] - lows[0], vec3(MIN_SIDE)), 0.0);
}
