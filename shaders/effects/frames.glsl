// Spaces that lie in the world and move. Before it stands the buffer `rows`.

// Returns the vector turned by a unit quaternion.
vec3 turned_by(vec4 turn, vec3 v) {
    precise vec3 once = cross(turn.xyz, v) * 2.0;
    precise vec3 result = v + once * turn.w + cross(turn.xyz, once);
    return result;
}

// A space in the world: a point of it is scaled, then turned, then moved.
struct Frame {
    vec3 position;
    float scale;
    vec4 turn;  // a unit quaternion
};

// Vectors are directions with a length, such as velocities.
vec3 vector_from(Frame f, vec3 v) {
    precise vec3 scaled = v * f.scale;
    return turned_by(f.turn, scaled);
}
vec3 vector_into(Frame f, vec3 v) {
    precise vec3 result = turned_by(vec4(-f.turn.xyz, f.turn.w), v) / f.scale;
    return result;
}
vec3 place_from(Frame f, vec3 place) {
    precise vec3 result = f.position + vector_from(f, place);
    return result;
}
vec3 place_into(Frame f, vec3 place) {
    precise vec3 away = place - f.position;
    return vector_into(f, away);
}

// A space that moves in a step; between its beginning and its end on a straight line.
struct Moving {
    Frame before;
    Frame now;
    float seconds;  // length of the step
};

Frame frame_in(uint row) {
    const vec4 place = row_at(row);
    return Frame(place.xyz, place.w, row_at(row + 1u));
}

Moving moving_in(uint row) { return Moving(frame_in(row), frame_in(row + 2u), row_at(row + 4u).x); }

// Returns where the space is at a moment, in steps before the end of the step.
Frame frame_at(Moving space, float moment) {
    precise vec3 position = mix(space.now.position, space.before.position, moment);
    precise float scale = mix(space.now.scale, space.before.scale, moment);
    precise vec4 turn = mix(space.now.turn, space.before.turn, moment);
    precise vec4 unit = turn / sqrt(dot(turn, turn));
    return Frame(position, scale, unit);
}

// Returns the velocity of a place that moves with the space.
vec3 velocity_of(Moving space, vec3 place_inside) {
    precise vec3 result = (place_from(space.now, place_inside) - place_from(space.before, place_inside)) / space.seconds;
    return result;
}
