// Computes every float of a particle, with the functions of the effect's stacks; no other file does. Results are
// `precise`, so that no compiler may contract or reorder them differently in another program. Needs STACKS, the path of
// the stacks for steps. With PEELED, 1, a pass of its own has advanced the particles with heavy codes (peel.comp), and
// advance() is for the others alone.
#ifndef PEELED
#define PEELED 0
#endif
#if PEELED
#define CODES LIGHT_CODES
#endif
#include "effects/stack.glsl"
#include "particles/particle.glsl"
#include "particles/ribbon.h"

// The place around which a particle is born, and the velocity that is added to its own: of the emitter or the parent.
struct Origin {
    vec3 position;
    vec3 velocity;
    float moment;  // of the birth, in steps before the end of the step, or RANDOM_MOMENT
};

const float RANDOM_MOMENT = UNKNOWN_MOMENT;
const float LONG_RIBBON = 16384.0;  // seconds after which the ways of births by time begin anew in long runs

// The births of an emitter, or of a parent, in a step.
struct Births {
    uint index;   // of this one
    uint count;
    uint ribbon;  // the number of the ribbon that they belong to
    float way;    // of a parent: the metres that it had travelled at this one
};

// Where a newborn comes from.
struct Parentage {
    uint slot;  // of its emitter
    Origin origin;
    Births births;
    bool has_parent;
    Stored parent;  // at the end of the step
};
Stored nobody() { return Stored(vec3(0.0), 0u, vec3(0.0), 0u, uvec4(0u), no_attributes()); }

#ifdef INSTANCES
// Whatever a particle says, nothing behind the table is read.
uint known(uint slot) {
    return min(slot >> INSTANCE_SHIFT, step_now.instances - 1u) << INSTANCE_SHIFT | min(slot & SLOT_MASK, step_now.slots - 1u);
}

InstanceRow instance_at(uint slot) { return instance_in(known(slot) >> INSTANCE_SHIFT); }

// Returns the step as the instance of a slot makes it, or made it last.
Step step_of(uint slot) {
    const InstanceRow instance = instance_at(slot);
    const uvec4 tables = WORDS_AT(instance.head), rest = WORDS_AT(instance.head + 2u);
    const vec4 plane = row_at(instance.head + 1u);
    const uvec2 made = own_steps(instance, uvec2(step_now.index, step_now.index_high));
    Step s = step_now;
    s.index = made.x;
    s.index_high = made.y;
    s.seed = instance.seed;
    s.stack_first = tables.y;
    s.stack_rows = tables.z;
    s.objects_first = tables.w;
    precise float height = instance.floor_base + instance.floor_scale * plane.x;
    s.plane_height = height;
    s.plane_restitution = plane.y;
    s.plane_friction = plane.z;
    s.has_plane = WORDS_AT(instance.head + 1u).w;
    s.children_per_parent = min(rest.x, step_now.children_per_parent);
    s.seconds = uintBitsToFloat(rest.y);
    return s;
}

// Returns the row of the first link of a slot's effect.
uint links_of(uint slot) { return WORDS_AT(instance_at(slot).head).x; }

// Returns the row where the numbers of the slot's stack begin.
uint numbers_of(uint slot) {
    const uvec4 tables = WORDS_AT(instance_at(slot).head);
    return tables.y + (known(slot) & SLOT_MASK) * tables.z;
}

// True if the particles of a slot take no part in the step.
bool is_waiting(uint slot) { return waits(instance_at(slot)); }
#else
// Whatever a particle says, nothing behind the table is read.
uint known(uint slot) { return min(slot, step_now.emitters - 1u); }

Step step_of(uint slot) { return step_now; }

// Returns the row of the first link of a slot's effect.
uint links_of(uint slot) { return step_now.emitters * EMITTER_ROWS; }

// Returns the row where the numbers of the slot's stack begin.
uint numbers_of(uint slot) { return step_now.stack_first + known(slot) * step_now.stack_rows; }

bool is_waiting(uint slot) { return false; }
#endif

Emitter emitter_at(uint slot) { return emitter_in(known(slot)); }

uvec2 words_of(Step s) { return uvec2(s.index, s.index_high); }

// Returns where the random numbers of a particle come from.
RandomKey random_key_of(Stored p, Step s) { return RandomKey(seed_at(s.seed, p.identity.x, words_of(s)), p.identity.x, p.identity.y); }

Pointer pointer_in(Step s) { return Pointer(s.pointer.xyz, s.pointer.w, s.pointer_velocity.xyz); }

// Returns the effect's time after so many steps, and notes it.
float time_after(uvec2 steps, float seconds) {
    precise float time = float(steps.x) * seconds;
    return noted_time(steps, 0.0, seconds, time);
}

