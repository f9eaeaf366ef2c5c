// The functions by which modules change a particle as a whole. The program declares before them `struct Particle`, and the
// bits EVENT_BOUNCED, EVENT_KILLED and EVENT_SIGNALLED of its events.
void bounced(inout Particle p) { p.events |= EVENT_BOUNCED; }

const float UNKNOWN_MOMENT = -1.0;

// Where a surface last stopped the particle in this step, and when, in steps before the step's end. advance() sets the way.
vec3 way_of_step = vec3(0.0);
vec3 met_place = vec3(0.0);
float met_moment = UNKNOWN_MOMENT;

#ifdef NOTES_NORMALS
vec3 normal_of_step = vec3(0.0);
vec3 met_normal() { return normal_of_step; }
#endif

// Notes that the particle has met a surface with this normal, which lies `depth` metres above it.
void note_met(vec3 position, vec3 normal, float depth) {
#ifdef NOTES_NORMALS
    normal_of_step = normal;
#endif
    precise float towards = -dot(normal, way_of_step);
    if (towards > 0.0) {
        precise float back = min(depth / towards, 1.0);
        precise vec3 place = position - way_of_step * back;
        precise float below = depth - towards * back;  // of a surface that has moved itself
        met_place = place + normal * below;
        met_moment = back;
    } else {
        met_place = position + normal * depth;
        met_moment = 0.0;
    }
}
void kill(inout Particle p) { p.events |= EVENT_KILLED; }
void signal(inout Particle p) { p.events |= EVENT_SIGNALLED; }

// The sum of the springs that pull at the particle in this step, 1/s2.
float stiffness_of_step = 0.0;

// Says that a force grows by so much per metre, for advance() to integrate it stably.
void stiff(float stiffness) {
    precise float sum = stiffness_of_step + stiffness;
    stiffness_of_step = sum;
}

// The fates of a particle that hits a surface: the choices of a parameter `hit`, in this order.
const uint HIT_BOUNCE = 0u;
const uint HIT_STICK = 1u;
const uint HIT_SLIDE = 2u;
const uint HIT_KILL = 3u;

// How much the particle rolls on the surfaces that it meets next: modules set it with rolls(), a sweep notes it for the surface
// that it finds. Programs in which nothing rolls have none of it, because NVIDIA's compiler makes their steps 5 % slower for it.
#ifdef ROLLS
float rolling_now = 0.0, rolling_met = 0.0;

void rolls(float share) { rolling_now = share; }
void note_rolling() { rolling_met = rolling_now; }
void roll_as_noted() { rolling_now = rolling_met; }

// Returns the share of the speed along a surface that a contact takes from a particle that moves `away` from it. A particle
// that rolls feels friction only as far as it is pressed on the surface: by as much as it moves towards it, beside its speed
// along it. So a ball loses at an impact what others do, and as it lies on the ground a speed that grows with the time, not
// with the number of steps.
float friction_felt(float friction, vec3 velocity, vec3 normal, float away) {
    if (rolling_now == 0.0) return friction;
    precise vec3 along = velocity - normal * away;
    precise float pressed = min(-away / max(length(along), 1e-9), 1.0);
    precise float felt = friction * (1.0 - rolling_now * (1.0 - pressed));
    return felt;
}
#else
void rolls(float share) {}
void note_rolling() {}
void roll_as_noted() {}
float friction_felt(float friction, vec3 velocity, vec3 normal, float away) { return friction; }
#endif

// Reacts to a surface with this normal, `depth` metres above the particle. A bounce keeps the share `bounce` of the speed
// towards the surface; a bounce and each step of sliding lose the share `friction` of the speed along it.
void collide(precise inout Particle p, vec3 normal, float depth, uint hit, float bounce, float friction) {
    note_met(p.position, normal, depth);
    bool bounces = hit == HIT_BOUNCE;
    p.position += normal * (depth + (bounces ? depth * bounce : 0.0));
    precise float away = dot(normal, p.velocity);
    if (hit == HIT_STICK) p.velocity = vec3(0.0);
    else if (away < 0.0)
        p.velocity = (p.velocity - normal * away) * (1.0 - friction_felt(friction, p.velocity, normal, away)) - normal * (bounces ? away * bounce : 0.0);
    bounced(p);
    if (hit == HIT_KILL) kill(p);
}

// Reacts to a horizontal plane that particles cannot pass from above, as collide() does. Returns true if it is reached.
bool collide_from_above(precise inout Particle p, float height, uint hit, float bounce, float friction) {
    if (p.position.y >= height || p.velocity.y >= 0.0) return false;
    precise float below = height - p.position.y;
    note_met(p.position, vec3(0.0, 1.0, 0.0), below);
    precise float share = hit == HIT_BOUNCE ? bounce : 0.0;
    precise float rise = below * share;
    p.position.y = height + rise;
    const float felt = friction_felt(friction, p.velocity, vec3(0.0, 1.0, 0.0), p.velocity.y);
    precise vec3 kept = vec3(1.0 - felt, -share, 1.0 - felt);
    p.velocity = hit == HIT_STICK ? vec3(0.0) : p.velocity * kept;
    bounced(p);
    if (hit == HIT_KILL) kill(p);
    return true;
}
