/*{"name": "lifespan", "stage": "spawn",
"does": "Gives births another lifetime than the emitter's, such as a longer one farther out.",
"parameters": {
  "time": {"type": "number", "unit": "s", "default": 2, "range": [0, 1e6], "usual": [0, 20], "logarithmic": true,
    "does": "The lifetime, in whole steps; at least one."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) { p.lifetime = a.time; }