Particle live(Stored p, float seconds) {
    precise float age = float(p.age) * seconds;
    precise float lifetime = float(p.lifetime) * seconds;
    note_age(p.age, age, seconds);
    return particle_at(p.position, p.velocity, age, lifetime);
}

Particle with_attributes(Stored stored, float seconds) {
    Particle p = live(stored, seconds);
    if (HAS_ATTRIBUTES) stack_load(emitter_at(stored.identity.z).step_code, stored.attributes, p);
    return p;
}

const Parent NO_PARENT = Parent(vec3(0.0), vec3(0.0), 0.0, 0.0, 0.0, 0.0, vec4(0.0), 0.0);

// Returns the parent of a birth as it was at that moment, and notes its attributes. `code` is that of the child, which may
// read nothing of it.
Parent parent_at_birth(Parentage from, uint code, float moment, float time, Step s) {
#ifdef READS_PARENT
    if (!from.has_parent || !stack_reads_parent(code)) return NO_PARENT;
    const RandomKey d = random_key_of(from.parent, s);
    Particle p = with_attributes(from.parent, s.seconds);
    precise float age = max(p.age - moment * s.seconds, 0.0);
    precise float life = age / p.lifetime;
    p.position = from.origin.position;
    p.age = age;
    p.life = life;
    parent_of_birth = p;
    Look look = plain_look();
#ifdef READS_PARENTS_LOOK
    const Emitter e = emitter_at(from.parent.identity.z);
    if (stack_reads_parents_look(code)) {
#ifdef HAS_SPACES
        set_space(e);
#endif
        stack_look(e.look_code, e.look_first, p, Moment(time, s.seconds, NO_POINTER, NO_OBJECTS, NO_VIEW), d, look);
    }
#endif
    return Parent(p.position, p.velocity, p.age, p.lifetime, p.life, random_numbers(d, USE_PARENT).x, look.colour, look.diameter);
#else
    return NO_PARENT;
#endif
}

// Says whose objects the particle of a slot meets next, where they move.
void choose_objects(uint slot) {
#if defined(OBJECTS_MOVE) && defined(INSTANCES)
    own_spaces = instance_at(slot).spaces;
#endif
}

// Returns a time in whole steps, given that it was `known` seconds and so many steps before modules saw it. They are
// compared as bits, so that a compiler can see that no module changes it.
uint steps_of(float time, float known, uint known_steps, float seconds) {
    precise float steps = time / seconds;
    return floatBitsToUint(time) == floatBitsToUint(known) ? known_steps : uint(clamp(steps + 0.5, 0.0, 2147483648.0));
}

// Meets all surfaces of a particle's stack once.
void meet_surfaces(precise inout Particle p, uint code, uint slot, Moment m, RandomKey d, Step s, bool is_newborn) {
    if (s.has_plane != 0u) collide_plane(p, s.plane_height, HIT_BOUNCE, s.plane_restitution, s.plane_friction);
#if PEELED && defined(COLLIDES)
    if (is_newborn) stack_surfaces_of_all(code, numbers_of(slot), p, m, d);
    else stack_surfaces(code, numbers_of(slot), p, m, d);
#elif defined(COLLIDES)
    stack_surfaces(code, numbers_of(slot), p, m, d);
#endif
}

// Puts the particle at the first surface on its way, and sends it on. `left` is the share of the step that is left then.
void turn(precise inout Particle p, float left, Step s) {
    precise vec3 place = solid_way.begin + solid_way.span * first_share + first_normal * solid_way.margin;
    Particle q = p;
    q.position = place;
#ifdef SURFACES_MOVE
    precise vec3 towards = q.velocity - first_velocity;
    q.velocity = towards;
#endif
    roll_as_noted();
    collide(q, first_normal, 0.0, first_hit, first_bounce, first_friction);
    rolls(0.0);
#ifdef SURFACES_MOVE
    precise vec3 away = q.velocity + first_velocity;
    q.velocity = away;
    if (first_hit == HIT_STICK) q.position += first_velocity * (s.seconds * left);  // it goes with the surface
#endif
    p = q;
    met_place = place;
    met_moment = left;
}

