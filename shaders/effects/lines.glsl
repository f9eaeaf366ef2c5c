// Where straight ways lie within convex shapes. Shares are parts of a way: 0 is its beginning, 1 its end. A pair of shares says
// between which of them the way, continued both ways, is within the shape; the first is greater where it is nowhere. Ways are
// seen from the middle of the shape.
const float FAR_SHARE = 1e30;
const float NEVER = FAR_SHARE;  // a share that no way reaches
const vec2 NO_SHARES = vec2(FAR_SHARE, -FAR_SHARE);
const vec2 ALL_SHARES = vec2(-FAR_SHARE, FAR_SHARE);

vec2 shares_in_both(vec2 a, vec2 b) { return vec2(max(a.x, b.x), min(a.y, b.y)); }
vec2 shares_in_either(vec2 a, vec2 b) { return vec2(min(a.x, b.x), max(a.y, b.y)); }

vec2 shares_between(float begin, float way, float low, float high) {
    if (way == 0.0) return begin > low && begin < high ? ALL_SHARES : NO_SHARES;
    precise float to_low = (low - begin) / way;
    precise float to_high = (high - begin) / way;
    return low < high ? vec2(min(to_low, to_high), max(to_low, to_high)) : NO_SHARES;
}

vec2 shares_in_box(vec3 begin, vec3 way, vec3 extent) {
    return shares_in_both(shares_between(begin.x, way.x, -extent.x, extent.x),
                          shares_in_both(shares_between(begin.y, way.y, -extent.y, extent.y),
                                         shares_between(begin.z, way.z, -extent.z, extent.z)));
}

// Returns the share at which the way is nearest to the middle. Distances are measured from there: the squares of a long way
// would lose the shape.
float nearest_share(vec3 begin, vec3 way) {
    precise float result = -dot(begin, way) / dot(way, way);
    return result;
}

vec2 shares_in_ball(vec3 begin, vec3 way, float radius) {
    precise float squared = dot(way, way);
    if (radius <= 0.0) return NO_SHARES;
    if (squared == 0.0) return dot(begin, begin) < radius * radius ? ALL_SHARES : NO_SHARES;
    const float nearest = nearest_share(begin, way);
    precise vec3 apart = begin + way * nearest;
    precise float room = radius * radius - dot(apart, apart);
    if (!(room > 0.0)) return NO_SHARES;
    precise float around = sqrt(room / squared);
    precise vec2 result = vec2(nearest - around, nearest + around);
    return result;
}

// The capsule begins at the origin, and `axis` leads to the middle of its other end.
vec2 shares_in_capsule(vec3 begin, vec3 way, vec3 axis, float radius) {
    precise vec3 begin_at_end = begin - axis;
    const vec2 balls = shares_in_either(shares_in_ball(begin, way, radius), shares_in_ball(begin_at_end, way, radius));
    precise float squared = dot(axis, axis);
    if (squared == 0.0) return balls;
    precise float along = dot(begin, axis) / squared;
    precise float rise = dot(way, axis) / squared;
    precise vec3 apart = begin - axis * along;
    precise vec3 passing = way - axis * rise;
    const vec2 side = shares_in_both(shares_in_ball(apart, passing, radius), shares_between(along, rise, 0.0, 1.0));
    return side.x < side.y ? shares_in_either(balls, side) : balls;
}
