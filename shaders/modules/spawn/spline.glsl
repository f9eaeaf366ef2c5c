/*{"name": "spline", "stage": "spawn",
"does": "Births are spread evenly along a smooth curve through points.",
"parameters": {
  "points": {"type": "spline", "unit": "m", "default": [[-1, 0, 0], [0, 1, 0], [1, 0, 0]], "range": [-1e6, 1e6],
    "usual": [-5, 5], "does": "The points, relative to the place where the emitter or the parent has its births."},
  "share": {"type": "number", "default": 0, "range": [0, 1], "usual": [0, 1],
    "does": "Where births begin: the share of the curve's length."},
  "spread": {"type": "number", "default": 1, "range": [0, 1], "usual": [0, 1],
    "does": "The share of the length over which they are spread from there; behind the end, it goes on at the beginning."},
  "speed": {"type": "number", "unit": "m/s", "default": 0, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "Speed added along the curve; below 0, backwards."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    float share = a.share + a.spread * b.place.x;
    if (share > 1.0) share -= 1.0;
    p.position += spline_place(a.points, share);
    p.velocity += spline_tangent(a.points, share) * a.speed;
}
