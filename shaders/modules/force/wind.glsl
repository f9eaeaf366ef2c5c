/*{"name": "wind", "stage": "force",
"does": "Carries particles along: their velocity approaches that of the wind.",
"parameters": {
  "velocity": {"type": "vector", "unit": "m/s", "default": [2, 0, 0], "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "The velocity of the wind."},
  "rate": {"type": "number", "unit": "1/s", "default": 1, "range": [0, 1000], "usual": [0, 10],
    "does": "How fast they give way: the share of the difference lost in a short time, divided by that time."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    acceleration += a.velocity * a.rate;
    drag += a.rate;
}
