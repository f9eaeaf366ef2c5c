// The looks of particles, as the modules of its emitter's stack make it. Shaders read the columns by index. Needs
// STACKS, the path of the stacks for drawing, and COLUMNS; where the column of attributes has several planes, PLANES and
// LOOK_PLANES, a bit for each that looks read. Modules know the camera by which the frame is seen, also where the look is made
// for the lamp, for a mirror or for solid things, so that a particle has one look in a frame.
#include "effects/stack.glsl"
#include "render/frame/camera.glsl"
layout(std430, binding = BIND_SOURCE) readonly buffer Column { uvec4 element[]; } column[COLUMNS];
layout(std430, binding = BIND_SOURCE_POOL) readonly buffer PoolBlock { Pool pool; };

uniform uint capacity;
uniform float light_share;  // factor on each particle's light, which compensates the density
uniform float effect_time;  // seconds
uniform uvec2 effect_step;  // its words, the low one first
#ifdef INSTANCES
uniform uint drawn_layers;  // a bit for each layer whose instances are drawn
#endif
uniform float behind;       // how long before the end of that step the frame is, in steps; above 1 only while a shutter is open

// True if the particle whose look made_look() made last does not follow the density.
#ifdef HAS_SINGLES
bool is_single = false;
#else
const bool is_single = false;
#endif

// Returns a factor that compensates the density, for that particle.
float for_density(float factor) { return is_single ? 1.0 : factor; }

const float SOFTNESS = 0.15, MIN_SOFTNESS = 1e-4;  // metres over which sprites fade into the plane, by themselves
const float MIN_WIDTH = 0.01;

// Which of its looks a particle is drawn by: 0 that of the emitter's modules; k the k-th further one. With LOOKS some particles
// have several.
#ifdef LOOKS
uint drawn_look = 0u;

// Makes the emitter that of the drawn look.
void choose_look(inout Emitter e) {
    if (drawn_look == 0u) return;
    const uvec4 row = WORDS_AT(e.look_first - drawn_look);
    e.look_code = row.x;
    e.look_first = row.y;
    e.flags = (e.flags & ~EMITTER_BLEND_FLAGS) | (row.z & EMITTER_BLEND_FLAGS);
}
#else
const uint drawn_look = 0u;
void choose_look(inout Emitter e) {}
#endif

View seen_from() {
    const mat3 axes = transpose(mat3(view_matrix()));
    return View(camera.eye.xyz, -axes[2], axes[0], axes[1], camera.planes.w);
}

// Returns what looks read of the attributes of the particle at this place in the columns.
ATTRIBUTES stored_attributes(uint at) {
#ifdef PLANES
    AttributePlanes stored;
    for (uint k = 0u; k < PLANES; ++k)
        stored.plane[k] = (LOOK_PLANES >> k & 1u) != 0u ? column[COLUMNS - 1u].element[k * capacity + at] : uvec4(0u);
    return stored;
#else
    return column[COLUMNS - 1u].element[at];
#endif
}

// Returns a number that depends on who the particle is, not on where it lies in memory.
uint identity_hash(uvec4 identity) {
    const uint mixed = (identity.x * 747796405u) ^ (identity.y * 2891336453u);
    return (mixed ^ (mixed >> 15u)) * 277803737u;
}

// Very many births of a step are seen as bands, because they move alike, whole steps at once. Two things blend them, where
// EMITTER_BLENDS_STEPS is set.

