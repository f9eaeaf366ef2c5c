/*{"name": "orbit", "stage": "force",
"does": "Leads particles round an axis, each at its distance, whatever the step's length.",
"parameters": {
  "centre": {"type": "vector", "unit": "m", "default": [0, 0, 0], "range": [-1e6, 1e6], "usual": [-5, 5],
    "does": "A point of the axis."},
  "axis": {"type": "direction", "default": [0, 1, 0],
    "does": "The axis; seen against it, particles turn counterclockwise."},
  "speed": {"type": "number", "unit": "m/s", "default": 1, "range": [-1e5, 1e5], "usual": [-20, 20],
    "does": "The speed on the circle; below 0, clockwise."},
  "grip": {"type": "number", "unit": "1/s", "default": 1000, "range": [0, 1e5], "usual": [0.1, 1000], "logarithmic": true,
    "does": "How fast other motion gives way: the share lost in a short time, divided by that time."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    vec3 d = p.position - a.centre;
    vec3 away = d - a.axis * dot(a.axis, d);
    float angle = a.speed * m.seconds / max(length(away), 1e-4);
    vec3 on_circle = (turned(away, a.axis, angle) - away) / m.seconds;  // the velocity that ends on the circle
    vec3 across_axis = p.velocity - a.axis * dot(a.axis, p.velocity);
    float share = 1.0 - exp(-a.grip * m.seconds);
    acceleration += (on_circle - across_axis) * (share / m.seconds);
}
