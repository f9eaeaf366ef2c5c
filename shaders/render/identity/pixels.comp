// Describes the particle that has claimed each pixel, as claim.glsl says.
#include "render/frame/camera.glsl"
#include "render/identity/pixels.h"
layout(local_size_x = FILTER_SIDE, local_size_y = FILTER_SIDE) in;
layout(binding = TEXTURE_FRAME) uniform usampler2D claims;
layout(std430, binding = BIND_SOURCE) readonly buffer Column { uvec4 element[]; } column[PARTICLE_COLUMNS];
layout(std430, binding = BIND_PIXEL_PARTICLES) writeonly buffer Pixels { PixelParticle pixels[]; };

uniform mat4 seen_before;      // from the world to the clip space of the frame before
uniform float seconds_behind;  // how long the frame is before the end of the last step
uniform float frame_seconds;   // since the frame before

// Returns the pixel of a place in clip space, from the lower left.
vec2 pixel_of(vec4 clip) { return (clip.xy / clip.w * 0.5 + 0.5) * camera.viewport.xy; }

void main() {
    const ivec2 pixel = ivec2(gl_GlobalInvocationID.xy), size = textureSize(claims, 0);
    if (any(greaterThanEqual(pixel, size))) return;
    const uvec2 claim = texelFetch(claims, pixel, 0).xy;
    PixelParticle p = PixelParticle(vec4(vec3(0.0), NO_DEPTH), 0.0, 0.0, NO_EMITTER, 0u, 0u, 0u, 0u, 0u);
    if (claim.x != 0u) {
        const uint at = claim.x - 1u;
        const vec3 velocity = uintBitsToFloat(column[1].element[at].xyz);
        const uvec4 identity = column[2].element[at];
        const vec3 place = uintBitsToFloat(column[0].element[at].xyz) - velocity * seconds_behind;
        const vec4 now = projection_matrix() * (view_matrix() * vec4(place, 1.0));
        const vec4 before = seen_before * vec4(place - velocity * frame_seconds, 1.0);
        const vec2 moved = now.w > 0.0 && before.w > 0.0 ? pixel_of(now) - pixel_of(before) : vec2(0.0);
        p.place = vec4(place, uintBitsToFloat(claim.y));
        p.velocity_x = moved.x;
        p.velocity_y = moved.y;
        p.emitter = identity.z & SLOT_MASK;
        p.birth_step = identity.x;
        p.ordinal = identity.y;
    }
    pixels[uint(pixel.y) * uint(size.x) + uint(pixel.x)] = p;
}
