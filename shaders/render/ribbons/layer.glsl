// The layer of ribbons that cover: their light and opacity, and the depth of the nearest, which says what lies behind them.
// Include it after objects/depth.glsl.
layout(binding = TEXTURE_RIBBONS) uniform sampler2D ribbon_layer;
layout(binding = TEXTURE_RIBBON_DEPTHS) uniform sampler2D ribbon_depths;

// Returns the metres in front of the eye of the ribbons that a pixel shows, and their opacity.
vec2 ribbon_at(ivec2 pixel) {
    return vec2(metres_of(texelFetch(ribbon_depths, pixel, 0).r), texelFetch(ribbon_layer, pixel, 0).a);
}

// Returns the share of something at this depth that these ribbons leave.
float share_before_ribbons(vec2 ribbon, float depth, float softness) {
    return 1.0 - ribbon.y * (1.0 - share_before(ribbon.x, depth, softness));
}
