/*{"name": "point", "stage": "spawn",
"does": "Births happen at one point.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The middle, relative to the place where the emitter or the parent has its births."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) { p.position += a.centre; }
