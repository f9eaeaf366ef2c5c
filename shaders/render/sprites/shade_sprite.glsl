// A particle as the lamp sees it.
#include "ordered_bits.glsl"
#include "render/sprites/look.glsl"
#include "render/lighting/lamp.glsl"
#ifdef PICTURES
#include "render/sprites/picture.glsl"
#endif

uniform float size_factor;  // on the diameter
uniform float texels;       // per side of the map

struct ShadeSprite {
    vec3 place;     // xy in the map, -1 to 1; z the depth, 0 to 1
    vec2 radius;    // half the sides, in the map
    float opacity;
};

#ifdef PICTURES
// Returns how much more light than a soft disc a picture of its diameter absorbs: the map of opacity has discs in its place.
float like_picture(PictureLook look) {
    const float disc = 1.04719755;  // the integral of a disc of radius 1
    const vec2 sides = 2.0 * picture_shape(look.picture.first);
    return picture_opacity(look.picture.first, look.frame) * sides.x * sides.y / disc;
}
#endif

// Returns the sprite of the particle at this place in the columns. A sprite smaller than a texel grows and becomes
// fainter, so that it absorbs the same light.
ShadeSprite shade_sprite_of(uint at) {
    const SpriteLook look = look_of(at);
    const LampBox box = lamp_box();
    const vec2 radius = vec2(look.radius * for_density(size_factor) * sqrt(look.width * look.sides.x * look.sides.y)) / box.half_sides.xy;
    const vec2 drawn = max(radius, 2.0 / texels);
    const float share = for_density(light_share / (size_factor * size_factor)) * (radius.x * radius.y) / (drawn.x * drawn.y);
    const float opacity = look.covers && !look.tints && !look.is_solid && !is_on_ribbon(at) ? clamp(look.color.a, 0.0, 1.0) * share : 0.0;
#ifdef PICTURES
    if (look.picture.picture.first != 0u) {
        const float more = like_picture(look.picture);
        return ShadeSprite(place_in(box, look.place), drawn * sqrt(max(more, 1.0)), opacity * min(more, 1.0));
    }
#endif
    return ShadeSprite(place_in(box, look.place), drawn, opacity);
}
