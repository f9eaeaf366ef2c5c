/*{"name": "tangential", "stage": "spawn",
"does": "Particles leave round an axis.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "A point of the axis."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis; seen against it, they leave counterclockwise."},
  "speed": {"type": "number", "unit": "m/s", "default": 5, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "Speed at birth; below 0, they leave clockwise."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    vec3 round = cross(a.axis, p.position - a.centre);
    p.velocity += round * (a.speed / max(length(round), 1e-20));
}
