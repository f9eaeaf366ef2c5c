// Lights the surface that each pixel shows, once, and writes its depth. With SHADOW only the depth counts. It leaves the
// buffers empty for the next view, because to fill them takes many times as long.
#include "render/raster/surface.glsl"
#include "render/frame/each_pixel.glsl"
layout(r32f, binding = IMAGE_RASTER_DEPTH) writeonly uniform image2D depth_image;
layout(std430, binding = BIND_RASTER_DEPTHS) buffer Depths { uint depths[]; };
layout(std430, binding = BIND_RASTER_SURFACES) buffer Names { uint names[]; };
layout(std430, binding = BIND_RASTER_TILES) writeonly buffer Tiles { uint tile_count; };

#ifndef SHADOW
// Returns the place that the pixel shows, as it is drawn.
vec3 drawn_at(ivec2 pixel, float depth) {
    const float near = camera.planes.x, far = camera.planes.y;
    return camera.eye.xyz + ray_of(pixel) * (near * far / (near + (1.0 - depth) * (far - near)));
}

vec4 light_of_object(uint triangle, vec3 place) {
    const int row = int(6u * triangle);
    const vec4 first = texelFetch(object_corners, row), first_normal = texelFetch(object_corners, row + 1);
    const vec3 to_1 = texelFetch(object_corners, row + 2).xyz - first.xyz, to_2 = texelFetch(object_corners, row + 4).xyz - first.xyz;
    const vec3 upright = cross(to_1, to_2), beside = place - first.xyz;
    const vec2 share = clamp(vec2(dot(cross(beside, to_2), upright), dot(cross(to_1, beside), upright)) / dot(upright, upright), 0.0, 1.0);
    const vec3 normal = (1.0 - share.x - share.y) * first_normal.xyz + share.x * texelFetch(object_corners, row + 3).xyz +
                        share.y * texelFetch(object_corners, row + 5).xyz;
    const uint color = uint(first.w);
    const vec3 own = vec3(color & 255u, color >> 8u & 255u, color >> 16u) / 255.0;
    return light_of(place, normalize(normal), own, first_normal.w);
}

vec4 light_of_solid(uint name, vec3 place) {
    uint triangle = number_of(name);
    const bool is_sphere = kind_of(name) == RASTER_SPHERE;
    const Solid solid = is_sphere ? solids[triangle] : solid_of(triangle, triangle);
    vec3 upright = place - solid.place.xyz;
    if (!is_sphere) {
        const vec3 first = from_centre_of(solid, triangle, 0u);
        upright = cross(from_centre_of(solid, triangle, 1u) - first, from_centre_of(solid, triangle, 2u) - first);
    }
    const float steepness = length(upright);
    const vec3 normal = steepness > 0.0 ? upright / steepness : normalize(unmirrored_eye() - place);
    const vec4 look = color_and_glow(solid);
    return light_of(place, normal, look.rgb, look.a);
}
#endif

void main() {
    if (!is_in_image()) return;
    if (own_pixel() == ivec2(0)) tile_count = 0u;
    const ivec2 pixel = own_pixel();
    const uint at = uint(pixel.y) * uint(frame_size.x) + uint(pixel.x);
    const bool is_empty = depths[at] == RASTER_NONE;
    const float depth = is_empty ? 1.0 : uintBitsToFloat(depths[at]);
    imageStore(depth_image, pixel, vec4(depth));
#ifndef SHADOW
    vec4 light = vec4(0.0);
    if (!is_empty) {
        const uint name = names[at];
        const vec3 place = mirrored(drawn_at(pixel, depth));
        light = kind_of(name) == RASTER_OBJECT ? light_of_object(number_of(name), place) : light_of_solid(name, place);
    }
    imageStore(image, pixel, light);
    names[at] = RASTER_NONE;
#endif
    depths[at] = RASTER_NONE;
}
