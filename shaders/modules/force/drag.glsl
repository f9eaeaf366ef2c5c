/*{"name": "drag", "stage": "force",
"does": "Slows particles down, as thick air or water does.",
"parameters": {
  "rate": {"type": "number", "unit": "1/s", "default": 1, "range": [0, 1000], "usual": [0, 5],
    "does": "Rate at which the speed decays: the share lost in a short time, divided by that time."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) { drag += a.rate; }
