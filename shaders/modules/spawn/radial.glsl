/*{"name": "radial", "stage": "spawn",
"does": "Particles leave straight away from a point.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The point."},
  "speed": {"type": "number", "unit": "m/s", "default": 5, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "Speed at birth; below 0, they fly to the point."}
}}*/
void spawn(inout Particle p, Parameters a, Birth b) {
    vec3 away = p.position - a.centre;
    p.velocity += away * (a.speed / max(length(away), 1e-20));
}
