// The spaces of emitters, for stacks that have one. Before it stand `struct Particle` and shaders/effects/stages.glsl. What
// passes store is in the world; the functions of a stack go into the emitter's space for modules whose values are in it.
#include "effects/frames.glsl"

const Frame WORLD = Frame(vec3(0.0), 1.0, vec4(0.0, 0.0, 0.0, 1.0));

Moving own_space = Moving(WORLD, WORLD, 1.0);  // of the emitter whose stack runs
Frame own_frame = WORLD;                       // where it is at the moment that the stack runs for

// Returns the row of an emitter's space; 0: it is the world.
uint space_row(Emitter e) { return e.flags / EMITTER_SPACE_UNIT; }

// True if the emitter's living particles are carried along with its space.
bool carries(Emitter e) { return row_at(space_row(e) + 4u).y != 0.0; }

// Sets the space of the emitter whose stack runs next, as it is at the end of the step.
void set_space(Emitter e) {
    own_space = Moving(WORLD, WORLD, e.seconds);
    if (space_row(e) != 0u) own_space = moving_in(space_row(e));
    own_frame = own_space.now;
}

// Shows a particle and its space as they are at a moment, in steps before the end of the step.
void see_at(Emitter e, float moment, inout Particle p) {
    if (space_row(e) == 0u || moment == 0.0) return;
    own_frame = frame_at(own_space, moment);
    if (carries(e)) p.position = place_from(own_frame, place_into(own_space.now, p.position));
}

// Moves a particle as its emitter's space has moved in the step, if it is carried along.
void carry(Emitter e, inout Particle p) {
    if (space_row(e) == 0u || !carries(e)) return;
    p.position = place_from(own_space.now, place_into(own_space.before, p.position));
    p.velocity = vector_from(own_space.now, vector_into(own_space.before, p.velocity));
    own_space.before = own_space.now;  // what follows sees a space at rest
}

// Sets the space of a birth at a moment, in steps before the end of the step. A child's lies around its parent.
void set_space_at_birth(Emitter e, float moment, bool has_parent, vec3 origin, inout Particle p) {
    set_space(e);
    if (space_row(e) == 0u) return;
    if (!carries(e)) own_frame = frame_at(own_space, moment);
    if (has_parent) {
        precise vec3 position = origin - vector_from(own_frame, origin);
        own_frame.position = position;
    } else {
        p.position = place_from(own_frame, p.position);
    }
}

// Adds the share of its space's velocity that a newborn inherits.
void inherit_velocity(Emitter e, inout Particle p) {
    if (space_row(e) == 0u) return;
    const float share = row_at(space_row(e) + 4u).z;
    if (share == 0.0) return;
    precise vec3 velocity = p.velocity + velocity_of(own_space, place_into(own_frame, p.position)) * share;
    p.velocity = velocity;
}

// The state that leave_space() returns to, and that enter_space() has made of it.
vec3 outside_position, outside_velocity, inside_position, inside_velocity;
Pointer outside_pointer;
View outside_camera;
Parent outside_parent;
vec3 outside_acceleration;  // by the modules before

void enter_space(inout Particle p) {
    outside_position = p.position;
    outside_velocity = p.velocity;
    p.position = place_into(own_frame, p.position);
    p.velocity = vector_into(own_frame, p.velocity);
    inside_position = p.position;
    inside_velocity = p.velocity;
}

// A value that no module has changed keeps its bits.
void leave_space(inout Particle p) {
    p.position = p.position == inside_position ? outside_position : place_from(own_frame, p.position);
    p.velocity = p.velocity == inside_velocity ? outside_velocity : vector_from(own_frame, p.velocity);
}

Pointer pointer_inside(Pointer pointer) {
    return Pointer(place_into(own_frame, pointer.place), pointer.press, vector_into(own_frame, pointer.velocity));
}

// Its directions keep their length, so that a metre of the space has as many pixels as it is long in the world.
View camera_inside(View camera) {
    const vec3 forward = vector_into(own_frame, camera.forward) * own_frame.scale;
    const vec3 right = vector_into(own_frame, camera.right) * own_frame.scale;
    const vec3 up = vector_into(own_frame, camera.up) * own_frame.scale;
    return View(place_into(own_frame, camera.position), forward, right, up, camera.pixels);
}

void enter_space(inout Particle p, inout Moment m) {
    enter_space(p);
    outside_pointer = m.pointer;
    outside_camera = m.camera;
    m.pointer = pointer_inside(m.pointer);
    m.camera = camera_inside(m.camera);
    turn_of_space = own_frame.turn;
}

void leave_space(inout Particle p, inout Moment m) {
    leave_space(p);
    m.pointer = outside_pointer;
    m.camera = outside_camera;
    turn_of_space = WORLD.turn;
}

void enter_space(inout Particle p, inout Birth b) {
    enter_space(p);
    outside_pointer = b.pointer;
    outside_parent = b.parent;
    b.pointer = pointer_inside(b.pointer);
    b.parent.position = place_into(own_frame, b.parent.position);
    b.parent.velocity = vector_into(own_frame, b.parent.velocity);
}

void leave_space(inout Particle p, inout Birth b) {
    leave_space(p);
    b.pointer = outside_pointer;
    b.parent = outside_parent;
}
