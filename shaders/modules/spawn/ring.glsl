/*{"name": "ring", "stage": "spawn",
"does": "Births are spread evenly along a circle.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle, relative to the place where the emitter or the parent has its births."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The direction at right angles to the circle."},
  "radius": {"type": "number", "unit": "m", "default": 1, "range": [0, 1e5], "usual": [0, 5],
    "does": "Radius of the circle."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    float angle = TWO_PI * b.place.y;
    vec3 middle = p.position + a.centre;
    p.position = middle + aligned(vec3(a.radius * cos(angle), 0.0, a.radius * sin(angle)), a.axis);
}
