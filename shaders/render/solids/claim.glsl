// The claim of a solid particle: it covers its pixels wholly, where nothing that the frame has is nearer. Include it in a fragment
// shader of solids.glsl, instead of the light that it draws.
#include "render/identity/claim.glsl"
#include "render/objects/depth.glsl"

const float SAME_DEPTH = 1e-5;  // of stored depths, by which two ways to draw a surface differ

flat in uint claimant;
vec4 light;  // is not drawn

// `place`: in the world, as drawn; `stored`: its depth as the frame stores it, where the solids themselves are drawn.
void claim_before_objects(vec3 place, float stored) {
    if (stored > texelFetch(object_depths, ivec2(gl_FragCoord.xy), 0).r + SAME_DEPTH) discard;
    claim_pixel(claimant, -(view_matrix() * vec4(place, 1.0)).z, 1.0, 1.0);
}