// Keeps surfaces from being passed within a step. The particle was at `begin`, has moved with `velocity` for a share of the step
// and has reacted at the way's end. If it has passed a surface on its way, or by its reaction, the reaction is undone, and
// the way is followed from one surface to the next, each of which turns it. After the last round it stays at a surface.
void follow(precise inout Particle p, vec3 begin, vec3 velocity, float share, uint code, uint slot, Moment m, RandomKey d, Step s,
            bool is_newborn) {
    bool follows = is_newborn;
    const vec3 reacted = p.position;
    precise vec3 end = begin + velocity * (s.seconds * share);
    float left = share;
    sweeps = true;
    const bool is_met = met_moment != UNKNOWN_MOMENT && !is_newborn;
    solid_way = way_between(begin, is_met ? met_place : reacted, vec2(share, is_met ? met_moment : 0.0));
    kept_way = way_between(begin, reacted, vec2(share, 0.0));
    bool is_reaction = solid_way.span == kept_way.span;  // solid_way ends where the particle is
    for (uint round = 0u; round < s.max_rounds; ++round) {
        first_share = NEVER;
        meet_surfaces(p, code, slot, m, d, s, is_newborn);
        if (first_share == NEVER && !follows && !is_reaction) {
            is_reaction = true;
            solid_way = way_between(met_place, reacted, vec2(met_moment, 0.0));
            continue;
        }
        if (first_share == NEVER) {
            if (follows) p.position = end;
            break;
        }
        precise float rest = left * (1.0 - first_share);
        if (follows) {
            left = rest;
            turn(p, left, s);
            if (first_hit == HIT_STICK || first_hit == HIT_KILL) break;
            begin = p.position;
            precise vec3 next = begin + p.velocity * (s.seconds * left);
            end = next;
        } else {
            follows = true;
            p.position = end;
            p.velocity = velocity;
            if (surface_kills) p.events &= ~EVENT_KILLED;
        }
        solid_way = way_between(begin, end, vec2(left, 0.0));
        kept_way = solid_way;
    }
    sweeps = false;
}

// Returns birth `ordinal` of a step.
Stored newborn(Parentage from, Step s, uint ordinal) {
    const uint slot = from.slot;
    const Emitter e = emitter_at(slot);
    choose_objects(slot);
    const Origin origin = from.origin;
    const Births births = from.births;
    const RandomKey d = RandomKey(seed_at(s.seed, s.index, words_of(s)), s.index, ordinal);
    vec4 a = random_numbers(d, USE_DIRECTION);
    vec4 b = random_numbers(d, USE_PLACE);
    precise float steps = mix(e.lifetime.x, e.lifetime.y, a.w);
    Stored born = Stored(origin.position, 0u, origin.velocity, max(1u, uint(steps + 0.5)),
                         uvec4(s.index, ordinal, slot, 0u), no_attributes());
    Particle p = live(born, s.seconds);
    stack_birth(e.step_code, p);
#ifdef HAS_RIBBONS
    p.ribbon = births.ribbon;
#endif
    const float lifetime = p.lifetime;
    const float moment = origin.moment == RANDOM_MOMENT ? b.w : origin.moment;
    precise float time = (float(s.index) - moment) * s.seconds;  // births are spread over the step
    time = noted_time(words_of(s), moment * s.seconds, s.seconds, time);
#ifdef HAS_RIBBON_WAY
    const float way_by_time = is_long_time(time) ? time_within(time, LONG_RIBBON) : time;
    p.ribbon_way = (births.ribbon & RIBBON_OF_PARENT) != 0u ? births.way : way_by_time;
#endif
    const Parent parent = parent_at_birth(from, e.step_code, moment, time, s);
#ifdef HAS_SPACES
    set_space_at_birth(e, moment, from.has_parent, origin.position, p);
#endif
    stack_spawn(e.step_code, numbers_of(slot), p,
                Birth(b.xyz, a.xy, moment, s.seconds, time, births.index, births.count, pointer_in(s), parent), d);
#ifdef HAS_SPACES
    inherit_velocity(e, p);
    own_frame = own_space.now;
#endif
    const vec3 begin = p.position;
    precise vec3 position = begin + p.velocity * (s.seconds * moment);
    p.position = position;
#ifdef HAS_TRAVELLED
    precise float travelled = expression_length(p.velocity) * (s.seconds * moment);
    p.travelled = travelled;
#endif
    follow(p, begin, p.velocity, moment, e.step_code, slot, Moment(time, s.seconds, pointer_in(s), Objects(s.objects_first), NO_VIEW), d, s,
           true);
    born.position = p.position;
    born.velocity = p.velocity;
    born.lifetime = max(1u, steps_of(p.lifetime, lifetime, born.lifetime, s.seconds));
    if ((p.events & EVENT_KILLED) != 0u) born.lifetime = 0u;  // it is not seen, and dies in the next step
    if (HAS_ATTRIBUTES) born.attributes = stack_stored(e.step_code, p);
    return born;
}

// True for the row of zeros that an emitter leaves behind which an edit has removed.
bool is_gone(Emitter e) { return (e.flags & EMITTER_EXISTS) == 0u; }

