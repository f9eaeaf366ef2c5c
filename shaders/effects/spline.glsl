// Splines that modules see, as tables of places at equal distances along them (app/effects/data/spline.cpp), which are the
// points of a uniform Catmull-Rom spline again. Needs effects/row_buffer.glsl.
struct Spline {
    uint first;  // row of the place before the first segment
    uint segments;
    float length;
};

Spline spline_in(uint table) {
    const vec4 head = row_at(table);
    return Spline(table + 1u, uint(head.y), head.x);
}

// Returns where a share of the length lies: the segment, and the share of the segment.
float spline_segment(Spline spline, float share, inout uint segment) {
    precise float at = clamp(share, 0.0, 1.0) * float(spline.segments);
    segment = min(uint(at), spline.segments - 1u);
    precise float part = at - float(segment);
    return part;
}

// Returns the place at a share of the length, 0 to 1.
vec3 spline_place(Spline spline, float share) {
    uint k = 0u;
    precise float t = spline_segment(spline, share, k);
    const vec3 a = row_at(spline.first + k).xyz, b = row_at(spline.first + k + 1u).xyz;
    const vec3 c = row_at(spline.first + k + 2u).xyz, d = row_at(spline.first + k + 3u).xyz;
    precise vec3 result = b + 0.5 * t * (c - a + t * (2.0 * a - 5.0 * b + 4.0 * c - d + t * (3.0 * (b - c) + d - a)));
    return result;
}

// Returns the unit vector in which the spline leads there; up, if it has no length.
vec3 spline_tangent(Spline spline, float share) {
    uint k = 0u;
    precise float t = spline_segment(spline, share, k);
    const vec3 a = row_at(spline.first + k).xyz, b = row_at(spline.first + k + 1u).xyz;
    const vec3 c = row_at(spline.first + k + 2u).xyz, d = row_at(spline.first + k + 3u).xyz;
    precise vec3 way = c - a + t * (2.0 * (2.0 * a - 5.0 * b + 4.0 * c - d) + 3.0 * t * (3.0 * (b - c) + d - a));
    precise float size = length(way);
    if (size == 0.0) return vec3(0.0, 1.0, 0.0);
    precise vec3 result = way / size;
    return result;
}

// Returns the share of the length at which the spline is nearest to a place.
float spline_nearest(Spline spline, vec3 place) {
    precise float result = 0.0;
    float least = 3.0e38;
    vec3 begin = row_at(spline.first + 1u).xyz;
    for (uint k = 0u; k < spline.segments; ++k) {
        const vec3 end = row_in_loop(spline.first + k + 2u).xyz;
        precise vec3 chord = end - begin;
        precise vec3 d = place - begin;
        precise float part = clamp(dot(d, chord) / max(dot(chord, chord), 1e-20), 0.0, 1.0);
        precise vec3 away = d - chord * part;
        precise float square = dot(away, away);
        if (square < least) {
            least = square;
            result = (float(k) + part) / float(spline.segments);
        }
        begin = end;
    }
    return result;
}
