// The light that particles give to a place: that of the lights of its cell in the grid (point_lights.comp). A row of the cell's
// list has four lights, whose reads do not wait for each other. lighting/lamp.glsl includes this file, and says before it
// whether there are such lights.
#include "shared.h"
#include "render/lighting/point_lights.h"

layout(binding = TEXTURE_POINT_LIGHTS) uniform samplerBuffer point_lights;
layout(binding = TEXTURE_LIGHT_CELLS) uniform usamplerBuffer light_cells;  // first row, rows, factor; then the rows

const float HALVED_AT = 16.0;        // the inverse of a squared share of the reach
const vec3 ALL_DIRECTIONS = vec3(0.0);  // instead of a normal: the place receives light from everywhere

vec3 point_light(uint n, vec3 place, vec3 normal) {
    const int row = int(POINT_LIGHT_HEAD + n * POINT_LIGHT_ROWS);
    const vec4 light = texelFetch(point_lights, row);
    const vec3 color = texelFetch(point_lights, row + 1).rgb, way = light.xyz - place;
    const float square = dot(way, way), x = min(square / (light.w * light.w), 1.0);
    const float faced = normal == ALL_DIRECTIONS ? 1.0 : max(dot(normal, way), 0.0) * inversesqrt(max(square, 1e-12));
    return color * ((1.0 - x) * (1.0 - x) / (1.0 + HALVED_AT * x) * faced);
}

// Returns the light that falls from particles on a place with this normal.
vec3 point_lights_on(vec3 place, vec3 normal) {
    if (!has_point_lights) return vec3(0.0);
    const vec3 at = (place - texelFetch(point_lights, 0).xyz) * texelFetch(point_lights, 1).xyz;
    if (any(lessThan(at, vec3(0.0))) || any(greaterThanEqual(at, vec3(POINT_LIGHT_SIDE)))) return vec3(0.0);
    const uvec3 where = uvec3(at);
    const uvec4 cell = texelFetch(light_cells, int((where.z * POINT_LIGHT_SIDE + where.y) * POINT_LIGHT_SIDE + where.x));
    vec3 sum = vec3(0.0);
    for (uint k = 0u; k < cell.y; ++k) {
        const uvec4 n = texelFetch(light_cells, int(POINT_LIGHT_CELLS + cell.x + k));
        sum += (point_light(n.x, place, normal) + point_light(n.y, place, normal)) +
               (point_light(n.z, place, normal) + point_light(n.w, place, normal));
    }
    return sum * uintBitsToFloat(cell.z);
}
