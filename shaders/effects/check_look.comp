// Never runs: it is built to find out if the stacks of an effect build before anything is drawn with them. Needs STACKS.
#include "common.glsl"
#include "effects/stack.glsl"
layout(local_size_x = SINGLE_THREAD) in;
layout(std430, binding = BIND_SOURCE) writeonly buffer Result { vec4 colour; };

void main() {
    const Emitter e = emitter_in(0u);
    Particle p = particle_at(vec3(0.0), vec3(0.0), 0.0, 1.0);
    Look look = plain_look();
    stack_look(e.look_code, e.look_first, p, Moment(0.0, e.seconds, NO_POINTER, NO_OBJECTS, NO_VIEW), RandomKey(e.seed, 0u, 0u), look);
    colour = look.colour;
}
