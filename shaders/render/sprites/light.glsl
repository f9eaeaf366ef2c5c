// The light of what is drawn of a particle, by the colour of its look.

vec4 shining(vec4 color, float brightness) { return vec4(color.rgb * clamp(color.a, 0.0, 1.0) * brightness, 0.0); }

// Returns the light of what is as opaque as `many` of the colour behind each other; its colour is never brighter than that.
vec4 covering(vec4 color, float many) {
    const float alpha = clamp(color.a, 0.0, 1.0);
    if (!(many > 0.0)) return vec4(0.0);  // pow(0, 0) is undefined; of NaN nothing is seen
    const float opacity = min(alpha * many, 1.0 - pow(1.0 - alpha, many));
    return vec4(color.rgb * opacity, opacity);
}
