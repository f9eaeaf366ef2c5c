// Lights a triangle of a mesh; its normal follows from how the place changes from pixel to pixel.
#include "render/solids/drawn.glsl"

flat in vec3 centre;
in vec3 from_centre;
flat in vec4 look;
out vec4 light;

void main() {
    light = vec4(0.0);
#ifndef SHADOW
    const vec3 place = centre + from_centre, upright = cross(dFdx(from_centre), dFdy(from_centre));
    if (is_hidden(place)) discard;
    const float steepness = length(upright);
    const vec3 normal = steepness > 0.0 ? upright / steepness : normalize(unmirrored_eye() - place);
    light = light_of(place, normal, look.rgb, look.a);
#endif
}