// A birth flies for its share of the step with its first velocity, and is then moved in whole steps, so the particles of a step
// stay as far apart as that velocity has put them, however fast they have become. Returns the way that the particle has missed:
// that of the change of its velocity, so that births of one step end where those of the next begin. The velocity v at birth is
// found from the constant acceleration a and drag k of its emitter, v' = a - k v, solved for the time t before:
// v(now) - v(birth) = (a - k v(now)) (exp(k t) - 1) / k.
vec3 missed_way(Emitter e, uvec4 identity, float age, vec3 velocity, float moment) {
    if ((identity.w & ~(BOUNCED | SIGNALLED)) != 0u) return vec3(0.0);  // it has bounced
    const vec4 forces = row_at(emitter_row(identity.z) + 3u);
    const float drag = max(forces.w, 0.0), lived = min(age, min(e.lifetime.y * e.seconds, BLENDED_SECONDS));
    const float decays = min(drag * lived, BLENDED_DECAYS);
    const float weight = decays > 1e-3 ? (exp(decays) - 1.0) / drag : lived;
    return (forces.xyz - velocity * drag) * (weight + e.seconds) * (moment * e.seconds);
}

// Returns the particle's own moment of a step, from 0 to below 1. What is left of bands, where forces are not constant, is drawn as
// a stream: each particle so far behind.
float own_moment(uvec4 identity) { return float(identity_hash(identity) * 2654435769u >> 8u) * (1.0 / 16777216.0); }

// Returns how long before the end of the last step the particle is drawn, in steps, or UNBORN. It has moved evenly in that step,
// so it goes back by its velocity, unless it has bounced and comes from elsewhere. A newborn has lived for a part of the step only;
// where that is not known, it stays.
const float UNBORN = -1.0;
float drawn_moment(Emitter e, uvec4 identity, bool is_newborn, float moment_of_birth) {
    const bool blends = (e.flags & EMITTER_BLENDS_STEPS) != 0u;
    if ((identity.w & BOUNCED) != 0u) return 0.0;
    if (!is_newborn) return behind + (blends ? own_moment(identity) : 0.0);
    if ((e.flags & EMITTER_HIDES_MOMENTS) != 0u) return 0.0;
    const float lived = moment_of_birth - behind;
    return lived < 0.0 ? UNBORN : behind + (blends ? own_moment(identity) * lived : 0.0);
}

// Returns the particle at this place in the columns with what its modules made of its look.
Look made_look(uint at, out Particle p, out Emitter e) {
    const uvec4 position = column[0].element[at], velocity = column[1].element[at], identity = column[2].element[at];
    e = emitter_in(identity.z);
    choose_look(e);
#ifdef HAS_SINGLES
    is_single = (e.flags & EMITTER_IS_SINGLE) != 0u;
#endif
    const float age = float(min(position.w, velocity.w)) * e.seconds, lifetime = float(max(1u, velocity.w)) * e.seconds;
    uvec2 own_step = effect_step;
    float own_time = effect_time;
#ifdef INSTANCES
    const InstanceRow instance = instance_in(identity.z >> INSTANCE_SHIFT);
    own_step = own_steps(instance, effect_step);
    own_time = (float(own_step.x) - behind) * e.seconds;
#endif
    const RandomKey d = RandomKey(seed_at(e.seed, identity.x, own_step), identity.x, identity.y);
    vec3 place = uintBitsToFloat(position.xyz);
    const vec3 speed = uintBitsToFloat(velocity.xyz);
    float moment = 0.0, back = 0.0;
    const bool blends = (e.flags & EMITTER_BLENDS_STEPS) != 0u, is_newborn = position.w == 0u;
    if (behind > 0.0 || blends) {
        const float moment_of_birth = blends || is_newborn ? random_numbers(d, USE_PLACE).w : 0.0;  // as newborn() draws it
        if (blends && !is_newborn) place += missed_way(e, identity, age, speed, moment_of_birth);
        moment = drawn_moment(e, identity, is_newborn, moment_of_birth);
        back = max(moment, 0.0) * e.seconds;
        place -= speed * back;
    }
    p = particle_at(place, speed, max(age - back, 0.0), lifetime);
    if (COLUMNS > PARTICLE_COLUMNS) stack_load(e.look_code, stored_attributes(at), p);
    note_age(min(position.w, velocity.w), age, e.seconds);
    Look look = plain_look();
#ifdef HAS_SPACES
    set_space(e);
    see_at(e, behind, p);
#endif
    const float time = noted_time(own_step, behind * e.seconds, e.seconds, own_time);
    stack_look(e.look_code, e.look_first, p, Moment(time, e.seconds, NO_POINTER, NO_OBJECTS, seen_from()), d, look);
    if (velocity.w == 0u || moment == UNBORN) look.visible = 0.0;  // without a lifetime, it was killed at birth
#ifdef INSTANCES
    const bool is_gone = (e.flags & EMITTER_EXISTS) == 0u;
    if (is_gone || (drawn_layers >> instance.flags / INSTANCE_LAYER_UNIT & 1u) == 0u) look.visible = 0.0;
#endif
    const float visible = clamp(look.visible, 0.0, 1.0);
    look.colour.a = visible > 0.0 ? look.colour.a * visible : 0.0;
    if ((e.flags & EMITTER_ADDS_COLOUR) != 0u) look.colour.rgb *= visible;
    return look;
}

