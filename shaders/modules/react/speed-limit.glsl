/*{"name": "speed-limit", "stage": "react",
"does": "Keeps the speed of particles between two limits.",
"parameters": {
  "least": {"type": "number", "unit": "m/s", "default": 0, "range": [0, 1e5], "usual": [0, 20],
    "does": "The least speed; a particle at rest stays at rest."},
  "most": {"type": "number", "unit": "m/s", "default": 10, "range": [0, 1e5], "usual": [0, 50],
    "does": "The most speed."}
}}*/
void react(inout Particle p, Parameters a, Moment m) {
    float speed = length(p.velocity), wanted = clamp(speed, min(a.least, a.most), a.most);
    if (speed > 0.0 && wanted != speed) p.velocity *= wanted / speed;
}
