/*{"name": "attractor", "stage": "force",
"does": "Draws particles to a point.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "The point."},
  "strength": {"type": "number", "unit": "m/s2", "default": 5, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "Strength of the force near the point; below 0, away from it."},
  "reach": {"type": "number", "unit": "m", "default": 2, "range": [0.001, 1e5], "usual": [0.1, 20], "logarithmic": true,
    "does": "The distance at which the force has half of its strength."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    vec3 away = p.position - a.centre;
    float r = max(length(away), 1e-4), share = 1.0 / (1.0 + r * r / (a.reach * a.reach));
    acceleration -= away * (a.strength * share / r);
}
