// The light of what is drawn of a particle, by the colour of its look: what it adds, and in alpha its opacity, the share of what
// lies behind that it stops. Below 0, alpha is an opacity that stops each channel by itself, as the first three say.

vec4 shining(vec4 color, float brightness) { return vec4(color.rgb * clamp(color.a, 0.0, 1.0) * brightness, 0.0); }

// Returns how opaque as `many` of the opacity behind each other are.
float opacity_of(float alpha, float many) {
    if (!(many > 0.0)) return 0.0;  // pow(0, 0) is undefined; of NaN nothing is seen
    return min(alpha * many, 1.0 - pow(1.0 - alpha, many));
}

// Returns the light of what is as opaque as `many` of the colour behind each other; its colour is never brighter than that.
vec4 covering(vec4 color, float many) {
    const float opacity = opacity_of(clamp(color.a, 0.0, 1.0), many);
    return vec4(color.rgb * opacity, opacity);
}

// Likewise of a colour that is added as it is, whatever its alpha.
vec4 covering_premultiplied(vec4 color, float many) {
    const float alpha = clamp(color.a, 0.0, 1.0), opacity = opacity_of(alpha, many);
    const float seen = alpha > 1e-3 ? opacity / alpha : max(many, 0.0);
    return vec4(color.rgb * seen, opacity);
}

// Likewise of what stops all light but that of the colour.
vec4 tinting(vec4 color, float many) {
    const float opacity = opacity_of(clamp(color.a, 0.0, 1.0), many);
    return vec4(opacity * (1.0 - clamp(color.rgb, 0.0, 1.0)), -opacity);
}

// Returns the shares of each channel that such a light stops where the shape shows these shares of colour and opacity.
vec3 stopped_by(vec4 light, vec4 shape) { return -light.a * shape.a - (-light.a - light.rgb) * shape.rgb; }
