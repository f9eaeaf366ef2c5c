// The functions by which modules change a particle as a whole. The program declares before them `struct Particle`, and the
// bits EVENT_BOUNCED and EVENT_KILLED of its events.
void bounced(inout Particle p) { p.events |= EVENT_BOUNCED; }
void kill(inout Particle p) { p.events |= EVENT_KILLED; }

// The fates of a particle that hits a surface: the choices of a parameter `hit`, in this order.
const uint HIT_BOUNCE = 0u;
const uint HIT_STICK = 1u;
const uint HIT_SLIDE = 2u;
const uint HIT_KILL = 3u;

// Reacts to a surface with this normal, `depth` metres above the particle. A bounce keeps the share `bounce` of the speed
// towards the surface; a bounce and each step of sliding lose the share `friction` of the speed along it.
void collide(precise inout Particle p, vec3 normal, float depth, uint hit, float bounce, float friction) {
    bool bounces = hit == HIT_BOUNCE;
    p.position += normal * (depth + (bounces ? depth * bounce : 0.0));
    precise float away = dot(normal, p.velocity);
    if (hit == HIT_STICK) p.velocity = vec3(0.0);
    else if (away < 0.0)
        p.velocity = (p.velocity - normal * away) * (1.0 - friction) - normal * (bounces ? away * bounce : 0.0);
    bounced(p);
    if (hit == HIT_KILL) kill(p);
}
