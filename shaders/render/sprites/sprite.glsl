// A particle as a soft sprite: its place and size before the eye, and its light. The drawing by triangles and the drawing
// by tiles both use it. A reflection is mirrored in the plane, and blurred more the farther it is from the glossy plane.
// With TILED one program draws both views, because NVIDIA's compiler takes a tenth of a second for each. With LISTED the
// drawn particles are those of a list, in its order. With PICTURES some sprites may show pictures.
#include "render/frame/camera.glsl"
#include "ordered_bits.glsl"
#include "render/sprites/sprite_size.glsl"
#include "render/sprites/look.glsl"
#include "render/lighting/lamp.glsl"
#include "render/lighting/particle_light.glsl"
#include "render/sprites/light.glsl"
#ifdef FOG
#include "render/lighting/fog.glsl"
#endif
#ifdef PICTURES
#include "render/sprites/picture.glsl"
#endif

uniform float glints;         // 0: particles of equal look are equally bright; 1: few of them have most of the light

// Each nth of the drawn particles is shown, with n times its light. With TILED the plan decides (tiles/levels.glsl).
#ifdef TILED
uniform bool is_reflection;
uint shown_every() { return plan.every; }
uint shown_run() { return plan.run; }
#else
#ifdef REFLECTION
const bool is_reflection = true;
#else
const bool is_reflection = false;
#endif
uniform uint every;
uint shown_every() { return every; }
uint shown_run() { return 1u; }
#endif

const float STREAK_DIMS = 0.7;   // dimming of a streak by its length: 0 none, 1 the light stays constant
const float FAR_ABOVE = 1e6;     // metres above the plane at which nothing fades into it

// An ellipse in the plane through its centre that faces the camera. Lengths are in metres.
struct Sprite {
    vec3 center;     // in view space
    float depth;     // in front of the eye
    vec2 along;      // unit vector of the motion that the eye sees
    float reach;     // half the length along the motion
    float radius;    // half the length across
    float height;    // of the centre above the plane
    float softness;  // over which the sprite fades into the plane
    vec4 light;      // premultiplied colour and opacity in its middle, as light.glsl says
    bool is_solid;   // it is not drawn
    uvec2 picture;   // zero: a soft disc; else the ellipse is the one around the picture
    float distortion;  // of its look, by how much of it is drawn
#ifdef HAS_TURNED_SPRITES
    mat2 axes;       // its half sides as the eye sees them, metres in the plane through its centre that faces the camera
    bool is_turned;  // these are not at a right angle; then the ellipse around them is the sprite's
#endif
};

#ifdef HAS_TURNED_SPRITES
// Returns the half sides of a sprite that does not face the camera, as the eye sees them.
mat2 seen_sides(SpriteLook look, vec3 place, vec3 center, float depth, vec2 half_sides) {
    const vec3 axis = look.facing_axis;
    vec3 u = axis, v = unit_or(cross(camera.eye.xyz - place, axis), across(axis));
    if (look.facing == FACING_ACROSS) {
        u = across(axis);
        v = cross(axis, u);
    }
    const vec3 mirrored = vec3(1.0, is_reflection ? -1.0 : 1.0, 1.0);
    const vec3 along = mat3(view_matrix()) * ((u * look.along.x + v * look.along.y) * mirrored);
    const vec3 aside = mat3(view_matrix()) * ((v * look.along.x - u * look.along.y) * mirrored);
    return mat2(apparent_motion(center, along * half_sides.x, depth), apparent_motion(center, aside * half_sides.y, depth));
}

// Turns the sprite, which faced the camera. One that is seen from its edge becomes as thin as a pixel, and faint.
void turn_sprite(inout Sprite sprite, mat2 seen) {
    const mat2 square = seen * transpose(seen);
    const vec2 tilt = vec2(0.5 * (square[0].x - square[1].y), square[0].y);
    const float mean = 0.5 * (square[0].x + square[1].y), spread = length(tilt), angle = 0.5 * atan(tilt.y, tilt.x);
    const float thin = sqrt(max(mean - spread, 0.0));
    sprite.along = vec2(cos(angle), sin(angle));
    sprite.reach = drawn_radius(sqrt(mean + spread), sprite.depth);
    sprite.radius = drawn_radius(thin, sprite.depth);
    sprite.is_turned = sprite.radius == thin;
    sprite.axes = sprite.is_turned ? seen : mat2(sprite.along * sprite.reach, vec2(-sprite.along.y, sprite.along.x) * sprite.radius);
    sprite.light *= thin / sprite.radius;
}
#endif

#ifdef PICTURES
// Makes the sprite show the picture, where the ellipse lay within it.
void show_picture(inout Sprite sprite, PictureLook look) {
    const vec2 pixel = pixel_at(sprite.depth) / vec2(sprite.reach, sprite.radius);
    sprite.picture = picture_of(look.picture.first, look.frame, pixel, is_reflection);
    sprite.reach *= PICTURE_RADIUS;
    sprite.radius *= PICTURE_RADIUS;
#ifdef HAS_TURNED_SPRITES
    sprite.axes *= PICTURE_RADIUS;
    if (sprite.is_turned) sprite.picture.x |= PICTURE_IS_TURNED;
#endif
}
#endif

// Returns a factor on a particle's light, 1 in the mean, so that among many dim particles some still sparkle.
float glint(uvec4 identity) {
    const float u = float(identity_hash(identity) >> 8u) * (1.0 / 16777216.0);
    const float uneven = 1.0 / ((u + GLINT_RARITY) * log((1.0 + GLINT_RARITY) / GLINT_RARITY));
    return mix(1.0, uneven, glints);
}