struct SpriteLook {
    vec3 place;       // where it is drawn
    vec4 color;       // linear, alpha
    float radius;     // metres
    vec3 motion;      // metres that are drawn as length
    float softness;   // metres over which it fades into the plane and into objects
    vec2 along;       // unit vector of its longer side, if it has no motion
    float width;      // its shorter side as a share of the longer one
    bool covers;      // near particles cover it; else its light adds up
    bool adds_colour;  // it covers by its alpha, but its colour is added whatever that is
    bool tints;       // it covers, and what lies behind is seen through its colour
    float shading;    // share of its light that comes from the lamp and from other particles
    float forward;    // how much of that light goes on nearly straight
    bool is_solid;    // it is no sprite
    vec3 light;       // its own light on other things, in its middle
    float reach;      // metres at which that light ends
    float edge;       // of a ribbon: the share of each half of its width over which it fades
    PictureLook picture;
    float picture_length;  // of a ribbon: metres that the picture takes; 0: all of the ribbon
    float distortion;      // as modules say it, where it is visible
    uint facing;           // FACING_*
    vec3 facing_axis;      // in the world
    vec2 sides;            // factors on the longer side and the other
};

// Returns the sprite's look of the particle at this place in the columns.
SpriteLook look_of(uint at) {
    Particle p;
    Emitter e;
    const Look look = made_look(at, p, e);
    const float radius = 0.5 * max(look.diameter, 0.0);
    const float softness = look.softness < 0.0 ? clamp(radius, MIN_SOFTNESS, SOFTNESS) : max(look.softness, MIN_SOFTNESS);
    const bool adds_colour = (e.flags & EMITTER_ADDS_COLOUR) != 0u;
    return SpriteLook(p.position, look.colour, radius, p.velocity * look.streak, softness, vec2(cos(look.angle), sin(look.angle)),
                      clamp(look.width, MIN_WIDTH, 1.0), (e.flags & EMITTER_COVERS) != 0u, adds_colour,
                      (e.flags & EMITTER_TINTS) != 0u, clamp(look.shading, 0.0, 1.0), look.forward, look.solid.kind != SOLID_NONE,
                      look.colour.rgb * ((adds_colour ? 1.0 : clamp(look.colour.a, 0.0, 1.0)) * look.light * for_density(light_share)), look.reach,
                      clamp(look.edge, 0.0, 1.0), look.picture, look.picture_length, look.distortion * clamp(look.visible, 0.0, 1.0), look.facing,
                      look.facing_axis, max(look.sides, vec2(0.0)));
}

// True if the particle at this place is a point of a ribbon, and no sprite.
bool is_on_ribbon(uint at) {
#ifdef HAS_RIBBONS
    return drawn_look == 0u && emitter_in(column[2].element[at].z).ribbon != 0u;
#else
    return false;
#endif
}

// Returns a corner of the equilateral triangle around the unit circle, which has half the vertices of a square and a
// third more area.
vec2 corner_of(uint vertex) {
    const float side = 1.7320508;
    return vertex == 2u ? vec2(0.0, 2.0) : vec2(vertex == 0u ? -side : side, -1.0);
}
