// Finds where the ray through the pixel meets the sphere.
#include "render/solids/drawn.glsl"

flat in vec4 sphere;
flat in vec4 look;
in vec3 on_disc;
in vec2 in_circle;
out vec4 light;
#ifndef SHADOW
layout(depth_greater) out float gl_FragDepth;

// Returns the depth of a place as the frame stores it.
float stored_depth(vec3 drawn) {
    const float near = camera.planes.x, far = camera.planes.y;
    return far * (1.0 - near / on_clip_axis(camera.clip_w, drawn)) / (far - near);
}
#endif

void main() {
    if (dot(in_circle, in_circle) >= 1.0) discard;
    light = vec4(0.0);
#ifndef SHADOW
    const vec3 ray = normalize(on_disc - camera.eye.xyz), from_eye = sphere.xyz - camera.eye.xyz;
    const float middle = dot(from_eye, ray);
    const vec3 off = from_eye - ray * middle;
    const vec3 drawn = camera.eye.xyz + ray * (middle - sqrt(max(sphere.w * sphere.w - dot(off, off), 0.0)));
    const vec3 place = mirrored(drawn);
    if (is_hidden(place)) discard;
    gl_FragDepth = max(stored_depth(drawn), gl_FragCoord.z);
    light = light_of(place, normalize(place - mirrored(sphere.xyz)), look.rgb, look.a);
#endif
}