// Returns the sprite of the particle at this place in the columns.
Sprite sprite_of(uint at) {
    uvec4 identity = column[2].element[at];
    SpriteLook look = look_of(at);
    vec3 place = look.place;
    float radius = look.radius * for_density(size_factor);  // along its longer side
#ifdef HAS_TURNED_SPRITES
    const vec3 own_place = place;
    if (look.facing != FACING_CAMERA) look.motion = vec3(0.0);
#endif
    float brightness = for_density(light_share) * (look.covers || is_single ? 1.0 : glint(identity));
    vec3 lit = look.covers && look.shading > 0.0 ? light_at(place, look.forward) : vec3(1.0);
    if (is_reflection) {
        float height = height_above_plane(place);
        mirror(height, place, look.motion, radius);
        look.along.y = -look.along.y;
        brightness *= float(shown_every()) * mirrored_share(height);
    }
    mat4 view = view_matrix();
    vec3 center = (view * vec4(place, 1.0)).xyz;
    float depth = depth_of(center);

    // The sprite's axes lie along its apparent motion, or as it is turned, and across.
    vec2 apparent = apparent_motion(center, mat3(view) * look.motion, depth);
    float own_drawn = length(apparent), drawn = own_drawn * streak_factor();
    vec2 along = own_drawn > 1e-6 ? apparent / own_drawn : look.along;
    vec2 shape = vec2(1.0, look.width) * look.sides;
#ifdef PICTURES
    const bool has_picture = look.picture.picture.first != 0u;
    if (has_picture) shape *= picture_shape(look.picture.picture.first);
#endif
    float across = drawn_radius(radius * shape.y, depth);
    float reach = drawn_radius(radius * shape.x, depth) + 0.5 * drawn;

    // Keeps the light of the emitter's look, however large the sprite has become.
    float own_across = look.radius * shape.y, own_reach = look.radius * shape.x + 0.5 * own_drawn;
    brightness *= own_across * own_reach / (across * reach);
    brightness *= pow(look.radius * shape.x / max(own_reach, 1e-9), STREAK_DIMS) * smoothstep(0.0, camera.planes.z, depth);
    const vec4 seen = vec4(look.color.rgb * mix(vec3(1.0), lit, look.shading), look.color.a);
    vec4 light = look.tints         ? tinting(look.color, brightness)
                 : look.adds_colour ? covering_premultiplied(seen, brightness)
                 : look.covers      ? covering(seen, brightness)
                                    : shining(look.color, brightness);
#ifdef FOG
    light = sprite_through_fog(light, look.place - camera.eye.xyz);
#endif
    Sprite sprite = Sprite(center, depth, along, reach, across, place.y - plane_height, look.softness, light, look.is_solid,
                           uvec2(0u), look.distortion * brightness
#ifdef HAS_TURNED_SPRITES
                           , mat2(along * reach, vec2(-along.y, along.x) * across), false
#endif
    );
#ifdef HAS_TURNED_SPRITES
    if (look.facing != FACING_CAMERA) turn_sprite(sprite, seen_sides(look, own_place, center, depth, vec2(reach, across)));
    if (look.facing == FACING_ACROSS && abs(look.facing_axis.y) > 0.999) sprite.height = FAR_ABOVE;
#endif
#ifdef PICTURES
    if (has_picture) show_picture(sprite, look.picture);
#endif
    return sprite;
}

// Returns the share of the sprite that is not faded into the plane, before it is clamped to 0 to 1, at an offset in
// metres from its centre. It is linear in the offset.
float share_above_plane(Sprite sprite, vec2 offset) {
    return (sprite.height + dot(camera.view[1].xy, offset)) / sprite.softness * 0.5 + 0.5;
}

#ifdef LOOKS
uniform uint layer;  // the look that all particles are drawn by; MAX_LOOKS: the list says it for each entry
#endif

// True if the particle is shown. Its identity decides, so that the same particles are shown from step to step.
bool is_shown(uint at) {
#ifdef LOOKS
    if (drawn_look > emitter_in(column[2].element[at].z).looks) return false;
#endif
    if (is_on_ribbon(at)) return false;
    const uint nth = shown_every();
    if (nth == 1u) return true;
    const uvec4 identity = column[2].element[at];
    return (identity_hash(uvec4(identity.x, identity.y / shown_run(), identity.zw)) * 2654435769u >> 12u) % nth == 0u;
}

// Each of these finds the place of the nth drawn particle in the columns; false: it is not shown, or there are fewer.
#ifdef LISTED
layout(std430, binding = BIND_LIST_SLOTS) readonly buffer ListSlots { uint list_slots[]; };
layout(std430, binding = BIND_LIST_STATE) readonly buffer ListBlock { DrawList list; };

bool find_particle(uint n, out uint at) {
    if (n >= list.drawn) return false;
#ifdef LOOKS
    drawn_look = layer == MAX_LOOKS ? list_slots[n] >> LOOK_OF_SLOT_SHIFT : layer;
    at = min(list_slots[n] & (1u << LOOK_OF_SLOT_SHIFT) - 1u, capacity - 1u);
#else
    at = min(list_slots[n], capacity - 1u);
#endif
    return is_shown(at);
}
#else
bool find_particle(uint n, out uint at) {
    if (n >= pool.alive) return false;
    at = (pool.first + n) % capacity;
#ifdef LOOKS
    drawn_look = layer;
#endif
    return is_shown(at);
}
#endif
