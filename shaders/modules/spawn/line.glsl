/*{"name": "line", "stage": "spawn",
"does": "Births are spread evenly along a straight line.",
"parameters": {
  "from": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "One end, relative to the place where the emitter or the parent has its births."},
  "to": {"type": "vector", "unit": "m", "default": [1, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The other end, likewise."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    vec3 begin = p.position + a.from;
    p.position = begin + (a.to - a.from) * b.place.x;
}
