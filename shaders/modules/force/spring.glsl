/*{"name": "spring", "stage": "force",
"does": "Ties particles to a point with a spring.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The point."},
  "stiffness": {"type": "number", "unit": "1/s2", "default": 10, "range": [0, 10000.0], "usual": [0, 100],
    "does": "The acceleration for each metre of stretch."},
  "rest": {"type": "number", "unit": "m", "default": 0, "range": [0, 1e5], "usual": [0, 5],
    "does": "The length at which the spring is at rest."},
  "damping": {"type": "number", "unit": "1/s", "default": 0.5, "range": [0, 1000], "usual": [0, 5],
    "does": "Rate at which the speed decays."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    vec3 away = p.position - a.centre;
    float r = max(length(away), 1e-4);
    acceleration -= away * (a.stiffness * (r - a.rest) / r);
    drag += a.damping;
    stiff(a.stiffness);
}
