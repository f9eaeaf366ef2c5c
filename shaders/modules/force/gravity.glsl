/*{"name": "gravity", "stage": "force",
"does": "A constant acceleration.",
"parameters": {
  "acceleration": {"type": "vector", "unit": "m/s2", "default": [0, -9.81, 0], "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "The acceleration; y is up."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) { acceleration += a.acceleration; }
