/*{"name": "disc", "stage": "spawn",
"does": "Births are spread evenly over a disc, which can have a hole.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle, relative to the place where the emitter or the parent has its births."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The direction at right angles to the disc."},
  "radius": {"type": "number", "unit": "m", "default": 1, "range": [0, 1e5], "usual": [0, 5],
    "does": "Radius of the disc."},
  "inner": {"type": "number", "unit": "m", "default": 0, "range": [0, 1e5], "usual": [0, 5],
    "does": "Radius of the hole; the disc's own radius leaves a circle."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    float hole = min(a.inner / max(a.radius, 1e-20), 1.0), emptied = hole * hole;
    float angle = TWO_PI * b.place.y;
    float r = a.radius * sqrt(b.place.x + emptied * (1.0 - b.place.x));
    vec3 middle = p.position + a.centre;
    p.position = middle + aligned(vec3(r * cos(angle), 0.0, r * sin(angle)), a.axis);
}
