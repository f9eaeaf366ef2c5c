// Surfaces in a space that moves: what meets them is seen from that space, so that a surface which comes towards a particle
// meets it on the way that the particle has there, and with the velocity that it has there.
#include "effects/frames.glsl"

vec3 world_position, world_velocity, world_way, world_met_place, world_left_at;
vec3 space_position, space_velocity;
Way world_solid_way, world_kept_way;
float share_before;

Way way_into(Moving space, Way way) {
    const vec3 begin = place_into(frame_at(space, way.moments.x), way.begin);
    precise vec3 end = way.begin + way.span;
    precise vec3 span = place_into(frame_at(space, way.moments.y), end) - begin;
    precise float margin = way.margin / space.now.scale;
    return Way(begin, span, margin, way.moments);
}

void enter_surfaces(Moving space, precise inout Particle p) {
    world_solid_way = solid_way;
    world_kept_way = kept_way;
    share_before = first_share;
    world_position = p.position;
    world_velocity = p.velocity;
    world_way = way_of_step;
    world_met_place = met_place;
    world_left_at = left_at;
    p.position = place_into(space.now, p.position);
    precise vec3 velocity = p.velocity - velocity_of(space, p.position);
    p.velocity = vector_into(space.now, velocity);
    if (sweeps) {
        solid_way = way_into(space, solid_way);
        kept_way = way_into(space, kept_way);
        return;
    }
    precise vec3 begin = world_position - world_way;
    precise vec3 way = p.position - place_into(space.before, begin);
    way_of_step = way;
    space_position = p.position;
    space_velocity = p.velocity;
}

// Returns from what enter_surfaces() has made. What has met no surface keeps its bits.
void leave_surfaces(Moving space, precise inout Particle p) {
    if (sweeps) {
        precise float moment = mix(solid_way.moments.x, solid_way.moments.y, first_share);
        solid_way = world_solid_way;
        kept_way = world_kept_way;
        p.position = world_position;
        p.velocity = world_velocity;
        if (first_share == share_before) return;
        first_normal = turned_by(frame_at(space, moment).turn, first_normal);
        first_velocity = velocity_of(space, first_place);
        return;
    }
    way_of_step = world_way;
    if (p.position == space_position && p.velocity == space_velocity) {
        p.position = world_position;
        p.velocity = world_velocity;
        return;
    }
    met_place = place_from(frame_at(space, max(met_moment, 0.0)), met_place);
#ifdef NOTES_NORMALS
    normal_of_step = turned_by(frame_at(space, max(met_moment, 0.0)).turn, normal_of_step);
#endif
    precise vec3 velocity = vector_from(space.now, p.velocity) + velocity_of(space, p.position);
    p.velocity = velocity;
    const bool is_left = left_at == p.position;
    p.position = place_from(space.now, p.position);
    left_at = is_left ? p.position : world_left_at;
}
