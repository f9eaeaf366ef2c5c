// Joins the picture of another program, the host, with ours.

#section vertex
// Covers the target with one triangle.
void main() {
    const vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0;
    gl_Position = vec4(corner, 0.0, 1.0);
}

#section depth
// Gives a target the depths of the host's picture, and no light. MULTISAMPLED, 0 or 1: the host's depths have several samples,
// of which the first is taken.
#include "render/frame/camera.glsl"
#if MULTISAMPLED
layout(binding = TEXTURE_FRAME) uniform sampler2DMS host_depths;
#else
layout(binding = TEXTURE_FRAME) uniform sampler2D host_depths;
#endif
uniform mat4 to_eye;    // from the host's place in clip space, with its depth as it is stored, to the eye
uniform uvec2 origin;   // of the frame, in the host's texture
uniform uvec2 last;     // pixel of the frame
uniform bool is_flipped;  // the host's rows go downwards

out vec4 light;

void main() {
    const ivec2 pixel = ivec2(gl_FragCoord.xy);
    const ivec2 at = ivec2(pixel.x, is_flipped ? int(last.y) - pixel.y : pixel.y);
    const float stored = texelFetch(host_depths, ivec2(origin) + at, 0).r;
    const vec2 place = gl_FragCoord.xy * camera.viewport.zw * 2.0 - 1.0;
    const vec4 eye = to_eye * vec4(place.x, is_flipped ? -place.y : place.y, stored, 1.0);
    const float near = camera.planes.x, far = camera.planes.y;
    const bool is_far = abs(eye.z) >= far * abs(eye.w);
    const float ahead = is_far ? far : max(-eye.z / eye.w, near);
    light = vec4(0.0);
    gl_FragDepth = far * (1.0 - near / ahead) / (far - near);
}

#section surfaces
// Returns the light of objects and solid particles; the alpha is 1 where there is one.
#include "shared.h"
layout(binding = TEXTURE_OBJECTS) uniform sampler2D objects;
out vec4 light;

void main() {
    light = texelFetch(objects, ivec2(gl_FragCoord.xy), 0);
}

#section compose
// Returns what a layer gives to a pixel of the host's picture: light, and its opacity in alpha. If
// ENCODED is 1, the picture holds sRGB-coded values that OpenGL takes for light: they are read, mixed as light, and coded again.
#include "shared.h"
layout(binding = TEXTURE_FRAME) uniform sampler2D layer;
uniform uvec2 origin;     // of the frame, in the host's picture
uniform uvec2 last;       // pixel of the frame
uniform bool is_flipped;  // the host's rows go downwards
#if ENCODED
#include "render/host/srgb.glsl"
layout(binding = TEXTURE_OBJECTS) uniform sampler2D host_picture;
#endif
out vec4 light;

#if ENCODED
#endif

void main() {
    const ivec2 at = ivec2(gl_FragCoord.xy) - ivec2(origin);
    const vec4 mine = texelFetch(layer, ivec2(at.x, is_flipped ? int(last.y) - at.y : at.y), 0);
#if ENCODED
    const vec4 before = texelFetch(host_picture, at, 0);
    light = vec4(encoded(clamp(decoded(before.rgb) * mine.a + mine.rgb, 0.0, 1.0)), 1.0 - mine.a * (1.0 - before.a));
#else
    light = vec4(mine.rgb, 1.0 - mine.a);
#endif
}
