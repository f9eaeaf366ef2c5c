/*{"name": "attractor-spline", "stage": "force",
"does": "Draws particles to a smooth curve through points, and along it.",
"parameters": {
  "points": {"type": "spline", "unit": "m", "default": [[-1, 0, 0], [0, 1, 0], [1, 0, 0]], "range": [-1e6, 1e6],
    "usual": [-5, 5], "does": "The points."},
  "strength": {"type": "number", "unit": "m/s2", "default": 5, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "Strength of the force near the curve; below 0, away from it."},
  "along": {"type": "number", "unit": "m/s2", "default": 0, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "Strength of a force along the curve near it; below 0, backwards."},
  "reach": {"type": "number", "unit": "m", "default": 2, "range": [0.001, 1e5], "usual": [0.1, 20], "logarithmic": true,
    "does": "The distance at which the force has half of its strength."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    float place = spline_nearest(a.points, p.position);
    vec3 away = p.position - spline_place(a.points, place);
    float r = max(length(away), 1e-4), share = 1.0 / (1.0 + r * r / (a.reach * a.reach));
    acceleration += (spline_tangent(a.points, place) * a.along - away * (a.strength / r)) * share;
}
