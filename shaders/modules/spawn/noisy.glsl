/*{"name": "noisy", "stage": "spawn",
"does": "Adds a velocity that varies smoothly from place to place.",
"parameters": {
  "strength": {"type": "number", "unit": "m/s", "default": 1, "range": [0, 1e5], "usual": [0, 20],
    "does": "The speed that is added, roughly."},
  "scale": {"type": "number", "unit": "1/m", "default": 1, "range": [0, 1000], "usual": [0.1, 10], "logarithmic": true,
    "does": "How fine the pattern is: eddies per metre."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) { p.velocity += smooth_noise(p.position * a.scale, true) * a.strength; }
