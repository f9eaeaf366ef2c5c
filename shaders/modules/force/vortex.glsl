/*{"name": "vortex", "stage": "force",
"does": "Turns particles round an axis and draws them in.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "A point of the axis."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis; seen against it, particles turn counterclockwise."},
  "spin": {"type": "number", "unit": "m/s2", "default": 5, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "Strength of the turning force near the axis; below 0, clockwise."},
  "pull": {"type": "number", "unit": "m/s2", "default": 1, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "Strength of the force towards the axis; below 0, away from it."},
  "reach": {"type": "number", "unit": "m", "default": 2, "range": [0.001, 1e5], "usual": [0.1, 20], "logarithmic": true,
    "does": "The distance at which the force has half of its strength."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    vec3 d = p.position - a.centre;
    vec3 away = d - a.axis * dot(a.axis, d);
    float r = max(length(away), 1e-4), share = 1.0 / (1.0 + r * r / (a.reach * a.reach));
    acceleration += (cross(a.axis, away) * a.spin - away * a.pull) * (share / r);
}
