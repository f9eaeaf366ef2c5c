/*{"name": "pointer-brush", "stage": "spawn",
"does": "While a person presses on a place, births happen there, spread along its way; else they die at once.",
"parameters": {
  "radius": {"type": "number", "unit": "m", "default": 0.1, "range": [0, 1e5], "usual": [0, 2],
    "does": "Radius of the ball in which they happen."},
  "inherit": {"type": "number", "default": 0.2, "range": [0, 1], "usual": [0, 1],
    "does": "Share of the place's velocity that is added to their own."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    if (b.pointer.press == 0.0) {
        kill(p);
        return;
    }
    float z = 1.0 - 2.0 * b.place.z, angle = TWO_PI * b.place.y;
    float r = a.radius * pow(b.place.x, 1.0 / 3.0), ring = sqrt(max(0.0, 1.0 - z * z));
    vec3 way = b.pointer.velocity * (b.seconds * b.moment);
    p.position = b.pointer.place - way + r * vec3(ring * cos(angle), z, ring * sin(angle));
    p.velocity += b.pointer.velocity * a.inherit;
}
