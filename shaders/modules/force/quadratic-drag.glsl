/*{"name": "quadratic-drag", "stage": "force",
"does": "Slows fast particles down much more than slow ones, as thin air does.",
"parameters": {
  "rate": {"type": "number", "unit": "1/m", "default": 0.1, "range": [0, 1000], "usual": [0, 2],
    "does": "The rate of decay for each metre per second of the speed."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) { drag += a.rate * length(p.velocity); }
