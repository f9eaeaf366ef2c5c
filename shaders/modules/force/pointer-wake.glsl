/*{"name": "pointer-wake", "stage": "force",
"does": "Particles near the place that a person presses on are carried along as it moves.",
"parameters": {
  "rate": {"type": "number", "unit": "1/s", "default": 8, "range": [0, 1000], "usual": [0, 20],
    "does": "How fast they give way near the place: the share of the difference lost in a short time, divided by that time."},
  "reach": {"type": "number", "unit": "m", "default": 0.8, "range": [0.001, 1e5], "usual": [0.1, 20], "logarithmic": true,
    "does": "The distance at which that rate is half."}
}}*/
void force(Particle p, Parameters a, Moment m, inout vec3 acceleration, inout float drag) {
    vec3 away = p.position - m.pointer.place;
    float share = m.pointer.press / (1.0 + dot(away, away) / (a.reach * a.reach));
    acceleration += m.pointer.velocity * (a.rate * share);
    drag += a.rate * share;
}
