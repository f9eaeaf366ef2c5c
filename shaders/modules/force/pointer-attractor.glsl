/*{"name": "pointer-attractor", "stage": "force",
"does": "Draws particles to the place that a person presses on.",
"parameters": {
  "strength": {"type": "number", "unit": "m/s2", "default": 20, "range": [-1e5, 1e5], "usual": [-50, 50],
    "does": "Strength of the force near the place; below 0, away from it."},
  "swirl": {"type": "number", "unit": "m/s2", "default": 0, "range": [-1e5, 1e5], "usual": [-50, 50],
    "does": "Strength of a force that turns particles round the vertical through the place; below 0, clockwise."},
  "reach": {"type": "number", "unit": "m", "default": 1.5, "range": [0.001, 1e5], "usual": [0.1, 20], "logarithmic": true,
    "does": "The distance at which the force has half of its strength."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    vec3 away = p.position - m.pointer.place;
    float r = max(length(away), 1e-4), share = m.pointer.press / (1.0 + r * r / (a.reach * a.reach));
    acceleration += (cross(vec3(0.0, 1.0, 0.0), away) * a.swirl - away * a.strength) * (share / r);
}
