/*{"name": "box", "stage": "spawn",
"does": "Births are spread evenly throughout a box.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle, relative to the place where the emitter or the parent has its births."},
  "size": {"type": "vector", "unit": "m", "default": [1, 1, 1], "range": [0, 1e6], "usual": [0, 10],
    "does": "The lengths of the box's edges."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    vec3 middle = p.position + a.centre;
    p.position = middle + (b.place - 0.5) * a.size;
}
