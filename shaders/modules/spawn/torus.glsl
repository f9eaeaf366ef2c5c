/*{"name": "torus", "stage": "spawn",
"does": "Births are spread evenly throughout a torus, the shape of a tyre.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle, relative to the place where the emitter or the parent has its births."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis of the torus."},
  "radius": {"type": "number", "unit": "m", "default": 1, "range": [0, 1e5], "usual": [0, 5],
    "does": "The distance from the middle to the middle of the tube."},
  "thickness": {"type": "number", "unit": "m", "default": 0.25, "range": [0, 1e5], "usual": [0, 5],
    "does": "The radius of the tube."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    float r = a.thickness * sqrt(b.place.x);
    float angle = TWO_PI * b.place.y;
    float outward = r * cos(angle);
    // The outer half of the tube has more room: so many births change to it from the inner one.
    bool is_kept = fract(b.place.z * 256.0) * 2.0 < 1.0 + outward / max(a.radius, 1e-20);
    float away = a.radius + (is_kept ? outward : -outward);
    float around = TWO_PI * b.place.z;
    vec3 middle = p.position + a.centre;
    p.position = middle + aligned(vec3(away * cos(around), r * sin(angle), away * sin(around)), a.axis);
}