// Stores what modules may have changed of a particle that had the given age and lifetime before them.
void store_changes(inout Stored p, Particle q, float aged, float lifetime, float seconds) {
    p.position = q.position;
    p.velocity = q.velocity;
    p.identity.w &= ~(BOUNCED | SIGNALLED);
    if ((q.events & EVENT_BOUNCED) != 0u) p.identity.w = (p.identity.w + 1u) | BOUNCED;
    if ((q.events & EVENT_SIGNALLED) != 0u) p.identity.w |= SIGNALLED;
    p.age = steps_of(q.age, aged, p.age + 1u, seconds);
    p.lifetime = steps_of(q.lifetime, lifetime, p.lifetime, seconds);
    if ((q.events & EVENT_KILLED) != 0u) p.lifetime = 0u;
}

// Returns the drag with which springs do not swing up. Semi-implicit Euler does so where a spring is too stiff for the length
// of a step; as drag, its stiffness makes it implicit Euler, which comes to rest where the spring does.
float stable_drag(float drag, float seconds) {
    precise float stiffness = stiffness_of_step * seconds * seconds;
    precise float bound = 4.0 + 2.0 * drag * seconds;
    precise float more = stiffness_of_step * seconds;
    precise float result = drag + more;
    return stiffness < bound ? drag : result;
}

// Advances by one step of semi-implicit Euler; drag is integrated implicitly, so that it cannot overshoot. Returns the
// way of the particle before it reacts: its end is where the particle is then.
vec3 advance(inout Stored stored, Emitter e, Step s) {
    if (is_gone(e)) stored.lifetime = 0u;
    if (is_waiting(stored.identity.z)) return vec3(0.0);
    const uint slot = stored.identity.z, first = numbers_of(slot);
    choose_objects(slot);
    const Moment m = Moment(time_after(words_of(s), s.seconds), s.seconds, pointer_in(s), Objects(s.objects_first), NO_VIEW);
    const RandomKey d = random_key_of(stored, s);
    Particle p = live(stored, s.seconds);
    if (HAS_ATTRIBUTES) stack_load(e.step_code, stored.attributes, p);
#ifdef HAS_SPACES
    set_space(e);
    carry(e, p);
#endif
    vec3 acceleration = vec3(-0.0);  // the sum of no forces; added to a force, it leaves even the sign of a zero
    float drag = 0.0;
    stiffness_of_step = 0.0;
    stack_force(e.step_code, first, p, m, d, acceleration, drag);
    drag = stable_drag(drag, s.seconds);
    const vec3 begin = p.position;
    precise vec3 velocity = (p.velocity + acceleration * s.seconds) / (1.0 + drag * s.seconds);
    precise vec3 position = p.position + velocity * s.seconds;
    precise vec3 way = velocity * s.seconds;
    p.velocity = velocity;
    p.position = position;
    way_of_step = way;
    met_moment = UNKNOWN_MOMENT;
#ifdef NOTES_NORMALS
    normal_of_step = vec3(0.0);
#endif
    left_at = position;
    surface_kills = false;
#ifdef HAS_TRAVELLED
    precise float travelled = p.travelled + expression_length(way);
    p.travelled = travelled;
#endif
    precise float aged = p.age + s.seconds;
    p.age = aged;
    note_age(stored.age + 1u, aged, s.seconds);
    const float lifetime = p.lifetime;
    precise float life = aged / p.lifetime;
    p.life = life;
    if (s.has_plane != 0u) collide_plane(p, s.plane_height, HIT_BOUNCE, s.plane_restitution, s.plane_friction);
    stack_react(e.step_code, first, p, m, d);
#ifdef COLLIDES
    if (p.position == left_at) follow(p, begin, velocity, 1.0, e.step_code, slot, m, d, s, false);  // no other module has moved it
#endif
    store_changes(stored, p, aged, lifetime, s.seconds);
    if (HAS_ATTRIBUTES) stored.attributes = stack_stored(e.step_code, p);
    return way;
}

// True if the emitter's particles are advanced already.
bool is_peeled(Emitter e) {
#if PEELED
    return stack_is_heavy(e.step_code);
#else
    return false;
#endif
}

// A vote is decided on integers alone: age, and the exponent bits of NaN and infinity.
bool finite(vec3 v) {
    const uint exponent = 0x7F800000u;
    return all(notEqual(floatBitsToUint(v) & uvec3(exponent), uvec3(exponent)));
}

bool finite(Stored p) { return finite(p.position) && finite(p.velocity); }

bool survives(Stored p) {
#ifdef INSTANCES
    if (is_gone(emitter_at(p.identity.z))) return false;  // no pass has advanced it if its emitter's code was another before
    if (is_waiting(p.identity.z)) return true;
#endif
    return p.age < p.lifetime && finite(p);
}
