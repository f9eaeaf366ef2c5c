// Slices of depth as the lamp sees it, one per channel of the map of opacity (lamp.glsl). Depths are 0 to 1.
const float SLICES = 4.0;

// Returns for each slice the share, 0 to 1, to which its end lies behind a depth.
vec4 slices_behind(float depth) {
    const vec4 ends = vec4(1.0, 2.0, 3.0, 4.0);
    return clamp(ends + 0.5 - depth * SLICES, 0.0, 1.0);
}

// Returns the opacity in front of a depth, interpolated between those in front of its slice's ends.
float opacity_before(vec4 slices, float depth) {
    const float at = clamp(depth, 0.0, 1.0) * SLICES;
    const vec4 steps = slices - vec4(0.0, slices.xyz);
    return dot(steps, clamp(at - vec4(0.0, 1.0, 2.0, 3.0), 0.0, 1.0));
}
