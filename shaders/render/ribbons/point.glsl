// A point of a ribbon, in two elements of 16 bytes: a particle and its look, in the order of the sorted list.
struct Point {
    vec3 place;
    float radius;    // half the ribbon's width there, metres, as the look has it
    vec4 color;      // linear and not multiplied by alpha; lit, if it covers
    float softness;  // metres over which it fades into the plane and into objects
    float edge;      // the share of each half of its width over which it fades
    bool covers;     // what lies behind it; else its light adds up
    bool adds_colour;  // it covers by its alpha, but its colour is added whatever that is
    uint ribbon;     // the number of its ribbon
};

// The sign of the softness, which is positive, says if the point covers; an edge below 0, that its colour is added.
uvec4 place_of_point(Point p) { return uvec4(floatBitsToUint(p.place), floatBitsToUint(p.radius)); }
uvec4 look_of_point(Point p) {
    const float softness = p.covers ? -p.softness : p.softness;
    const float edge = p.adds_colour ? -1.0 - p.edge : p.edge;
    return uvec4(packHalf2x16(p.color.rg), packHalf2x16(p.color.ba), packHalf2x16(vec2(softness, edge)), p.ribbon);
}

Point point_from(uvec4 place, uvec4 look) {
    const vec2 softness_and_edge = unpackHalf2x16(look.z);
    const float edge = softness_and_edge.y;
    return Point(uintBitsToFloat(place.xyz), uintBitsToFloat(place.w), vec4(unpackHalf2x16(look.x), unpackHalf2x16(look.y)),
                 abs(softness_and_edge.x), edge < 0.0 ? -1.0 - edge : edge, softness_and_edge.x < 0.0, edge < 0.0, look.w);
}
